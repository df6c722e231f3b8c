"""The callback on a real Trainer: every checkpoint is evaluated, and its figures are logged."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import pytest

from tests.plugins.conftest import save_tiny_llama

OPTIONS: dict[str, Any] = {
    "suites": "multiblimp",
    "select": "word_order",
    "arguments": ["--no-store"],
}


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The model that training starts from."""
    return save_tiny_llama(tmp_path_factory.mktemp("start") / "tiny", hidden_size=32)


def make_trainer(model: Any, tokenizer: Any, folder: Path, *, steps: int, save: int) -> Any:
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
    )
    return Trainer(
        model=model,
        args=arguments,
        train_dataset=[{"input_ids": tokenizer(text)["input_ids"]} for text in texts],
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
    EvaluateOnSave.add_to(trainer, every=2, results_dir=tmp_path / "evaluations", **OPTIONS)
    trainer.train()
    trainer.state.save_to_json(str(tmp_path / "state.json"))  # nothing in it that JSON lacks

    key = "eval_multiblimp/word_order"
    logged = [entry for entry in trainer.state.log_history if key in entry]
    assert [entry["step"] for entry in logged] == [4]  # the second save of three
    content = results_of(tmp_path / "evaluations" / "checkpoint-4")
    assert logged[0][key] == content["multiblimp"]["word_order"]["accuracy"]
    overall = content["summary"]["overall_scores"]["multiblimp_accuracy"]
    assert logged[0]["eval_multiblimp_accuracy"] == overall
    assert [entry[key] for entry in logger.heard if key in entry] == [logged[0][key]]
    model = content["summary"]["model_config"]["model"]
    assert model == str(tmp_path / "out" / "checkpoint-4")


def test_an_adapter_is_put_on_its_model_and_a_history_is_kept_without_a_logger(
    start: Path, tmp_path: Path
) -> None:
    from peft import LoraConfig, get_peft_model

    from kasauti.callback import EvaluateOnSave

    model, tokenizer = loaded(start)
    lora = LoraConfig(r=2, target_modules=["q_proj"], task_type="CAUSAL_LM")
    trainer = make_trainer(get_peft_model(model, lora), tokenizer, tmp_path, steps=1, save=1)
    trainer.add_callback(EvaluateOnSave(**OPTIONS))
    trainer.train()
    (logged,) = (e for e in trainer.state.log_history if "eval_multiblimp/word_order" in e)
    assert logged["step"] == 1
    config = results_of(tmp_path / "evaluations" / "checkpoint-1")["summary"]["model_config"]
    assert config["model"] == str(start)
    assert config["adapter"] != "none"


def test_an_evaluation_that_cannot_run_is_a_warning(
    start: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    from kasauti.callback import EvaluateOnSave

    trainer = make_trainer(*loaded(start), tmp_path, steps=1, save=1)
    trainer.add_callback(EvaluateOnSave(suites="multiblimp", arguments=["--thresholds=nowhere"]))
    with caplog.at_level(logging.WARNING, logger="kasauti.callback"):
        trainer.train()
    assert trainer.state.global_step == 1
    (warning,) = (each.getMessage() for each in caplog.records if each.name == "kasauti.callback")
    assert warning.startswith(f"The evaluation of {tmp_path / 'checkpoint-1'} measured nothing")
    assert "--thresholds=nowhere is not a folder" in warning
    assert not [e for e in trainer.state.log_history if "eval_multiblimp/word_order" in e]
