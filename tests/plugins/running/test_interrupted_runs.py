"""A run that is ended by a signal writes what it measured, says so, and leaves no worker behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import jsonschema
import pytest

from kasauti.commands.schema import results_schema
from tests.support import ROOT
from tests.support.runs import Evaluate, Run, environment, wait_for

INTRUDER = "tests.plugins.intruders.sleeps"
MARK = "The run did not finish"
ENDS = [
    pytest.param((name, workers), id=f"{name.name} {workers}")
    for name in (signal.SIGTERM, signal.SIGINT)
    for workers in (0, 2)
]


@dataclass(frozen=True, slots=True)
class Ended:
    """An interrupted run, with how long it took to end and the processes that ran its tests."""

    run: Run
    workers: set[int]


def interrupt(place: Path, number: signal.Signals, *, workers: int) -> Ended:
    """Start a run whose tests are slow from the third on, and send it a signal in the third.

    The tests are those of the data, which need no model, so that the run is quick to start.
    """
    begun, results = place / "begun", place / "results"
    command = [
        *(sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", INTRUDER),
        *("-m", "lint_data", f"-n{workers}", f"--results-dir={results}"),
        f"--save-baseline={place / 'baseline.json'}",
    ]
    with (place / "output").open("w") as output:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**environment(place), "BEGUN": str(begun), "SECONDS_EACH": "3600"},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            # A shell starts its background jobs with SIGINT ignored, and children inherit that.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        try:
            # Two have ended; one more sleeps, or one in each worker.
            least = 2 + max(1, workers)
            wait_for(lambda: begun.is_file() and len(begun.read_text().split()) >= least, process)
            time.sleep(0.5)  # until the second test's outcome has come from its worker
            process.send_signal(number)
            code = process.wait(timeout=300)  # not for the tests that sleep
        finally:
            with suppress(ProcessLookupError):
                process.kill()
    text = (place / "output").read_text(encoding="utf-8")
    ran = {int(each) for each in begun.read_text().split()} - {process.pid}
    assert len(ran) == workers
    return Ended(Run(code, text, results), ran)


def alive(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    # A process that ended and that nobody has asked about is still listed.
    with suppress(FileNotFoundError):
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


@pytest.fixture(scope="module", params=ENDS)
def ended(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Ended:
    number, workers = request.param
    return interrupt(tmp_path_factory.mktemp("ended"), number, workers=workers)


def test_interruption_is_reported_with_exit_code_2(ended: Ended) -> None:
    assert ended.run.exit_code == 2, ended.run.output
    assert f"INCOMPLETE. {MARK}" in ended.run.output
    for sign in ("Traceback", "INTERNALERROR"):
        assert sign not in ended.run.output


def test_no_worker_is_left(ended: Ended) -> None:
    deadline = time.monotonic() + 60
    while any(map(alive, ended.workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert [each for each in ended.workers if alive(each)] == []


def test_every_report_says_that_it_is_incomplete(ended: Ended) -> None:
    results = ended.run.results
    jsonschema.validate(results, results_schema())
    assert results["summary"]["complete"] is False
    assert MARK in results["summary"]["incomplete"]
    assert not ended.run.run.complete
    assert len(ended.run.run.measurements) == 2
    folder = ended.run.folder
    assert "Incomplete run" in (folder / "report.md").read_text(encoding="utf-8")
    assert "Incomplete run" in (folder / "dashboard.html").read_text(encoding="utf-8")
    assert "INCOMPLETE" in (folder / "report.html").read_text(encoding="utf-8")
    badge = json.loads((folder / "badge.json").read_text(encoding="utf-8"))
    assert badge["message"].startswith("incomplete")
    assert badge["color"] == "lightgrey"
    assert not [path for path in folder.iterdir() if path.name.startswith(".")]


def test_interrupted_run_writes_no_baseline(ended: Ended) -> None:
    assert not (ended.run.results_dir.parent / "baseline.json").exists()
    assert "was not written: the run did not finish." in ended.run.output


def test_interrupted_run_is_refused_as_baseline(
    run_pytest: Evaluate, incomplete_file: Path
) -> None:
    run = run_pytest("-m", "lint_data", f"--baseline={incomplete_file}")
    assert run.exit_code == 4
    told = f"ERROR: --baseline={incomplete_file} is from a run that did not finish. Give the"
    assert run.output.strip().startswith(told)
    assert len(run.output.strip().splitlines()) == 1


@pytest.fixture
def incomplete_file(tmp_path: Path) -> Path:
    """Results of an incomplete run."""
    from kasauti.reports.files.results_json import results_json
    from tests.support.built_measurements import answered
    from tests.support.dashboard_runs import run_of

    path = tmp_path / "evaluation_results.json"
    run = run_of(answered("multiblimp/word_order", "++-"), complete=False)
    path.write_text(results_json(run), encoding="utf-8")
    return path
