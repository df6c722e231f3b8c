"""What GitHub Actions shows of a run: a step summary, and an annotation for each failed case."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from kasauti.records import Measurement, Unmeasured
from kasauti.records.visible import on_one_line

# GitHub refuses a step's summary of more than 1 MiB altogether.
MOST_BYTES = 1024 * 1024 - 1024
LONGEST_MESSAGE = 2000
CUT = "\n\n(Truncated; the rest is in the files of the run.)\n"


def error_commands(
    measurements: Iterable[Measurement], unmeasured: Iterable[Unmeasured]
) -> Iterator[str]:
    """One workflow command for each failed case and for each test that failed unmeasured."""
    for measurement in measurements:
        if not measurement.passed:
            title = f"{measurement.case} {measurement.model}".rstrip()
            yield _error(title, " ".join(measurement.why_red))
    for test in unmeasured:
        if test.outcome == "failed":
            yield _error(test.test, test.reason)


def append_summary(reports: Iterable[Path]) -> str:
    """Append to the step's summary where there is one; returns the error, if any."""
    name = os.environ.get("GITHUB_STEP_SUMMARY")
    if not name:
        return ""
    try:
        # A report that could not be written has a sentence of its own.
        text = "\n".join(path.read_text(encoding="utf-8") for path in reports if path.is_file())
        with Path(name).open("ab") as file:
            file.write(cut(text, MOST_BYTES - file.tell()))
    except OSError as error:
        return f"GITHUB_STEP_SUMMARY={name} cannot be written to ({error.strerror})."
    return ""


def runs_here() -> bool:
    """Whether this is a run of GitHub Actions, which reads commands from the output."""
    return bool(os.environ.get("GITHUB_ACTIONS"))


def cut(text: str, most: int) -> bytes:
    """The text in at most so many bytes, cut between lines."""
    encoded = text.encode("utf-8")
    if len(encoded) <= most:
        return encoded
    note = CUT.encode("utf-8")
    kept = encoded[: max(0, most - len(note))].rpartition(b"\n")[0]
    return kept + note if most >= len(note) else b""


def _error(title: str, message: str) -> str:
    title, message = on_one_line(title), on_one_line(message, longest=LONGEST_MESSAGE)
    return f"::error title={_property(title)}::{_data(message)}"


def _data(text: str) -> str:
    """What a command may say: GitHub decodes these three."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
