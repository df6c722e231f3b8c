"""A blind reading: agreement with the key, agreement of readers, pairs to drop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kasauti.records import Interval
from kasauti.records.review import CHOICES, NATURALNESS, Answer, ReviewItem, ReviewSample
from kasauti.scorers.statistics.intervals import wilson

UNNATURAL = 1

Level = Literal["nominal", "ordinal"]  # of what is answered


@dataclass(frozen=True, slots=True)
class ReadItem:
    """One pair and its readers' answers."""

    item: ReviewItem
    answers: tuple[Answer, ...]

    @property
    def intended(self) -> int:
        """The number of readers who chose the good sentence and no other."""
        return sum(answer.choice == self.item.good for answer in self.answers)

    @property
    def agrees(self) -> bool:
        """True if more than half of its readers chose the good sentence."""
        return 2 * self.intended > len(self.answers)

    @property
    def unnatural(self) -> bool:
        """True if more than half of those who rated it call it unnatural."""
        rated = [each.naturalness for each in self.answers if each.naturalness is not None]
        return 2 * rated.count(UNNATURAL) > len(rated)

    @property
    def to_drop(self) -> bool:
        return not self.agrees or self.unnatural

    def votes(self) -> dict[str, int]:
        """Count the readers who chose the good sentence, the bad one, both and neither."""
        names = {self.item.good: "good", "both": "both", "neither": "neither"}
        counts = Counter(names.get(answer.choice, "bad") for answer in self.answers)
        return {name: counts[name] for name in ("good", "bad", "both", "neither")}


@dataclass(frozen=True, slots=True)
class Agreement:
    """The pairs of one stratum: how many have their readers' agreement, and all votes."""

    name: str
    agreed: int
    pairs: int
    votes: Mapping[str, int]
    naturalness: float | None  # the mean of all ratings, 1 to 3

    @property
    def interval(self) -> Interval:
        return wilson(self.agreed, self.pairs)


@dataclass(frozen=True, slots=True)
class Review:
    """All figures of a reading."""

    readers: tuple[str, ...]
    unread: int  # items that nobody answered
    overall: Agreement
    by_phenomenon: tuple[Agreement, ...]
    by_template: tuple[Agreement, ...]
    alpha: float | None  # of the choices A, B, both and neither, as readers saw them
    naturalness_alpha: float | None
    to_drop: tuple[ReadItem, ...]
    disputed: tuple[ReadItem, ...]  # kept, though not all readers chose the good sentence


def review(sample: ReviewSample, answers: Sequence[Answer]) -> Review:
    """The figures of a sample and all its readers' answers, of which there must be one."""
    if not answers:
        raise ValueError("need at least one answer")
    given: dict[str, list[Answer]] = {}
    for answer in answers:
        given.setdefault(answer.item, []).append(answer)
    read = [ReadItem(item, tuple(given[item.item])) for item in sample.items if item.item in given]
    ratings = [
        [str(each.naturalness) for each in item.answers if each.naturalness] for item in read
    ]
    return Review(
        readers=tuple(dict.fromkeys(answer.reader for answer in answers)),
        unread=len(sample.items) - len(read),
        overall=_agreement("all", read),
        by_phenomenon=_group(read, lambda item: item.phenomenon),
        by_template=_group(
            read, lambda item: item.template and f"{item.phenomenon}: {item.template}"
        ),
        alpha=krippendorff_alpha(
            [[answer.choice for answer in item.answers] for item in read], values=CHOICES
        ),
        naturalness_alpha=krippendorff_alpha(ratings, values=tuple(NATURALNESS), level="ordinal"),
        to_drop=tuple(item for item in read if item.to_drop),
        disputed=tuple(
            item for item in read if not item.to_drop and item.intended < len(item.answers)
        ),
    )


def _group(read: Iterable[ReadItem], name_of: Callable[[ReviewItem], str]) -> tuple[Agreement, ...]:
    groups: dict[str, list[ReadItem]] = {}
    for each in read:
        groups.setdefault(name_of(each.item), []).append(each)
    return tuple(_agreement(name, groups[name]) for name in sorted(groups) if name)


def _agreement(name: str, read: Sequence[ReadItem]) -> Agreement:
    votes: Counter[str] = Counter()
    for item in read:
        votes.update(item.votes())
    ratings = [
        answer.naturalness
        for item in read
        for answer in item.answers
        if answer.naturalness is not None
    ]
    return Agreement(
        name=name,
        agreed=sum(item.agrees for item in read),
        pairs=len(read),
        votes=votes,
        naturalness=sum(ratings) / len(ratings) if ratings else None,
    )


def krippendorff_alpha(
    units: Sequence[Sequence[Hashable]], *, values: Sequence[Hashable], level: Level = "nominal"
) -> float | None:
    """Alpha over units, each with what its readers answered; `values` in their order.

    1 is perfect agreement, 0 is what chance gives. None where it is not defined: fewer than
    two answers can be paired, or all answers are the same (Krippendorff 2011, "Computing
    Krippendorff's alpha-reliability").

    >>> krippendorff_alpha([["a", "a"], ["b", "b"], ["a", "b"]], values=["a", "b"])
    0.4444444444444444
    """
    indices: Mapping[Hashable, int] = {value: index for index, value in enumerate(values)}
    coincidences = np.zeros((len(values), len(values)))
    for unit in units:
        if len(unit) < 2:
            continue  # an answer that nobody can agree with
        counts = np.bincount([indices[answer] for answer in unit], minlength=len(values))
        coincidences += (np.outer(counts, counts) - np.diag(counts)) / (len(unit) - 1)
    totals = coincidences.sum(axis=0)
    distances = _distances(totals, level)
    expected = float((np.outer(totals, totals) * distances).sum())
    if expected == 0:
        return None
    observed = float((coincidences * distances).sum())
    return 1 - (float(totals.sum()) - 1) * observed / expected


def _distances(totals: NDArray[np.float64], level: Level) -> NDArray[np.float64]:
    """The squared distance of each two values."""
    size = len(totals)
    if level == "nominal":
        return 1.0 - np.eye(size)
    # Ordinal: as many answers as lie from one value to the other, the ends counted half.
    below = np.cumsum(totals) - totals / 2
    distances: NDArray[np.float64] = (below[:, None] - below[None, :]) ** 2
    return distances
