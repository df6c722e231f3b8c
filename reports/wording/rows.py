"""Rows that several reports have: cases, totals, and probed cases beside their baselines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kasauti.analysis.totals import OVER_ALL
from kasauti.records import Change, Figure, Layers, Measurement, Run, SuiteResult
from kasauti.records.figures import WHOLE_PARADIGMS
from kasauti.reports.wording.languages import language_text
from kasauti.reports.wording.text import (
    count_text,
    interval_text,
    name_text,
    number_text,
    threshold_text,
)

HEADER = (
    "suite",
    "case",
    "language",
    "score",
    "95 % interval",
    "n",
    "threshold",
    "band",
    "verdict",
)

LAYERS = "average_by_layer"
DEPTHS = ("embeddings", "early", "middle", "late")  # of the layers above them, a third each
DIFFERENCES = ("avg_perplexity_diff", "std_perplexity_diff")


def case_row(measurement: Measurement) -> tuple[str, ...]:
    """Return a case as it stands under HEADER."""
    figure = measurement.headline
    return (
        measurement.case.suite,
        measurement.case.name,
        language_text(measurement.language),
        f"{figure.value:.3f}",
        interval_text(figure.interval),
        figure.sample,
        threshold_text(figure.threshold),
        figure.band or "",
        measurement.verdict,
    )


def total_rows(suite: SuiteResult, *, folded: bool = False) -> Iterator[tuple[str, ...]]:
    """Yield the totals of a suite under HEADER; if folded, without those of each file."""
    for total in suite.totals:
        is_of_file = "/" in total.name
        if folded and is_of_file and not total.name.startswith(OVER_ALL):
            continue
        # The overall score is that of the shipped cases, and so is its band.
        band = suite.overall.band if suite.overall and not is_of_file else None
        for metric, value in list(total.figures.items())[:1]:
            interval = interval_text(total.interval)
            score, n = f"{value:.3f}", str(total.count(metric))
            yield (suite.suite, total.name, "", score, interval, n, "", band or "", "")


def layer_table(
    cases: Sequence[Measurement], *, depths: bool = True
) -> tuple[list[str], list[list[str]]]:
    """Return header and rows of the cases that were read from layers; no rows without any.

    depths: whether there are the best layers and the paradigms, for which a terminal has no room.
    """
    probed = [case for case in cases if case.layers and case.figures]
    metrics = list(dict.fromkeys(figure.metric for case in probed for figure in case.figures))
    if not depths:
        metrics = [each for each in metrics if each != WHOLE_PARADIGMS]
    rows = []
    for case in probed:
        values = {figure.metric: figure.value for figure in case.figures}
        cells = [number_text(values[each]) if each in values else "" for each in metrics]
        best = [depth_text(case.layers)] if case.layers and depths else []
        rows.append([case.case.name, number_text(case.headline.value), *best, *cells])
    return ["case", "score", *["best layer"] * depths, *map(name_text, metrics)], rows


def baseline_table(cases: Sequence[Measurement]) -> tuple[list[str], list[list[str]]]:
    """Return header and rows of cases beside baselines that see no model; no rows without any.

    Cases that were read from layers have a table of their own.
    """
    found = [(case, row) for case in cases if not case.layers and (row := _baselines(case))]
    names = list(dict.fromkeys(name for _, row in found for name in row))
    rows = [
        [
            case.case.name,
            number_text(case.headline.value),
            *(number_text(row[name]) if name in row else "" for name in names),
        ]
        for case, row in found
    ]
    return ["case", "score", *map(name_text, names)], rows


def _baselines(case: Measurement) -> dict[str, float]:
    """Return what each baseline gets by the metric of the case's headline."""
    metric = case.headline.metric
    named = dict(case.details.get("baselines", {}))
    found = {
        name: value.get(metric) if isinstance(value, Mapping) else value
        for name, value in named.items()
    }
    lengths = dict(case.details.get("length_only", {}))
    found |= {f"shorter in {unit}": value for unit, value in lengths.items()}
    return {name: value for name, value in found.items() if value is not None}


def layer_profile(cases: Sequence[Measurement]) -> str:
    """Return in a sentence at which depth each case is best read, from the first layers on."""
    depths: dict[str, list[str]] = {}
    for case in cases:
        if case.layers:
            depth = _depth(case.layers.chosen, case.layers)
            depths.setdefault(depth, []).append(f"{case.case.name} {case.layers.chosen}")
    told = [f"{depth}: {', '.join(depths[depth])}" for depth in DEPTHS if depth in depths]
    return f"Best layers, {'; '.join(told)}."


def depth_text(layers: Layers) -> str:
    """Return "8 (middle)": the chosen layer, and in which third of the model it is."""
    return f"{layers.chosen} ({_depth(layers.chosen, layers)})"


def _depth(layer: int, layers: Layers) -> str:
    deepest = max(each.layer for each in layers.results)
    return DEPTHS[1 + 3 * (layer - 1) // deepest] if layer else DEPTHS[0]


def layer_average(suite: SuiteResult) -> str:
    """Return the mean accuracy of a suite's cases at each layer in a sentence, or nothing."""
    averages = suite.details.get(LAYERS)
    if not averages:
        return ""
    listed = ", ".join(f"{layer}: {value:.3f}" for layer, value in averages.items())
    best = max(averages, key=averages.__getitem__)
    return f"Mean accuracy by layer: {listed}; the highest at layer {best}."


def detail_figures(measurement: Measurement) -> Iterator[Figure]:
    """Yield the differences of perplexity, which are details of minimal pairs, as figures."""
    for name in DIFFERENCES:
        if name in measurement.details:
            yield Figure(name, measurement.details[name], measurement.headline.n)


def baseline_of(run: Run) -> str:
    """Return "baseline main.json (gemma-3-270m)", or nothing without a baseline."""
    thresholds = (each.headline.threshold for each in run.measurements if each.change)
    return next((threshold.source for threshold in thresholds if threshold), "")


def by_drop(run: Run) -> list[tuple[Measurement, Change]]:
    """The comparisons with the baseline, suite by suite, the largest drop first."""
    compared = [(each, each.change) for each in run.measurements if each.change]
    suites = list(dict.fromkeys(change.compared.suite for _, change in compared))
    return sorted(compared, key=lambda each: (suites.index(each[1].compared.suite), -each[1].drop))


def change_verdict(measurement: Measurement) -> str:
    """Return the verdict of a comparison; what shows no drop has not shown that there is none."""
    if not measurement.red:
        return "no clear drop"
    return "regressed" if _dropped(measurement) else "not ruled out"


def _dropped(measurement: Measurement) -> bool:
    """Tell if a red comparison is red for its drop: --no-worse-than also fails unclear changes."""
    change, figure = measurement.change, measurement.headline
    most = figure.threshold if figure.threshold and figure.threshold.value is not None else None
    too_large = most is not None and not most.allows(figure.value)
    return change is not None and (change.p_holm <= change.alpha or too_large)


def regressions(run: Run) -> str:
    """Return the cases that regressed with their points, or that no clear drop was found."""
    compared = sorted(by_drop(run), key=lambda each: -each[1].drop)
    red = [change for measurement, change in compared if measurement.red and _dropped(measurement)]
    unclear = sum(measurement.red for measurement, _ in compared) - len(red)
    told = f" A drop is not ruled out in {unclear}." if unclear else ""
    if not red:
        return f"No clear drop in {count_text(len(compared), 'comparison')}.{told}"
    named = [
        f"{change.compared.name.replace('_', ' ')} {-100 * change.drop:+.0f}" for change in red
    ]
    named[0] += " points" if 0 <= red[0].before <= 1 else " %"
    return f"{count_text(len(red), 'regression')}: {', '.join(named)}.{told}"
