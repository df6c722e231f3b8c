"""A pytest-xdist worker that dies takes its own test with it, and nothing else."""

from __future__ import annotations

from kasauti.fixtures.suites.lint_data.suite import LintData
from kasauti.thresholds import load_thresholds
from tests.support.fake_backend import default_options
from tests.support.runs import Evaluate


def test_other_cases_are_measured_and_run_is_incomplete(run_pytest: Evaluate) -> None:
    run = run_pytest(
        *("-m", "lint_data", "-n", "2", "-p", "tests.plugins.intruders.kills_a_worker"),
        "--no-store",
    )
    assert run.exit_code == 1, run.output
    assert "crashed while running" in run.output
    assert "INCOMPLETE" in run.output
    measured = {case.case.name for case in run.run.measurements}
    cases = LintData().cases(default_options(), load_thresholds())
    assert measured == {case.id.name for case in cases if "word_order" not in case.name}
    assert len(measured) < len(cases)
    assert not run.run.complete
    (lost, *_) = run.run.errors
    assert lost.test.endswith("[word_order]")
    assert "crashed" in lost.reason
