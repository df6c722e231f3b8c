"""The cases of a suite as a table that fits the terminal; from 100 columns on with bars."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from kasauti.records.thresholds import NOT_APPLIED
from kasauti.reports.terminal.table import GAP, LONGEST, WIDTH, table_lines, table_width
from kasauti.reports.wording.text import squeeze
from kasauti.text.visible import on_one_line

READABLE = 24  # characters of a name; languages lose theirs first
LANGUAGE, INTERVAL, THRESHOLD = "language", "95 % interval", "threshold"
SCORE = "score"
NUMERIC = (SCORE, "n")
BARS_FROM = 100  # columns of the terminal
SHORTEST_BAR, LONGEST_BAR = 8, 24
EXAMPLE, STAR = " (example)", "*"
SIGNS = {"at least": "≥", "more than": ">", "at most": "≤", "less than": "<"}

# The cells of a row by their column, and the verdict that the row shows.
Row = tuple[Mapping[str, str], str]
Rows = list[list[str]]


def suite_table(
    suite: str, rows: Sequence[Row], *, width: int = WIDTH
) -> Iterator[tuple[str, str]]:
    """Yield a title, a header and a line per row, each with the verdict it shows.

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
    wide = [columns, *([row[name] for name in columns] for row in shown)]
    header, *cells = _shorten(wide, width)
    room = width - table_width([header, *cells]) - len(GAP)
    if width >= BARS_FROM and room >= SHORTEST_BAR and all(map(_is_share, shown)):
        place, bars = columns.index(SCORE) + 1, min(room, LONGEST_BAR)
        columns = [*columns[:place], "", *columns[place:]]
        header = [*header[:place], "", *header[place:]]
        cells = [
            [*cell[:place], _bar(float(row[SCORE]), bars), *cell[place:]]
            for cell, row in zip(cells, shown, strict=True)
        ]
    left = [index for index, name in enumerate(columns) if name not in NUMERIC]
    head, lines = table_lines(header, cells, left=left, width=width)
    yield from ((line, "") for line in head)
    for line, (_, verdict) in zip(lines, rows, strict=True):
        yield line, verdict
    if any(STAR in cell for row in cells for cell in row):
        yield f"{STAR} an example from a specification, not a documented threshold", ""
    yield "", ""


def _shared_threshold(rows: Sequence[Mapping[str, str]]) -> str:
    found = {row[THRESHOLD] for row in rows} - {"", NOT_APPLIED}
    return found.pop() if len(found) == 1 else ""


def _is_share(row: Mapping[str, str]) -> bool:
    try:
        return 0 <= float(row[SCORE]) <= 1
    except ValueError:
        return False


def _bar(share: float, room: int) -> str:
    """Return a bar as long as the share of the room, to an eighth of a character."""
    eighths = round(8 * room * share)
    return f"{'█' * (eighths // 8)}{'▏▎▍▌▋▊▉'[eighths % 8 - 1] if eighths % 8 else ''}"


def _shorten(rows: Rows, width: int) -> Rows:
    """Write signs for words, and languages by their codes, as far as the width demands it."""
    columns = rows[0]
    if table_width(rows) > width:
        rows = _each(rows, columns, _with_signs)
    # The names are left alone as long as narrow gaps make room.
    if table_width(rows, gap=" ") > width:
        rows = _each(rows, columns, _star)
    if table_width([[squeeze(row[0], READABLE), *row[1:]] for row in rows], gap=" ") > width:
        rows = _each(rows, columns, _by_code)
    return rows


def _each(rows: Rows, columns: Sequence[str], shorten: Callable[[str, str], str]) -> Rows:
    return [[shorten(cell, name) for cell, name in zip(row, columns, strict=True)] for row in rows]


def _with_signs(cell: str, column: str) -> str:
    if column == INTERVAL and "−" not in cell:
        return cell.replace(" to ", "–").replace("interval", "int.")
    words = next((words for words in SIGNS if cell.startswith(words)), None)
    return cell.replace(words, SIGNS[words], 1) if words and column == THRESHOLD else cell


def _by_code(cell: str, column: str) -> str:
    code = cell.rpartition("(")[2].removesuffix(")")
    return code if column == LANGUAGE and code != column else cell


def _star(cell: str, column: str) -> str:
    return cell.replace(EXAMPLE, STAR) if column == THRESHOLD else cell
