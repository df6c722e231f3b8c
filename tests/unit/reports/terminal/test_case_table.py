"""The tables of the terminal: they fit 80 columns, and lose nothing that a reader needs."""

from __future__ import annotations

import pytest

from kasauti.reports.terminal.case_table import suite_table
from kasauti.reports.terminal.run_table import table
from kasauti.reports.terminal.table import table_lines
from tests.support.built_measurements import measured, probe_case, threshold
from tests.support.dashboard_runs import run_of

LONG = "subject_verb_agreement_number_of_a_long_name"


def lines_of(*measurements, **changes) -> list[str]:
    return [line for line, _ in table(run_of(*measurements, **changes))]


def test_a_threshold_that_all_cases_share_is_in_the_title() -> None:
    title, header, *_ = lines_of(measured("a/b", 0.8, 24), measured("a/c", 0.5, 24))
    assert title == "a, threshold: at least 0.70"
    assert header.split() == ["case", "score", "95", "%", "interval", "n", "band", "verdict"]


def test_thresholds_that_differ_have_a_column() -> None:
    other = measured("a/c", 0.5, headline={"threshold": threshold(0.9, direction="more than")})
    title, header, _, first, second, *_ = lines_of(measured("a/b", 0.8), other)
    assert title == "a"
    assert "threshold" in header
    assert "at least 0.70" in first
    assert "more than 0.90" in second


def test_a_long_table_is_narrow_and_its_names_differ() -> None:
    changes = {"headline": {"threshold": threshold(0.85, kind="example"), "band": "excellent"}}
    cases = [measured(f"a/{LONG}_{end}", 0.9, 20, **changes) for end in ("one", "two")]
    lines = lines_of(*cases, measured("a/short", 0.75, 10))
    assert max(map(len, lines)) <= 80
    rows = [line.split()[0] for line in lines if "…" in line]
    assert len(set(rows)) == 2
    assert any("≥ 0.85*" in line and "excellent" in line for line in lines)
    assert any(line.startswith("* an example from a specification") for line in lines)


def test_several_suites_are_several_tables() -> None:
    lines = lines_of(measured("a/b", 0.8), measured("c/d", 0.8))
    titles = [line for line in lines if line.endswith("threshold: at least 0.70")]
    assert [title.partition(",")[0] for title in titles] == ["a", "c"]


@pytest.mark.parametrize("interval", ["−0.100 to 0.200", "0.100 to 0.200"])
def test_the_sign_of_an_interval_stays_readable(interval: str) -> None:
    row = {"case": "x" * 70, "95 % interval": interval, "threshold": "", "verdict": "failed"}
    *_, line, _ = (line for line, _ in suite_table("a", [(row, "failed")]))
    assert (interval in line) is interval.startswith("−")


def test_probes_with_baselines_fit_terminal() -> None:
    lines = lines_of(probe_case("probes/definiteness_detection_in_sentences"))
    assert max(map(len, lines)) <= 80


def test_a_header_takes_as_many_lines_as_it_needs() -> None:
    head, rows = table_lines(["case", "over the best"], [["a", "0.123"]], wrap_header=True)
    assert [line.split() for line in (*head, *rows)] == [
        ["over"],
        ["the"],
        ["case", "best"],
        ["----", "-----"],
        ["a", "0.123"],
    ]


def test_a_run_that_computed_nothing_does_not_count_it() -> None:
    from kasauti.records import Work

    assert not any("computed" in line for line in lines_of(measured("a/b", 0.8), work=Work()))


def test_a_wide_table_gets_narrow_gaps_before_shorter_names() -> None:
    def lines(name: str) -> list[str]:
        head, rows = table_lines(["case", "score"], [[name, "0.500"]])
        return [*head, *rows]

    assert lines("x" * 73)[2] == f"{'x' * 73}  0.500"
    assert lines("x" * 74)[2] == f"{'x' * 74} 0.500"
    assert lines("x" * 75)[2] == f"{'x' * 36}…{'x' * 37} 0.500"
    assert {len(line) for line in lines("x" * 75)} == {80}


def test_columns_are_aligned_as_asked() -> None:
    head, rows = table_lines(["a", "b"], [["long", "1"], ["x", "22"]], left=(1,), width=None)
    assert head == ["   a  b", "----  --"]
    assert rows == ["long  1", "   x  22"]
