"""What was chosen where something else was right: a matrix of counts, as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kasauti.records import Measurement
from kasauti.reports.dashboard.markup import Markup, element, joined
from kasauti.reports.dashboard.table import scrolling
from kasauti.reports.text import spaced

OPEN_ROWS = 10  # a larger matrix is opened on demand


def choice_views(cases: Sequence[Measurement]) -> Markup | None:
    """The matrices of the cases that have one; nothing where none has.

    A cut through other cases shows its own in its panel.
    """
    found = [case for case in cases if case.chosen and not case.case.is_part]
    if not found:
        return None
    message = "Rows are what was right, columns what the model chose."
    return joined(
        element("h3", "What was chosen"),
        element("p", message, class_="muted"),
        element("div", *(_folded(case) for case in found), class_="matrices"),
    )


def choice_matrix(case: Measurement) -> Markup:
    """One matrix; the shade of a cell is its share of its row."""
    rows = sorted(case.chosen)
    columns = sorted({chosen for row in case.chosen.values() for chosen in row} | set(rows))
    corner = element("th", element("span", "right \\ chosen", class_="unseen"), scope="col")
    head = element(
        "tr", corner, *(element("th", element("span", name), scope="col") for name in columns)
    )
    body = [_row(name, case.chosen[name], columns) for name in rows]
    name = spaced(case.case.name)
    content = joined(
        element("caption", name, class_="unseen"), element("thead", head), element("tbody", *body)
    )
    return scrolling(element("table", content, class_="matrix"), f"Choices in {name}")


def _folded(case: Measurement) -> Markup:
    right = sum(row.get(name, 0) for name, row in case.chosen.items())
    total = sum(sum(row.values()) for row in case.chosen.values())
    name = element("b", spaced(case.case.name))
    summary = element("summary", name, f" {right} of {total} right")
    return element("details", summary, choice_matrix(case), open=len(case.chosen) <= OPEN_ROWS)


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
