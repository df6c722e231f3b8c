"""Several models in one run: one after another, each with its report, and compared."""

from __future__ import annotations

import csv
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from kasauti.fixtures.suites.pairs.cases import minimal_pair_cases
from tests.plugins.gates.flips import changes_by_template, differs_p
from tests.support.runs import Evaluate, Run, distinct_sentences, results_in, save_tiny_llama

PHENOMENA = ("word_order", "negation")
CHOSEN = ("-k", " or ".join(PHENOMENA))
CASES = [case for case in minimal_pair_cases() if case.name in PHENOMENA]
CASE_IDS = [str(case.id) for case in CASES]


@pytest.fixture(scope="session")
def wide_llama(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_tiny_llama(tmp_path_factory.mktemp("models") / "wide-llama", hidden_size=64)


@pytest.fixture(scope="session")
def shared_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("store") / "scores.sqlite"


@pytest.fixture(scope="session")
def two_models(evaluate: Evaluate, wide_llama: Path, shared_store: Path) -> Run:
    counts = ("-p", "tests.plugins.intruders.telling.counts_models")
    return evaluate(*CHOSEN, *counts, f"--model={wide_llama}", "-v", store=shared_store)


def results_of(run: Run, model: Path) -> dict[str, Any]:
    return results_in(run.folder / model.name)


def comparison_of(run: Run) -> dict[str, Any]:
    content = json.loads((run.folder / "comparison.json").read_text(encoding="utf-8"))
    assert isinstance(content, dict)
    return content


def test_all_tests_of_a_model_run_before_those_of_the_next(
    two_models: Run, tiny_llama: Path, wide_llama: Path
) -> None:
    ran = re.findall(r"::test_\w+\[([\w-]+)-(word_order|negation)\] ", two_models.output)
    models = list(dict.fromkeys(ran))
    assert [model for model, _ in models] == [tiny_llama.name] * 2 + [wide_llama.name] * 2


def test_one_model_is_in_memory_at_a_time(two_models: Run) -> None:
    assert re.findall(r"models in memory: (\d)", two_models.output) == ["0", "0"]


def test_each_model_has_its_own_report(
    two_models: Run, plain_run: Run, tiny_llama: Path, wide_llama: Path
) -> None:
    for model in (tiny_llama, wide_llama):
        content = results_of(two_models, model)
        assert content["summary"]["model_config"]["model"] == str(model)
        assert content["summary"]["work"]["computed"] == distinct_sentences(CASES)
        with (two_models.folder / model.name / "evaluation_summary.csv").open(
            encoding="utf-8-sig", newline=""
        ) as file:
            assert {row["case"] for row in csv.DictReader(file)} >= set(CASE_IDS)
    for name in PHENOMENA:
        alone = plain_run.cases[name]["outcomes"]
        assert results_of(two_models, tiny_llama)["multiblimp"][name]["outcomes"] == alone


def test_models_are_compared_item_by_item(
    two_models: Run, tiny_llama: Path, wide_llama: Path
) -> None:
    content = comparison_of(two_models)
    assert content["models"] == [tiny_llama.name, wide_llama.name]
    assert list(content["cases"]) == [*CASE_IDS, "multiblimp/all_items"]
    for name in PHENOMENA:
        found = content["cases"][f"multiblimp/{name}"]
        cases = {
            model.name: results_of(two_models, model)["multiblimp"][name]
            for model in (tiny_llama, wide_llama)
        }
        assert found["scores"] == {label: case["accuracy"] for label, case in cases.items()}
        best = cases[found["best"]]["outcomes"]["items"]
        ((other, against),) = found["against_best"].items()
        items = cases[other]["outcomes"]["items"]
        lost = sum(best[item] and not items[item] for item in best)
        won = sum(items[item] and not best[item] for item in best)
        nets = changes_by_template(cases[found["best"]], cases[other])
        assert against["p"] == pytest.approx(differs_p(nets))
        assert (against["worse_items"], against["better_items"]) == (lost, won)
        assert best != items  # or the comparison would show nothing


def test_the_run_ends_with_the_comparison(two_models: Run) -> None:
    _, _, tail = two_models.output.partition("comparison of the models")
    for case, found in comparison_of(two_models)["cases"].items():
        scores = [f"{score:.3f}" for score in found["scores"].values()]
        line = next(line for line in tail.splitlines() if line.startswith(case))
        assert [cell for cell in line.split() if cell in scores] == scores
    reports = next(line for line in tail.splitlines() if line.startswith("Reports in "))
    assert f"Reports in {two_models.folder}: " in reports
    assert {"comparison.json", "comparison.md"} <= set(re.split(r"[:,] ", reports))
    *verdicts, link = tail.strip().splitlines()[-3:]
    assert link == (two_models.folder / "comparison.html").as_uri()
    counted = re.compile(r" \d+ (passed|failed|too close to call)[.,] ?")
    assert all(counted.search(line) for line in verdicts)
    page = (two_models.folder / "comparison.html").read_text(encoding="utf-8")
    for label in comparison_of(two_models)["models"]:
        assert f'/dashboard.html">{label}<' in page


def test_several_workers_give_the_same_comparison(
    evaluate: Evaluate, two_models: Run, wide_llama: Path, shared_store: Path
) -> None:
    run = evaluate(*CHOSEN, "-n", "2", f"--model={wide_llama}", store=shared_store)
    assert run.outcomes() == two_models.outcomes(), run.output
    assert comparison_of(run) == comparison_of(two_models)


@pytest.fixture(scope="module")
def checkpoints(tmp_path_factory: pytest.TempPathFactory, tiny_llama: Path) -> Path:
    """A sweep of four, of which two cannot be run: one has no weights, one other weights."""
    folder = tmp_path_factory.mktemp("sweep")
    for step in (1, 2, 3, 10):
        shutil.copytree(tiny_llama, folder / f"checkpoint-{step}")
    (folder / "checkpoint-2" / "model.safetensors").unlink()
    config = folder / "checkpoint-3" / "config.json"
    config.write_text(config.read_text().replace('"hidden_size": 32', '"hidden_size": 48'))
    return folder


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "two workers"])
def test_broken_checkpoints_of_a_sweep_do_not_lose_the_others(
    run_pytest: Evaluate, checkpoints: Path, shared_store: Path, workers: tuple[str, ...]
) -> None:
    tells = ("-p", "tests.plugins.intruders.telling.tells_reports")
    pattern = f"--model={checkpoints}/checkpoint-*"
    run = run_pytest("-m", "multiblimp", *CHOSEN, pattern, *tells, *workers, store=shared_store)
    assert run.exit_code == 1, run.output
    assert run.outcomes()["errors"] == 4
    names = ["checkpoint-1", "checkpoint-10"]
    for name in names:
        content = results_of(run, Path(name))
        assert content["summary"]["complete"] is True
        assert list(content["summary"].get("unmeasured", [])) == []
        assert set(PHENOMENA) <= set(content["multiblimp"])
    assert comparison_of(run)["models"] == names
    assert sorted(path.name for path in run.folder.iterdir() if path.is_dir()) == names
    missing = f"--model={checkpoints / 'checkpoint-2'} holds no weights. Save the checkpoint again."
    assert f"checkpoint-2 was not measured: {missing}" in run.output
    (told,) = re.findall(r"^checkpoint-3 was not measured: (.*)", run.output, re.MULTILINE)
    assert str(checkpoints / "checkpoint-3") in told
    assert "Traceback" not in run.output
    if not workers:
        assert re.findall(r"begins after (\[.*\])", run.output) == [
            *["[]"] * 2,
            *["['checkpoint-1']"] * 6,
        ]


def test_a_sweep_in_which_nothing_can_be_run_is_refused(
    run_pytest: Evaluate, checkpoints: Path
) -> None:
    run = run_pytest("-m", "multiblimp", f"--model={checkpoints}/checkpoint-[2]")
    assert run.exit_code == 4
    assert run.output.strip().endswith("holds no weights. Save the checkpoint again.")


def test_several_checkpoints_of_a_pattern_have_no_baseline(
    run_pytest: Evaluate, checkpoints: Path, tmp_path: Path
) -> None:
    pattern = f"--model={checkpoints}/checkpoint-*"
    run = run_pytest("-m", "multiblimp", pattern, f"--save-baseline={tmp_path / 'main.json'}")
    assert run.exit_code == 4
    assert "--save-baseline keeps the run of one model." in run.output
