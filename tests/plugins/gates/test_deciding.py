"""The default of multiblimp in whole runs: early decisions, a budget, and whole sets."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.runs import Evaluate, Run, without_work

CHOSEN = ("-k", "control or word_order", "--until=auto")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("store") / "scores.sqlite"


@pytest.fixture(scope="module")
def decided(evaluate: Evaluate, store: Path) -> Run:
    return evaluate(*CHOSEN, store=store)


def test_default_decides_early_on_the_full_set(decided: Run) -> None:
    assert set(decided.cases) == {"control", "word_order"}
    for case in decided.cases.values():
        assert 64 <= case["n"] < case["of"]
        assert case["of"] > 300
        assert case["settings"]["data"].startswith("hindi-full@")
        assert case["settings"]["until"] == "decided at 0.05, seed 0"
    overall = decided.results["multiblimp"]["overall"]
    assert decided.run.overall_scores["multiblimp_accuracy"] == overall["accuracy"]


def test_workers_decide_alike(evaluate: Evaluate, decided: Run) -> None:
    workers = evaluate(*CHOSEN, "-n", "2")
    assert without_work(workers.cases) == without_work(decided.cases)
    assert workers.work == decided.work


def test_budget_leaves_cases_undecided_and_says_how_to_decide_them(
    evaluate: Evaluate, store: Path, decided: Run
) -> None:
    run = evaluate(*CHOSEN, "--budget=0.001s", store=store)
    assert (run.exit_code, run.work["computed"]) == (1, 0)
    assert run.outcomes() == {"undecided": 2}
    for name, case in run.cases.items():
        assert (case["verdict"], case["red"], case["n"]) == ("undecided", True, 16)
        taken = [item["id"] for item in decided.cases[name]["items"]]
        assert [item["id"] for item in case["items"]] == taken[:16]
        assert "--budget" not in case["to_decide"]["command"]
        assert case["to_decide"]["command"].startswith("kasauti -p no:cacheprovider -m multiblimp")
    assert "2 undecided. Deciding takes about " in run.output
    assert "2 undecided. 32 of " in run.output


def test_whole_sets_are_scored_for_a_baseline_and_it_says_so(
    evaluate: Evaluate, store: Path, tmp_path: Path
) -> None:
    told = "Whole sets are scored: --save-baseline keeps every item to compare with."
    keeps = f"--save-baseline={tmp_path / 'main.json'}"
    run = evaluate(*CHOSEN, keeps, "-n", "2", store=store)
    assert run.output.count(told) == 1
    assert all("of" not in case for case in run.cases.values())
    assert (tmp_path / "main.json").is_file()
    refused = evaluate(*CHOSEN, "--budget=5m", keeps)
    assert refused.exit_code == 4
    assert "--save-baseline needs whole sets. Leave one of them out." in refused.output
    useless = evaluate("--same-pairs", "--pairs-set=core")
    assert useless.exit_code == 4
    assert "--same-pairs is for large sets of pairs that are decided early" in useless.output
