"""The reports of a run. A new one is a module with a function, and a line here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from kasauti.fixtures.suites.quiz.report_files import quiz_json, quiz_markdown
from kasauti.records import Run
from kasauti.reports.files.badge import badge
from kasauti.reports.files.results_json import results_pieces
from kasauti.reports.files.run_markdown import run_markdown
from kasauti.reports.files.summary_csv import summary_csv
from kasauti.reports.files.writing import not_written, write_text_whole
from kasauti.reports.pages.dashboard import dashboard


@dataclass(frozen=True, slots=True)
class Report:
    """A file that is written about one model's run.

    file: its name; `{timestamp}` is the run's.
    render: the text of the file, whole or in pieces; None where there is nothing to write.
    announced: whether the terminal names the file.
    """

    file: str
    render: Callable[[Run], str | Iterable[str] | None]
    announced: bool = True

    def name(self, run: Run) -> str:
        return self.file.replace("{timestamp}", run.date[:19].replace(":", "-"))


REPORTS: tuple[Report, ...] = (
    Report("dashboard.html", dashboard),
    Report("report.md", run_markdown),
    Report("eval_{timestamp}.md", quiz_markdown),
    Report("eval_{timestamp}.json", quiz_json),
    Report("evaluation_results.json", results_pieces),
    Report("evaluation_summary.csv", summary_csv, announced=False),
    Report("badge.json", badge, announced=False),
)


@dataclass(slots=True)
class Written:
    """The files that the terminal should name, and a sentence for each that was not written."""

    files: list[Path] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def write(
        self,
        path: Path,
        render: Callable[[], str | Iterable[str] | None],
        *,
        announced: bool = True,
    ) -> None:
        """Write one report; whatever is wrong with it must not lose the others."""
        try:
            text = render()
            if text is not None:
                write_text_whole(path, text)
                self.files += [path] if announced else []
        except Exception as error:
            self.problems.append(not_written(path, error))


def write_reports(folder: Path, run: Run) -> Written:
    """Write every report of a run."""
    written = Written()
    for report in REPORTS:
        path = folder / report.name(run)
        written.write(path, partial(report.render, run), announced=report.announced)
    return written
