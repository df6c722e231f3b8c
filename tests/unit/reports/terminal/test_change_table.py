"""The cases of a run beside their baseline, on the terminal."""

from __future__ import annotations

from kasauti.reports.terminal.run_table import change_lines, table
from kasauti.reports.wording.rows import baseline_of
from tests.support.built_measurements import answered, regression_case
from tests.support.dashboard_runs import run_of

LONG = "subject_verb_agreement_over_a_long_distance_"


def test_rows_show_before_now_and_change() -> None:
    run = run_of(
        answered("multiblimp/a", "+-"),
        regression_case("multiblimp/a", 0.9, 0.75, p_holm=1e-9),
        regression_case("probes/b", 0.5, 0.6),
    )
    lines = dict(change_lines(run))
    worse = next(line for line in lines if line.startswith("  a "))
    assert worse.split() == ["a", "0.900", "0.750", "-0.150", "<", "0.0001", "-2", "+1", "failed"]
    assert lines[worse] == "failed"
    assert {"multiblimp", "probes"} <= set(lines)


def test_the_baseline_is_named() -> None:
    case = regression_case("multiblimp/a", 0.9, 0.75)
    assert baseline_of(run_of(case)) == "a documented source"
    assert next(change_lines(run_of(case))) == ("Compared with a documented source.", "")
    assert list(change_lines(run_of(answered("multiblimp/a", "+")))) == []


def test_comparisons_stand_in_their_own_table_alone() -> None:
    cases = answered("multiblimp/a", "+-"), regression_case("multiblimp/a", 0.9, 0.75)
    lines = [line for line, _ in table(run_of(*cases))]
    assert not any(line.startswith("regression") for line in lines)
    alone = [line for line, _ in table(run_of(cases[1]))]
    assert alone[0] == "Compared with a documented source."


def test_long_names_fit_a_terminal_and_stay_apart() -> None:
    cases = [regression_case(f"multiblimp/{LONG}{end}", 0.9, 0.75) for end in ("x", "y")]
    lines = [line for line, _ in change_lines(run_of(*cases))]
    assert all(len(line) <= 80 for line in lines)
    assert len([line for line in set(lines) if "subject" in line]) == 2
