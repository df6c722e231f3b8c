"""Without torch, as `pip install 'kasauti[served]'` leaves it, a served model is evaluated."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from kasauti.fixtures.suites.pairs.cases import minimal_pair_cases
from kasauti.records.serialization.files import read_run
from tests.support.runs import distinct_sentences, results_in, start
from tests.support.servers.served_model import ServedModel, serving

# What `kasauti[local]` adds; None makes Python neither find nor import it.
ABSENT = ("torch", "gguf", "safetensors.torch")
PROGRAM = f"""
import sys
sys.modules.update(dict.fromkeys({ABSENT!r}))
from kasauti.__main__ import main
sys.exit(main(sys.argv[1:]))
"""
CASE = "binding"
Started = Callable[..., CompletedProcess[str]]


@pytest.fixture
def served(tiny_llama: Path) -> Iterator[ServedModel]:
    with serving(tiny_llama) as served:
        yield served


@pytest.fixture
def evaluated(tmp_path: Path) -> Started:
    def run(*options: str) -> CompletedProcess[str]:
        chosen = ("-p", "no:cacheprovider", "-m", "multiblimp", "-k", CASE, "--quick")
        command = [sys.executable, "-c", PROGRAM, *chosen, f"--results-dir={tmp_path}", *options]
        return start(command, tmp_path, cwd=tmp_path, fresh=True)

    return run


def test_served_model_is_evaluated(evaluated: Started, served: ServedModel, tmp_path: Path) -> None:
    done = evaluated(f"--server={served.url}")
    assert done.returncode == 1, done.stdout  # a random model
    assert "PyTorch was not found" not in done.stdout
    (folder,) = tmp_path.glob("evaluation_*")
    run = read_run(results_in(folder))
    asked = distinct_sentences(case for case in minimal_pair_cases() if case.name == CASE)
    assert run.work.computed == asked
    assert run[f"multiblimp/{CASE}"].headline.value is not None


def test_local_model_names_what_to_install(evaluated: Started, tiny_llama: Path) -> None:
    done = evaluated(f"--model={tiny_llama}")
    assert done.returncode == 4, done.stdout
    assert done.stdout.strip() == (
        "ERROR: A model that runs here needs torch, which is not installed. "
        "Run: pip install 'kasauti[local]'"
    )


def test_embedded_tokenizer_names_what_to_install(evaluated: Started, served: ServedModel) -> None:
    done = evaluated(f"--server={served.url}", "--tokenizer=gemma-3-270m")
    assert done.returncode == 4, done.stdout
    assert (
        "Converting gemma-3-270m needs torch, which is not installed. "
        "Run: pip install 'kasauti[local]'" in done.stdout
    )
