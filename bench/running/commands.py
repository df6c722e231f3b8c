"""Whole commands: `kasauti` and `lm_eval` on the same pairs, with nothing stored and again.

The first run of each computes everything; the others find what it stored (`--use_cache` of
lm-eval). Both models are in the cache folder already, and the files in the system's memory.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.running.machine import command_line, load
from kasauti.data.pairs import Pair, read_pairs
from kasauti.fixtures.suites.pairs.cases import HINDI_CORE
from kasauti.records.serialization.files import read_run

GEMMA = "gemma-3-270m"
MEBIBYTE = 1 << 20
LAUNCHER = Path(__file__).with_name("launcher.py")
TASK = """\
task: kasauti_bench
dataset_path: json
dataset_kwargs:
  data_files: {file}
output_type: multiple_choice
test_split: train
doc_to_text: ""
doc_to_target: 0
doc_to_choice: "{{{{[good, bad]}}}}"
target_delimiter: ""
metric_list:
  - metric: acc
"""


@dataclass(frozen=True, slots=True)
class Ran:
    """One process from its start to its end."""

    seconds: float
    peak_mib: float


@dataclass(frozen=True, slots=True)
class Command:
    """One of the commands: its first run, and those that find everything stored."""

    name: str
    command: str
    cold: float  # seconds
    warm: list[float]
    warm_median: float
    peak_mib: float  # of the first run
    accuracy: float


@dataclass(frozen=True, slots=True)
class Commands:
    """Both commands on one model and the same pairs."""

    model: str
    pairs: int
    load: tuple[float, float]
    command: str
    rows: list[Command]


def run(command: Sequence[str], folder: Path, environment: Mapping[str, str] | None = None) -> Ran:
    """Run a command to its end; a failure ends the benchmark's part with what it printed."""
    log, peak = folder / "command.log", folder / "peak.txt"
    started = time.perf_counter()
    with log.open("w", encoding="utf-8") as output:
        ended = subprocess.run(
            [sys.executable, "-S", str(LAUNCHER), str(peak), *command],
            cwd=folder,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, **(environment or {})},
            check=False,
        )
    seconds = time.perf_counter() - started
    if ended.returncode:
        words = log.read_text(encoding="utf-8", errors="replace")[-4000:]
        raise RuntimeError(f"{command[2]} ended with {ended.returncode}. Its last words:\n{words}")
    return Ran(seconds, int(peak.read_text(encoding="ascii")) / 1024)


def measure_commands(*, rounds: int, batch: int) -> Commands:
    """Each command once with nothing stored, then in turns with everything stored."""
    before = load()
    with tempfile.TemporaryDirectory(prefix="kasauti-bench-") as name:
        folder = Path(name)
        pairs = [pair for pair in read_pairs(HINDI_CORE) if pair.gated]
        ours, theirs = _ours(folder), _theirs(folder, pairs, batch)
        offline = {"HF_HUB_OFFLINE": "1", "HF_HOME": str(folder / "hf")}
        cold = [run(ours, folder), run(theirs, folder, offline)]
        warm: list[list[float]] = [[], []]
        for _ in range(rounds):
            warm[0].append(run(ours, folder).seconds)
            warm[1].append(run(theirs, folder, offline).seconds)
        accuracies = [_our_accuracy(folder), _their_accuracy(folder)]
        rows = [
            Command(
                tool,
                _shown(command, folder),
                cold[index].seconds,
                warm[index],
                statistics.median(warm[index]),
                round(cold[index].peak_mib),
                accuracies[index],
            )
            for index, (tool, command) in enumerate((("kasauti", ours), ("lm-eval", theirs)))
        ]
    return Commands(GEMMA, len(pairs), (before, load()), command_line(), rows)


def _ours(folder: Path) -> list[str]:
    options = ["--pair-score=logprob", "--exit-zero", "--tb=no", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "kasauti", "-m", "multiblimp", f"--model={GEMMA}", *options]
    return [*command, f"--store={folder / 'scores.sqlite'}", f"--results-dir={folder / 'results'}"]


def _theirs(folder: Path, pairs: Sequence[Pair], batch: int) -> list[str]:
    from kasauti.engines.sources.model_source import ModelSource

    file = folder / "pairs.jsonl"
    rows = [{"good": pair.good, "bad": pair.bad} for pair in pairs]
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    file.write_text(text, encoding="utf-8")
    tasks = folder / "tasks"
    tasks.mkdir()
    (tasks / "kasauti_bench.yaml").write_text(TASK.format(file=file), encoding="utf-8")
    model = ModelSource.find(GEMMA).folder()
    options = [
        "--model=hf",
        f"--model_args=pretrained={model},dtype=float32",
        "--device=cpu",
        "--tasks=kasauti_bench",
        f"--include_path={tasks}",
        f"--batch_size={batch}",
        f"--use_cache={folder / 'lm_eval_cache'}",
        f"--output_path={folder / 'lm_eval'}",
    ]
    return [sys.executable, "-m", "lm_eval", "run", *options]


def _our_accuracy(folder: Path) -> float:
    """Over all pairs of the last run."""
    path = max((folder / "results").glob("*/evaluation_results.json"))
    found = read_run(json.loads(path.read_text(encoding="utf-8")))
    right = [
        right
        for case in found.measurements
        if case.outcomes
        for right in case.outcomes.items.values()
    ]
    return sum(right) / len(right)


def _their_accuracy(folder: Path) -> float:
    path = max((folder / "lm_eval").rglob("results_*.json"))
    found = json.loads(path.read_text(encoding="utf-8"))["results"]["kasauti_bench"]
    return float(found["acc,none"])


def _shown(command: Sequence[str], folder: Path) -> str:
    """The command without the paths of this machine."""
    words = [word.replace(f"{folder}/", "") for word in ("python", *command[1:])]
    return " ".join("pretrained=FOLDER,dtype=float32" if "pretrained=" in w else w for w in words)
