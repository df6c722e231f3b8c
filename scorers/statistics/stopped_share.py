"""A sequential test that stops at its decision: its exact errors, its level and its estimate.

Of all orders of the items, the share that ends after so many with so many right ones does not
depend on chance beyond the hypergeometric distribution, so it is computed, not bounded: `calibrate`
raises the level of the bets until the set at the decision misses the true number in as many orders
as is allowed, whatever that number is. It then holds at the decision, no longer at every look.

The share of the items taken is too high where a test stops because it is high. Outcomes are ordered
by the stage (Tsiatis, Rosner and Mehta 1984): those that stopped earlier with a higher share, then
those that came as far with more right ones. The estimate is the share of all items under which what
was seen is the middle of that order (mid-p). Assumed: items were drawn in a random order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from kasauti.scorers.statistics.confidence_sequence import (
    ALPHA,
    ConfidenceSequence,
    Counts,
    Floats,
    Sampled,
)

HALVINGS = 7  # of what is left between a level that holds and one that may not
# What they find for cases of usual sizes at the threshold 0.70: python -m bench.deciding --levels
LEVELS = Path(__file__).with_name("levels.tsv")

LARGEST = 2000  # items for which that takes about ten seconds; for 360 it takes half of one


@dataclass(frozen=True, slots=True)
class _Look:
    """The numbers of right items after so many taken, and of all orders of them the share that had
    not stopped before; which of them stop here, and their sets."""

    taken: int
    right: Counts
    going: Floats
    stopped: Counts  # places in `right`
    bounds: Counts  # [stopped, 2]


def median_unbiased_share(sequence: ConfidenceSequence, seen: Sampled) -> float:
    """Return the median-unbiased estimate of the share of right ones among all items."""
    if seen.taken == seen.total:
        return seen.value
    numbers = np.arange(seen.right, seen.total - (seen.taken - seen.right) + 1)
    middle = np.zeros(len(numbers))
    for look in _looks(sequence):
        if look.taken == seen.taken:
            weights = look.going * np.where(look.right > seen.right, 1.0, 0.5)
            places = np.flatnonzero(look.right >= seen.right)
        else:
            weights = look.going
            higher = look.right[look.stopped] * seen.taken > seen.right * look.taken
            places = look.stopped[higher]
        chances = _chances(numbers, look.right[places], np.array([look.taken]), seen.total)
        middle += weights[places] @ chances
        if look.taken == seen.taken:
            break
    middle = np.maximum.accumulate(middle)  # rises but for rounding
    share = float(np.interp(0.5, middle, numbers)) / seen.total
    return min(max(share, seen.interval.low), seen.interval.high)


@lru_cache(maxsize=512)
def calibrate(
    total: int, cuts: tuple[int, ...], *, error: float = ALPHA, least: int = 1
) -> ConfidenceSequence:
    """Return the sequence whose set at the decision misses no true number more often than `error`.

    A wrong verdict is such a miss. Ville's inequality, which also holds for looks that never
    happen, would allow the level `error` itself, and has to do above LARGEST items.
    """
    steps = _known_steps().get((total, *cuts, least)) if error == ALPHA else None
    if steps is None:
        steps = level_steps(total, cuts, error=error, least=least)
    return ConfidenceSequence(total, cuts, _level(steps, error), least)


def level_steps(total: int, cuts: tuple[int, ...], *, error: float, least: int = 1) -> int:
    """Return how far the level can be raised, in 2 ** HALVINGS steps; this takes a while."""
    sequence = ConfidenceSequence(total, cuts, error, least)
    low, high = 0, 2**HALVINGS
    while cuts and total <= LARGEST and high - low > 1:
        middle = (low + high) // 2
        holds = missed(replace(sequence, alpha=_level(middle, error))).max() <= error
        low, high = (middle, high) if holds else (low, middle)
    return low


def _level(steps: int, error: float) -> float:
    """Return the level after so many of 2 ** HALVINGS steps from one that holds."""
    highest = min(4 * error, (1 + error) / 2)
    return error + steps * (highest - error) / (1 << HALVINGS)


@cache
def _known_steps() -> Mapping[tuple[int, ...], int]:
    """Return the steps of the error ALPHA by the items, the cut and the least taken."""
    lines = LEVELS.read_text(encoding="utf-8").splitlines()[1:]
    rows = (map(int, line.split("\t")) for line in lines)
    return {tuple(key): steps for *key, steps in rows}


def missed(sequence: ConfidenceSequence) -> Floats:
    """[total + 1]: the probability that the set at the decision misses each true number."""
    _, bounds, chances = endings(sequence)
    low, high = bounds.T[..., None]
    numbers = np.arange(sequence.total + 1)
    found: Floats = np.where((numbers < low) | (numbers > high), chances, 0.0).sum(axis=0)
    return found


def endings(sequence: ConfidenceSequence) -> tuple[Counts, Counts, Floats]:
    """Return how many are taken at each possible end, its set, and the probability of it.

    [ends], [ends, 2] and, for each true number, [ends, total + 1].
    """
    looks = [look for look in _looks(sequence) if len(look.stopped)]
    taken = np.concatenate([np.full(len(look.stopped), look.taken) for look in looks])
    right = np.concatenate([look.right[look.stopped] for look in looks])
    share = np.concatenate([look.going[look.stopped] for look in looks])
    chances = _chances(np.arange(sequence.total + 1), right, taken, sequence.total)
    return taken, np.concatenate([look.bounds for look in looks]), share[:, None] * chances


def expected_rest(sequence: ConfidenceSequence, seen: Sampled, share: float) -> float:
    """Return the expected number of further items until the verdict is decided.

    share: of right ones among all items, taken as true.
    """
    fewest, most = seen.right, seen.total - (seen.taken - seen.right)
    number = min(max(round(share * seen.total), fewest), most)
    expected, low, going = 0.0, seen.right, np.ones(1)
    for taken in range(seen.taken + 1, seen.total + 1):
        expected += going.sum()
        rest = number - np.arange(low, low + len(going))  # right ones that are still to come
        chance = np.clip(rest / (seen.total - taken + 1), 0.0, 1.0)
        going = np.append(going * (1 - chance), 0.0) + np.insert(going * chance, 0, 0.0)
        going[_stopped(sequence, np.arange(low, low + len(going)), taken)[0]] = 0.0
        open_ = np.flatnonzero(going)
        if not len(open_):
            break
        low, going = low + int(open_[0]), going[open_[0] : open_[-1] + 1]
    return float(expected)


def _looks(sequence: ConfidenceSequence) -> Iterator[_Look]:
    """Follow all orders of the items until the last of them has stopped."""
    low, going = 0, np.ones(1)
    for taken in range(1, sequence.total + 1):
        right = np.arange(low, low + len(going) + 1)
        going = np.append(going * (1 - right[:-1] / taken), 0.0) + np.insert(
            going * right[1:] / taken, 0, 0.0
        )
        look = _Look(taken, right, going, *_stopped(sequence, right, taken))
        yield look
        on = np.setdiff1d(np.arange(len(right)), look.stopped)
        if not len(on):
            return
        going = going.copy()
        going[look.stopped] = 0.0
        low, going = int(right[on[0]]), going[on[0] : on[-1] + 1]


def _stopped(sequence: ConfidenceSequence, right: Counts, taken: int) -> tuple[Counts, Counts]:
    """Return the places in `right` at which the verdict is decided, and the sets there.

    With one cut these are at both ends, where few have to be looked at.
    """
    if taken < min(sequence.least, sequence.total):
        return np.empty(0, dtype=np.int64), np.empty((0, 2), dtype=np.int64)
    count, ends = (2 if len(sequence.cuts) == 1 else len(right)), len(right)
    while True:
        places = np.union1d(np.arange(min(count, ends)), np.arange(max(0, ends - count), ends))
        bounds = sequence.bounds(right[places], taken)
        decided = np.ones(len(places), dtype=bool)
        for cut in sequence.cuts:
            decided &= (cut <= bounds[:, 0]) | (bounds[:, 1] < cut)
        if len(places) == ends or not decided[[count - 1, -count]].any():
            return places[decided], bounds[decided]
        count *= 2


def _chances(numbers: Counts, right: Counts, taken: Counts, total: int) -> Floats:
    """[right, numbers]: the hypergeometric probability of `right` among those taken."""
    logs = gammaln(np.arange(total + 1) + 1.0)

    def log_ways(n: NDArray[np.int64], k: NDArray[np.int64]) -> Floats:
        possible = (k >= 0) & (k <= n)
        k = np.where(possible, k, 0)
        return np.where(possible, logs[n] - logs[k] - logs[n - k], -np.inf)

    ones, seen = right[:, None], taken[:, None]
    found = log_ways(numbers, ones) + log_ways(total - numbers, seen - ones)
    return np.asarray(np.exp(found - log_ways(np.array([total]), seen)))
