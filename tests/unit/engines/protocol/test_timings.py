"""Speeds of earlier runs: kept, read back, and turned into estimates of whole suites."""

from __future__ import annotations

from pathlib import Path

import pytest

from kasauti.engines.protocol.timings import FILE, keep_timing, read_timings
from kasauti.fixtures.running.pace import Pace
from kasauti.fixtures.session.catalogue import GENERATING, SCORING, SuiteEntry, _seconds
from kasauti.fixtures.suites import SUITES
from kasauti.fixtures.suites.pairs.cases import minimal_pair_cases
from kasauti.fixtures.suites.quiz.cases import quiz_cases
from kasauti.menu import estimate
from tests.support.runs import distinct_sentences

BY_MARKER = {suite.marker: suite for suite in SUITES}


def test_the_last_speed_of_each_kind_is_kept(tmp_path: Path) -> None:
    assert read_timings(tmp_path) == {}
    keep_timing("a", SCORING, 20.0, tmp_path)
    keep_timing("a", SCORING, 10.0, tmp_path)
    keep_timing("b", GENERATING, 0.5, tmp_path)
    assert read_timings(tmp_path) == {"a": {SCORING: 10.0}, "b": {GENERATING: 0.5}}


@pytest.mark.parametrize("text", ["", "[]", '{"a": 3}', '{"a": {"scoring": "x"}}', "{"])
def test_a_damaged_file_is_no_error(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    assert not read_timings(tmp_path).get("a")


def test_a_suite_takes_as_long_as_its_requests() -> None:
    pairs, quizzes = minimal_pair_cases(), quiz_cases()
    sentences = distinct_sentences(pairs)
    assert _seconds(BY_MARKER["multiblimp"], pairs, {SCORING: 10.0}) == sentences / 10
    assert _seconds(BY_MARKER["quiz"], quizzes, {GENERATING: 0.5}) == 600  # 300 questions
    assert _seconds(BY_MARKER["quiz"], quizzes, {SCORING: 10.0}) is None
    assert _seconds(BY_MARKER["lint_data"], [], {SCORING: 10.0}) is None


def test_speed_ignores_first_batch() -> None:
    now = [0.0]
    pace = Pace(100, clock=lambda: now[0])
    now[0] = 30.0  # the model was loaded
    pace.add(10)
    assert pace.rate() is None
    now[0] = 32.0
    pace.add(20)
    assert pace.rate() == 10.0


def test_total_estimate_names_unknown_suites() -> None:
    def entry(marker: str, seconds: float | None, *, on_demand: bool = False) -> SuiteEntry:
        return SuiteEntry(
            marker=marker, question="", cases=1, items=1, languages=(), needs=(), extra="",
            missing=(), on_demand=on_demand, seconds=seconds,
        )  # fmt: skip

    every = [entry("a", 30.0), entry("b", 30.0), entry("c", None), entry("d", 9.0, on_demand=True)]
    assert estimate(every) == (
        "time for all suites: about 60 s at the speed of earlier runs; not known for c"
    )
    assert estimate([entry("c", None)]) == "time for all suites: not known for c"
