"""What the layers of a model tell, as pictures: a curve for a task, a map for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

WIDTH, HEIGHT, LEFT, TOP = 560, 220, 44, 14
CELL, ROW, LABEL, HEADER = 30, 24, 190, 26
ACCURACY, CONTROL, LETTERS = "#1565c0", "#8d6e63", "#757575"


def layer_curve(layers: Mapping[str, Mapping[str, Any]], title: str, *, ngrams: float) -> str:
    """A task's accuracy by layer with its interval, the control task, and the span's letters."""
    names = list(layers)
    results = list(layers.values())
    highs = [(place, each["interval"]["high"]) for place, each in enumerate(results)]
    lows = [(place, each["interval"]["low"]) for place, each in enumerate(results)]
    band = _points([*highs, *reversed(lows)], len(names))
    accuracy = _points(_series(results, "accuracy"), len(names))
    control = _points(_series(results, "control_accuracy"), len(names))
    letters = _points([(0, ngrams), (len(names) - 1, ngrams)], len(names))
    parts = [
        _opened(title, LEFT + WIDTH + 150, TOP + HEIGHT + 34),
        *_axes(names),
        f"<polygon points='{band}' fill='{ACCURACY}' fill-opacity='0.18'/>",
        f"<polyline points='{letters}' fill='none' stroke='{LETTERS}' stroke-dasharray='2 4'/>",
        f"<polyline points='{control}' fill='none' stroke='{CONTROL}' stroke-dasharray='6 4'/>",
        f"<polyline points='{accuracy}' fill='none' stroke='{ACCURACY}' stroke-width='2'/>",
        *_legend((("accuracy", ACCURACY), ("control task", CONTROL), ("letters", LETTERS))),
    ]
    return "".join([*parts, "</svg>"])


def layer_map(tasks: Mapping[str, Mapping[str, float]], title: str) -> str:
    """The accuracy of every task (rows) in every layer (columns)."""
    columns = sorted({layer for layers in tasks.values() for layer in layers}, key=int)
    parts = [_opened(title, LABEL + CELL * len(columns) + 10, HEADER + ROW * len(tasks) + 10)]
    for place, layer in enumerate(columns):
        x = LABEL + CELL * place + CELL // 2
        parts.append(f"<text x='{x}' y='{HEADER - 8}' text-anchor='middle'>{layer}</text>")
    for row, (task, layers) in enumerate(tasks.items()):
        y = HEADER + ROW * row
        parts.append(f"<text x='{LABEL - 8}' y='{y + 16}' text-anchor='end'>{escape(task)}</text>")
        for place, layer in enumerate(columns):
            if layer in layers:
                parts.append(_cell(task, layer, layers[layer], LABEL + CELL * place, y))
    return "".join([*parts, "</svg>"])


def _cell(task: str, layer: str, accuracy: float, x: int, y: int) -> str:
    return (
        f"<rect x='{x}' y='{y}' width='{CELL - 1}' height='{ROW - 1}' fill='{ACCURACY}' "
        f"fill-opacity='{accuracy:.2f}'><title>{escape(task)}, layer {layer}: {accuracy:.3f}"
        f"</title></rect><text x='{x + CELL // 2}' y='{y + 16}' text-anchor='middle' "
        f"font-size='10' fill='{'white' if accuracy > 0.6 else 'black'}'>"
        f"{round(100 * accuracy)}</text>"
    )


def _opened(title: str, width: int, height: int) -> str:
    return (
        f"<svg role='img' aria-label='{escape(title)}' width='{width}' height='{height}' "
        "xmlns='http://www.w3.org/2000/svg' font-family='sans-serif' font-size='12'>"
        f"<title>{escape(title)}</title>"
    )


def _axes(names: Sequence[str]) -> list[str]:
    parts = []
    for tenths in range(0, 11, 2):
        y = TOP + HEIGHT * (1 - tenths / 10)
        parts.append(
            f"<line x1='{LEFT}' y1='{y:.1f}' x2='{LEFT + WIDTH}' y2='{y:.1f}' stroke='#ddd'/>"
            f"<text x='{LEFT - 8}' y='{y + 4:.1f}' text-anchor='end'>{tenths / 10:.1f}</text>"
        )
    step = 1 + len(names) // 26  # so that the numbers of a deep model do not touch
    for place in range(0, len(names), step):
        x, _ = _point(place, 0.0, len(names))
        parts.append(
            f"<text x='{x:.1f}' y='{TOP + HEIGHT + 18}' text-anchor='middle'>{names[place]}</text>"
        )
    return parts


def _legend(entries: Sequence[tuple[str, str]]) -> list[str]:
    return [
        f"<text x='{LEFT + WIDTH + 12}' y='{TOP + 14 + 18 * place}' fill='{colour}'>{name}</text>"
        for place, (name, colour) in enumerate(entries)
    ]


def _series(results: Sequence[Mapping[str, Any]], key: str) -> list[tuple[int, float]]:
    return [(place, each[key]) for place, each in enumerate(results)]


def _points(values: Sequence[tuple[int, float]], count: int) -> str:
    points = [_point(place, value, count) for place, value in values]
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _point(place: int, value: float, count: int) -> tuple[float, float]:
    return LEFT + WIDTH * (place + 0.5) / count, TOP + HEIGHT * (1 - value)
