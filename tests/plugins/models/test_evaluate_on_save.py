"""The callback on a real Trainer: every checkpoint is evaluated, and its figures are logged."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kasauti.records import Run
from tests.support.runs import save_tiny_llama

OPTIONS: dict[str, Any] = {
    "suites": "multiblimp",
    "select": "word_order",
    "quick": True,
    "no_store": True,
}


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The model that training starts from."""
    return save_tiny_llama(tmp_path_factory.mktemp("start") / "tiny", hidden_size=32)


def make_trainer(
    model: Any, tokenizer: Any, folder: Path, *, steps: int, save: int, **settings: Any
) -> Any:
    from transformers import DataCollatorForLanguageModeling, Trainer, TrainingArguments

    texts = ["लड़का घर जाता है।", "लड़की घर जाती है।"] * 4
    arguments = TrainingArguments(
        output_dir=str(folder),
        max_steps=steps,
        save_steps=save,
        logging_steps=1,
        learning_rate=0.05,
        per_device_train_batch_size=2,
        use_cpu=True,
        report_to="none",
        disable_tqdm=True,
        dataloader_pin_memory=False,
        **settings,
    )
    encoded = [{"input_ids": tokenizer(text)["input_ids"]} for text in texts]
    return Trainer(
        model=model,
        args=arguments,
        train_dataset=encoded,
        eval_dataset=encoded[:2],
        data_collator=DataCollatorForLanguageModeling(tokenizer, mlm=False),
        processing_class=tokenizer,
    )


def loaded(start: Path) -> tuple[Any, Any]:
    from transformers import AutoModelForCausalLM, AutoTokenizer

    return AutoModelForCausalLM.from_pretrained(start), AutoTokenizer.from_pretrained(start)


def results_of(folder: Path) -> dict[str, Any]:
    (path,) = folder.glob("*/evaluation_results.json")
    content = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(content, dict)
    return content


def test_checkpoints_are_evaluated_and_logged(start: Path, tmp_path: Path) -> None:
    from transformers import TrainerCallback

    from kasauti.callback import EvaluateOnSave

    class Logger(TrainerCallback):
        """Stands for TensorBoard: hears what the Trainer logs."""

        heard: list[dict[str, float]]

        def on_log(self, args: Any, state: Any, control: Any, **others: Any) -> None:
            self.heard.append({**others["logs"], "step": state.global_step})

    logger = Logger()
    logger.heard = []
    trainer = make_trainer(*loaded(start), tmp_path / "out", steps=6, save=2)
    trainer.add_callback(logger)
    callback = EvaluateOnSave(every=2, results_dir=tmp_path / "evaluations", **OPTIONS)
    trainer.add_callback(callback)
    trainer.train()
    trainer.state.save_to_json(str(tmp_path / "state.json"))  # nothing in it that JSON lacks

    key = "eval_multiblimp/word_order"
    logged = [entry for entry in trainer.state.log_history if key in entry]
    assert [entry["step"] for entry in logged] == [4]  # the second save of three
    content = results_of(tmp_path / "evaluations" / "checkpoint-4")
    assert logged[0][key] == content["multiblimp"]["word_order"]["accuracy"]
    interval = content["multiblimp"]["word_order"]["interval"]
    assert {end: logged[0][f"{key}/{end}"] for end in ("low", "high")} == interval
    overall = content["summary"]["overall_scores"]["multiblimp_accuracy"]
    assert logged[0]["eval_multiblimp_accuracy"] == overall
    assert [entry[key] for entry in logger.heard if key in entry] == [logged[0][key]]
    assert content["summary"]["model_config"]["model"] == "checkpoint-4"


def test_the_best_model_is_chosen_by_a_figure_of_ours(start: Path, tmp_path: Path) -> None:
    from kasauti.callback import EvaluateOnSave

    trainer = make_trainer(
        *loaded(start),
        tmp_path,
        steps=3,
        save=1,
        eval_strategy="steps",
        eval_steps=1,
        load_best_model_at_end=True,
        metric_for_best_model="multiblimp/word_order",
        greater_is_better=True,
    )
    trainer.add_callback(EvaluateOnSave(**OPTIONS))
    trainer.train()
    key = "eval_multiblimp/word_order"
    logged = {entry["step"]: entry[key] for entry in trainer.state.log_history if key in entry}
    assert list(logged) == [1, 2, 3]
    assert trainer.state.best_metric == max(logged.values())
    best = tmp_path / f"checkpoint-{trainer.state.best_global_step}"
    assert Path(trainer.state.best_model_checkpoint) == best
    evaluations = sorted(tmp_path.glob("evaluations/*/*/evaluation_results.json"))
    assert len(evaluations) == 3  # once each, not at the save again


def test_the_model_in_memory_has_the_figures_of_its_checkpoint(start: Path, tmp_path: Path) -> None:
    """The same weights, evaluated where they are and from the folder that was saved."""
    from kasauti.callback import EvaluateOnSave, evaluate_elsewhere, figures_of

    trainer = make_trainer(*loaded(start), tmp_path, steps=2, save=2)
    trainer.add_callback(EvaluateOnSave(**OPTIONS))
    trainer.train()
    (logged,) = (e for e in trainer.state.log_history if "eval_multiblimp/word_order" in e)
    saved = evaluate_elsewhere(
        "multiblimp",
        "word_order",
        {
            "model": tmp_path / "checkpoint-2",
            "results_dir": tmp_path / "out",
            "quick": True,
            "no_store": True,
        },
    )
    assert figures_of(saved).items() <= logged.items()
    in_memory = results_of(tmp_path / "evaluations" / "checkpoint-2")["multiblimp"]["word_order"]
    margins = [item["score"] for item in in_memory["items"]]
    assert margins == pytest.approx(
        [item.score for item in saved["multiblimp/word_order"].items], abs=1e-5
    )


def test_distributed_training_evaluates_in_separate_process(
    start: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from transformers import TrainingArguments

    from kasauti import callback
    from kasauti.callback import EvaluateOnSave

    asked: list[Any] = []

    def elsewhere(*given: Any) -> Run:
        asked.append(given)
        return Run(date="", measurements=())

    monkeypatch.setattr(callback, "evaluate_elsewhere", elsewhere)
    monkeypatch.setattr(TrainingArguments, "world_size", property(lambda self: 2))
    state: Any = SimpleNamespace(
        is_world_process_zero=True, global_step=7, epoch=None, log_history=[]
    )
    arguments = TrainingArguments(output_dir=str(tmp_path), use_cpu=True, report_to="none")
    model, tokenizer = loaded(start)
    control: Any = None
    EvaluateOnSave(**OPTIONS).on_save(
        arguments, state, control, model=model, processing_class=tokenizer
    )
    ((suites, select, options),) = asked
    assert (suites, select) == ("multiblimp", "word_order")
    assert options["model"] == tmp_path / "checkpoint-7"


def test_trained_adapter_is_evaluated_and_logged(start: Path, tmp_path: Path) -> None:
    from peft import LoraConfig, get_peft_model

    from kasauti.callback import EvaluateOnSave

    model, tokenizer = loaded(start)
    lora = LoraConfig(r=2, target_modules=["q_proj"], task_type="CAUSAL_LM")
    trainer = make_trainer(get_peft_model(model, lora), tokenizer, tmp_path, steps=1, save=1)
    trainer.add_callback(EvaluateOnSave(**OPTIONS))
    trainer.train()
    (logged,) = (e for e in trainer.state.log_history if "eval_multiblimp/word_order" in e)
    assert logged["step"] == 1
    content = results_of(tmp_path / "evaluations" / "checkpoint-1")
    trained = content["summary"]["model_config"]["weights"]
    alone = results_of_model(start, tmp_path / "base")["summary"]["model_config"]["weights"]
    assert trained != alone


def results_of_model(model: Path, folder: Path) -> dict[str, Any]:
    import kasauti

    kasauti.evaluate(model, results_dir=folder, **OPTIONS)
    return results_of(folder)


def test_an_evaluation_that_cannot_run_is_a_warning(
    start: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    from kasauti.callback import EvaluateOnSave

    trainer = make_trainer(*loaded(start), tmp_path, steps=1, save=1)
    trainer.add_callback(EvaluateOnSave(suites="multiblimp", thresholds="nowhere"))
    with caplog.at_level(logging.WARNING, logger="kasauti.callback"):
        trainer.train()
    assert trainer.state.global_step == 1
    (warning,) = (each.getMessage() for each in caplog.records if each.name == "kasauti.callback")
    assert warning.startswith("--thresholds=nowhere is not a folder")
    assert not [e for e in trainer.state.log_history if "eval_multiblimp/word_order" in e]
