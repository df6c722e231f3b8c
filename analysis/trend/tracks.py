"""Every case over the checkpoints of every training, with what the statistics say of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kasauti.analysis.case_record import CaseRecord, differences
from kasauti.analysis.comparison import Comparison, compare
from kasauti.analysis.history.past_runs import PastCase
from kasauti.analysis.trend.results import Records, Results
from kasauti.analysis.trend.series import Checkpoint, Series
from kasauti.records import CaseId, Threshold


@dataclass(frozen=True, slots=True)
class Story:
    """A yes-or-no state over the checkpoints; the places are those of checkpoints.

    reached: where the last unbroken stretch of yes begins; None where there never was one.
    lost: where that stretch ends, if it does not last to the end.
    flips: how often the state changed.

    Of an item, yes is right: it was learnt where it was reached, and forgotten where it was lost.
    """

    reached: int | None
    lost: int | None
    flips: int


@dataclass(frozen=True, slots=True)
class Step:
    """A checkpoint beside the one at which the case was measured before."""

    before: int
    at: int
    comparison: Comparison


@dataclass(frozen=True, slots=True)
class Break:
    """A checkpoint whose score is another measurement than the one before, and why."""

    at: int
    reason: str


def story(states: Sequence[bool | None]) -> Story:
    """Return the story of a state; None stands for a checkpoint at which it was not measured.

    >>> story([False, True, True, None, True])
    Story(reached=1, lost=None, flips=1)
    >>> story([True, False, True, False])
    Story(reached=2, lost=3, flips=3)
    """
    known = [(place, state) for place, state in enumerate(states) if state is not None]
    flips = sum(earlier != later for (_, earlier), (_, later) in pairwise(known))
    reached = lost = None
    for place, state in reversed(known):
        if state:
            reached = place
        elif reached is not None:
            break
        else:
            lost = place
    return Story(reached, lost if reached is not None else None, flips)


def onset(met: Sequence[bool | None]) -> int | None:
    """The first checkpoint that meets the threshold and after which every other does.

    >>> onset([False, True, False, True, True]), onset([True, False])
    (3, None)
    """
    found = story(met)
    return found.reached if found.lost is None else None


def steps(records: Sequence[CaseRecord | None]) -> tuple[list[Step], list[Break]]:
    """A case at each checkpoint beside the one before, paired by item.

    The p-values have Holm's correction over the checkpoints. Scores that are not the same
    measurement (other data, other settings) are not compared.
    """
    known = [(place, record) for place, record in enumerate(records) if record is not None]
    pairs, breaks = [], []
    for (before, earlier), (at, later) in pairwise(known):
        if found := differences(earlier, later):
            breaks.append(Break(at, "; ".join(found)))
        else:
            pairs.append((before, at, earlier, later))
    comparisons = compare([(earlier, later) for _, _, earlier, later in pairs])
    found_steps = [
        Step(before, at, comparison)
        for (before, at, _, _), comparison in zip(pairs, comparisons, strict=True)
    ]
    return found_steps, breaks


SIGNS = {1.0: "1", 0.0: "0"}  # right and wrong
ABSENT = "."


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """A case over the checkpoints of one training; places are those of its checkpoints.

    points: what was measured at each of them.
    met: whether the threshold of the newest run is met; None where nothing tells.
    answers: by item, right (1), wrong (0) or not asked (.) at each checkpoint; only of cases
    whose items are right or wrong.
    """

    points: tuple[PastCase | None, ...]
    met: tuple[bool | None, ...]
    steps: tuple[Step, ...]
    breaks: tuple[Break, ...]
    answers: dict[str, str]

    @property
    def onset(self) -> int | None:
        return onset(self.met)

    @property
    def story(self) -> Story:
        return story(self.met)

    @property
    def drops(self) -> list[Step]:
        return [each for each in self.steps if each.comparison.significantly_worse]


@dataclass(frozen=True, slots=True)
class CaseTrend:
    """A case in every training; None where a training has not measured it."""

    case: CaseId
    metric: str
    threshold: Threshold | None
    tracks: tuple[Track | None, ...]

    @property
    def lower_is_better(self) -> bool:
        return self.threshold is not None and self.threshold.lower_is_better


@dataclass(frozen=True, slots=True)
class Trend:
    """All that the page shows."""

    series: tuple[Series, ...]
    cases: tuple[CaseTrend, ...]
    results: Results

    def tracks(self, series: int) -> Iterator[tuple[CaseTrend, Track]]:
        """The cases that a training has measured."""
        for case in self.cases:
            track = case.tracks[series]
            if track is not None:
                yield case, track


# What one checkpoint has of its cases: the newest run that measured a case counts.
Measured = dict[CaseId, tuple[str, PastCase, CaseRecord | None]]  # with the date


def trend_of(series: Sequence[Series], results: Results) -> Trend:
    """Read the results of all checkpoints and follow every case through them."""
    sources = [source for one in series for each in one.checkpoints for source in each.sources]
    for source in sorted(sources, key=lambda each: each.run.date, reverse=True):
        results.learn(source.run, source.path)
    read = [[_newest(each, results) for each in one.checkpoints] for one in series]
    order = dict.fromkeys(case for found in read for each in found for case in each)
    suites = list(dict.fromkeys(case.suite for case in order))
    by_suite = sorted(order, key=lambda case: suites.index(case.suite))
    return Trend(
        tuple(series),
        tuple(_case_trend(case, read) for case in by_suite),
        results,
    )


def _newest(checkpoint: Checkpoint, results: Results) -> Measured:
    found: Measured = {}
    for source in checkpoint.sources:
        records: Records = results.of(source.run, source.path)
        for case, past in source.run.cases.items():
            found[case] = (source.run.date, past, records.get(case))
    return found


def _case_trend(case: CaseId, read: Sequence[Sequence[Measured]]) -> CaseTrend:
    known = [each[case] for found in read for each in found if case in each]
    _, newest, _ = max(known, key=lambda each: each[0])
    tracks = tuple(
        _track([each.get(case) for each in found], newest.threshold)
        if any(case in each for each in found)
        else None
        for found in read
    )
    return CaseTrend(case, newest.metric, newest.threshold, tracks)


def _track(
    found: Sequence[tuple[str, PastCase, CaseRecord | None] | None], threshold: Threshold | None
) -> Track:
    points = tuple(each[1] if each else None for each in found)
    records = [each[2] if each else None for each in found]
    judged = threshold if threshold is not None and threshold.value is not None else None
    compared, breaks = steps(records)
    return Track(
        points=points,
        met=tuple(judged.allows(each.value) if each and judged else None for each in points),
        steps=tuple(compared),
        breaks=tuple(breaks),
        answers=_answers(records),
    )


def _answers(records: Sequence[CaseRecord | None]) -> dict[str, str]:
    known = [each for each in records if each is not None]
    if not known or any(each.kind != "right" for each in known):
        return {}
    items = dict.fromkeys(item for each in known for item in each.items)
    columns = [each.items if each else {} for each in records]
    return {
        item: "".join(SIGNS[column[item]] if item in column else ABSENT for column in columns)
        for item in items
    }


@dataclass(frozen=True, slots=True)
class Standing:
    """A training at its last checkpoint."""

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
    """Return the standing of each training."""
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
    """Return every significant drop, the newest checkpoint first."""
    found = [
        Drop(series, place, case, step)
        for place, case in enumerate(trend.cases)
        for series, track in enumerate(case.tracks)
        for step in (track.drops if track else ())
    ]
    return sorted(found, key=lambda each: _recent(trend, each), reverse=True)


def _recent(trend: Trend, drop: Drop) -> tuple[int, str, float]:
    checkpoint = trend.series[drop.series].checkpoints[drop.step.at]
    return checkpoint.step or 0, checkpoint.date, drop.step.comparison.drop
