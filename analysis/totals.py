"""Totals over several cases, derived from what was measured."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from kasauti.analysis.by_language import LanguageTable, Macro, language_table
from kasauti.records import Clusters, Interval, Measurement, Total
from kasauti.records.figures import NESTING
from kasauti.records.runs import Counted
from kasauti.scorers.statistics.clustered import clustered_share

OVERALL = "overall"
AVERAGE = "average"
LETTERS = "average_of_letters"  # of a baseline that sees nothing else
# Over all languages of a suite; like the others, these names end in `overall`.
OVER_ALL = "all_"
ALL_LANGUAGES = "all_languages/overall"
MACRO = "all_languages/macro_overall"
MACRO_OF_PHENOMENA = "all_phenomena/macro_overall"


@dataclass(frozen=True, slots=True)
class Totals:
    """Everything that a suite derives from its cases.

    overall: the value of its one overall score.
    cases: number of cases behind that score, if not all.
    """

    totals: tuple[Total, ...] = ()
    overall: float | None = None
    details: Mapping[str, Any] | None = None
    findings: Mapping[str, tuple[str, ...]] | None = None
    languages: Mapping[str, Any] | None = None
    cases: int | None = None


def pair_totals(
    measurements: Sequence[Measurement],
) -> tuple[tuple[Total, ...], LanguageTable | None]:
    """The share of right items: `overall` of the shipped cases, `<file>/overall` of a user's.

    Where there are several languages, then the means over all of them; and the languages' table.
    """
    groups: dict[str, list[Measurement]] = {}
    for measurement in measurements:
        if measurement.case.is_part:
            continue  # its items are counted in the cases that it cuts through
        pack = measurement.case.pack
        groups.setdefault(f"{pack}/{OVERALL}" if pack else OVERALL, []).append(measurement)
    by_pack = [_share(name, group) for name, group in groups.items()]
    languages = language_table(measurements)
    return (*by_pack, *language_totals(languages)), languages


def language_totals(table: LanguageTable | None) -> tuple[Total, ...]:
    """The mean over all items, and those in which every language or phenomenon counts alike.

    Nothing where there is only one language.
    """
    if table is None or not table.is_multilingual:
        return ()
    micro = table.micro
    return (
        Total(
            name=ALL_LANGUAGES,
            figures={"accuracy": micro.accuracy},
            n=micro.total,
            interval=micro.interval,
            correct=micro.correct,
        ),
        _mean(MACRO, table.over_languages, "languages"),
        _mean(MACRO_OF_PHENOMENA, table.over_phenomena, "phenomena"),
    )


def probe_totals(measurements: Iterable[Measurement]) -> tuple[Total, ...]:
    """The mean accuracy of the shipped tasks, each at its chosen layer; nothing without any."""
    values = [each.headline.value for each in measurements if not each.case.pack]
    if not values:
        return ()
    return (Total(name=OVERALL, figures={"accuracy": fmean(values)}, n=len(values)),)


def average_of_letters(measurements: Iterable[Measurement]) -> float:
    """The mean accuracy of the letters alone over the shipped tasks."""
    shipped = (each for each in measurements if not each.case.pack)
    return fmean(each.details["baselines"]["character_ngrams"] for each in shipped)


def average_by_layer(measurements: Iterable[Measurement]) -> dict[str, float]:
    """The mean accuracy of each layer over the shipped tasks."""
    layers: dict[str, list[float]] = {}
    for measurement in measurements:
        if measurement.layers and not measurement.case.pack:
            for layer in measurement.layers.results:
                layers.setdefault(str(layer.layer), []).append(layer.accuracy)
    return {layer: fmean(found) for layer, found in layers.items()}


def mean_totals(
    measurements: Sequence[Measurement],
    metrics: Sequence[str],
    *,
    counted: Counted = "tasks",
) -> tuple[Total, ...]:
    """The mean of each metric over the cases that have it; nothing without any case."""
    if not measurements:
        return ()
    found = {metric: _values(measurements, metric) for metric in metrics}
    means = {metric: fmean(values) for metric, values in found.items() if values}
    return (Total(name=AVERAGE, figures=means, n=len(measurements), counted=counted),)


def _mean(name: str, macro: Macro, counted: Counted) -> Total:
    return Total(
        name=name,
        figures={"accuracy": macro.value},
        n=macro.count,
        interval=macro.interval,
        counted=counted,
    )


def _share(name: str, measurements: Sequence[Measurement]) -> Total:
    outcomes: list[bool] = []
    for measurement in measurements:
        if measurement.outcomes is None or measurement.outcomes.kind != "right":
            raise ValueError(f"{measurement.case} has no items that are right or wrong")
        outcomes += map(bool, measurement.outcomes.items.values())
    correct = sum(outcomes)
    interval, clusters = pooled_share(measurements, outcomes)
    return Total(
        name=name,
        figures={"accuracy": correct / len(outcomes)},
        n=len(outcomes),
        interval=interval,
        correct=correct,
        clusters=clusters,
    )


def pooled_share(
    measurements: Iterable[Measurement], right: Sequence[bool]
) -> tuple[Interval, Clusters | None]:
    """Return the interval of all items of the cases, over the clusters of each case's headline.

    Clusters of the same name in two cases are two: their templates only sound alike.
    """
    clustered = [(each, each.headline.clusters) for each in measurements]
    ways = {found.by for _, found in clustered if found}
    kinds = next(iter(ways)) if len(ways) == 1 else NESTING[:1]
    labels: list[Mapping[str, str]] = []
    for each, found in clustered:
        own = dict(zip(kinds, found.by, strict=False)) if found else {}
        known = {item.id: item.clusters for item in each.items} if found else {}
        for item in each.outcomes.items if each.outcomes else ():
            shared = known.get(item, {})
            labels.append({n: f"{each.case} {shared[k]}" for n, k in own.items() if k in shared})
    return clustered_share(right, labels, kinds if ways else ())


def _values(measurements: Iterable[Measurement], metric: str) -> list[float]:
    """The metric of each case that has it: as a figure, else among the suite's own."""
    values = []
    for measurement in measurements:
        figures = {each.metric: each.value for each in reversed(measurement.figures)}
        figures[measurement.headline.metric] = measurement.headline.value
        value = figures.get(metric, measurement.details.get(metric))
        if value is not None:
            values.append(float(value))
    return values
