"""Accuracy beside the fertility of the tokenizer: a dot per language."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kasauti.analysis.by_language import LanguageTable, spearman
from kasauti.records.languages import iso639_3, language_name
from kasauti.reports.dashboard.markup import Markup, element, joined
from kasauti.reports.text import shortened

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 460, 300, 40, 12, 10, 40
LABEL = (26, 11)  # width and height of a code beside its dot
FEWEST = 3  # languages, with which a plot says something
TICKS = 5


@dataclass(frozen=True, slots=True)
class Dot:
    """A language: its fertility and its accuracy."""

    language: str
    x: float
    y: float

    def __str__(self) -> str:
        return f"{language_name(self.language)}: {shortened(self.x)}, accuracy {shortened(self.y)}"


def fertility_plots(found: LanguageTable) -> Markup | None:
    """Tokens per word and per byte; nothing with fewer languages than make a plot."""
    rows = [(row, row.tokenization) for row in found.rows if row.tokenization]
    known = {
        "tokens per word": [
            Dot(row.language, tokens.per_word, row.macro.value)
            for row, tokens in rows
            if tokens.per_word is not None
        ],
        "tokens per byte": [
            Dot(row.language, tokens.per_byte, row.macro.value) for row, tokens in rows
        ],
    }
    plots = [
        fertility_plot(name, dots, left_out=len(found.rows) - len(dots))
        for name, dots in known.items()
        if len(dots) >= FEWEST
    ]
    if not plots:
        return None
    return joined(
        element("h3", "Accuracy beside fertility"),
        element("div", *plots, class_="curves wide"),
    )


def fertility_plot(name: str, dots: Sequence[Dot], *, left_out: int = 0) -> Markup:
    """One plot; its figures are in the table of languages."""
    plane = _Plane.of(dots)
    parts = [*_axes(plane, name), *(_drawn(dot, plane) for dot in dots), *_labels(dots, plane)]
    told = f"macro mean accuracy by {name}, {len(dots)} languages"
    related = spearman([dot.x for dot in dots], [dot.y for dot in dots])
    message = "" if related is None else f". Spearman’s ρ {shortened(related, digits=2)}"
    message += f". Not known for {left_out}." if left_out else "."
    picture = element(
        "svg",
        *parts,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        aria_label=f"{told}{message}",
        class_="dots",
    )
    caption = element("figcaption", element("b", name), f": {len(dots)} languages{message}")
    return element("figure", caption, picture, class_="curve")


@dataclass(frozen=True, slots=True)
class _Plane:
    """Where figures stand in the picture; fertility from 0, accuracy from the next tenth down."""

    most_x: float
    least_y: float

    @classmethod
    def of(cls, dots: Sequence[Dot]) -> _Plane:
        step = _step(max(dot.x for dot in dots))
        most = step * math.ceil(max(dot.x for dot in dots) / step + 0.05)
        return cls(most, math.floor(10 * min(dot.y for dot in dots)) / 10 if dots else 0.0)

    def place(self, x: float, y: float) -> tuple[float, float]:
        across = LEFT + (WIDTH - LEFT - RIGHT) * x / self.most_x
        span = (1 - self.least_y) or 1.0
        down = TOP + (HEIGHT - TOP - BOTTOM) * (1 - y) / span
        return round(across, 1), round(down, 1)


def _step(most: float) -> float:
    """A round distance between two ticks."""
    power = 10.0 ** math.floor(math.log10(most / TICKS))
    return next(each * power for each in (1, 2, 5, 10) if each * power * TICKS >= most)


def _axes(plane: _Plane, name: str) -> Iterator[Markup]:
    tenths = range(round(10 * plane.least_y), 11)
    for tenth in tenths[:: 1 + len(tenths) // 7]:
        _, y = plane.place(0, tenth / 10)
        yield element("line", class_="grid", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y)
        yield element("text", f"{tenth / 10:.1f}", x=LEFT - 5, y=y + 3.5, text_anchor="end")
    step = _step(plane.most_x)
    for index in range(round(plane.most_x / step) + 1):
        x, _ = plane.place(index * step, 0)
        yield element("line", class_="grid", x1=x, x2=x, y1=TOP, y2=HEIGHT - BOTTOM)
        text = f"{index * step:.3f}".rstrip("0").rstrip(".")
        yield element("text", text, x=x, y=HEIGHT - BOTTOM + 15, text_anchor="middle")
    middle = (LEFT + WIDTH - RIGHT) / 2
    yield element("text", name, x=middle, y=HEIGHT - 6, text_anchor="middle")


def _drawn(dot: Dot, plane: _Plane) -> Markup:
    x, y = plane.place(dot.x, dot.y)
    return element("circle", element("title", str(dot)), class_="dot", cx=x, cy=y, r=3.5)


def _labels(dots: Sequence[Dot], plane: _Plane) -> Iterator[Markup]:
    """The codes that have room, those of the outermost dots first."""
    places = {dot: plane.place(dot.x, dot.y) for dot in dots}
    middle_x = sum(x for x, _ in places.values()) / len(places)
    middle_y = sum(y for _, y in places.values()) / len(places)

    def distance(dot: Dot) -> float:
        x, y = places[dot]
        return math.hypot((x - middle_x) / WIDTH, (y - middle_y) / HEIGHT)

    taken = [(x - 4, y - 4, x + 4, y + 4) for x, y in places.values()]
    for dot in sorted(dots, key=distance, reverse=True):
        x, y = places[dot]
        box = (x + 5, y - LABEL[1] / 2, x + 5 + LABEL[0], y + LABEL[1] / 2)
        if box[2] > WIDTH or any(_overlap(box, other) for other in taken):
            continue
        taken.append(box)
        yield element("text", iso639_3(dot.language), class_="code", x=x + 6, y=y + 3.5)


Box = tuple[float, float, float, float]


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
