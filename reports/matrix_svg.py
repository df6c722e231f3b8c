"""A matrix of counts as a picture: rows are what was right, columns what was chosen."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

CELL, LABEL, HEADER = 46, 130, 110
RIGHT, WRONG = "46, 125, 50", "198, 40, 40"  # green on the diagonal, red beside it


def matrix_svg(matrix: Mapping[str, Mapping[str, int]], title: str) -> str:
    """The picture as inline SVG; the colour of a cell is its share of its row."""
    rows = sorted(matrix)
    columns = sorted({chosen for row in matrix.values() for chosen in row} | set(rows))
    width = LABEL + CELL * len(columns) + 10
    height = HEADER + CELL * len(rows) + 10
    parts = [
        f"<svg role='img' aria-label='{escape(title)}' width='{width}' height='{height}' "
        "xmlns='http://www.w3.org/2000/svg' font-family='sans-serif' font-size='12'>",
        f"<title>{escape(title)}</title>",
    ]
    for place, name in enumerate(columns):
        x, y = LABEL + CELL * place + CELL // 2, HEADER - 8
        parts.append(f"<text x='{x}' y='{y}' transform='rotate(-50 {x} {y})'>{escape(name)}</text>")
    for place, name in enumerate(rows):
        y = HEADER + CELL * place
        parts.append(
            f"<text x='{LABEL - 8}' y='{y + CELL // 2 + 4}' text-anchor='end'>{escape(name)}</text>"
        )
        parts += _cells(matrix[name], name, columns, y)
    return "".join([*parts, "</svg>"])


def _cells(row: Mapping[str, int], right: str, columns: list[str], y: int) -> list[str]:
    total = sum(row.values())
    cells = []
    for place, chosen in enumerate(columns):
        count = row.get(chosen, 0)
        x = LABEL + CELL * place
        colour = f"rgba({RIGHT if chosen == right else WRONG}, {count / total:.2f})"
        cells.append(
            f"<rect x='{x}' y='{y}' width='{CELL - 2}' height='{CELL - 2}' fill='{colour}' "
            f"stroke='#ccc'><title>{escape(right)}: {escape(chosen)} chosen {count} of {total} "
            "times</title></rect>"
        )
        if count:
            cells.append(
                f"<text x='{x + CELL // 2 - 1}' y='{y + CELL // 2 + 4}' text-anchor='middle'>"
                f"{count}</text>"
            )
    return cells
