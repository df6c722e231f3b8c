"""The reports of a run. A new one is a module with a function, and a line here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kasauti.records import Run
from kasauti.reports.badge import badge
from kasauti.reports.dashboard import dashboard
from kasauti.reports.files import write_file
from kasauti.reports.quiz_markdown import quiz_markdown
from kasauti.reports.results_json import results_json
from kasauti.reports.run_markdown import run_markdown
from kasauti.reports.summary_csv import summary_csv


@dataclass(frozen=True, slots=True)
class Report:
    """A file that is written about one model's run.

    render: the text of the file; None where there is nothing to write.
    announced: whether the terminal names the file.
    """

    file: str
    render: Callable[[Run], str | None]
    announced: bool = True


REPORTS: tuple[Report, ...] = (
    Report("dashboard.html", dashboard),
    Report("report.md", run_markdown),
    Report("quiz_report.md", quiz_markdown),
    Report("evaluation_results.json", results_json),
    Report("evaluation_summary.csv", summary_csv, announced=False),
    Report("badge.json", badge, announced=False),
)


def write_reports(folder: Path, run: Run) -> list[Path]:
    """Write every report of a run; returns the files that the terminal should name."""
    written = []
    for report in REPORTS:
        text = report.render(run)
        if text is not None:
            write_file(folder / report.file, text)
            written += [folder / report.file] if report.announced else []
    return written
