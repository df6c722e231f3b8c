"""The calibration of freshness on real sets: without data, and on halves of a made set."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bench.statistics.suites.unseen import cases_in, false_calls, main, outliers
from kasauti.data.pairs import Pair


def made(count: int) -> list[Pair]:
    return [
        Pair(id=str(number), phenomenon="made", good=f"good {number}", bad=f"bad {number}")
        for number in range(count)
    ]


def test_without_data_one_sentence_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main([str(tmp_path)])
    assert capsys.readouterr().out.startswith(f"{tmp_path} has no published sets. Give")


def test_halves_with_long_tails_are_listed_and_not_called_more() -> None:
    values = np.random.default_rng(1).standard_cauchy(80).tolist()
    assert any(outliers(values))
    assert false_calls(made(80), values, splits=40) <= 0.05


def test_published_cases_are_read_where_they_are_present(shared_data: Path) -> None:
    cases = cases_in(shared_data)
    assert len(cases) == 16
    assert all(40 <= len(pairs) <= 80 for pairs in cases.values())
