"""The margins of pairs before and now: a smaller change than flips can show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kasauti.analysis.case_record import sum_clusters
from kasauti.analysis.comparison import SEED, Comparison
from kasauti.records import Item
from kasauti.scorers.statistics.paired_tests import score_flip_test


@dataclass(frozen=True, slots=True)
class MarginChange:
    """The pairs whose margin is smaller now, and the one-sided p-value of that."""

    smaller: int
    p: float


def margin_change(
    comparison: Comparison, before: Mapping[str, Item], now: Mapping[str, Item]
) -> MarginChange | None:
    """Return the change of margins; None where a run did not keep them.

    Sign flips of signed ranks (Wilcoxon 1945; Pratt 1959 for pairs that did not change), summed by
    cluster. It asks if margins are smaller, which they may be with no pair lost.
    """
    import numpy as np
    from scipy.stats import rankdata

    ids = list(comparison.before.items)
    if not all(_has_margin(items.get(each)) for items in (before, now) for each in ids):
        return None
    changes = np.array([(now[each].score or 0.0) - (before[each].score or 0.0) for each in ids])
    ranks = np.sign(changes) * rankdata(np.abs(changes))
    units = sum_clusters(ranks.tolist(), comparison.clusters)
    test = score_flip_test(units, seed=SEED, one_sided=True)
    return MarginChange(int((changes < 0).sum()), test.p)


def _has_margin(item: Item | None) -> bool:
    """Tell if the item's score is a margin: above 0 where it is right, and only there."""
    return item is not None and item.score is not None and item.right is (item.score > 0)
