"""A case over the checkpoints of a training: thresholds reached and lost, and changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from kasauti.analysis.case_record import CaseRecord, differences
from kasauti.analysis.comparison import Comparison, compare


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
