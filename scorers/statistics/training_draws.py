"""The interval of a mean over several runs, each trained on its own draw of examples.

Question: where does the mean lie for other draws of training examples and other test items?
Assumed: draws are independent, and so are items (or clusters); a single run tells of its own
weights alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import variance

from kasauti.records import Interval
from kasauti.scorers.statistics.clustered import student
from kasauti.scorers.statistics.intervals import Z_95, wilson_share

LEAST_SIZE = 1e-6  # the interval is then 0 to 1


def interval_over_draws(
    runs: Sequence[float], item_variance: float, items: int, *, quantile: float = Z_95
) -> Interval:
    """Return the 95 % interval of the mean of the runs' figures.

    item_variance: of that mean, over test items alone; `quantile` belongs to it.

    The half-widths of both parts, that of the draws by Student's t, are added as squares (Howe
    1974; Zou and Donner 2008). Wilson's interval is then taken at the sample size with that width,
    and at most at the number of items: it has no zero width.
    """
    if not all(map(math.isfinite, (*runs, item_variance, quantile))):
        raise ValueError("need figures and a variance that are finite numbers")
    mean = min(1.0, max(0.0, sum(runs) / len(runs)))
    squared = quantile**2 * item_variance
    if len(runs) > 1:
        squared += student(len(runs) - 1) ** 2 * variance(runs) / len(runs)
    binomial = mean * (1 - mean)
    if not squared or not binomial:  # at 0 and 1 the binomial variance says nothing of the runs
        return wilson_share(mean, items)
    return wilson_share(mean, min(items, max(LEAST_SIZE, binomial * Z_95**2 / squared)))
