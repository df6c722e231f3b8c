"""The page of a trend: what it says in words; the rest is data that its script draws."""

from __future__ import annotations

from collections.abc import Iterator

from kasauti.analysis.comparison import ALPHA
from kasauti.analysis.history.past_runs import PastScore
from kasauti.analysis.trend.series import Series
from kasauti.analysis.trend.standings import (
    LAST,
    Drop,
    Signal,
    Standing,
    overall_trends,
    signal_of,
    significant_drops,
    standings,
)
from kasauti.analysis.trend.tracks import CaseTrend, Trend
from kasauti.reports.pages.offline_page import embed, offline_page
from kasauti.reports.pages.trend.content import columns_of, label_of, trend_content
from kasauti.reports.wording.text import count_text, name_text, number_text

OPEN = 10  # drops that are listed at once; the others are folded
SECTIONS = ("Overview", "Drops", "Signal", "Map", "Case", "Curves", "Items", "Runs")
STYLES = ("dashboard/style.css", "dashboard/series.css", "trend/style.css")
SCRIPTS = (
    *(f"dashboard/{name}.js" for name in ("elements", "frame", "texts")),
    *(f"trend/{name}.js" for name in ("data", "chart", "map", "case", "items", "page")),
)


def trend_page(trend: Trend) -> str:
    found, drops = standings(trend), significant_drops(trend)
    names = ", ".join(series.name for series in trend.series)
    return offline_page(
        "trend/page.html",
        styles=STYLES,
        scripts=SCRIPTS,
        data=embed(trend_content(trend, columns_of(trend.series))),
        title=f"Trend of {names}",
        names=names,
        navigation={name.lower(): name for name in SECTIONS},
        trend=trend,
        label=label_of,
        headline=_headline(trend, found),
        overall=_overall(trend),
        lead=_lead(trend, drops),
        standings=found,
        drops=drops[:OPEN],
        earlier=drops[OPEN:],
        alpha=f"{ALPHA:g}",
        signals=_signals(trend),
        last=LAST,
        notes=list(_notes(trend)),
    )


def _signals(trend: Trend) -> list[tuple[CaseTrend, Signal]]:
    """The signal and noise of each case that has them, the most useful first."""
    found = [(case, signal_of(case, average_last=trend.average_last)) for case in trend.cases]
    known = [(case, signal) for case, signal in found if signal is not None]
    return sorted(known, key=lambda each: each[1].ratio or 0.0, reverse=True)


def _headline(trend: Trend, found: list[Standing]) -> str:
    if len(found) > 1:
        checkpoints = sum(len(each.series.checkpoints) for each in found)
        return (
            f"{count_text(len(found), 'model')}, {count_text(checkpoints, 'checkpoint')}, "
            f"{count_text(len(trend.cases), 'case')}"
        )
    (one,) = found
    where = _where(one.series, -1)
    told = f"{one.met} of {one.judged} cases meet their threshold {where}"
    if trend.average_last > 1:
        return f"{told}, by the mean of the last {trend.average_last} checkpoints."
    scores = [f"{name} {number_text(score.value)}" for name, score in _overall(trend)]
    return f"{scores[0]}: {told}." if len(scores) == 1 else f"{told}."


def _overall(trend: Trend) -> list[tuple[str, PastScore]]:
    """The newest score of each suite as a whole, with its model where there are several."""
    return [
        (
            f"{name_text(each.suite)} {name_text(each.metric)}"
            f"{f', {series.name}' if len(trend.series) > 1 else ''}",
            track.now,
        )
        for each in overall_trends(trend.series)
        for series, track in zip(trend.series, each.tracks, strict=True)
        if track
    ]


def _lead(trend: Trend, drops: list[Drop]) -> str:
    recent = [
        name_text(str(each.case.case))
        for each in drops
        if each.step.at == len(trend.series[each.series].checkpoints) - 1
    ]
    if recent:
        named = ", ".join(dict.fromkeys(recent[:3]))
        more = f" and {len(recent) - 3} more" if len(recent) > 3 else ""
        return f"Dropped significantly at the last checkpoint: {named}{more}."
    if drops:
        earlier = count_text(len(drops), "significant drop")
        return f"No case dropped at the last checkpoint; {earlier} before."
    return "No case dropped significantly from one checkpoint to the next."


def _where(series: Series, place: int) -> str:
    checkpoint = series.checkpoints[place]
    if checkpoint.step is None:
        return f"on {label_of(checkpoint)}"
    return f"at step {label_of(checkpoint)}"


def _notes(trend: Trend) -> Iterator[str]:
    yield from trend.results.problems
    for series in trend.series:
        if series.left_out:
            yield (
                f"{series.name}: left out {count_text(series.left_out, 'run')} that measured "
                "other weights at the same step earlier."
            )
    for (place, at, reason), cases in _breaks(trend).items():
        series = trend.series[place]
        where = f"{series.name} at {label_of(series.checkpoints[at])}"
        more = f" and {count_text(len(cases) - 1, 'other case')}" if len(cases) > 1 else ""
        yield f"{where}: {cases[0]}{more} not compared with the previous checkpoint: {reason}."


def _breaks(trend: Trend) -> dict[tuple[int, int, str], list[str]]:
    """The cases that cannot be compared, by training, checkpoint and reason."""
    found: dict[tuple[int, int, str], list[str]] = {}
    for place in range(len(trend.series)):
        for case, track in trend.tracks(place):
            for each in track.breaks:
                found.setdefault((place, each.at, each.reason), []).append(str(case.case))
    return found
