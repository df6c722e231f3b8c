"""Unusable input is refused: one sentence, exit code 4, no traceback, nothing left behind."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.runs import Evaluate, Run, save_tiny_llama


def assert_refused(run: Run, sentence: str) -> None:
    """The run ended with this sentence, told once, and is not green."""
    assert run.exit_code == 4, run.output
    assert run.output.count(sentence) == 1, run.output
    for sign in ("Traceback", "INTERNALERROR", "FAILURES", "ERRORS"):
        assert sign not in run.output, run.output


def assert_refused_at_once(run: Run, sentence: str) -> None:
    """Refused before any test was collected: the sentence is all there is."""
    assert_refused(run, sentence)
    assert run.output.strip().startswith("ERROR: ")
    assert len(run.output.strip().splitlines()) == 1
    assert not run.results_dir.exists()


def test_model_that_is_not_there(run_pytest: Evaluate, tmp_path: Path) -> None:
    missing = tmp_path / "step-2000"
    run = run_pytest("-m", "multiblimp", f"--model={missing}")
    assert_refused_at_once(run, f"--model={missing} does not exist. Pass a checkpoint folder")


def test_model_that_is_not_on_the_hub(run_pytest: Evaluate) -> None:
    run = run_pytest("-m", "multiblimp", "--model=nobody/no-such-model")
    assert_refused(
        run,
        "--model=nobody/no-such-model is neither a local folder or file nor in the hub's cache, ",
    )


def test_folder_without_a_config(evaluate: Evaluate, tmp_path: Path) -> None:
    run = evaluate(model=tmp_path)
    assert_refused_at_once(run, f"--model={tmp_path} holds no config.json. Pass a checkpoint")


def test_adapter_given_as_the_model(evaluate: Evaluate, tmp_path: Path) -> None:
    (tmp_path / "adapter_config.json").write_text("{}", encoding="utf-8")
    run = evaluate(model=tmp_path)
    assert_refused_at_once(run, "It is a LoRA adapter: pass it as --adapter")


def test_folder_without_weights(evaluate: Evaluate, tiny_llama: Path, tmp_path: Path) -> None:
    shutil.copy(tiny_llama / "config.json", tmp_path)
    assert_refused_at_once(evaluate(model=tmp_path), f"--model={tmp_path} holds no weights.")


def test_pickled_weights(evaluate: Evaluate, tiny_llama: Path, tmp_path: Path) -> None:
    import torch
    from safetensors.torch import load_file

    model = shutil.copytree(tiny_llama, tmp_path / "pickled")
    torch.save(load_file(model / "model.safetensors"), model / "pytorch_model.bin")
    (model / "model.safetensors").unlink()
    run = evaluate(model=model)
    assert_refused_at_once(run, "holds only pickled weights, which can run code when loaded.")


def test_invalid_adapter_folder(evaluate: Evaluate, tmp_path: Path) -> None:
    run = evaluate(f"--adapter={tmp_path}")
    assert_refused_at_once(run, f"--adapter={tmp_path} holds no adapter_config.json.")


def test_adapter_for_another_base(evaluate: Evaluate, tmp_path: Path) -> None:
    run = evaluate(f"--adapter={save_adapter(tmp_path, hidden_size=64)}", "-k", "word_order")
    assert_refused(run, "does not fit this model")
    assert f"Pass the --model that it was trained on ({tmp_path / 'base'})." in run.output


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "two workers"])
def test_weights_that_are_not_numbers(
    evaluate: Evaluate, tiny_llama: Path, tmp_path: Path, workers: tuple[str, ...]
) -> None:
    model = shutil.copytree(tiny_llama, tmp_path / "diverged")
    spoil_weights(model)
    run = evaluate(*workers, model=model)
    assert_refused(
        run, "The model returned NaN or infinity as a log-probability. Check the weights"
    )
    assert not list(run.results_dir.glob("evaluation_*"))  # a refused run leaves no folder behind


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ('{"id": "1"\n', "line 1 is not JSON (Expecting ',' delimiter at column 11)."),
        ("", "has no pairs. Give a file with at least one pair."),
    ],
    ids=["broken line", "empty file"],
)
def test_pairs_that_cannot_be_used(
    evaluate: Evaluate, tmp_path: Path, content: str, sentence: str
) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text(content, encoding="utf-8")
    run = evaluate(f"--pairs={path}")
    assert_refused_at_once(run, sentence)
    assert str(path) in run.output


def test_pairs_file_that_is_not_there(evaluate: Evaluate, tmp_path: Path) -> None:
    run = evaluate(f"--pairs={tmp_path / 'pairs.jsonl'}")
    assert_refused_at_once(run, "pairs.jsonl does not exist. Check the path of the file.")


def test_bad_input_is_refused_before_workers_start(evaluate: Evaluate, tmp_path: Path) -> None:
    run = evaluate(f"--pairs={tmp_path / 'pairs.jsonl'}", "-n", "2")
    assert_refused_at_once(run, "pairs.jsonl does not exist.")


def test_store_that_is_a_folder(evaluate: Evaluate, tmp_path: Path) -> None:
    folder = tmp_path / "store"
    folder.mkdir()
    run = evaluate(store=folder)
    assert_refused_at_once(run, f"The score store {folder} is not a file. Give --store=FILE.")
    assert folder.is_dir()


def test_store_that_is_a_foreign_file(evaluate: Evaluate, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("precious", encoding="utf-8")
    run = evaluate(store=notes)
    assert_refused(run, f"The file {notes} is not a score store of Kasauti")
    assert notes.read_text(encoding="utf-8") == "precious"


def test_store_that_is_a_link_to_itself(evaluate: Evaluate, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(link)
    assert_refused(evaluate(store=link), f"The score store {link} cannot be opened")


def test_results_folder_that_is_a_file(evaluate: Evaluate, tmp_path: Path) -> None:
    file = tmp_path / "results"
    file.write_text("in the way", encoding="utf-8")
    run = evaluate(results_dir=file)
    assert_refused(run, f"--results-dir={file} is not writable (")
    assert file.read_text(encoding="utf-8") == "in the way"


@pytest.mark.parametrize("option", ["--device=gpu", "--batch-tokens=0", "--pair-score=ppl"])
def test_values_that_an_option_does_not_take(evaluate: Evaluate, option: str) -> None:
    run = evaluate(option)
    assert run.exit_code == 4
    assert option.partition("=")[0] in run.output
    assert "Traceback" not in run.output


def save_adapter(folder: Path, *, hidden_size: int) -> Path:
    """A LoRA adapter for a small Llama of this width."""
    from peft import LoraConfig, get_peft_model
    from transformers import AutoModelForCausalLM

    base = save_tiny_llama(folder / "base", hidden_size=hidden_size)
    model = get_peft_model(
        AutoModelForCausalLM.from_pretrained(base), LoraConfig(target_modules=["q_proj", "v_proj"])
    )
    model.save_pretrained(str(folder / "adapter"))
    return folder / "adapter"


def spoil_weights(model: Path) -> None:
    from safetensors.torch import load_file, save_file

    weights = load_file(model / "model.safetensors")
    weights["model.norm.weight"][0] = float("nan")
    save_file(weights, model / "model.safetensors", metadata={"format": "pt"})
