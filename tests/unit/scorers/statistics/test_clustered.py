"""The clustered interval against matrix algebra, its limits, and its coverage."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from bench.statistics.intervals import MIXED, coverage, crossed, sizes_of
from kasauti.scorers.statistics import clustered
from kasauti.scorers.statistics.change_intervals import mean_change_interval
from kasauti.scorers.statistics.clustered import (
    choose_kinds,
    clustered_share,
    could_exclude,
    cr2_variance,
)
from kasauti.scorers.statistics.intervals import wilson, wilson_share


def label(names: list[int], kind: str = "template") -> list[dict[str, str]]:
    return [{kind: str(name)} for name in names]


@given(st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=4, max_size=60))
def test_cr2_and_degrees_of_freedom_agree_with_matrices(drawn: list[tuple[int, bool]]) -> None:
    names = np.array([name for name, _ in drawn])
    y = np.array([right for _, right in drawn], dtype=float)
    groups = [np.flatnonzero(names == name) for name in np.unique(names)]
    if len(groups) < 2:
        return
    n = len(y)
    residual_maker = np.eye(n) - 1 / n
    residuals = residual_maker @ y
    variance, columns = 0.0, []
    for group in groups:
        inverse_root = _inverse_root(residual_maker[np.ix_(group, group)])
        variance += (inverse_root @ residuals[group]).sum() ** 2 / n**2
        columns.append(residual_maker[:, group] @ inverse_root.sum(axis=0) / n)
    counts = np.array([len(group) for group in groups], dtype=float)
    sums = np.array([y[group].sum() for group in groups])
    assert cr2_variance(counts, sums) == pytest.approx(variance, abs=1e-12)

    squares = residuals @ residuals
    pairs = (counts * (counts - 1)).sum()
    within = sum(residuals[group].sum() ** 2 for group in groups)
    rho = (within - squares) / pairs / (squares / n) if squares > 1e-9 and pairs else 0.0
    rho = min(1.0, max(0.0, rho))
    same = names[:, None] == names[None, :]
    covariance = np.where(same, rho, 0.0) + (1 - rho) * np.eye(n)
    matrix = np.array(columns) @ covariance @ np.array(columns).T
    expected = np.trace(matrix) ** 2 / (matrix**2).sum()
    assert clustered.degrees_of_freedom(counts, sums) == pytest.approx(expected)


def _inverse_root(matrix: np.ndarray) -> np.ndarray:
    values, vectors = np.linalg.eigh(matrix)
    root: np.ndarray = vectors @ np.diag(values**-0.5) @ vectors.T
    return root


# 51 items in 8 templates, the numbers of right ones, and what statsmodels 0.15.0 says, printed by:
#
#   from statsmodels.api import WLS; from statsmodels.stats.proportion import proportion_confint
#   import numpy as np; from scipy.stats import norm, t
#   def cr2(sizes, sums):  # HC2 of a regression of the clusters' means, weighted by their sizes
#       means, sizes = np.divide(sums, sizes), np.array(sizes, float)
#       return WLS(means, np.ones(len(sizes)), weights=sizes).fit(cov_type="HC2").cov_params()[0, 0]
#   def effect(sizes, sums):  # and a cluster of half the size of an average item's, half right
#       half = np.average(sizes, weights=sizes) / 2
#       sizes, sums = [*sizes, half], [*sums, half / 2]
#       share = sum(sums) / sum(sizes)
#       return cr2(sizes, sums) * sum(sizes) / (share * (1 - share))
#   n, names = sum(SIZES), np.repeat(range(8), SIZES); y = np.array(outcomes(), float)
#   e, M, same = y - y.mean(), np.eye(n) - 1 / n, names[:, None] == names
#   rho = (same * np.outer(e, e) - np.diag(e**2)).sum() / (same.sum() - n) / (e @ e / n)
#   rows = [M[:, names == g].sum(1) / n / np.sqrt(1 - SIZES[g] / n) for g in range(8)]
#   B = rows @ np.where(same, rho + (1 - rho) * np.eye(n), 0) @ np.transpose(rows)
#   df = np.trace(B) ** 2 / (B**2).sum()
#   m = n / effect(SIZES, RIGHT) * (norm.ppf(0.975) / t.ppf(0.975, df)) ** 2
#   print(cr2(SIZES, RIGHT), effect(SIZES, RIGHT), df)
#   print(proportion_confint(y.mean() * m, m, method="wilson"))
#   def by(keys):
#       columns = [[y[i] for i, k in enumerate(keys) if k == key] for key in dict.fromkeys(keys)]
#       return effect([len(c) for c in columns], [sum(c) for c in columns])
#   other = [index // 4 % 4 for index in range(n)]
#   print(by([*names]) + by(other) - by([*zip(names, other)]))
SIZES, RIGHT = (3, 5, 8, 13, 2, 9, 7, 4), (3, 1, 6, 13, 0, 4, 6, 2)
CR2, EFFECT, DEGREES = 0.01541757577792774, 3.3967872890548474, 3.987240762979201
LOW, HIGH, CROSSED = 0.3451828505788798, 0.9007691839703038, 4.565455157538092


def outcomes() -> list[bool]:
    return [n < right for size, right in zip(SIZES, RIGHT, strict=True) for n in range(size)]


def test_clustered_interval_agrees_with_statsmodels() -> None:
    names = np.repeat(range(len(SIZES)), SIZES).tolist()
    counts, sums = np.array(SIZES, dtype=float), np.array(RIGHT, dtype=float)
    assert cr2_variance(counts, sums) == pytest.approx(CR2, rel=1e-10)
    assert clustered.degrees_of_freedom(counts, sums) == pytest.approx(DEGREES, rel=1e-10)
    interval, found = clustered_share(outcomes(), label(names), ["template"])
    assert (interval.low, interval.high) == pytest.approx((LOW, HIGH), rel=1e-10)
    assert found is not None
    assert found.design_effect == pytest.approx(EFFECT, rel=1e-10)
    both = [{"template": str(name), "lemma": str(n // 4 % 4)} for n, name in enumerate(names)]
    _, crossed = clustered_share(outcomes(), both, ["template", "lemma"])
    assert crossed is not None
    assert crossed.design_effect == pytest.approx(CROSSED, rel=1e-10)


def test_interval_of_a_change_has_the_same_variance_and_degrees_of_freedom() -> None:
    names = np.repeat(range(len(SIZES)), SIZES).tolist()
    found = mean_change_interval([-float(right) for right in outcomes()], names)
    half = stats.t.ppf(0.975, DEGREES) * math.sqrt(CR2)
    assert found is not None
    expected = (-sum(RIGHT) / sum(SIZES) - half, -sum(RIGHT) / sum(SIZES) + half)
    assert (found.low, found.high) == pytest.approx(expected, rel=1e-10)


def test_cr2_agrees_with_statsmodels_where_it_has_a_name_there() -> None:
    # sm.OLS(y, np.ones(24)).fit(cov_type="cluster", cov_kwds={"groups": np.repeat(range(4), 6)})
    equal = cr2_variance(np.full(4, 6.0), np.array([6.0, 1.0, 4.0, 2.0]))
    assert equal == pytest.approx(0.03414351851851855, rel=1e-10)
    # sm.OLS(y, np.ones(51)).fit(cov_type="HC2"): each item is a cluster of its own.
    alone = cr2_variance(np.ones(51), np.array(outcomes(), dtype=float))
    assert alone == pytest.approx(0.004306036139946172, rel=1e-10)


ITEMS = st.lists(st.tuples(st.integers(0, 7), st.booleans()), min_size=4, max_size=50)


def ends(drawn: list[tuple[int, bool]]) -> tuple[float, float]:
    labels = label([name for name, _ in drawn])
    kinds = choose_kinds(labels, "auto")
    interval, _ = clustered_share([right for _, right in drawn], labels, kinds)
    return interval.low, interval.high


@given(ITEMS, st.randoms(use_true_random=False), st.permutations(range(8)))
def test_order_of_items_and_names_of_clusters_do_not_matter(
    drawn: list[tuple[int, bool]], random: Random, names: list[int]
) -> None:
    renamed = [(names[name], right) for name, right in drawn]
    random.shuffle(renamed)
    assert ends(renamed) == pytest.approx(ends(drawn), abs=1e-9)


@given(ITEMS)
def test_clusters_again_under_other_names_narrow_and_items_again_within_them_do_not(
    drawn: list[tuple[int, bool]],
) -> None:
    sizes, sums = _by_name(drawn)
    if len(sizes) < 2:
        return
    once = cr2_variance(sizes, sums)
    # Twice the clusters: half the variance, but for the correction by 1 - f.
    twice = cr2_variance(np.tile(sizes, 2), np.tile(sums, 2))
    part = sizes / sizes.sum()
    squares = (sums - sizes * sums.sum() / sizes.sum()) ** 2 / sizes.sum() ** 2
    assert twice == pytest.approx((squares / (1 - part / 2)).sum() / 2, abs=1e-12)
    assert twice <= once / 2 + 1e-12
    # Twice the items of each cluster say nothing new about other clusters.
    assert cr2_variance(2 * sizes, 2 * sums) == pytest.approx(once, abs=1e-12)


def _by_name(drawn: list[tuple[int, bool]]) -> tuple[np.ndarray, np.ndarray]:
    names = sorted({name for name, _ in drawn})
    each = [[right for name, right in drawn if name == chosen] for chosen in names]
    return np.array([*map(len, each)], dtype=float), np.array([*map(sum, each)], dtype=float)


@given(st.lists(st.booleans(), min_size=2, max_size=60))
def test_one_item_per_cluster_is_the_variance_of_items(right: list[bool]) -> None:
    y = np.array(right, dtype=float)
    expected = y.var(ddof=1) / len(y)
    assert cr2_variance(np.ones(len(y)), y) == pytest.approx(expected, abs=1e-12)
    labels = label([*range(len(y))])
    alone = clustered_share(right, labels, choose_kinds(labels, "auto"))
    assert alone == (wilson(sum(right), len(right)), None)


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 3), st.booleans()), min_size=1),
    st.sampled_from(["auto", "none", "template", "lemma", "template,lemma"]),
)
def test_interval_contains_the_share_and_has_a_width(
    drawn: list[tuple[int, int, bool]], chosen: str
) -> None:
    labels = [{"template": str(one), "lemma": str(other)} for one, other, _ in drawn]
    right = [each for *_, each in drawn]
    interval, clusters = clustered_share(right, labels, choose_kinds(labels, chosen))
    share = sum(right) / len(right)
    assert 0 <= interval.low <= share <= interval.high <= 1
    assert interval.low < interval.high
    if clusters:
        item = clusters.item_interval
        assert clusters.design_effect >= 1
        assert interval.high - interval.low >= item.high - item.low


def test_without_clusters_it_is_wilson() -> None:
    assert clustered_share([True, False, True], [{}, {}, {}], ()) == (wilson(2, 3), None)
    assert choose_kinds(label([1, 2, 3]), "auto") == ()  # every item on its own
    assert choose_kinds(label([1, 1, 1]), "auto") == ()  # nothing to generalize from
    assert choose_kinds(label([1, 1, 2]), "none") == ()


def test_auto_takes_the_coarsest_kind() -> None:
    labels = [{"group": str(i // 2), "template": str(i // 4)} for i in range(12)]
    assert choose_kinds(labels, "auto") == ("template",)
    assert choose_kinds(labels, "group") == ("group",)


def test_clusters_that_agree_count_once() -> None:
    names = [index // 20 for index in range(200)]
    right = [name % 2 == 0 for name in names]
    interval, clusters = clustered_share(right, label(names), ["template"])
    assert clusters is not None
    assert clusters.effective_n < 12
    assert clusters.counts == (10,)
    assert interval.high - interval.low > 0.5
    assert "More templates" in clusters.advice


def test_crossed_pairs_interval_can_be_narrower_than_wilson() -> None:
    names = [index // 2 for index in range(200)]
    right = [index % 2 == 0 for index in range(200)]  # one of each two
    interval, clusters = clustered_share(right, label(names, "group"), ["group"])
    assert clusters is not None
    assert clusters.design_effect < 0.2
    assert interval.high - interval.low < 0.1


def test_two_kinds_are_at_least_as_wide_as_each() -> None:
    random = np.random.default_rng(3)
    labels = [{"template": str(i % 8), "lemma": str(i // 8 % 9)} for i in range(216)]
    hard = random.random(8) < 0.4
    right = [bool(hard[i % 8] ^ (random.random() < 0.2)) for i in range(216)]
    effects = []
    for kinds in (["template"], ["lemma"], ["template", "lemma"]):
        _, clusters = clustered_share(right, labels, kinds)
        assert clusters is not None
        effects.append(clusters.design_effect)
    assert effects[2] >= max(effects[:2])


@pytest.mark.parametrize(
    ("share", "size"), [(math.nan, 5), (0.5, math.nan), (0.5, math.inf), (0.5, 0), (1.5, 4)]
)
def test_nan_share_or_size_raises(share: float, size: float) -> None:
    with pytest.raises(ValueError, match="share from 0 to 1"):
        wilson_share(share, size)


@pytest.mark.parametrize("correlation", [0.0, 0.3])
@pytest.mark.parametrize("accuracy", [0.7, 0.98])
def test_clustered_interval_covers_and_wilson_does_not(correlation: float, accuracy: float) -> None:
    sizes = sizes_of(10, equal=False)
    hit, _, item_hit, _ = coverage(sizes, correlation, accuracy, runs=300, seed=1)
    assert hit >= 0.92
    assert (item_hit < 0.6) == (correlation > 0)


def test_value_could_be_excluded_by_more_items() -> None:
    assert not could_exclude(0.70, 0.75, 200)
    assert could_exclude(0.70, 0.75, 400)
    assert not could_exclude(0.80, 0.75, 200)
    assert could_exclude(0.80, 0.75, 400)


def test_few_large_clusters_are_covered_also_beside_many_small_ones() -> None:
    hit, _, item_hit, _ = coverage(MIXED, 0.3, 0.9, runs=300, seed=1)
    assert hit >= 0.93
    assert item_hit < 0.6


def test_a_negative_correlation_of_few_large_clusters_is_not_trusted() -> None:
    names = np.repeat(range(len(MIXED)), MIXED).tolist()
    right = [index % 2 == 0 for index in range(len(names))]  # half of each large template
    _, found = clustered_share(right, label(names), ["template"])
    assert found is not None
    assert found.counts == (41,)
    assert found.design_effect == 1


def test_crossed_pairs_are_covered_by_group() -> None:
    hit, _, times_as_wide = crossed(0.9, runs=300)
    assert hit >= 0.9
    assert times_as_wide > 2
