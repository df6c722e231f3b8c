"""Totals over several cases, derived from what was measured."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any

from kasauti.analysis.by_language import LanguageTable, Macro, language_table
from kasauti.records import Clusters, Interval, Measurement, Total
from kasauti.records.figures import NESTING
from kasauti.records.runs import Counted

if TYPE_CHECKING:
    from kasauti.scorers.statistics.bootstrap import Counts, Floats, Statistic

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
    overall_score: the name of that score, if it is not the suite's own.
    """

    totals: tuple[Total, ...] = ()
    overall: float | None = None
    details: Mapping[str, Any] | None = None
    findings: Mapping[str, tuple[str, ...]] | None = None
    languages: Mapping[str, Any] | None = None
    cases: int | None = None
    overall_score: str = ""


def pair_totals(
    measurements: Sequence[Measurement],
) -> tuple[tuple[Total, ...], LanguageTable | None]:
    """The share of right items: `overall` of the shipped cases, `<file>/overall` of a user's.

    Of cases that were decided early it is estimated: those near their thresholds have more of their
    items in the sample.

    Where there are several languages, then the means over all of them; and the languages' table.
    """
    # The items of a part are counted in the cases that it cuts through.
    groups: dict[str, list[Measurement]] = {}
    for each in measurements:
        if not each.case.is_part:
            groups.setdefault("/".join(filter(None, (each.case.pack, OVERALL))), []).append(each)
    by_pack = [
        (_estimate if any(each.headline.of for each in group) else _share)(name, group)
        for name, group in groups.items()
    ]
    languages = language_table([each for each in measurements if each.headline.of is None])
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
    shipped = [each for each in measurements if not each.case.pack]
    values = [each.headline.value for each in shipped]
    if not values:
        return ()
    interval, clusters = mean_of_cases(shipped)
    return (
        Total(
            name=OVERALL,
            figures={"accuracy": fmean(values)},
            n=len(values),
            interval=interval,
            clusters=clusters,
        ),
    )


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
    """The mean of each metric over the cases that have it; nothing without any case.

    The interval is that of the first metric, where it is the mean of the cases' outcomes.
    """
    if not measurements:
        return ()
    found = {metric: _values(measurements, metric) for metric in metrics}
    means = {metric: fmean(values) for metric, values in found.items() if values}
    n = len(measurements)
    fewer = {metric: len(found[metric]) for metric in means if len(found[metric]) < n}
    first = [each for each in measurements if [each.headline.metric] == list(means)[:1]]
    interval, clusters = None, None
    if len(first) == len(found[next(iter(means), "")] if means else ()):
        interval, clusters = mean_of_cases(first)
    return (
        Total(
            name=AVERAGE,
            figures=means,
            n=n,
            interval=interval,
            counted=counted,
            clusters=clusters,
            counts=fewer,
        ),
    )


def mean_of_cases(cases: Sequence[Measurement]) -> tuple[Interval | None, Clusters | None]:
    """Return the interval of the mean over the cases of each one's mean over its items.

    It is for other items (clusters) in these cases. Items of a task that are parallel in several
    languages are one cluster; those of different tasks, or of cases without one, are not.
    """
    from kasauti.scorers.statistics.bootstrap import clustered_figure
    from kasauti.scorers.statistics.clustered import clustered_share

    if not cases or any(each.outcomes is None for each in cases):
        return None, None
    values = [[*each.outcomes.items.values()] for each in cases if each.outcomes]
    means = [fmean(each) for each in values]
    if any(abs(each.headline.value - mean) > 1e-9 for each, mean in zip(cases, means, strict=True)):
        return None, None  # such as F1, or a score that was corrected for stopping early
    labels = [label for each in cases for label in _parallel_labels(each)]
    names = {label["cluster"] for label in labels if label}
    kinds = ("cluster",) if len(names) + labels.count({}) < len(labels) else ()
    if all(each.outcomes and each.outcomes.kind == "right" for each in cases):
        overall = fmean(means)
        # Centred in each case: that cases differ is no uncertainty about these cases.
        outcomes = [
            y - mean + overall for each, mean in zip(values, means, strict=True) for y in each
        ]
        weights = [1 / len(each) for each in values for _ in each]
        return clustered_share(outcomes, labels, kinds, share=overall, weights=weights)
    return clustered_figure(_mean_of_means(values), labels, kinds)


def _parallel_labels(measurement: Measurement) -> Iterator[dict[str, str]]:
    """Yield what each item shares with others of its task, by the kinds that are asked for."""
    from kasauti.scorers.statistics.clustered import AUTO, NONE

    own = measurement.headline.clusters
    chosen = measurement.details.get("clustered_by", ",".join(own.by) if own else NONE)
    asked = NESTING if chosen == AUTO else str(chosen).split(",")
    task = measurement.details.get("task", measurement.case)
    clusters = {item.id: item.clusters for item in measurement.items}
    for item in measurement.outcomes.items if measurement.outcomes else ():
        known = clusters.get(item, {})
        kind = next((each for each in asked if each in known), None)
        yield {} if kind is None else {"cluster": f"{task} {kind} {known[kind]}"}


def _mean_of_means(values: Sequence[Sequence[float]]) -> Statistic:
    """Return the mean of the cases' means of a draw; a case that was not drawn keeps its own."""
    import numpy as np

    ends = np.cumsum([len(each) for each in values])[:-1]

    def statistic(counts: Counts) -> Floats:
        means = []
        for drawn, each in zip(np.split(counts, ends, axis=1), values, strict=True):
            size = drawn.sum(axis=1)
            means.append(np.where(size, drawn @ np.array(each) / np.maximum(1, size), fmean(each)))
        return np.asarray(np.mean(means, axis=0))

    return statistic


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


def _estimate(name: str, measurements: Sequence[Measurement]) -> Total:
    """The mean of estimates, each with the weight of all items of its case.

    Cases are independent of each other, so that their variances add up.
    """
    figures = [each.headline for each in measurements]
    sizes = [figure.of or figure.n or 0 for figure in figures]
    weights = [size / sum(sizes) for size in sizes]
    value = sum(weight * figure.value for weight, figure in zip(weights, figures, strict=True))
    widths = [each.interval.high - each.interval.low if each.interval else 0.0 for each in figures]
    half = math.hypot(*(weight * width / 2 for weight, width in zip(weights, widths, strict=True)))
    interval = Interval(max(0.0, value - half), min(1.0, value + half))
    n = sum(figure.n or 0 for figure in figures)
    return Total(name=name, figures={"accuracy": value}, n=n, interval=interval)


def pooled_share(
    measurements: Iterable[Measurement], right: Sequence[bool]
) -> tuple[Interval, Clusters | None]:
    """Return the interval of all items of the cases, over the clusters of each case's headline.

    Clusters of the same name in two cases are two: their templates only sound alike.
    """
    from kasauti.scorers.statistics.clustered import clustered_share

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
