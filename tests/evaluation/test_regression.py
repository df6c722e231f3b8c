"""Regressions: is any case worse than in the baseline, by more than chance?"""

from __future__ import annotations

import pytest

from kasauti.fixtures.record import Record
from kasauti.fixtures.regression import GATE, RunComparison
from kasauti.fixtures.regression_measurement import Regression
from kasauti.scorers.comparison import Comparison


@pytest.mark.regression
def test_no_regression(
    comparison: Comparison,
    run_comparison: RunComparison,
    record: Record,
    pytestconfig: pytest.Config,
) -> None:
    regression = Regression(comparison, pytestconfig.stash[GATE], run_comparison)
    record(regression.fields())
    passed = regression.passed
    assert passed, regression.message()
