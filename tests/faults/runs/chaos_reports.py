"""Runs that are ended at any moment: `python -m tests.faults.runs.chaos_reports 50`.

Whatever the moment, what is left is whole, and says whether it is complete.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from kasauti.reports.files.registry import REPORTS
from tests.support import ROOT

LATEST = 3.0  # seconds; by then a run of the data's tests has ended
FINISHED, INTERRUPTED = (0, 1), 2
OUTSIDE = -signal.SIGTERM  # before the run began, or after it was over
FILES = {each.file for each in REPORTS}


def main(count: int = 20, *, seed: int = 0) -> int:
    """End so many runs; returns 1 where one of them left something wrong behind."""
    moments = random.Random(seed)
    failures = 0
    for number in range(count):
        after = moments.uniform(0.0, LATEST)
        with tempfile.TemporaryDirectory() as folder:
            wrong = ended_run(Path(folder), after)
        if wrong:
            failures += 1
            print(f"run {number}, ended after {after:.2f} s: {wrong}")  # noqa: T201
    print(f"ended runs: {count} runs, {failures} failures")  # noqa: T201
    return int(failures > 0)


def ended_run(folder: Path, after: float) -> str:
    """Return what is wrong with the results of a run that got SIGTERM after so many seconds."""
    results = folder / "results"
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-m", "lint_data"]
    process = subprocess.Popen(
        [*command, f"--results-dir={results}"],
        cwd=ROOT,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    time.sleep(after)
    process.send_signal(signal.SIGTERM)
    output = process.communicate(timeout=60)[0].decode("utf-8", "replace")
    if "Traceback" in output or "INTERNALERROR" in output:
        return output
    return wrong_in(results, process.returncode)


def wrong_in(results: Path, code: int) -> str:
    """Return what contradicts the exit code in a folder of results, or ""."""
    if code not in (*FINISHED, INTERRUPTED, OUTSIDE):
        return f"exit code {code}"
    for run in results.glob("evaluation_*"):
        names = {path.name for path in run.iterdir()} - {"report.html"}
        if names and names != FILES:
            return f"exit code {code}, files {sorted(names)}"
        for path in run.glob("evaluation_results.json"):
            complete = json.loads(path.read_text(encoding="utf-8"))["summary"]["complete"]
            if complete == (code == INTERRUPTED):
                return f"exit code {code}, complete: {complete}"
    return ""


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
