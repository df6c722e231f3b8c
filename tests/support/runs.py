"""Whole runs as a user starts them, what they leave behind, and what is said of it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from kasauti import records
from kasauti.fixtures.suites.pairs.cases import PairCase
from kasauti.records.serialization.files import read_run
from tests.support.warm_python import warm_python

CI = ("CI", "BUILD_NUMBER")  # pytest writes more where one of them is set


def results_in(folder: Path) -> dict[str, Any]:
    """Results in the folder of a model, or of a run with one model."""
    content = json.loads((folder / "evaluation_results.json").read_text(encoding="utf-8"))
    assert isinstance(content, dict)
    return content


def cases_of(folder: Path) -> dict[str, Any]:
    """The results of each case, without the totals."""
    suite = results_in(folder)["multiblimp"]
    return {name: case for name, case in suite.items() if not name.endswith("overall")}


@dataclass(frozen=True, slots=True)
class Run:
    """A finished run: how it ended, what the terminal showed, where it wrote."""

    exit_code: int
    output: str
    results_dir: Path

    @property
    def folder(self) -> Path:
        """The one folder of results that the run wrote."""
        (folder,) = self.results_dir.glob("evaluation_*")
        return folder

    @property
    def results(self) -> dict[str, Any]:
        return results_in(self.folder)

    @property
    def run(self) -> records.Run:
        """The results as typed records."""
        return read_run(self.results)

    @property
    def cases(self) -> dict[str, Any]:
        """The results of each case, without the totals."""
        return cases_of(self.folder)

    @property
    def work(self) -> dict[str, int]:
        work = self.results["summary"]["work"]
        assert isinstance(work, dict)
        return work

    def outcomes(self) -> dict[str, int]:
        """The numbers of pytest's last line: {"passed": 13, "failed": 1}."""
        last = [line for line in self.output.splitlines() if re.search(r" in [\d.]+s\b", line)][-1]
        words = "too close to call|[a-z]+"
        told = {word: int(number) for number, word in re.findall(rf"(\d+) ({words})", last)}
        # The tests of other suites; pytest-xdist does not tell their number.
        told.pop("deselected", None)
        return told


Evaluate = Callable[..., Run]


def without_work(section: Mapping[str, Any]) -> dict[str, Any]:
    """A section's cases and totals, without what they cost: that differs from run to run."""
    return {
        name: {field: value for field, value in case.items() if field != "work"}
        for name, case in section.items()
    }


def save_tiny_llama(folder: Path, *, hidden_size: int) -> Path:
    from transformers import LlamaConfig

    from tests.support.tiny_models import save_tiny_model

    config = LlamaConfig(
        vocab_size=400,
        hidden_size=hidden_size,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=512,
        bos_token_id=0,
        eos_token_id=1,
        pad_token_id=2,
    )
    return save_tiny_model(folder, config)


def start(
    command: Sequence[str],
    place: Path,
    *,
    cwd: Path,
    variables: Mapping[str, str] | None = None,
    fresh: bool = False,
) -> subprocess.CompletedProcess[str]:
    """Run a command that keeps what it caches in `place`; stdout has all that it printed.

    This Python has imported torch and transformers already, unless it is to be a `fresh` one.
    """
    if not fresh and command[0] == sys.executable:
        command = [warm_python(), *command[1:]]
    return subprocess.run(
        command,
        cwd=cwd,
        env={**environment(place), **(variables or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def environment(place: Path) -> Mapping[str, str]:
    """The user's environment, without what pytest and CI put there, and without a hub."""
    inherited = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTEST_", "KASAUTI_", "COV_", "GITHUB_")) and name not in CI
    }
    return {
        **inherited,
        "COLUMNS": "200",
        "HF_HUB_OFFLINE": "1",
        "KASAUTI_CACHE": str(place / "cache"),
        # A tiny model gains nothing from threads, and on a busy machine they wait for each other.
        "OMP_NUM_THREADS": "1",
        "TMPDIR": str(_made(place / "tmp")),
    }


def _made(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    return folder


def distinct_sentences(cases: Iterable[PairCase]) -> int:
    """Number of different sentences of the cases, shown ones too: what one pass computes."""
    return len({asked for case in cases for asked in case.requests()})


def wait_for(happened: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 300
    while not happened():
        assert process.poll() is None, "the run ended by itself"
        assert time.monotonic() < deadline
        time.sleep(0.05)


def assert_same_logprobs(pairs: list[dict[str, Any]], others: list[dict[str, Any]]) -> None:
    """Batches of other sizes round differently."""
    for pair, other in zip(pairs, others, strict=True):
        assert pair["id"] == other["id"]
        expected = pytest.approx(other["details"]["logprobs"], abs=1e-3)
        assert pair["details"]["logprobs"] == expected
