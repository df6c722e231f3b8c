"""Results by language: each phenomenon in each language, and means in which every one counts alike.

The micro mean is the share of right items, so that large languages and phenomena dominate it. A
macro mean first averages within a language (or a phenomenon), and then over these.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import StatisticsError, correlation, fmean

from kasauti.records import Interval, Measurement
from kasauti.records.tokenization import Tokenization
from kasauti.scorers.statistics.intervals import Share


@dataclass(frozen=True, slots=True)
class Macro:
    """A mean in which each of `count` parts counts alike, whatever its number of items."""

    value: float
    interval: Interval
    count: int


@dataclass(frozen=True)
class LanguageRow:
    """One language: the share of each phenomenon, and what the tokenizer makes of its texts."""

    language: str
    cells: Mapping[str, Share]
    tokenization: Tokenization | None

    @cached_property
    def micro(self) -> Share:
        return sum(self.cells.values(), start=Share(0, 0))

    @cached_property
    def macro(self) -> Macro:
        """The mean over the phenomena."""
        return mean_of_shares(list(self.cells.values()))


@dataclass(frozen=True)
class LanguageTable:
    """All languages of a suite, in the order of the run."""

    rows: tuple[LanguageRow, ...]

    @cached_property
    def micro(self) -> Share:
        return sum((row.micro for row in self.rows), start=Share(0, 0))

    @cached_property
    def over_languages(self) -> Macro:
        """The mean over the languages of each one's mean over its phenomena."""
        return mean_of_means([list(row.cells.values()) for row in self.rows])

    @cached_property
    def over_phenomena(self) -> Macro:
        """The mean over the phenomena of each one's mean over its languages."""
        columns: dict[str, list[Share]] = {}
        for row in self.rows:
            for phenomenon, cell in row.cells.items():
                columns.setdefault(phenomenon, []).append(cell)
        return mean_of_means(list(columns.values()))

    @cached_property
    def shared(self) -> tuple[str, ...]:
        """The phenomena that at least two languages have, in the order of the run."""
        counts: dict[str, int] = {}
        for row in self.rows:
            for phenomenon in row.cells:
                counts[phenomenon] = counts.get(phenomenon, 0) + 1
        return tuple(name for name, count in counts.items() if count > 1)

    def column(self, phenomenon: str) -> Macro:
        """The mean of a phenomenon over the languages that have it."""
        cells = [row.cells[phenomenon] for row in self.rows if phenomenon in row.cells]
        return mean_of_shares(cells)

    @property
    def is_multilingual(self) -> bool:
        return len(self.rows) > 1


def language_table(measurements: Iterable[Measurement]) -> LanguageTable | None:
    """The cases whose items are right or wrong and in one known language; None without any.

    Cases of the same language and phenomenon, from different files, are pooled.
    """
    cells: dict[str, dict[str, Share]] = {}
    tokens: dict[str, Tokenization] = {}
    for each in measurements:
        if each.language is None or not each.is_by_language:
            continue
        cell = _cell(each)
        row = cells.setdefault(each.language, {})
        phenomenon = each.case.phenomenon
        row[phenomenon] = row[phenomenon] + cell if phenomenon in row else cell
        if each.tokenization is not None:
            known = tokens.get(each.language)
            tokens[each.language] = known + each.tokenization if known else each.tokenization
    rows = [LanguageRow(language, row, tokens.get(language)) for language, row in cells.items()]
    return LanguageTable(tuple(rows)) if rows else None


def mean_of_shares(cells: Sequence[Share]) -> Macro:
    """The mean of independent shares, each with the same weight."""
    return mean_of_means([[cell] for cell in cells])


def mean_of_means(groups: Sequence[Sequence[Share]]) -> Macro:
    """The mean over groups of the mean over each group's shares.

    The interval is that of a weighted sum of independent proportions: the distances of their
    Wilson intervals, weighted and added in quadrature (Zou, Huang and Zhang 2009, MOVER). It says
    how sure the mean is for these languages and phenomena, not for others.
    """
    if not groups or not all(groups):
        raise ValueError("need at least one share in each group")
    value = fmean(fmean(cell.accuracy for cell in group) for group in groups)
    below = above = 0.0
    for group in groups:
        weight = 1 / (len(groups) * len(group))
        for cell in group:
            interval = cell.interval
            below += (weight * (cell.accuracy - interval.low)) ** 2
            above += (weight * (interval.high - cell.accuracy)) ** 2
    interval = Interval(max(0.0, value - math.sqrt(below)), min(1.0, value + math.sqrt(above)))
    return Macro(value, interval, len(groups))


def _cell(measurement: Measurement) -> Share:
    assert measurement.outcomes is not None
    right = measurement.outcomes.items.values()
    clusters = measurement.headline.clusters
    return Share(int(sum(right)), len(right), clusters.effective_n if clusters else 0.0)


def spearman(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Spearman's rank correlation; None for fewer than three values, or where all are equal.

    >>> spearman([1, 2, 3, 4], [10, 20, 40, 30])
    0.8
    """
    if any(map(math.isnan, (*one, *other))):
        raise ValueError("NaN has no rank")
    if len(one) < 3:
        return None
    try:
        return correlation(_ranks(one), _ranks(other))
    except StatisticsError:
        return None


def _ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value; equal ones share the mean of theirs."""
    ordered = sorted(values)
    first = {value: index for index, value in reversed(list(enumerate(ordered)))}
    last = {value: index for index, value in enumerate(ordered)}
    return [(first[value] + last[value]) / 2 for value in values]
