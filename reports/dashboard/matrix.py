"""What was chosen where something else was right: a matrix of counts, as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kasauti.reports.dashboard.markup import Markup, element, joined
from kasauti.reports.dashboard.table import scrolling, spaced

OPEN_ROWS = 10  # a larger matrix is opened on demand


def choice_views(cases: Sequence[Mapping[str, Any]]) -> Markup | None:
    """The matrices of the cases that have one; nothing where none has."""
    found = [case for case in cases if case["details"].get("chosen") and not is_part(case)]
    if not found:
        return None
    told = "Rows are the form that was right, columns the one that the model preferred."
    return joined(
        element("h3", "What was chosen"),
        element("p", told, class_="muted"),
        element("div", *(_folded(case) for case in found), class_="matrices"),
    )


def is_part(case: Mapping[str, Any]) -> bool:
    """Whether a case is a cut through others, as `case:dative` is: its panel shows its matrix."""
    return ":" in case["case"].partition("/")[2]


def _folded(case: Mapping[str, Any]) -> Markup:
    matrix = case["details"]["chosen"]
    right = sum(row.get(name, 0) for name, row in matrix.items())
    total = sum(sum(row.values()) for row in matrix.values())
    name = spaced(case["case"].partition("/")[2])
    summary = element("summary", element("b", name), f" {right} of {total} as they should be")
    return element(
        "details", summary, choice_matrix(matrix, case["case"]), open=len(matrix) <= OPEN_ROWS
    )


def choice_matrix(matrix: Mapping[str, Mapping[str, int]], case: str) -> Markup:
    """One matrix; the shade of a cell is its share of its row."""
    rows = sorted(matrix)
    columns = sorted({chosen for row in matrix.values() for chosen in row} | set(rows))
    corner = element("th", element("span", "right \\ chosen", class_="unseen"), scope="col")
    head = element(
        "tr", corner, *(element("th", element("span", name), scope="col") for name in columns)
    )
    body = [_row(name, matrix[name], columns) for name in rows]
    name = spaced(case.partition("/")[2])
    content = joined(
        element("caption", name, class_="unseen"), element("thead", head), element("tbody", *body)
    )
    return scrolling(element("table", content, class_="matrix"), f"Choices in {name}")


def _row(right: str, row: Mapping[str, int], columns: Sequence[str]) -> Markup:
    total = sum(row.values())
    cells = []
    for chosen in columns:
        count = row.get(chosen, 0)
        kind = "hit" if chosen == right else "miss"
        shade = f"{kind} shade{round(10 * count / total)}" if count else None
        title = f"{right}: {chosen} chosen {count} of {total} times"
        cells.append(element("td", str(count) if count else "", class_=shade, title=title))
    return element("tr", element("th", right, scope="row"), *cells)
