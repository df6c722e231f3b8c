"""Evaluating from Python: the run of the command line, from a path or from memory."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import kasauti
from kasauti.records import Run
from tests.support.runs import Evaluate


@pytest.fixture(scope="module")
def by_path(tiny_llama: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("by_path")
    return kasauti.evaluate(tiny_llama, quick=True, no_store=True, results_dir=folder)


def loaded(folder: Path) -> tuple[Any, Any]:
    from transformers import AutoModelForCausalLM, AutoTokenizer

    model: Any = AutoModelForCausalLM.from_pretrained(folder)
    return model, AutoTokenizer.from_pretrained(folder)


def test_evaluate_equals_command_line(by_path: Run, evaluate: Evaluate) -> None:
    command = evaluate("--no-store")
    assert {case.case.name: case.headline.value for case in by_path.measurements} == {
        name: case["accuracy"] for name, case in command.cases.items()
    }
    overall = by_path.suite("multiblimp").overall
    assert overall is not None
    assert overall.value == command.results["summary"]["overall_scores"]["multiblimp_accuracy"]


def test_a_model_in_memory_is_not_loaded_again(
    by_path: Run, tiny_llama: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, tokenizer = loaded(tiny_llama)
    model.train()
    from transformers import AutoModelForCausalLM

    monkeypatch.setattr(AutoModelForCausalLM, "from_pretrained", None)
    state = random.getstate()
    run = kasauti.evaluate(
        model,
        tokenizer=tokenizer,
        name="step 7",
        quick=True,
        no_store=True,
        results_dir=tmp_path,
    )
    assert model.training
    assert random.getstate() == state
    assert run.model == "step 7"
    for measurement in run.measurements:
        other = by_path[str(measurement.case)]
        assert measurement.headline == other.headline
        scores = [item.score for item in measurement.items]
        assert scores == pytest.approx([item.score for item in other.items], abs=1e-5)


def test_the_autocast_of_the_caller_changes_no_score(
    by_path: Run, tiny_llama: Path, tmp_path: Path
) -> None:
    import torch

    with torch.autocast("cpu", dtype=torch.bfloat16):
        options: Any = {"quick": True, "no_store": True, "results_dir": tmp_path}
        run = kasauti.evaluate(tiny_llama, select="word_order", **options)
    (measurement,) = run.measurements
    scores = [item.score for item in measurement.items]
    expected = [item.score for item in by_path[str(measurement.case)].items]
    assert scores == pytest.approx(expected, abs=1e-5)


def test_a_model_in_memory_is_not_looked_for_by_workers(
    tiny_llama: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_ADDOPTS", "-n 1")
    model, tokenizer = loaded(tiny_llama)
    with pytest.raises(kasauti.EvaluationError, match="cannot be shared with workers"):
        kasauti.evaluate(
            model, tokenizer=tokenizer, name=str(tiny_llama), quick=True, results_dir=tmp_path
        )


def test_an_adapter_outside_of_a_model_in_memory_is_refused(
    tiny_llama: Path, tmp_path: Path
) -> None:
    from peft import PrefixTuningConfig, get_peft_model

    model, tokenizer = loaded(tiny_llama)
    options: Any = {"tokenizer": tokenizer, "select": "word_order", "quick": True}
    options |= {"results_dir": tmp_path, "store": tmp_path / "scores.sqlite"}
    kasauti.evaluate(model, **options)
    config = PrefixTuningConfig(task_type="CAUSAL_LM", num_virtual_tokens=4)
    with pytest.raises(kasauti.EvaluationError, match="PREFIX_TUNING act outside"):
        kasauti.evaluate(get_peft_model(model, config), **options)


def test_evaluate_passes_suites_and_options_to_pytest(tiny_llama: Path, tmp_path: Path) -> None:
    run = kasauti.evaluate(
        tiny_llama,
        suites=["multiblimp", "lint_data"],
        select="word_order",
        pair_score="logprob",
        quick=True,
        no_store=True,
        results_dir=tmp_path,
    )
    assert sorted(map(str, (each.case for each in run.measurements))) == [
        "lint_data/word_order",
        "multiblimp/word_order",
    ]
    assert run["multiblimp/word_order"].details["convention"] == "logprob"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"model": "/no/such/folder"}, "--model=/no/such/folder does not exist."),
        ({"suites": "no_such_suite"}, "no_such_suite"),
        ({"select": "no_such_case"}, "Nothing is called no_such_case (-k)."),
        ({"no_such_option": 1}, "There is no option --no-such-option."),
        ({"pair_scor": "logprob"}, "There is no option --pair-scor. Did you mean --pair-score?"),
        ({"tokenizer": "x"}, "comes with its own tokenizer"),
    ],
)
def test_invalid_evaluation_gives_one_line_error(
    tiny_llama: Path, tmp_path: Path, changes: dict[str, Any], sentence: str
) -> None:
    given = {"model": tiny_llama, "results_dir": tmp_path, "no_store": True, **changes}
    with pytest.raises(kasauti.EvaluationError) as caught:
        kasauti.evaluate(given.pop("model"), **given)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(caught.value) == f"{caught.value.reason} {caught.value.remedy}"


def test_a_model_in_memory_needs_its_tokenizer(tiny_llama: Path) -> None:
    with pytest.raises(kasauti.EvaluationError, match=r"Pass tokenizer=…"):
        kasauti.evaluate(loaded(tiny_llama)[0])


def test_plugins_receive_finished_run(tiny_llama: Path, tmp_path: Path) -> None:
    class Listener:
        def __init__(self) -> None:
            self.runs: list[Run] = []

        def pytest_kasauti_finished(self, run: Run) -> None:
            self.runs.append(run)

    listener = Listener()
    run = kasauti.evaluate(
        tiny_llama,
        select="binding",
        plugins=[listener],
        quick=True,
        no_store=True,
        results_dir=tmp_path,
    )
    assert listener.runs == [run]
