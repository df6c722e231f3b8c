"""The printer of every table on the terminal."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from textwrap import wrap
from typing import NamedTuple

from kasauti.reports.wording.text import squeeze
from kasauti.text.visible import on_one_line

WIDTH = 80
GAP = "  "
LEAST = 12  # characters that the first column keeps
LONGEST = 80  # characters of a cell


class TableLines(NamedTuple):
    """The header with the rule under it, and a line per row."""

    head: list[str]
    rows: list[str]


def table_lines(
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    left: Collection[int] = (0,),
    width: int | None = WIDTH,
    wrap_header: bool = False,
) -> TableLines:
    """Return the lines of a table; one that is too wide gets narrow gaps, then shorter names.

    left: the columns that are aligned to the left.
    width: the most characters of a line, as far as shorter names in the first column allow it.
    wrap_header: let the header take as many lines as its longest name needs.
    """
    cells = [[on_one_line(cell, longest=LONGEST) for cell in row] for row in rows]
    names = [max(name.split(), key=len) if wrap_header else name for name in header]
    widths = column_widths([names, *cells])
    gap = GAP
    if width is not None and table_width([names, *cells]) > width:
        gap = " "
        excess = table_width([names, *cells], gap=gap) - width
        widths[0] = min(widths[0], max(LEAST, widths[0] - excess))
        cells = [[squeeze(row[0], widths[0]), *row[1:]] for row in cells]

    def line(row: Sequence[str]) -> str:
        aligned = [
            cell.ljust(room) if column in left else cell.rjust(room)
            for column, (cell, room) in enumerate(zip(row, widths, strict=True))
        ]
        return gap.join(aligned).rstrip()

    above = _wrap_header(header, widths) if wrap_header else [header]
    rule = gap.join("-" * room for room in widths)
    return TableLines([*map(line, above), rule], [line(row) for row in cells])


def table_width(lines: Sequence[Sequence[str]], *, gap: str = GAP) -> int:
    """Return how wide a table of these cells is."""
    widths = column_widths(lines)
    return sum(widths) + len(gap) * (len(widths) - 1)


def column_widths(lines: Sequence[Sequence[str]]) -> list[int]:
    """Return the length of the longest cell of each column."""
    return [max(map(len, column)) for column in zip(*lines, strict=True)]


def _wrap_header(header: Sequence[str], widths: Sequence[int]) -> list[tuple[str, ...]]:
    """The lines of a header whose names end on the last of them."""
    names = [wrap(name, room) for name, room in zip(header, widths, strict=True)]
    height = max(map(len, names))
    return list(zip(*([""] * (height - len(name)) + name for name in names), strict=True))
