"""The page of a trend: what it says in words; the rest is data that its script draws."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kasauti.analysis.comparison import ALPHA
from kasauti.analysis.trend import Step
from kasauti.reports.pages.offline_page import embedded, offline_page
from kasauti.reports.pages.trend.content import columns_of, trend_content
from kasauti.reports.pages.trend.series import Series
from kasauti.reports.pages.trend.tracks import CaseTrend, Trend
from kasauti.reports.terminal.text import counted, spaced

OPEN = 10  # drops that are listed at once; the others are folded
SECTIONS = ("Overview", "Drops", "Map", "Case", "Curves", "Items", "Runs")
STYLES = ("dashboard/style.css", "dashboard/series.css", "trend/style.css")
SCRIPTS = (
    *(f"dashboard/{name}.js" for name in ("elements", "frame", "texts")),
    *(f"trend/{name}.js" for name in ("data", "chart", "map", "case", "items", "page")),
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


def trend_page(trend: Trend) -> str:
    """Return the page of a trend."""
    found, drops = standings(trend), significant_drops(trend)
    names = ", ".join(series.name for series in trend.series)
    return offline_page(
        "trend/page.html",
        styles=STYLES,
        scripts=SCRIPTS,
        data=embedded(trend_content(trend, columns_of(trend.series))),
        title=f"Trend of {names}",
        names=names,
        navigation={name.lower(): name for name in SECTIONS},
        trend=trend,
        headline=_headline(trend, found),
        lead=_lead(trend, drops),
        standings=found,
        drops=drops[:OPEN],
        earlier=drops[OPEN:],
        alpha=f"{ALPHA:g}",
        notes=list(_notes(trend)),
    )


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


def _lead(trend: Trend, drops: list[Drop]) -> str:
    recent = [
        spaced(str(each.case.case))
        for each in drops
        if each.step.at == len(trend.series[each.series].checkpoints) - 1
    ]
    if recent:
        named = ", ".join(dict.fromkeys(recent[:3]))
        more = f" and {len(recent) - 3} more" if len(recent) > 3 else ""
        return f"Dropped significantly at the last checkpoint: {named}{more}."
    if drops:
        earlier = counted(len(drops), "significant drop")
        return f"No case dropped at the last checkpoint; {earlier} before."
    return "No case dropped significantly from one checkpoint to the next."


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
