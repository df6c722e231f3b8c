"""A run on GitHub: a step summary, annotations of cases not passed, and badge.json."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

from kasauti.records import Measurement, Run, Unmeasured
from kasauti.reports.wording.text import count_text
from kasauti.reports.wording.verdict import (
    folder_of_thresholds,
    judged_text,
    run_verdict,
    verdict_counts,
)
from kasauti.text.visible import on_one_line

# GitHub refuses a step's summary of more than 1 MiB altogether.
MOST_BYTES = 1024 * 1024 - 1024
LONGEST_MESSAGE = 2000
BADGE_COLOURS = {
    "passed": "brightgreen",
    "too close to call": "yellow",
    "undecided": "yellow",
    "failed": "red",
    "shown": "lightgrey",
}
CUT = "\n\n(Truncated; the rest is in the files of the run.)\n"


def workflow_commands(
    measurements: Iterable[Measurement], unmeasured: Iterable[Unmeasured]
) -> Iterator[str]:
    """An error for each failed case and each test that failed unmeasured.

    A case that no threshold applies to is a notice.
    """
    for measurement in measurements:
        title = f"{measurement.case} {measurement.model}".rstrip()
        if measurement.red:
            yield _command("error", title, " ".join(measurement.why_red))
        elif measurement.verdict == "shown":
            yield _command("notice", title, f"shown, not judged: {measurement.why_shown}")
    for test in unmeasured:
        if test.outcome != "skipped":
            yield _command("error", test.case or test.test, test.reason)


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
    """Return True in GitHub Actions, which reads commands from the output."""
    return bool(os.environ.get("GITHUB_ACTIONS"))


def cut(text: str, most: int) -> bytes:
    """The text in at most so many bytes, cut between lines."""
    encoded = text.encode("utf-8")
    if len(encoded) <= most:
        return encoded
    note = CUT.encode("utf-8")
    kept = encoded[: max(0, most - len(note))].rpartition(b"\n")[0]
    return kept + note if most >= len(note) else b""


def badge(run: Run) -> str:
    """Return the verdict as the endpoint badge of shields.io: grey if unfinished or not judged."""
    counts = verdict_counts(run)
    parts = [judged_text(run) or ("" if counts["shown"] else "nothing measured")]
    parts += [f"{counts['shown']} shown"] if counts["shown"] else []
    parts += [count_text(len(run.errors), "error")] if run.errors else []
    folder = folder_of_thresholds(run)
    parts += [f"own thresholds ({on_one_line(folder)})"] if folder else []
    message = ", ".join(filter(None, parts))
    content = {
        "schemaVersion": 1,
        "label": "kasauti",
        "message": message if run.complete else f"incomplete, {message}",
        "color": BADGE_COLOURS[run_verdict(run)] if run.complete else "lightgrey",
    }
    return json.dumps(content) + "\n"


def _command(level: Literal["error", "notice"], title: str, message: str) -> str:
    name = _data(on_one_line(title)).replace(":", "%3A").replace(",", "%2C")
    return f"::{level} title={name}::{_data(on_one_line(message, longest=LONGEST_MESSAGE))}"


def _data(text: str) -> str:
    """Escape the text of a command as GitHub decodes it."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
