"""Whole runs on a Ray cluster of two nodes: a sweep over checkpoints, and one that is ended."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

from kasauti.fixtures.suites.pairs.cases import minimal_pair_cases
from tests.support import ROOT
from tests.support.runs import (
    Evaluate,
    Run,
    assert_same_logprobs,
    cases_of,
    distinct_sentences,
    environment,
    results_in,
    save_tiny_llama,
    wait_for,
)
from tests.support.servers.ray_cluster import VARIABLES, actor_processes, ended

pytestmark = pytest.mark.skipif(find_spec("ray") is None, reason="ray is not installed")


@pytest.fixture(scope="module")
def checkpoints(tmp_path_factory: pytest.TempPathFactory, tiny_llama: Path) -> Path:
    """A sweep of two models, and a broken one between them that only the actors notice."""
    folder = tmp_path_factory.mktemp("sweep")
    shutil.copytree(tiny_llama, folder / "checkpoint-1")
    for step, size in ((2, 48), (3, 64)):
        save_tiny_llama(folder / f"checkpoint-{step}", hidden_size=size)
    config = folder / "checkpoint-2" / "config.json"
    config.write_text(config.read_text().replace('"hidden_size": 48', '"hidden_size": 56'))
    return folder


@pytest.fixture(scope="module")
def sweep(cluster: Any, run_pytest: Evaluate, checkpoints: Path) -> Run:
    """All checkpoints at once, two of them at a time, and two workers for the tests."""
    return run_pytest(
        *("-m", "multiblimp", f"--model={checkpoints}/checkpoint-*", "-n", "2"),
        *(f"--ray={cluster.address}", "--actors=1", "--threads=1"),
        *("-p", "tests.plugins.intruders.telling.tells_groups"),
        variables={**VARIABLES, "GROUPS": str(checkpoints.parent / "groups")},
    )


def test_sweep_results_equal_local_run(sweep: Run, plain_run: Run) -> None:
    cases = len(list(minimal_pair_cases()))
    assert sweep.exit_code == 1
    assert sweep.outcomes()["errors"] == cases, sweep.output
    folders = sorted(path.name for path in sweep.folder.iterdir() if path.is_dir())
    assert folders == ["checkpoint-1", "checkpoint-3"]
    for name, case in cases_of(sweep.folder / "checkpoint-1").items():
        assert_same_logprobs(case["items"], plain_run.cases[name]["items"])


def test_unloadable_checkpoint_gives_one_line_error(sweep: Run) -> None:
    (told,) = re.findall(r"^checkpoint-2 was not measured: (.*)", sweep.output, re.MULTILINE)
    assert "its weights have other shapes than its config says" in told
    assert "Traceback" not in sweep.output


def test_one_worker_computes_each_checkpoint_once(sweep: Run) -> None:
    sentences = distinct_sentences(minimal_pair_cases())
    for path in sweep.folder.glob("*/evaluation_results.json"):
        summary = results_in(path.parent)["summary"]
        assert summary["work"] == {"computed": sentences, "stored": 0}
        assert summary["complete"] is True


def test_two_checkpoints_are_computed_at_once(sweep: Run, checkpoints: Path) -> None:
    events = (checkpoints.parent / "groups").read_text().split()
    at_once = list(accumulate(1 if event == "begins" else -1 for event in events))
    assert max(at_once) == 2, events
    assert len(events) == 6  # one pass of each, also of the broken one


def test_an_interrupted_run_takes_its_actors_down(
    cluster: Any, checkpoints: Path, tmp_path: Path
) -> None:
    """Both checkpoints that are computed at the time."""
    command = [
        *(sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-m", "multiblimp"),
        *(
            f"--model={checkpoints}/checkpoint-[13]",
            "--pairs-set=full",
            "--batch-tokens=16",
            "--no-store",
        ),
        *(f"--ray={cluster.address}", "--threads=1", f"--results-dir={tmp_path / 'results'}"),
    ]
    with (tmp_path / "output").open("w") as output:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**environment(tmp_path), **VARIABLES},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            wait_for(lambda: len(actor_processes(cluster)) == 2, process)
            time.sleep(2)
            processes = actor_processes(cluster)
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=300) == 2, (tmp_path / "output").read_text()
        finally:
            process.kill()
    assert processes
    assert ended(processes)
    assert "Traceback" not in (tmp_path / "output").read_text()
