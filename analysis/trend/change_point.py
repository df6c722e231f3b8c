"""The checkpoint at which a case changed: one step in its right answers, against no change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kasauti.analysis.case_record import CaseRecord, shared_clusters
from kasauti.analysis.comparison import ALPHA, SEED

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

DRAWS = 1_999
# 95 % quantile of the likelihood ratio of a small step's place (Hansen 2000): -2 log(1 - √0.95).
CRITICAL = 7.352


@dataclass(frozen=True, slots=True)
class ChangePoint:
    """The first checkpoint after the likeliest step, its 95 % interval and the p-value."""

    at: int
    low: int
    high: int
    p: float

    @property
    def significant(self) -> bool:
        return self.p <= ALPHA


def change_of(
    records: Sequence[CaseRecord | None], *, since: int
) -> tuple[ChangePoint | None, list[int]]:
    """Return the change of a case and the checkpoints that it was looked for in.

    since: from there on the records are the same measurement. There is no change to look for where
    items are scores, or were measured at a single checkpoint.
    """
    import numpy as np

    known = {
        place: each
        for place, each in enumerate(records)
        if place >= since and each is not None and each.kind == "right"
    }
    places = list(known)
    if len(places) < 2:
        return None, places
    first = known[places[0]]
    answers = np.array([[each.items[item] for each in known.values()] for item in first.items])
    clusters = shared_clusters(first, known[places[-1]]) or list(range(len(answers)))
    found = change_point(answers, clusters)
    at, low, high = (places[place] for place in (found.at, found.low, found.high))
    return ChangePoint(at, low, high, found.p), places


def change_point(answers: Floats, clusters: Sequence[int]) -> ChangePoint:
    """Return the likeliest step of the answers (1 or 0 per item and checkpoint).

    The p-value is the share of courses with as likely a step if the checkpoints of each cluster are
    read forwards or backwards at random: without a change both are equally probable, also where
    answers last for several checkpoints. The maximum over places is part of every draw.
    """
    import numpy as np

    courses = np.zeros((max(clusters) + 1, answers.shape[1]))
    np.add.at(courses, list(clusters), answers)
    turned = courses[:, ::-1] - courses
    moved = turned[turned.any(axis=1)]
    backwards = np.random.default_rng(SEED).integers(0, 2, (DRAWS, len(moved)))
    drawn = courses.sum(axis=0) + backwards @ moved
    found = step_likelihoods(courses.sum(axis=0), len(answers))
    extreme = step_likelihoods(drawn, len(answers)).max(axis=-1) >= found.max() - 1e-9
    at = int(found.argmax()) + 1
    most = CRITICAL * _overdispersion(answers, clusters, at)
    (near,) = np.nonzero(2 * (found.max() - found) <= most)
    p = (1 + int(extreme.sum())) / (1 + DRAWS)
    return ChangePoint(at, int(near[0]) + 1, int(near[-1]) + 1, p)


def step_likelihoods(right: Floats, items: int) -> Floats:
    """Log-likelihoods of a step at each place but the first, from the number of right answers."""
    import numpy as np

    count = right.shape[-1]
    before = right.cumsum(axis=-1)[..., :-1]
    sizes = items * np.arange(1, count)
    after = right.sum(axis=-1, keepdims=True) - before
    found: Floats = _binomial(before, sizes) + _binomial(after, items * count - sizes)
    return found


def _binomial(right: Floats, size: Any) -> Any:
    from scipy.special import xlogy

    return xlogy(right, right / size) + xlogy(size - right, 1 - right / size)


def _overdispersion(answers: Floats, clusters: Sequence[int], at: int) -> float:
    """Return the variance of the step between clusters by that of independent answers, or 1."""
    import numpy as np

    count = answers.shape[1]
    before, after = answers[:, :at].mean(axis=1), answers[:, at:].mean(axis=1)
    change = after - before
    sums = np.bincount(clusters, weights=change - change.mean())
    shares = np.array([before.mean(), after.mean()])
    expected = len(answers) * float(shares * (1 - shares) @ (1 / np.array([at, count - at])))
    found = float(sums @ sums) * len(sums) / max(1, len(sums) - 1)
    return max(1.0, found / expected) if expected else 1.0
