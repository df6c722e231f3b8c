"""Finished runs against one baseline with a limit, and against several of one recipe."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kasauti.records.serialization.files import baseline_json
from tests.support.built_measurements import DATE, answered
from tests.support.runs import Evaluate, Run

CASES = ("word_order", "negation", "binding")


def save(path: Path, *signs: str) -> Path:
    """A baseline with a case for each line of right and wrong answers."""
    cases = [answered(f"multiblimp/{n}", s) for n, s in zip(CASES, signs, strict=False)]
    path.write_text(json.dumps(baseline_json(cases, saved=DATE)), encoding="utf-8")
    return path


def gate(run_pytest: Evaluate, candidate: Path, *arguments: str) -> Run:
    absent = ("-p", "tests.plugins.intruders.without_models")
    return run_pytest(
        *("-m", "regression", "--model=/no/model", *absent, f"--candidate={candidate}"),
        *arguments,
        fresh=True,
    )


def test_a_drop_that_few_items_cannot_rule_out_is_red(run_pytest: Evaluate, tmp_path: Path) -> None:
    same = save(tmp_path / "same.json", "+" * 24, "+" * 12 + "-" * 12)
    run = gate(run_pytest, same, f"--baseline={same}", "--no-worse-than=0.02")
    assert run.outcomes() == {"failed": 3}
    assert "a drop of 0.02 not ruled out, compared with same.json" in run.output
    assert "About these weights, not about the recipe" in run.output
    allowed = gate(run_pytest, same, f"--baseline={same}", "--no-worse-than=0.4")
    assert allowed.outcomes() == {"passed": 3}
    assert "No clear drop in 3 comparisons." in allowed.output


def test_several_baselines_are_runs_of_one_recipe(run_pytest: Evaluate, tmp_path: Path) -> None:
    first = save(tmp_path / "first.json", "+" * 20 + "-" * 4, "+" * 24)
    other = save(tmp_path / "other.json", "+" * 16 + "-" * 8, "+" * 24)
    both = (f"--baseline={first}", f"--baseline={other}")
    run = gate(run_pytest, other, *both)
    found = run.results["regression"]["multiblimp/word_order"]
    assert found["test"] == "moderated t"
    assert found["before"] == pytest.approx(18 / 24)
    assert found["interval"]["low"] < found["change"] < found["interval"]["high"]
    assert run.outcomes() == {"passed": 3}
    lacking = save(tmp_path / "lacking.json", "+" * 20 + "-" * 4)
    run = gate(run_pytest, first, f"--baseline={first}", f"--baseline={lacking}")
    assert "lacks multiblimp/negation" in run.output
    assert run.exit_code == 1
