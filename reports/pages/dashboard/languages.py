"""Languages and phenomena as one table to sort, and accuracy beside what the tokenizer does."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kasauti.analysis.by_language import (
    LanguageRow,
    LanguageTable,
    spearman,
)
from kasauti.records import Measurement
from kasauti.reports.wording.languages import shown_table, tokenization_texts
from kasauti.reports.wording.text import number_text
from kasauti.text.languages import iso639_3, language_name

# The template draws the frame of a plot with these sizes.
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 460, 300, 40, 12, 10, 40
LABEL = (26, 11)  # width and height of a code beside its dot
FEWEST = 3  # languages, with which a plot says something
TICKS = 5
TALL = 20  # rows, from which on the table scrolls in its own frame

Place = tuple[float, float]
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Dot:
    """A language: its fertility and its accuracy."""

    language: str
    x: float
    y: float

    def __str__(self) -> str:
        return (
            f"{language_name(self.language)}: {number_text(self.x)}, accuracy {number_text(self.y)}"
        )


@dataclass(frozen=True, slots=True)
class Plot:
    """One plot: fertility from 0, accuracy from the next tenth down."""

    name: str
    dots: Sequence[Dot]
    left_out: int = 0

    @property
    def message(self) -> str:
        related = spearman([dot.x for dot in self.dots], [dot.y for dot in self.dots])
        message = "" if related is None else f". Spearman’s ρ {number_text(related, digits=2)}"
        return message + (f". Not known for {self.left_out}." if self.left_out else ".")

    @property
    def rows(self) -> Iterator[tuple[float, str]]:
        """Places and labels of the accuracies on the left."""
        tenths = range(round(10 * self._least_y), 11)
        for tenth in tenths[:: 1 + len(tenths) // 7]:
            yield self._place(0, tenth / 10)[1], f"{tenth / 10:.1f}"

    @property
    def columns(self) -> Iterator[tuple[float, str]]:
        """Places and labels of the fertilities below."""
        step = _step(self._most_x)
        for index in range(round(self._most_x / step) + 1):
            text = f"{index * step:.3f}".rstrip("0").rstrip(".")
            yield self._place(index * step, 0)[0], text

    @property
    def places(self) -> Mapping[Dot, Place]:
        return {dot: self._place(dot.x, dot.y) for dot in self.dots}

    @property
    def labels(self) -> Iterator[tuple[str, Place]]:
        """The codes that have room, those of the outermost dots first."""
        places = self.places
        middle_x = sum(x for x, _ in places.values()) / len(places)
        middle_y = sum(y for _, y in places.values()) / len(places)

        def distance(dot: Dot) -> float:
            x, y = places[dot]
            return math.hypot((x - middle_x) / WIDTH, (y - middle_y) / HEIGHT)

        taken = [(x - 4, y - 4, x + 4, y + 4) for x, y in places.values()]
        for dot in sorted(self.dots, key=distance, reverse=True):
            x, y = places[dot]
            box = (x + 5, y - LABEL[1] / 2, x + 5 + LABEL[0], y + LABEL[1] / 2)
            if box[2] <= WIDTH and not any(_overlap(box, other) for other in taken):
                taken.append(box)
                yield iso639_3(dot.language), (x, y)

    @property
    def _most_x(self) -> float:
        most = max(dot.x for dot in self.dots)
        step = _step(most)
        return step * math.ceil(most / step + 0.05)

    @property
    def _least_y(self) -> float:
        return math.floor(10 * min(dot.y for dot in self.dots)) / 10

    def _place(self, x: float, y: float) -> Place:
        across = LEFT + (WIDTH - LEFT - RIGHT) * x / self._most_x
        span = (1 - self._least_y) or 1.0
        down = TOP + (HEIGHT - TOP - BOTTOM) * (1 - y) / span
        return round(across, 1), round(down, 1)


def fertility_plots(found: LanguageTable) -> list[Plot]:
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
    return [
        Plot(name, dots, len(found.rows) - len(dots))
        for name, dots in known.items()
        if len(dots) >= FEWEST
    ]


def _step(most: float) -> float:
    """A round distance between two ticks."""
    power = 10.0 ** math.floor(math.log10(most / TICKS))
    return next(each * power for each in (1, 2, 5, 10) if each * power * TICKS >= most)


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@dataclass(frozen=True, slots=True)
class Languages:
    """The results by language; `links` has the first case of each language and phenomenon."""

    table: LanguageTable
    links: Mapping[tuple[str, str], Measurement]
    plots: Sequence[Plot]

    @property
    def is_tall(self) -> bool:
        return len(self.table.rows) > TALL

    def fertility(self, row: LanguageRow) -> list[tuple[str, float | None]]:
        """Fertility of the tokenizer as texts, with the values that they sort by."""
        found = row.tokenization
        values = (found.per_word, found.per_byte, found.broken) if found else (None, None, None)
        return list(zip(tokenization_texts(found), values, strict=True))


def languages_of(cases: Sequence[Measurement]) -> Languages | None:
    """The results by language; None where they say no more than the cases do."""
    found = shown_table(cases)
    if found is None:
        return None
    links: dict[tuple[str, str], Measurement] = {}
    for case in cases:
        if case.language is not None and case.is_by_language:
            links.setdefault((case.language, case.case.phenomenon), case)
    return Languages(found, links, fertility_plots(found))
