"""The trend as the data of its page: lists instead of objects where there are thousands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kasauti.analysis.trend.series import Checkpoint, Series
from kasauti.analysis.trend.standings import (
    OverallTrack,
    OverallTrend,
    met_now,
    overall_trends,
    signal_of,
)
from kasauti.analysis.trend.tracks import CaseTrend, Step, Track, Trend, story
from kasauti.records import Item
from kasauti.reports.wording.text import minute, number_text, threshold_text
from kasauti.text.visible import visible

Json = dict[str, Any]
WORSE, BETTER, UNSURE = -1, 1, 0


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of the map and of every chart.

    places: of each training, the column of each checkpoint; None for a training without steps
    beside others that have some: its newest checkpoint is a level to compare with.
    """

    labels: tuple[str, ...]
    steps: tuple[int, ...]  # empty where the columns are dates
    places: tuple[tuple[int, ...] | None, ...]


class _Texts:
    """Each text once: an item may belong to several cases."""

    def __init__(self) -> None:
        self.rows: list[list[Any]] = []
        self._places: dict[tuple[Any, ...], int] = {}

    def place(self, name: str, item: Item | None) -> int:
        texts, language = _text(item)
        key = (name, *texts, language)
        if key not in self._places:
            self._places[key] = len(self.rows)
            self.rows.append([visible(name), texts, language])
        return self._places[key]


def trend_content(trend: Trend, columns: Columns) -> Json:
    """Return the data that the script of the page reads."""
    texts = _Texts()
    cases = [_case(case, trend, texts) for case in trend.cases]
    return {
        "columns": {"labels": columns.labels, "steps": columns.steps},
        "series": [
            {
                "name": visible(series.name),
                "labels": [label_of(point) for point in series.checkpoints],
                "dates": [minute(point.date) for point in series.checkpoints],
                "places": places,
            }
            for series, places in zip(trend.series, columns.places, strict=True)
        ],
        "titles": {visible(name): visible(title) for name, title in trend.results.titles.items()},
        "overall": [_overall(each) for each in overall_trends(trend.series)],
        "cases": cases,
        "texts": texts.rows,
    }


def _overall(each: OverallTrend) -> Json:
    """A suite as a whole, in the form of a case without a threshold."""
    return {
        "suite": visible(each.suite),
        "name": "overall",
        "metric": visible(each.metric),
        "lower": False,
        "threshold": None,
        "tracks": [track and _overall_track(track) for track in each.tracks],
    }


def _overall_track(track: OverallTrack) -> Json:
    ends = [point and point.interval for point in track.points]
    return {
        "now": track.now.value,
        "values": [point and point.value for point in track.points],
        "low": [each and round(each.low, 4) for each in ends],
        "high": [each and round(each.high, 4) for each in ends],
        "onset": None,
        "steps": [],
        "breaks": [[place, ""] for place in track.breaks],
    }


def _case(case: CaseTrend, trend: Trend, texts: _Texts) -> Json:
    threshold = case.threshold
    items = trend.results.items.get(str(case.case), {})
    names = dict.fromkeys(name for track in case.tracks if track for name in track.answers)
    return {
        "suite": visible(case.case.suite),
        "name": visible(case.case.name),
        "metric": visible(case.metric),
        "lower": case.lower_is_better,
        "threshold": threshold.value if threshold else None,
        "required": visible(threshold_text(threshold))
        if threshold and threshold.value is not None
        else "",
        "tracks": [_track(case, track, trend.average_last) for track in case.tracks],
        "signal": _signal(case, trend.average_last),
        "items": [texts.place(name, items.get(name)) for name in names],
        "stories": [_stories(track, list(names)) if track else None for track in case.tracks],
    }


def _signal(case: CaseTrend, average_last: int) -> Json | None:
    if (found := signal_of(case, average_last=average_last)) is None:
        return None
    interval = found.interval and [found.interval.low, found.interval.high]
    fields = ("noise", "n", "signal", "trainings", "ratio")
    return {name: getattr(found, name) for name in fields} | {"interval": interval}


def _track(case: CaseTrend, track: Track | None, average_last: int) -> Json | None:
    if track is None:
        return None
    points, change = track.points, track.change
    return {
        "now": track.final(average_last),
        "now_met": met_now(case, track, average_last),
        "values": [each and each.value for each in points],
        "low": [each.interval and round(each.interval.low, 4) if each else None for each in points],
        "high": [
            each.interval and round(each.interval.high, 4) if each else None for each in points
        ],
        "n": [each and each.n for each in points],
        "met": [None if each is None else int(each) for each in track.met],
        "verdicts": [each.verdict if each else None for each in points],
        "onset": track.onset,
        "lost": track.lost,
        "change": change and [change.at, change.low, change.high, change.p, change.significant],
        "steps": [_step(each) for each in track.steps],
        "breaks": [[each.at, visible(each.reason)] for each in track.breaks],
    }


def _step(step: Step) -> list[float]:
    comparison = step.comparison
    kind = UNSURE
    if comparison.significant:
        kind = WORSE if comparison.significantly_worse else BETTER
    flips = [len(comparison.lost), len(comparison.won)]
    return [step.at, step.before, _short(comparison.p), _short(comparison.p_holm), *flips, kind]


def _stories(track: Track, names: list[str]) -> list[list[Any] | None]:
    """By item: the answers, where it was learnt and forgotten, how often it flipped."""
    found: list[list[Any] | None] = []
    for name in names:
        answers = track.answers.get(name)
        if answers is None:
            found.append(None)
            continue
        told = story([STATES[sign] for sign in answers])
        found.append([answers, told.reached, told.lost, told.flips])
    return found


STATES = {"1": True, "0": False, ".": None}


def _text(item: Item | None) -> tuple[list[str], str | None]:
    if item is None:
        return [], None
    texts = item.texts if item.expected is None else (*item.texts, f"→ {item.expected}")
    return [visible(text) for text in texts], item.language and visible(item.language)


def _short(p: float) -> float:
    return float(f"{p:.3g}")


def columns_of(series: Sequence[Series]) -> Columns:
    """The columns of all checkpoints, each once, in their order."""
    by_step = any(each.has_steps for each in series)
    placed = [each for each in series if each.has_steps == by_step]
    found = {_key(point): point for each in placed for point in each.checkpoints}
    order = {key: place for place, key in enumerate(sorted(found))}
    return Columns(
        labels=tuple(label_of(found[key]) for key in order),
        steps=tuple(found[key].step or 0 for key in order) if by_step else (),
        places=tuple(
            tuple(order[_key(point)] for point in each.checkpoints)
            if each.has_steps == by_step
            else None
            for each in series
        ),
    )


def label_of(checkpoint: Checkpoint) -> str:
    """Return its step; without one, when it was measured."""
    return minute(checkpoint.date) if checkpoint.step is None else number_text(checkpoint.step)


def _key(checkpoint: Checkpoint) -> tuple[int, str]:
    if checkpoint.step is None:
        return 0, checkpoint.date
    return checkpoint.step, ""
