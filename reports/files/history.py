"""history.jsonl: one line per run in the results folder, appended as runs finish."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from kasauti.analysis.history import PastRun, history_line, past_run, read_history_line
from kasauti.inputs.errors import KasautiError, RecordError
from kasauti.inputs.files import LONGEST_LINE, decoded, read_bytes
from kasauti.inputs.formats import parse_json
from kasauti.records import Run
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
    if _ends_within_a_line(path):
        text = f"\n{text}"  # a run was killed while it wrote; its line stays by itself
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
    try:
        os.write(descriptor, text.encode("utf-8", "backslashreplace"))
    finally:
        os.close(descriptor)


def read_history(path: Path) -> History:
    """The runs of a history file; a damaged line is named and left out."""
    runs, problems = [], []
    text = decoded(path, read_bytes(path))
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        if len(line) > LONGEST_LINE:
            problems.append(f"{path}, line {number} is too long for a run and is left out.")
            continue
        try:
            runs.append(read_history_line(parse_json(path, line)))
        except RecordError as error:
            problems.append(f"{path}, line {number} is left out: {error}.")
        except KasautiError:
            problems.append(f"{path}, line {number} is not JSON and is left out.")
    return History(tuple(sorted(runs, key=lambda run: run.date)), tuple(problems))


def runs_below(folder: Path, known: Iterable[str]) -> History:
    """The runs whose results lie below a folder and are not yet known by their paths."""
    found, problems = [], []
    skipped = set(known)
    for path in sorted(folder.rglob(RESULTS)):
        results = _relative(path, folder)
        if results in skipped:
            continue
        try:
            content = parse_json(path, decoded(path, read_bytes(path)))
            found.append(past_run(read_run(content), results=results))
        except RecordError as error:
            problems.append(f"{path} is left out: {error}.")
        except KasautiError as error:
            problems.append(str(error))
    return History(tuple(sorted(found, key=lambda run: run.date)), tuple(problems))


def _relative(path: Path, folder: Path) -> str:
    return os.path.relpath(path, folder).replace(os.sep, "/")


def _ends_within_a_line(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            file.seek(-1, os.SEEK_END)
            return file.read(1) != b"\n"
    except OSError:  # there is no file yet, or it is empty
        return False
