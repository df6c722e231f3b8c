"""The change of margins, held against scipy's Wilcoxon test, and drops that are ruled out."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from kasauti.analysis.case_record import CaseRecord
from kasauti.analysis.comparison import Comparison, compare
from kasauti.analysis.margins import MarginChange, margin_change
from kasauti.records import Item
from kasauti.scorers.statistics.retraining import Noise
from tests.support.built_measurements import answered


def record(signs: str, size: int) -> CaseRecord:
    """Right and wrong pairs, of which so many each are from one template."""
    found = CaseRecord.of(answered("multiblimp/a", signs))
    return replace(found, clusters={item: str(i // size) for i, item in enumerate(found.items)})


def compared(before: str, now: str, size: int = 1) -> Comparison:
    (found,) = compare([(record(before, size), record(now, size))], one_sided=True)
    return found


def signs_of(margins: list[float]) -> str:
    return "".join("+" if margin > 0 else "-" for margin in margins)


def items_of(margins: list[float]) -> dict[str, Item]:
    names = record(signs_of(margins), 1).items
    return {
        name: Item(id=name, right=margin > 0, score=margin)
        for name, margin in zip(names, margins, strict=True)
    }


def change(before: list[float], now: list[float], size: int = 1) -> MarginChange:
    runs = compared(signs_of(before), signs_of(now), size)
    found = margin_change(runs, items_of(before), items_of(now))
    assert found is not None
    return found


@pytest.mark.parametrize("seed", range(4))
def test_without_clusters_it_is_wilcoxons_test(seed: int) -> None:
    generator = np.random.default_rng(seed)
    before, now = generator.normal(0.3, 1, 12).tolist(), generator.normal(0, 1, 12).tolist()
    found = change(before, now)
    expected = stats.wilcoxon(now, before, alternative="less", method="exact")
    assert found.p == pytest.approx(expected.pvalue)
    assert found.smaller == sum(n < b for n, b in zip(now, before, strict=True))


def test_pairs_of_a_template_count_as_one() -> None:
    before, now = [0.5] * 12, [0.4, 0.3, 0.2] * 4
    assert change(before, now).p == 1 / 2**12
    assert change(before, now, 3).p == 1 / 2**4


def test_what_is_no_margin_is_not_tested() -> None:
    before = [0.5, -0.2, 0.3]
    runs, items = compared("+-+", "+-+"), items_of(before)
    second = list(items)[1]
    assert margin_change(runs, items, items) is not None
    assert margin_change(runs, {}, items) is None
    wrong = {**items, second: replace(items[second], right=True)}
    assert margin_change(runs, items, wrong) is None
    without = {**items, second: replace(items[second], score=None)}
    assert margin_change(runs, without, items) is None


def test_a_drop_is_ruled_out_by_the_interval_that_the_verdict_is_about() -> None:
    before, now = "+" * 96, "-" * 4 + "+" * 92
    by_item, found = compared(before, now), compared(before, now, 12)
    assert by_item.excludes_drop(0.1)
    assert not found.excludes_drop(0.1)
    assert found.excludes_drop(0.5)
    # Between seeds: 4 of 96 lost, and Student's t of 10 degrees of freedom around that.
    noisy = replace(by_item, noise=Noise(0.03, 10, 3))
    width = 4 / 96 + stats.t.ppf(0.975, 10) * 0.03 * math.sqrt(1 + 1 / 3)
    assert noisy.excludes_drop(width + 0.001)
    assert not noisy.excludes_drop(width - 0.001)
