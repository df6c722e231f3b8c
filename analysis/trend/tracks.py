"""Every case over the checkpoints of every training, with what the statistics say of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import fmean

from kasauti.analysis.case_record import CaseRecord, differences
from kasauti.analysis.comparison import Comparison, compare
from kasauti.analysis.history.past_runs import PastCase
from kasauti.analysis.trend.change_point import ChangePoint, change_of
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


Over = Sequence[CaseRecord | None]  # a case at each checkpoint


def steps(cases: Sequence[Over]) -> list[tuple[list[Step], list[Break]]]:
    """Cases at each checkpoint beside the one before, paired by item.

    The p-values are corrected over all checkpoints of all cases. Scores that are not the same
    measurement (other data, other settings) are not compared.
    """
    paired = [_paired(records) for records in cases]
    comparisons = iter(compare([two for pairs, _ in paired for _, _, two in pairs]))
    return [
        ([Step(before, at, next(comparisons)) for before, at, _ in pairs], breaks)
        for pairs, breaks in paired
    ]


def _paired(
    records: Over,
) -> tuple[list[tuple[int, int, tuple[CaseRecord, CaseRecord]]], list[Break]]:
    """The places and records of each two checkpoints that can be compared, and the others."""
    known = [(place, record) for place, record in enumerate(records) if record is not None]
    pairs, breaks = [], []
    for (before, earlier), (at, later) in pairwise(known):
        if found := differences(earlier, later):
            breaks.append(Break(at, "; ".join(found)))
        else:
            pairs.append((before, at, (earlier, later)))
    return pairs, breaks


SIGNS = {1.0: "1", 0.0: "0"}  # right and wrong
ABSENT = "."


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """A case over the checkpoints of one training; places are those of its checkpoints.

    points, records: what was measured at each of them.
    met: whether the threshold of the newest run is met; None where nothing tells.
    answers: by item, right (1), wrong (0) or not asked (.) at each checkpoint; only of cases
    whose items are right or wrong.
    change: the likeliest step; None where it cannot be tested.
    onset, lost: where the case came to meet its threshold for good, or ceased to. Met from the
    beginning without a change, the onset is the first checkpoint.
    """

    points: tuple[PastCase | None, ...]
    records: tuple[CaseRecord | None, ...]
    met: tuple[bool | None, ...]
    answers: dict[str, str]
    steps: tuple[Step, ...] = ()
    breaks: tuple[Break, ...] = ()
    change: ChangePoint | None = None
    onset: int | None = None
    lost: int | None = None

    @property
    def values(self) -> list[float]:
        """The scores since the last break: those that are the same measurement."""
        since = self.breaks[-1].at if self.breaks else 0
        return [each.value for each in self.points[since:] if each is not None]

    def final(self, count: int) -> float:
        return fmean(self.values[-count:])

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
    average_last: int = 1  # how many checkpoints the standing of a training is the mean of

    def tracks(self, series: int) -> Iterator[tuple[CaseTrend, Track]]:
        """The cases that a training has measured."""
        for case in self.cases:
            track = case.tracks[series]
            if track is not None:
                yield case, track


# What one checkpoint has of its cases: the newest run that measured a case counts.
Measured = dict[CaseId, tuple[str, PastCase, CaseRecord | None]]  # with the date


def trend_of(series: Sequence[Series], results: Results, *, average_last: int = 1) -> Trend:
    """Read the results of all checkpoints and follow every case through them."""
    sources = [source for one in series for each in one.checkpoints for source in each.sources]
    for source in sorted(sources, key=lambda each: each.run.date, reverse=True):
        results.learn(source.run, source.path)
    read = [[_newest(each, results) for each in one.checkpoints] for one in series]
    order = dict.fromkeys(case for found in read for each in found for case in each)
    suites = list(dict.fromkeys(case.suite for case in order))
    by_suite = sorted(order, key=lambda case: suites.index(case.suite))
    drafts = [_case_trend(case, read) for case in by_suite]
    tracks = [track for case in drafts for track in case.tracks if track is not None]
    compared = iter(steps([track.records for track in tracks]))
    return Trend(
        tuple(series),
        tuple(
            replace(
                case,
                tracks=tuple(
                    each and _with_changes(each, *next(compared), case.threshold)
                    for each in case.tracks
                ),
            )
            for case in drafts
        ),
        results,
        average_last,
    )


def _with_changes(
    track: Track, found: Sequence[Step], breaks: Sequence[Break], threshold: Threshold | None
) -> Track:
    since = breaks[-1].at if breaks else 0
    change, places = change_of(track.records, since=since)
    met = story(track.met)
    reached, lost = met.reached if met.lost is None else None, met.lost
    if change and threshold is not None and threshold.value is not None:
        reached, lost = _turn(track, change, places, threshold)
    return replace(
        track,
        steps=tuple(found),
        breaks=tuple(breaks),
        change=change,
        onset=reached,
        lost=lost,
    )


def _turn(
    track: Track, change: ChangePoint, places: Sequence[int], threshold: Threshold
) -> tuple[int | None, int | None]:
    """Return the onset and the loss by the mean scores before and after a significant change."""
    split = change.at if change.significant else places[0]
    values = {place: point.value for place in places if (point := track.points[place])}
    after = threshold.allows(fmean(values[place] for place in places if place >= split))
    earlier = [values[place] for place in places if place < split]
    before = threshold.allows(fmean(earlier)) if earlier else after
    if after:
        return (places[0] if before else split), None
    return None, (split if before else None)


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
    return Track(
        points=points,
        records=tuple(records),
        met=tuple(judged.allows(each.value) if each and judged else None for each in points),
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
