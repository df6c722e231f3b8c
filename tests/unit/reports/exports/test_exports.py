"""Exports: what each form holds, and what is wrong in one sentence."""

from __future__ import annotations

import json
import math
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from huggingface_hub import ModelCard

from kasauti.__main__ import main
from kasauti.commands.compare import write_page
from kasauti.inputs.errors import KasautiError
from kasauti.records import Outcomes, Run, Unmeasured
from kasauti.reports.exports import EXPORTS, Target
from kasauti.reports.exports.lm_eval import lm_eval_results, standard_error
from kasauti.reports.exports.model_card import eval_results
from kasauti.reports.exports.target import exported_figures
from kasauti.reports.files.results_json import results_json
from kasauti.reports.pages.comparison import models_page
from tests.support.built_measurements import (
    HOSTILE,
    MODEL,
    answered,
    judged,
    metric_case,
    regression_case,
    threshold,
)
from tests.support.dashboard_runs import run_of, whole_run

SIGNS = "+" * 18 + "-" * 6


@pytest.fixture
def run() -> Run:
    return run_of(
        answered("multiblimp/word_order", SIGNS),
        judged("multiblimp/other", "shown"),
        metric_case("perplexity", 812.25, threshold=threshold(500.0, direction="at most")),
        regression_case("multiblimp/word_order", 0.9, 0.75),
        unmeasured=[Unmeasured("test_x", "failed", "no memory"), Unmeasured("y", "skipped", "so")],
        model_config={**MODEL, "model": "runs/a/checkpoint-500"},
    )


def test_figures_are_named_as_their_cases(run: Run) -> None:
    figures = exported_figures(run)
    assert figures["multiblimp/word_order"] == 0.75
    assert figures["multiblimp/word_order.low"] < 0.75 < figures["multiblimp/word_order.high"]
    assert figures["metrics/perplexity"] == 812.25
    assert not any(name.startswith("regression") for name in figures)
    assert exported_figures(whole_run())["quiz/unit-01/voice"] == 0.72


# Files ----------------------------------------------------------------------------------------


def test_lm_eval_gets_a_task_per_case_and_a_group_per_suite(run: Run, tmp_path: Path) -> None:
    assert EXPORTS["lm-eval"].write(run, Target(tmp_path)).endswith("results.json")
    content = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    assert {"results", "configs", "versions", "n-shot", "config", "git_hash", "date"} <= set(
        content
    )
    task = content["results"]["multiblimp_word_order"]
    assert task["acc,none"] == 0.75
    assert task["acc_stderr,none"] == pytest.approx(math.sqrt(0.75 * 0.25 / 23))
    assert content["results"]["metrics_perplexity"]["perplexity_stderr,none"] == "N/A"
    assert content["higher_is_better"]["metrics_perplexity"] == {"perplexity": False}
    assert content["group_subtasks"]["multiblimp"] == ["multiblimp_word_order", "multiblimp_other"]
    assert content["n-samples"]["multiblimp_word_order"] == {"original": 24, "effective": 24}
    assert content["config"]["model_args"] == {"pretrained": "runs/a/checkpoint-500"}


def test_a_score_that_is_not_a_mean_has_no_standard_error() -> None:
    case = answered("own/a", SIGNS)
    other = replace(case, outcomes=Outcomes("score", {"a": 0.1, "b": 0.2}))
    assert standard_error(other) == "N/A"
    assert standard_error(answered("multiblimp/a", "+")) == "N/A"
    assert lm_eval_results(run_of(other))["results"]["own_a"]["acc,none"] == 0.75


def test_model_card_adds_figures_and_keeps_existing_ones(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "README.md"
    path.write_text(OTHERS_CARD, encoding="utf-8")
    for _ in range(2):  # what we wrote before is replaced
        told = EXPORTS["model-card"].write(run, Target(path))
    assert told == f"Model card: 3 figures in {path}"
    card: Any = ModelCard(path.read_text(encoding="utf-8"))
    assert card.data.license == "mit"
    assert card.text.strip() == "# Mine\n\nText."
    assert card.data.model_name == "mine"
    other, *ours = card.data.eval_results
    assert other.dataset_name == "Beans"
    assert ours == eval_results(run)
    assert ours[0].metric_value == 0.75
    assert ours[0].metric_args["n"] == 24


def test_model_card_block_is_printed_or_written_to_new_card(run: Run, tmp_path: Path) -> None:
    block = EXPORTS["model-card"].write(run, Target())
    printed: Any = ModelCard(f"{block}\n")
    assert printed.data.eval_results == eval_results(run)
    EXPORTS["model-card"].write(run, Target(tmp_path / "README.md"))
    card: Any = ModelCard((tmp_path / "README.md").read_text(encoding="utf-8"))
    assert card.data.model_name == "runs/a/checkpoint-500"
    assert card.data.eval_results == eval_results(run)


OTHERS_CARD = """---
license: mit
model-index:
- name: mine
  results:
  - task: {type: image-classification}
    dataset: {name: Beans, type: beans}
    metrics: [{type: accuracy, value: 0.9}]
---

# Mine

Text.
"""


@pytest.mark.parametrize("name", ["lm-eval", "model-card"])
def test_hostile_text_is_data_in_every_file(name: str, tmp_path: Path) -> None:
    run = whole_run(model_config={**MODEL, "model": HOSTILE[0]})
    out = tmp_path / ("README.md" if name == "model-card" else "out")
    EXPORTS[name].write(run, Target(out))
    if name == "model-card":
        card: Any = ModelCard(out.read_text(encoding="utf-8"))
        found = card.data.eval_results
        assert [each.metric_value for each in found] == [
            each.headline.value for each in run.measurements if each.change is None
        ]
        return
    for path in out.rglob("*.json") if out.is_dir() else [out]:
        json.loads(path.read_text(encoding="utf-8"))


# Trackers, by clients that record what they are told -------------------------------------------


def test_wandb_gets_the_figures_and_a_table(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    told: dict[str, Any] = {}

    def log(content: Any, *, step: int, commit: bool) -> None:
        assert commit  # or the figures would wait for others of the same step
        told.update(content=content, step=step)

    def init(**about: Any) -> Any:
        told.update(about)
        return SimpleNamespace(log=log, finish=lambda: told.update(ended=True), id="w1")

    errors = SimpleNamespace(Error=type("Error", (Exception,), {}))
    fake = SimpleNamespace(init=init, Table=lambda **given: given, errors=errors)
    monkeypatch.setitem(sys.modules, "wandb", fake)
    assert EXPORTS["wandb"].write(run, Target()).endswith("run w1 of the project kasauti")
    assert (told["project"], told["group"], told["step"]) == ("kasauti", "runs/a", 500)
    table = told["content"].pop("cases")
    assert told["content"] == exported_figures(run)
    assert [row[1] for row in table["data"]] == ["word_order", "other", "perplexity"]
    assert told["ended"]
    fake.init = _raising(errors.Error("not logged in"))
    with pytest.raises(KasautiError, match="wandb login"):
        EXPORTS["wandb"].write(run, Target())


def _raising(error: Exception) -> Any:
    def fail(*given: Any, **named: Any) -> None:
        raise error

    return fail


@pytest.mark.parametrize("name", ["mlflow", "wandb"])
def test_missing_client_gives_one_line_error(
    name: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(KasautiError, match="Install it: pip install"):
        EXPORTS[name].write(run, Target())


# The command ----------------------------------------------------------------------------------


def test_the_command_exports_a_run(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results = tmp_path / "evaluation_results.json"
    results.write_text(results_json(run), encoding="utf-8")
    out = tmp_path / "lm.json"
    assert main(["export", str(tmp_path), "--to", "lm-eval", "--out", str(out)]) == 0
    assert capsys.readouterr().out == f"lm-eval: 3 tasks in {out}\n"
    assert main(["export", str(tmp_path), "--to=model-card"]) == 0
    assert capsys.readouterr().out.startswith("---\nmodel-index:\n- name: runs/a/checkpoint-500\n")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["{folder}/none", "--to=lm-eval"], "neither a file or folder nor a model"),
        (["{folder}", "--to=lm-eval", "--out={folder}/no/such/file"], "was not exported"),
        (["{folder}", "--to=model-card", "--out={folder}/bad.md"], "not a model card"),
        (["{folder}", "--to=model-card", "--out={folder}/binary.md"], "NUL byte"),
    ],
)
def test_invalid_export_gives_one_line_error(
    given: list[str], told: str, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "evaluation_results.json").write_text(results_json(run), encoding="utf-8")
    (tmp_path / "bad.md").write_text("---\na: [1\n---\n", encoding="utf-8")
    (tmp_path / "binary.md").write_bytes(b"---\n\0")
    assert main(["export", *(each.format(folder=tmp_path) for each in given)]) == 4
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(("form", "name"), [("lm-eval", "o.json"), ("model-card", "notes.txt")])
def test_export_does_not_replace_foreign_file(
    run: Run, form: str, name: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(KasautiError, match=r"exists.* Give another --out\."):
        EXPORTS[form].write(run, Target(path))
    assert path.read_text(encoding="utf-8") == "mine"


def test_an_export_replaces_its_own_file(run: Run, tmp_path: Path) -> None:
    for _ in range(2):
        EXPORTS["lm-eval"].write(run, Target(tmp_path))


def test_a_page_replaces_its_own_kind_alone(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "page.html"
    for _ in range(2):
        write_page(path, models_page({"a": run, "b": run}))
    path.write_text("<title>mine</title>", encoding="utf-8")
    with pytest.raises(KasautiError, match="Kasauti did not write it"):
        write_page(path, models_page({"a": run, "b": run}))
    assert path.read_text(encoding="utf-8") == "<title>mine</title>"
