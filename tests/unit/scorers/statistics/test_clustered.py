"""The clustered interval against matrix algebra, its limits, and its coverage."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.statistics.intervals import coverage, sizes_of
from kasauti.scorers.statistics import clustered
from kasauti.scorers.statistics.clustered import choose_kinds, clustered_share, cr2_variance
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
    assert clustered._degrees_of_freedom(counts, sums) == pytest.approx(expected)


def _inverse_root(matrix: np.ndarray) -> np.ndarray:
    values, vectors = np.linalg.eigh(matrix)
    root: np.ndarray = vectors @ np.diag(values**-0.5) @ vectors.T
    return root


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


def test_crossed_pairs_of_many_groups_may_be_narrower_than_wilson() -> None:
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
