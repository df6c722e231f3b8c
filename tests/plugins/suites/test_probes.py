"""Runs of the probes: the shipped tasks, the user's own, and what is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from jsonschema import validate

from kasauti.commands.schema import results_schema
from tests.support.runs import Evaluate, Run

TASKS = {
    f"{name}_detection"
    for name in (
        *("case", "number", "gender", "tense", "person", "aspect", "mood", "voice"),
        *("honorific", "definiteness"),
    )
}


@pytest.fixture(scope="module")
def probes(run_pytest: Evaluate, tiny_llama: Path) -> Evaluate:
    def run(*arguments: str, **places: Path) -> Run:
        return run_pytest("-m", "probes", f"--model={tiny_llama}", *arguments, **places)

    return run


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("probes") / "scores.sqlite"


@pytest.fixture(scope="module")
def whole_run(probes: Evaluate, store: Path) -> Run:
    return probes("--random-init", store=store)


def test_each_task_is_a_test_with_documented_results(whole_run: Run) -> None:
    assert sum(whole_run.outcomes().values()) == len(TASKS)
    validate(whole_run.results, results_schema())
    section = whole_run.results["morphological_probes"]
    assert set(section) == TASKS | {"average_by_layer", "average_of_letters", "overall"}
    case = section["voice_detection"]
    assert case["task"] == "voice_detection"
    assert case["best_accuracy"] == case["accuracy"] == case["correct"] / case["total"]
    assert case["best_layer"] in case["chosen_layers"]
    assert case["highest_accuracy"] == max(
        layer["accuracy"] for layer in case["layer_results"].values()
    )
    assert 0 < case["baselines"]["random_init"] < 1
    assert list(section["average_by_layer"]) == list(case["layer_results"])
    first = [section[task]["layer_results"]["0"]["accuracy"] for task in TASKS]
    assert section["average_by_layer"]["0"] == pytest.approx(sum(first) / len(first))
    summary = whole_run.results["summary"]["overall_scores"]
    assert summary["morphological_avg"] == section["overall"]["accuracy"]


def test_the_dashboard_has_a_curve_for_each_task_and_one_map(whole_run: Run) -> None:
    html = (whole_run.folder / "dashboard.html").read_text(encoding="utf-8")
    assert html.count("Per cent right at each layer; the chosen layer is outlined.") == 1
    curves = re.findall(r'aria-label="(\w+): ([\d.]+), chosen layer (\d+), by layer"', html)
    section = whole_run.results["morphological_probes"]
    assert sorted(curves) == sorted(
        (task, f"{section[task]['accuracy']:.3f}", str(section[task]["best_layer"]))
        for task in TASKS
    )


def test_nothing_is_computed_twice(probes: Evaluate, store: Path, whole_run: Run) -> None:
    computed = whole_run.work["computed"]
    assert computed > 2000
    again = probes("-n", "2", "-k", "voice or mood", store=store)
    assert again.work["computed"] == 0
    for task in ("voice_detection", "mood_detection"):
        left, right = (run.results["morphological_probes"][task] for run in (whole_run, again))
        assert left["layer_results"] == right["layer_results"]


def user_file(folder: Path) -> Path:
    rows = [
        {
            "task": "t",
            "sentence": f"घर{n} है",
            "start": 0,
            "end": 3,
            "label": "ab"[n % 2],
            "lemma": f"{n}",
        }
        for n in range(40)
    ]
    path = folder / "mine.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_custom_tasks_are_separate_tests(probes: Evaluate, tmp_path: Path) -> None:
    divided = tmp_path / "pack" / "copula"
    divided.mkdir(parents=True)
    for split in ("train", "dev", "test"):
        lines = [f"वह घर{n} {'है' if n % 2 else 'था'}\tघर{n}\t1\t{n % 2}\n" for n in range(30)]
        (divided / f"{split}.tsv").write_text("".join(lines), encoding="utf-8")
    treebank = tmp_path / "bank.conllu"
    words = [
        f"1\tघर{n}\tघर{n}\tN\t_\tCase={'AN'[n % 3 > 0]}|Number={'SP'[n % 2]}\t0\troot\t_\t_\n\n"
        for n in range(30)
    ]
    treebank.write_text("# language = mai\n" + "".join(words), encoding="utf-8")
    given = [f"--probe-data={path}" for path in (user_file(tmp_path), divided)]
    given.append(f"--probe-data={treebank}:Number,N.Case")
    run = probes(*given, "-k", "mine or pack or bank", "--pool=mean")
    section = run.results["morphological_probes"]
    assert set(section) == {"mine/t", "pack/copula", "bank/Number", "bank/N.Case"}
    assert section["bank/N.Case"]["language"] == "mai"
    assert section["pack/copula"]["total"] == 30
    assert "folds:given" in section["pack/copula"]["signature"]
    assert "pool:mean" in section["mine/t"]["signature"]
    assert section["mine/t"]["baselines"]["majority"] <= 0.6


def test_single_layer_can_be_requested(probes: Evaluate, store: Path, whole_run: Run) -> None:
    deepest = max(map(int, whole_run.results["morphological_probes"]["average_by_layer"]))
    run = probes("--probe-layers=last", "-k", "voice", store=store)
    case = run.results["morphological_probes"]["voice_detection"]
    assert set(case["layer_results"]) == {"0", str(deepest)}
    assert case["best_layer"] == deepest


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--probe-layers=99"], "--probe-layers=99 is not a layer of this model"),
        (["--probe-layers=first"], "--probe-layers"),
        (["--probe-data=none.jsonl"], "none.jsonl does not exist"),
        (["--probe-data=data"], "has no train.tsv"),
    ],
)
def test_invalid_options_are_refused_at_once(
    probes: Evaluate, store: Path, whole_run: Run, arguments: list[str], told: str
) -> None:
    run = probes("-k", "voice", *arguments, store=store)
    assert run.exit_code == 4
    assert told in run.output


def test_a_treebank_without_a_feature_is_refused(probes: Evaluate, tmp_path: Path) -> None:
    path = tmp_path / "bank.conllu"
    path.write_text("1\tघर\tघर\tN\t_\t_\t0\troot\t_\t_\n", encoding="utf-8")
    run = probes(f"--probe-data={path}")
    assert run.exit_code == 4
    assert "Say what to predict in it, for example with" in run.output
    run = probes(f"--probe-data={path}:Number")
    assert run.exit_code == 4
    assert "has no word with the feature Number" in run.output
