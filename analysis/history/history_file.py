"""history.jsonl: one line per run in the results folder, appended as runs finish."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from kasauti.analysis.history.past_runs import PastRun, history_line, past_run, read_history_line
from kasauti.inputs.errors import KasautiError, RecordError
from kasauti.inputs.files import LONGEST_LINE
from kasauti.inputs.formats import parse_json
from kasauti.inputs.rows import json_content, read_text
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
    """The runs of a history file; a damaged line is named and left out."""
    runs, problems = [], []
    text = read_text(path)
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
            content = json_content(path, longest_text=None)
            found.append(past_run(read_run(content), results=results))
        except RecordError as error:
            problems.append(f"{path} is left out: {error}.")
        except KasautiError as error:
            problems.append(str(error))
    return History(tuple(sorted(found, key=lambda run: run.date)), tuple(problems))


def _relative(path: Path, folder: Path) -> str:
    return os.path.relpath(path, folder).replace(os.sep, "/")
