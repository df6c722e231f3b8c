"""Finished runs against one baseline with a limit, and against several of one recipe."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kasauti.__main__ import main
from kasauti.analysis.history.history_file import read_history
from kasauti.records.serialization.files import baseline_json
from tests.support.built_measurements import DATE, answered
from tests.support.runs import Evaluate, Run

CASES = ("word_order", "negation", "binding")


def save(path: Path, *signs: str) -> Path:
    """A baseline with a case for each line of right and wrong answers."""
    cases = [answered(f"multiblimp/{n}", s) for n, s in zip(CASES, signs, strict=False)]
    path.write_text(json.dumps(baseline_json(cases, saved=DATE)), encoding="utf-8")
    return path


def gate(
    run_pytest: Evaluate, candidate: Path, *arguments: str, bare: bool = False, **place: Path
) -> Run:
    """Compare with finished runs; a bare one on a machine without models, which takes longer."""
    absent = ("-p", "tests.plugins.intruders.without_models") if bare else ()
    return run_pytest(
        *("-m", "regression", "--model=/no/model", *absent, f"--candidate={candidate}"),
        *arguments,
        fresh=bare,
        **place,
    )


def test_a_drop_that_few_items_cannot_rule_out_is_red(run_pytest: Evaluate, tmp_path: Path) -> None:
    same = save(tmp_path / "same.json", "+" * 24, "+" * 12 + "-" * 12)
    run = gate(run_pytest, same, f"--baseline={same}", "--no-worse-than=0.02", bare=True)
    assert run.outcomes() == {"failed": 3}
    assert "a drop of 0.02 not ruled out, compared with same.json" in run.output
    assert "About these weights, not about the recipe" in run.output
    assert "drops by 0.104 or more against another with 24 items" in run.output
    allowed = gate(run_pytest, same, f"--baseline={same}", "--no-worse-than=0.4")
    assert allowed.outcomes() == {"passed": 3}
    assert "No clear drop in 3 comparisons." in allowed.output


def test_gates_over_commits_share_one_error_budget(run_pytest: Evaluate, tmp_path: Path) -> None:
    before = save(tmp_path / "before.json", "+" * 24, "+" * 24)
    fewer = save(tmp_path / "fewer.json", "+" * 17 + "-" * 7, "+" * 24)
    half = save(tmp_path / "half.json", "+" * 12 + "-" * 12, "+" * 24)
    alone = gate(run_pytest, fewer, f"--baseline={before}")
    assert alone.outcomes() == {"failed": 2, "passed": 1}
    results = tmp_path / "commits"
    budget = (f"--baseline={before}", "--error-budget=9")
    first = gate(run_pytest, fewer, *budget, bare=True, results_dir=results)
    assert "No clear drop in 3 comparisons." in first.output
    second = gate(run_pytest, half, *budget, results_dir=results)
    told = "Level 0.0041 of an error budget of 0.05 over commits (run 2, 0.005 spent before)."
    assert told in second.output
    assert "alpha 0.0041" in second.output
    assert second.exit_code == 1
    gates = [run.gate for run in read_history(results / "history.jsonl").runs]
    assert [(each.red, round(each.alpha, 4)) for each in gates if each] == [
        (False, 0.005),
        (True, 0.0041),
    ]


def test_several_baselines_are_runs_of_one_recipe(run_pytest: Evaluate, tmp_path: Path) -> None:
    first = save(tmp_path / "first.json", "+" * 20 + "-" * 4, "+" * 24)
    other = save(tmp_path / "other.json", "+" * 16 + "-" * 8, "+" * 24)
    both = (f"--baseline={first}", f"--baseline={other}")
    run = gate(run_pytest, other, *both, bare=True)
    found = run.results["regression"]["multiblimp/word_order"]
    assert found["test"] == "moderated t"
    assert found["before"] == pytest.approx(18 / 24)
    assert found["interval"]["low"] < found["change"] < found["interval"]["high"]
    assert run.outcomes() == {"passed": 3}
    lacking = save(tmp_path / "lacking.json", "+" * 20 + "-" * 4)
    run = gate(run_pytest, first, f"--baseline={first}", f"--baseline={lacking}")
    assert "lacks multiblimp/negation" in run.output
    assert run.exit_code == 1


def test_noise_of_earlier_runs_makes_a_verdict_about_the_recipe(
    run_pytest: Evaluate, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Eight items fewer is clearly worse, but earlier runs of the recipe differ by as much."""
    rights = (24, 16, 23, 17)
    runs = [
        save(tmp_path / f"{n}.json", "+" * n + "-" * (24 - n), "+" * 24)
        for n in range(24)
        if n in rights
    ]
    runs.append(save(tmp_path / "24.json", "+" * 24, "+" * 24))
    noise = tmp_path / "noise.json"
    assert main(["noise", *map(str, runs), f"--out={noise}"]) == 0
    shown = capsys.readouterr().out
    assert "Standard deviation between 4 runs:" in shown
    assert "Common to 2 cases (accuracy): " in shown
    assert sum("multiblimp/" in line for line in shown.splitlines()) == 3  # and all items
    before, now = runs[-1], runs[0]
    alone = gate(run_pytest, now, f"--baseline={before}")
    assert alone.outcomes() == {"failed": 2, "passed": 1}
    within = gate(run_pytest, now, f"--baseline={before}", f"--noise={noise}", bare=True)
    assert within.outcomes() == {"passed": 3}
    assert within.results["regression"]["multiblimp/word_order"]["test"] == "moderated t"
    worse = save(tmp_path / "worse.json", "-" * 24, "-" * 24)
    beyond = gate(run_pytest, worse, f"--baseline={before}", f"--noise={noise}")
    assert beyond.outcomes() == {"failed": 3}
    assert "Standard deviation between runs of the recipe: 0." in beyond.output


def test_noise_of_something_else_is_refused(run_pytest: Evaluate, tmp_path: Path) -> None:
    runs = [save(tmp_path / f"{n}.json", "+" * n + "-" * (24 - n)) for n in (20, 21)]
    noise = tmp_path / "noise.json"
    assert main(["noise", *map(str, runs), f"--out={noise}"]) == 0
    shorter = save(tmp_path / "shorter.json", "+" * 20, "+" * 20)
    run = gate(run_pytest, shorter, f"--baseline={shorter}", f"--noise={noise}")
    assert "the --noise is of other items or settings in multiblimp/word_order" in run.output
    assert "the --noise lacks multiblimp/negation" in run.output
    assert run.exit_code == 1


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "does not exist"),
        ('{"kasauti_noise": 1, "models": ["a"], "cases": {}}', "a score of each of two runs"),
        ('{"kasauti_noise": 2}', "cannot be used"),
        ('{"kasauti_noise": 1, "models": ["a", "b"], "cases": {"x": {}}}', "cannot be used"),
    ],
)
def test_a_damaged_noise_file_is_one_sentence(
    run_pytest: Evaluate, tmp_path: Path, content: str | None, reason: str
) -> None:
    same = save(tmp_path / "same.json", "+" * 24)
    noise = tmp_path / "noise.json"
    if content:
        noise.write_text(content, encoding="utf-8")
    run = gate(run_pytest, same, f"--baseline={same}", f"--noise={noise}")
    assert reason in run.output
    assert run.exit_code == 4


def test_noise_needs_different_runs_of_the_same_measurement(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    one = save(tmp_path / "one.json", "+" * 24)
    other = save(tmp_path / "other.json", "+" * 20)
    foreign = tmp_path / "foreign.json"
    foreign.write_text("{}", encoding="utf-8")
    for given, reason in (
        ([str(one)], "two different runs"),
        ([str(one), str(one)], "two different runs"),
        ([str(one), str(other)], "not the same measurement"),
        (["--last=2"], "history.jsonl"),
        ([str(one), "--last=2"], "not both"),
    ):
        assert main(["noise", *given]) == 4
        assert reason in capsys.readouterr().err
    again = save(tmp_path / "again.json", "+" * 24)
    assert main(["noise", str(one), str(again), f"--out={foreign}"]) == 4
    assert foreign.read_text(encoding="utf-8") == "{}"
