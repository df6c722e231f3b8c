"""Whole runs: a broken model ends one with a sentence and exit code 4, a warning ends none."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.models.damage import Damage, cut, keys
from tests.faults.models.sound_models import make_all
from tests.support import ROOT
from tests.support.runs import start

INTRUDER = "tests.plugins.intruders.warns"


@pytest.fixture(scope="session")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_all(tmp_path_factory.mktemp("sound"))


@pytest.fixture
def run(tmp_path: Path):
    """Evaluate one phenomenon as a user does in the checkout."""

    def evaluate(model: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-m", "multiblimp"]
        command += ["-k", "word_order", f"--model={model}", f"--results-dir={tmp_path / 'results'}"]
        command += ["--quick", "--no-store", *arguments]
        return start(command, tmp_path, cwd=ROOT)

    return evaluate


@pytest.mark.parametrize(
    ("base", "damage", "sentence"),
    [
        ("llama", cut("model.safetensors", 0.5), "model.safetensors"),
        ("gguf", cut("tiny.gguf", 0.5), "tiny.gguf"),
        ("adapter", keys("adapter_config.json", r=3), "does not fit this model"),
    ],
    ids=["weights cut", "GGUF cut", "adapter of another rank"],
)
def test_broken_model_ends_run_with_clear_error(
    run, sound: Path, tmp_path: Path, base: str, damage: Damage, sentence: str
) -> None:
    folder = Path(shutil.copytree(sound / base, tmp_path / "tiny"))
    damage(folder)
    finished = {
        "gguf": lambda: run(folder / "tiny.gguf"),
        "adapter": lambda: run(sound / "llama", f"--adapter={folder}"),
    }.get(base, lambda: run(folder))()
    assert finished.returncode == 4, finished.stdout
    assert finished.stdout.count(sentence) >= 1
    assert str(folder) in finished.stdout
    for sign in ("Traceback", "INTERNALERROR", "FAILURES", "ERRORS", "FAILED"):
        assert sign not in finished.stdout, finished.stdout


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "two workers"])
def test_warnings_of_libraries_fail_no_run_and_are_shown_once(
    run, sound: Path, tmp_path: Path, workers: tuple[str, ...]
) -> None:
    adapter = Path(shutil.copytree(sound / "adapter", tmp_path / "of-a-newer-peft"))
    keys("adapter_config.json", a_new_setting=True)(adapter)
    finished = run(sound / "llama", f"--adapter={adapter}", "-p", INTRUDER, *workers)
    assert finished.returncode in (0, 1), finished.stdout
    assert re.search(r"1 (passed|failed)", finished.stdout)
    assert "Error" not in finished.stdout.replace("AssertionError", ""), finished.stdout
    for warning in (
        "UserWarning: the intruder warns of the model",
        "DeprecationWarning: the intruder warns of its age",
        "UserWarning: the intruder warns in each test",
        "Unexpected keyword arguments ['a_new_setting']",
    ):
        assert finished.stdout.count(warning) == 1, finished.stdout


def test_own_tests_stay_strict_during_evaluation(tmp_path: Path) -> None:
    own = tmp_path / "test_own.py"
    own.write_text("import warnings\n\ndef test_warns():\n    warnings.warn('own')\n")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-c", "pytest.ini"]
    command += [f"--rootdir={ROOT}", str(own), "tests/evaluation/test_lint_data.py"]
    command += ["-k", "test_warns", f"--results-dir={tmp_path / 'results'}", "--no-store"]
    finished = start(command, tmp_path, cwd=ROOT)
    assert "UserWarning: own" in finished.stdout
    assert "1 failed" in finished.stdout, finished.stdout
