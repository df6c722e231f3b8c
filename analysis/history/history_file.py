"""history.jsonl: one line per run in the results folder, appended as runs finish."""

from __future__ import annotations

import errno
import math
import os
import stat
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kasauti.analysis.comparison import ALPHA
from kasauti.analysis.history.past_runs import (
    PastRun,
    history_line,
    past_run,
    read_history_line,
    training_of,
)
from kasauti.inputs.errors import KasautiError, RecordError
from kasauti.inputs.files import LONGEST_LINE, decode, is_file
from kasauti.inputs.formats import parse_json
from kasauti.inputs.rows import json_content, undecoded_lines
from kasauti.records import CaseId, Run
from kasauti.records.serialization.files import read_run

FILE = "history.jsonl"
RESULTS = "evaluation_results.json"


@dataclass(frozen=True, slots=True)
class History:
    """The runs of a history, oldest first, and a sentence for each line that cannot be read."""

    runs: tuple[PastRun, ...]
    problems: tuple[str, ...] = ()


def append_run(folder: Path, run: Run, *, results: Path) -> None:
    """Add a run to the history of a results folder."""
    append_lines(folder / FILE, [history_line(past_run(run, results=_relative(results, folder)))])


def append_lines(path: Path, lines: Iterable[str]) -> None:
    """Append whole lines in one write: two runs that end at once do not mix theirs."""
    text = "".join(f"{line}\n" for line in lines)
    # No link into a file of others, and no pipe, which would wait for a reader.
    kinds = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | kinds, 0o666)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file", str(path))
        if status.st_size and os.lseek(descriptor, -1, os.SEEK_END) >= 0:
            # A run may have been killed while it wrote; its line stays by itself.
            text = text if os.read(descriptor, 1) == b"\n" else f"\n{text}"
        os.write(descriptor, text.encode("utf-8", "backslashreplace"))
    finally:
        os.close(descriptor)


def read_history(path: Path) -> History:
    """The runs of a history file; damaged lines are left out and named, once for each reason."""
    runs: list[PastRun] = []
    left_out: dict[str, list[int]] = {}  # numbers of lines by the reason
    for number, line in undecoded_lines(path):
        if not line.strip():
            continue
        reason = ""
        try:
            text = decode(path, line)
            if len(text) > LONGEST_LINE:
                raise RecordError("too long for a run")
            runs.append(read_history_line(parse_json(path, text)))
        except RecordError as error:
            reason = str(error)
        except KasautiError:
            reason = "not JSON"
        if reason:
            left_out.setdefault(reason, []).append(number)
    problems = (
        f"{path}, {_lines_text(lines)} left out: {reason}." for reason, lines in left_out.items()
    )
    return History(tuple(sorted(runs, key=lambda run: run.date)), tuple(problems))


def _lines_text(numbers: Sequence[int]) -> str:
    """Name lines with their verb: line 3 is, lines 3 and 5 are, 40 lines from line 3 on are."""
    if len(numbers) == 1:
        return f"line {numbers[0]} is"
    if len(numbers) == 2:
        return f"lines {numbers[0]} and {numbers[1]} are"
    return f"{len(numbers)} lines from line {numbers[0]} on are"


def failed_before(path: Path, case: CaseId, settings: Mapping[str, str]) -> int | None:
    """Return how many other models of a training failed a case on the same data, or None.

    settings: those of the model that is measured now, with the data; None without a history.
    """
    if not is_file(path):
        return None
    failed = set()
    for run in read_history(path).runs:
        past = run.cases.get(case)
        known = {**run.settings, **past.settings} if past else {}
        same = known.get("data") == settings["data"] and training_of(
            known.get("model", "")
        ) == training_of(settings["model"])
        trained = (known.get("weights"), known.get("adapter"))
        now = (settings.get("weights"), settings.get("adapter"))
        red = past is not None and (past.red or past.verdict == "failed")
        if red and same and trained != now:
            failed.add(trained)
    return len(failed)


def levels_spent(path: Path) -> list[float]:
    """Return the levels of the gates in a history that were part of an error budget."""
    history = read_history(path) if is_file(path) else History(())
    for problem in history.problems:
        raise KasautiError(
            f"{problem} What its gates spent of the error budget is not known. Use another "
            "--results-dir, or leave out --error-budget."
        )
    return [run.gate.alpha for run in history.runs if run.gate and run.gate.alpha < ALPHA]


def next_level(spent: Sequence[float], *, runs: int) -> float:
    """Return the level of the next gate: ALPHA N / ((N + t - 1) (N + t)) in the run t.

    All levels together are at most ALPHA however many runs there are, and half of it in the first
    N `runs` (alpha spending). Levels do not depend on outcomes, so that runs may depend on each
    other in any way.

    >>> next_level([], runs=9), next_level([0.005], runs=9)
    (0.005, 0.004090909090909091)
    """
    left = ALPHA - math.fsum(spent)
    if left <= 0:
        raise KasautiError(
            f"The gates of this history have spent the whole error budget of {ALPHA}. Use another "
            "--results-dir, or leave out --error-budget."
        )
    return left / (runs + len(spent) + 1)


def runs_below(folder: Path, known: Iterable[str]) -> History:
    """The runs whose results lie below a folder and are not yet known by their paths."""
    found, problems = [], []
    skipped = set(known)
    for path in sorted(folder.rglob(RESULTS)):
        results = _relative(path, folder)
        if results in skipped:
            continue
        try:
            content = json_content(path, longest_text=None)
            found.append(past_run(read_run(content), results=results))
        except RecordError as error:
            problems.append(f"{path} is left out: {error}.")
        except KasautiError as error:
            problems.append(str(error))
    return History(tuple(sorted(found, key=lambda run: run.date)), tuple(problems))


def _relative(path: Path, folder: Path) -> str:
    return os.path.relpath(path, folder).replace(os.sep, "/")
