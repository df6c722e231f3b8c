"""The cases of a run beside their baseline, on the terminal."""

from __future__ import annotations

from kasauti.reports.terminal.run_table import change_lines, table, verdict_lines
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
    assert worse.split() == [
        "a",
        "0.900",
        "0.750",
        "-0.150",
        "<",
        "0.0001",
        "-2",
        "+1",
        "regressed",
    ]
    assert lines[worse] == "failed"
    assert {"multiblimp", "probes"} <= set(lines)


def test_the_baseline_is_named() -> None:
    case = regression_case("multiblimp/a", 0.9, 0.75)
    assert baseline_of(run_of(case)) == "a documented source"
    assert next(change_lines(run_of(case))) == ("Compared with a documented source.", "")
    assert list(change_lines(run_of(answered("multiblimp/a", "+")))) == []


def test_comparisons_have_their_own_table() -> None:
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


def test_the_last_line_names_the_regressions_with_their_points() -> None:
    run = run_of(
        regression_case("multiblimp/slight", 0.9, 0.88, verdict="passed"),
        regression_case("multiblimp/person", 0.9, 0.75),
        regression_case("multiblimp/all_items", 0.9, 0.48),
    )
    *_, (last, verdict) = verdict_lines(run)
    assert last == "2 regressions: all items -42 points, person -15."
    assert verdict == "failed"
    names = [line.split()[0] for line, _ in change_lines(run) if line.startswith("  ")]
    assert names == ["all_items", "person", "slight"]


def test_a_comparison_that_found_nothing_says_so() -> None:
    run = run_of(regression_case("multiblimp/a", 0.9, 0.88, verdict="passed"))
    assert list(verdict_lines(run))[-1] == ("No clear drop in 1 comparison.", "")
    assert any(line.endswith("no clear drop") for line, _ in change_lines(run))


def test_a_rise_that_does_not_rule_out_a_drop_is_no_regression() -> None:
    run = run_of(
        regression_case("multiblimp/person", 0.9, 0.75),
        regression_case("multiblimp/number", 0.5, 0.6, verdict="failed", p_holm=1.0),
    )
    *_, (last, verdict) = verdict_lines(run)
    assert last == "1 regression: person -15 points. A drop is not ruled out in 1."
    assert verdict == "failed"
    assert any(line.endswith("not ruled out") for line, _ in change_lines(run))
