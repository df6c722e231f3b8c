"""What the page says in words: where each training stands, what dropped, and which runs it has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kasauti.analysis.comparison import ALPHA
from kasauti.analysis.trend import Step
from kasauti.reports.dashboard.markup import Markup, element, number
from kasauti.reports.dashboard.table import table
from kasauti.reports.text import counted, p_value, shortened, spaced
from kasauti.reports.trend.series import Series
from kasauti.reports.trend.tracks import CaseTrend, Trend

OPEN = 10  # drops that are listed at once; the others are folded
DROPS = ("at", "model", "case", "before", "now", "change", "p (Holm)", "lost", "won")
RUNS = ("model", "checkpoint", "measured", "cases", "passed", "results")
STANDINGS = (
    *("model", "checkpoints", "last", "meet the threshold", "reached and kept"),
    *("reached and lost", "significant drops", "drops at the last"),
)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a training stands at its last checkpoint."""

    series: Series
    judged: int
    met: int
    kept: int
    lost: int
    drops: int
    drops_at_last: int


@dataclass(frozen=True, slots=True)
class Drop:
    """A significant drop of a case of a training."""

    series: int
    place: int  # of the case
    case: CaseTrend
    step: Step


def standings(trend: Trend) -> list[Standing]:
    """Where each training stands."""
    found = []
    for place, series in enumerate(trend.series):
        tracks = [track for _, track in trend.tracks(place)]
        last = len(series.checkpoints) - 1
        judged = [met for track in tracks if (met := track.met[last]) is not None]
        drops = [step.at for track in tracks for step in track.drops]
        found.append(
            Standing(
                series=series,
                judged=len(judged),
                met=sum(judged),
                kept=sum(track.onset is not None for track in tracks),
                lost=sum(track.story.lost is not None for track in tracks),
                drops=len(drops),
                drops_at_last=drops.count(last),
            )
        )
    return found


def significant_drops(trend: Trend) -> list[Drop]:
    """Every significant drop, the newest checkpoint first."""
    found = [
        Drop(series, place, case, step)
        for place, case in enumerate(trend.cases)
        for series, track in enumerate(case.tracks)
        for step in (track.drops if track else ())
    ]
    return sorted(found, key=lambda each: _recent(trend, each), reverse=True)


def overview_section(trend: Trend) -> Markup:
    """The verdict in a sentence, a row for each training, and room for the chart of them."""
    found = standings(trend)
    names = element("b", ", ".join(each.series.name for each in found))
    return element(
        "section",
        element("p", "Training history of ", names, class_="eyebrow"),
        element("h1", _headline(trend, found)),
        element("p", _lead(trend, found), class_="lead"),
        element("div", id="overview-chart", class_="chart-frame"),
        element("ul", id="overview-legend", class_="legend", aria_label="Models"),
        _standings_table(found),
        id="overview",
        aria_label="Overview",
    )


def drops_section(trend: Trend) -> Markup:
    """The significant drops, the newest first."""
    rows = [_drop_row(trend, each) for each in significant_drops(trend)]
    told = (
        "Each checkpoint is compared with the one before, paired by item (exact McNemar; scores: "
        "paired bootstrap), with Holm's correction over the checkpoints of a case, "
        f"alpha {ALPHA:g}."
    )
    numeric = frozenset({3, 4, 5, 6, 7, 8})
    folded = element(
        "details",
        element("summary", f"{counted(len(rows) - OPEN, 'earlier drop')}"),
        table("Earlier drops", DROPS, rows[OPEN:], numeric=numeric, hidden_caption=True),
    )
    return element(
        "section",
        element("h2", "Significant drops", id="drops-title"),
        table("Significant drops", DROPS, rows[:OPEN], numeric=numeric, hidden_caption=True)
        if rows
        else element("p", "No case dropped significantly from one checkpoint to the next."),
        folded if len(rows) > OPEN else None,
        element("p", told, class_="muted"),
        id="drops",
        aria_labelledby="drops-title",
    )


def runs_section(trend: Trend) -> Markup:
    """Where the figures come from, and what could not be used."""
    rows = [
        (
            series.name,
            checkpoint.label,
            source.run.date[:16].replace("T", " "),
            shortened(len(source.run.cases)),
            shortened(sum(each.verdict == "passed" for each in source.run.cases.values()))
            if source.run.complete
            else "incomplete",
            element("code", str(source.run.results)),
        )
        for series in trend.series
        for checkpoint in series.checkpoints
        for source in checkpoint.sources
    ]
    return element(
        "section",
        element("h2", "Runs", id="runs-title"),
        *(element("p", note, class_="note") for note in _notes(trend)),
        element(
            "details",
            element("summary", counted(len(rows), "run")),
            table("Runs", RUNS, rows, numeric=frozenset({3, 4}), hidden_caption=True),
        ),
        id="runs",
        aria_labelledby="runs-title",
    )


def _headline(trend: Trend, found: list[Standing]) -> str:
    if len(found) > 1:
        checkpoints = sum(len(each.series.checkpoints) for each in found)
        return (
            f"{counted(len(found), 'model')}, {counted(checkpoints, 'checkpoint')}, "
            f"{counted(len(trend.cases), 'case')}"
        )
    (one,) = found
    where = _where(one.series, -1)
    return f"{one.met} of {one.judged} cases meet their threshold {where}."


def _lead(trend: Trend, found: list[Standing]) -> str:
    drops = sum(each.drops for each in found)
    recent = [
        f"{spaced(str(each.case.case))}"
        for each in significant_drops(trend)
        if each.step.at == len(trend.series[each.series].checkpoints) - 1
    ]
    if recent:
        named = ", ".join(dict.fromkeys(recent[:3]))
        more = f" and {len(recent) - 3} more" if len(recent) > 3 else ""
        return f"Dropped significantly at the last checkpoint: {named}{more}."
    if drops:
        return (
            f"No case dropped at the last checkpoint; {counted(drops, 'significant drop')} before."
        )
    return "No case dropped significantly from one checkpoint to the next."


def _standings_table(found: list[Standing]) -> Markup:
    rows = [
        (
            each.series.name,
            shortened(len(each.series.checkpoints)),
            each.series.checkpoints[-1].label,
            f"{each.met} of {each.judged}",
            shortened(each.kept),
            shortened(each.lost),
            shortened(each.drops),
            shortened(each.drops_at_last),
        )
        for each in found
    ]
    return table(
        "Where each model stands",
        STANDINGS,
        rows,
        numeric=frozenset(range(1, len(STANDINGS))),
        hidden_caption=True,
    )


def _drop_row(trend: Trend, drop: Drop) -> tuple[str, ...]:
    comparison = drop.step.comparison
    button = element(
        "button",
        spaced(str(drop.case.case)),
        type="button",
        class_="show link",
        data_case=str(drop.place),
        data_series=str(drop.series),
        data_place=str(drop.step.at),
    )
    sign = f"{comparison.change:+.3f}".replace("-", "−")
    return (
        trend.series[drop.series].checkpoints[drop.step.at].label,
        trend.series[drop.series].name if len(trend.series) > 1 else "",
        button,
        number(comparison.before.value),
        number(comparison.now.value),
        element("data", sign, value=repr(comparison.change)),
        p_value(comparison.p_holm),
        shortened(len(comparison.lost)),
        shortened(len(comparison.won)),
    )


def _recent(trend: Trend, drop: Drop) -> tuple[int, str, float]:
    checkpoint = trend.series[drop.series].checkpoints[drop.step.at]
    return checkpoint.step or 0, checkpoint.date, drop.step.comparison.drop


def _where(series: Series, place: int) -> str:
    checkpoint = series.checkpoints[place]
    if checkpoint.step is None:
        return f"on {checkpoint.label}"
    return f"at step {checkpoint.label}"


def _notes(trend: Trend) -> Iterator[str]:
    yield from trend.results.problems
    for series in trend.series:
        if series.left_out:
            yield (
                f"{series.name}: left out {counted(series.left_out, 'run')} that measured "
                "other weights at the same step earlier."
            )
    for (place, at, reason), cases in _breaks(trend).items():
        series = trend.series[place]
        where = f"{series.name} at {series.checkpoints[at].label}"
        more = f" and {counted(len(cases) - 1, 'other case')}" if len(cases) > 1 else ""
        yield f"{where}: {cases[0]}{more} not compared with the previous checkpoint: {reason}."


def _breaks(trend: Trend) -> dict[tuple[int, int, str], list[str]]:
    """The cases that cannot be compared, by training, checkpoint and reason."""
    found: dict[tuple[int, int, str], list[str]] = {}
    for place in range(len(trend.series)):
        for case, track in trend.tracks(place):
            for each in track.breaks:
                found.setdefault((place, each.at, each.reason), []).append(str(case.case))
    return found
