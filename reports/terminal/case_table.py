"""The cases of a suite as a table that fits a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import wrap

from kasauti.records.thresholds import NOT_APPLIED
from kasauti.reports.terminal.text import squeezed
from kasauti.text.visible import on_one_line

WIDTH = 80
READABLE, LEAST = 24, 12  # characters that a name keeps
LONGEST = 80  # characters of any other cell
LANGUAGE, INTERVAL, THRESHOLD = "language", "95 % interval", "threshold"
NUMERIC = ("score", "n")  # aligned to the right
GAP = "  "
EXAMPLE, STAR = " (example)", "*"
SIGNS = {"at least": "≥", "more than": ">", "at most": "≤", "less than": "<"}

# The cells of a row by their column, and the verdict that the row shows.
Row = tuple[Mapping[str, str], str]
Line = tuple[str, str]
Rows = list[list[str]]


def suite_table(suite: str, rows: Sequence[Row]) -> Iterator[Line]:
    """A title, a header and a line per row, each with the verdict it shows.

    A threshold that all cases share stands in the title; columns that nothing fills are left out.
    """
    shown = [
        {name: on_one_line(cell, longest=LONGEST) for name, cell in row.items()} for row, _ in rows
    ]
    shared = _shared_threshold(shown)
    yield f"{suite}, threshold: {shared}" if shared else suite, ""
    columns = [
        name
        for name in shown[0]
        if any(row[name] for row in shown) and not (shared and name == THRESHOLD)
    ]
    header, *cells = _fitted([columns, *([row[name] for name in columns] for row in shown)])
    gap = GAP if _width([header, *cells]) <= WIDTH else " "
    widths = _widths([header, *cells])
    yield _line(header, columns, widths, gap), ""
    yield gap.join("-" * width for width in widths), ""
    for row, (_, verdict) in zip(cells, rows, strict=True):
        yield _line(row, columns, widths, gap), verdict
    if any(STAR in cell for row in cells for cell in row):
        yield f"{STAR} an example from a specification, not a documented threshold", ""
    yield "", ""


def _shared_threshold(rows: Sequence[Mapping[str, str]]) -> str:
    found = {row[THRESHOLD] for row in rows} - {"", NOT_APPLIED}
    return found.pop() if len(found) == 1 else ""


def _fitted(rows: Rows) -> Rows:
    """Header and rows in at most WIDTH characters.

    Signs for words, narrow gaps, names without their middle, languages by their codes.
    """
    columns = rows[0]
    steps: tuple[Callable[[Rows], Rows], ...] = (
        lambda rows: _each(rows, columns, _with_signs),
        lambda rows: _each(rows, columns, _starred),
        lambda rows: _squeezed(rows, READABLE),
        lambda rows: _each(rows, columns, _by_code),
        lambda rows: _squeezed(rows, LEAST),
    )
    for index, step in enumerate(steps):
        # The names are left alone as long as narrow gaps make room.
        if _width(rows, gap=len(GAP) if index == 0 else 1) > WIDTH:
            rows = step(rows)
    return rows


def _each(rows: Rows, columns: Sequence[str], shorter: Callable[[str, str], str]) -> Rows:
    return [[shorter(cell, name) for cell, name in zip(row, columns, strict=True)] for row in rows]


def _squeezed(rows: Rows, least: int) -> Rows:
    room = max(len(row[0]) for row in rows) - (_width(rows, gap=1) - WIDTH)
    return [[squeezed(row[0], max(least, room)), *row[1:]] for row in rows]


def _widths(rows: Rows) -> list[int]:
    return [max(map(len, column)) for column in zip(*rows, strict=True)]


def _width(rows: Rows, *, gap: int = len(GAP)) -> int:
    widths = _widths(rows)
    return sum(widths) + gap * (len(widths) - 1)


def _with_signs(cell: str, column: str) -> str:
    if column == INTERVAL and "−" not in cell:
        return cell.replace(" to ", "–").replace("interval", "int.")
    words = next((words for words in SIGNS if cell.startswith(words)), None)
    return cell.replace(words, SIGNS[words], 1) if words and column == THRESHOLD else cell


def _by_code(cell: str, column: str) -> str:
    code = cell.rpartition("(")[2].removesuffix(")")
    return code if column == LANGUAGE and code != column else cell


def _starred(cell: str, column: str) -> str:
    return cell.replace(EXAMPLE, STAR) if column == THRESHOLD else cell


def _line(cells: Sequence[str], columns: Sequence[str], widths: Sequence[int], gap: str) -> str:
    aligned = [
        cell.rjust(width) if name in NUMERIC else cell.ljust(width)
        for cell, name, width in zip(cells, columns, widths, strict=True)
    ]
    return gap.join(aligned).rstrip()


def wrapped_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table of figures whose header takes as many lines as its longest name needs."""
    cells = [[on_one_line(cell, longest=LONGEST) for cell in row] for row in rows]
    words = [max(map(len, name.split())) for name in header]
    widths = [max(word, *(len(row[place]) for row in cells)) for place, word in enumerate(words)]
    others = sum(widths[1:]) + len(GAP) * (len(widths) - 1)
    widths[0] = min(widths[0], max(LEAST, WIDTH - others))
    cells = [[squeezed(row[0], widths[0]), *row[1:]] for row in cells]
    names = [wrap(name, width) for name, width in zip(header, widths, strict=True)]
    height = max(map(len, names))
    above = zip(*([""] * (height - len(name)) + name for name in names), strict=True)
    for index, line in enumerate([*above, *cells]):
        figures = [cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)]
        yield GAP.join([line[0].ljust(widths[0]), *figures]).rstrip()
        if index == height - 1:
            yield GAP.join("-" * width for width in widths)
