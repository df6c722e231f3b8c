"""The report of a run: gathers the measurements, writes the files, ends with a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from itertools import count
from pathlib import Path
from urllib.parse import quote

import pytest

from kasauti.records import Measurement, Run, Unmeasured
from kasauti.records.visible import on_one_line
from kasauti.reports.comparison import models_page
from kasauti.reports.completeness import TALLY, finished
from kasauti.reports.files import failure
from kasauti.reports.finished_models import FinishedModels
from kasauti.reports.github import append_summary, runs_here, workflow_commands
from kasauti.reports.history import RESULTS, append_run
from kasauti.reports.measured import measurement_of
from kasauti.reports.model_comparison import by_model, comparison_json, comparison_table
from kasauti.reports.quiz_markdown import quiz_lines
from kasauti.reports.registry import Written, write_reports
from kasauti.reports.run_markdown import comparison_markdown
from kasauti.reports.table import overall_lines, table
from kasauti.reports.unmeasured import unmeasured

BuildRun = Callable[[Sequence[Measurement], Sequence[Unmeasured]], Run]

LONGEST = 1000  # characters of a line
HTML = "report.html"  # of pytest-html
# With these exit codes and no measurement there is nothing that a report could tell.
NOTHING_DONE = (
    pytest.ExitCode.USAGE_ERROR,
    pytest.ExitCode.INTERRUPTED,
    pytest.ExitCode.NO_TESTS_COLLECTED,
)
COLOURS = {"failed": "red", "inconclusive": "yellow", "passed": "green", "shown": "cyan"}


def new_folder(parent: Path) -> Path:
    """Make the folder of this run, evaluation_{timestamp}; no other run gets the same."""
    parent.mkdir(parents=True, exist_ok=True)
    stamp = datetime.now().astimezone().strftime("evaluation_%Y%m%d_%H%M%S")
    for number in count(1):
        folder = parent / (stamp if number == 1 else f"{stamp}_{number}")
        with suppress(FileExistsError):
            folder.mkdir()
            break
    return folder


class RunReport:
    """Registered for evaluation runs only, and never in a pytest-xdist worker.

    `build_run` makes a run of one model's measurements and of the tests that measured nothing.
    """

    _session: pytest.Session

    def __init__(self, folder: Path, build_run: BuildRun) -> None:
        self.folder = folder
        self._build_run = build_run
        self._measured: list[tuple[int, Measurement]] = []  # with their place in the run
        self._unmeasured: list[tuple[str, Unmeasured]] = []  # with the label of their model
        self._models = FinishedModels()
        self._runs: dict[str, Run] = {}  # by the label of the model; one model has none
        self._reported: set[str] = set()  # the labels whose reports are written
        self._written = Written()
        self._warning = ""  # why GitHub's summary was not written

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        self._session = session

    @pytest.hookimpl(trylast=True)  # after the outcome is shown
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if measurement := measurement_of(report):
            self._measured.append((report.measurement_order, measurement))
        elif missed := unmeasured(report):
            self._unmeasured.append((getattr(report, "model", ""), missed))
        self._models.hear(report)
        if report.when == "teardown":
            self._report_finished_models()

    def pytest_report_teststatus(
        self, report: pytest.TestReport
    ) -> tuple[str, str, tuple[str, dict[str, bool]]] | None:
        measurement = measurement_of(report)
        verdict = measurement and measurement.verdict
        if verdict == "inconclusive" and report.failed:
            return "inconclusive", "?", ("INCONCLUSIVE", {"yellow": True})
        if verdict == "shown" and report.skipped:
            return "shown", "o", ("SHOWN", {"cyan": True})
        if hasattr(report, "model_failed"):
            return "error", "E", ("ERROR", {"red": True})
        return None

    # Before pytest-xdist waits for its workers, and before reports of others, which may fail.
    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if not self._measured:
            return
        complete = finished(session)
        if complaint := session.config.stash[TALLY].complaint():
            self._unmeasured.append(("", Unmeasured("the run", "failed", complaint)))
        for label, measurements in by_model(self._ordered()).items():
            run = self._runs.pop(label, None)  # put back in the order of the models
            if run is None or label not in self._reported:
                whole = complete or self._models.is_finished(label)
                run = replace(self._built(label, measurements), complete=whole)
            self._runs[label] = run
        for label in self._runs:
            if label not in self._reported:
                self._report(label)
        self._write_what_concerns_all()

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if runs_here():
            tests = [each for _, each in self._unmeasured]
            for line in workflow_commands(self._ordered(), tests):
                terminalreporter.write_line(line)
        if not self._runs:
            return
        # pytest shows the text of failures only, and these have an outcome of their own.
        for report in terminalreporter.stats.get("inconclusive", []):
            terminalreporter.section(report.head_line or report.nodeid, "_", yellow=True)
            terminalreporter.write_line(report.longreprtext)
        terminalreporter.section("evaluation")
        for label, run in self._runs.items():
            if label:
                terminalreporter.section(on_one_line(label), "-")
            with self._told("The table could not be shown"):
                _show(terminalreporter, run)
        if len(self._runs) > 1:
            terminalreporter.section("comparison of the models", "-")
            with self._told("The comparison could not be shown"):
                for line in comparison_table(self._runs):
                    terminalreporter.write_line(on_one_line(line, longest=LONGEST))
        for label, reason in self._without_measurement().items():
            told = on_one_line(f"{label} was not measured: {reason}", longest=LONGEST)
            terminalreporter.write_line(told, red=True)
        self._name_files(terminalreporter)

    def pytest_unconfigure(self) -> None:
        """A run that was refused, or ended before it measured anything, leaves nothing behind."""
        status = getattr(getattr(self, "_session", None), "exitstatus", None)
        if not self._measured and status in NOTHING_DONE:
            with suppress(OSError):
                (self.folder / HTML).unlink(missing_ok=True)
        for folder in (self.folder, self.folder.parent):
            with suppress(OSError):  # where something is in it
                folder.rmdir()

    def _ordered(self) -> list[Measurement]:
        """Under pytest-xdist outcomes arrive in any order; a report has one."""
        return [each for _, each in sorted(self._measured, key=lambda each: each[0])]

    def _built(self, label: str, measurements: Sequence[Measurement]) -> Run:
        """The run with its totals; without them where a suite cannot compute its own."""
        tests = [each for model, each in self._unmeasured if model in ("", label)]
        with self._told("The totals could not be computed"):
            return self._build_run(measurements, tests)
        date = datetime.now().astimezone().isoformat(timespec="seconds")
        return Run(date=date, measurements=tuple(measurements), unmeasured=tuple(tests))

    def _without_measurement(self) -> dict[str, str]:
        """Why models that were asked for have no report, by their labels."""
        found: dict[str, str] = {}
        for label, test in self._unmeasured:
            if label and label not in self._runs and test.outcome == "failed":
                found.setdefault(label, test.reason)
        return found

    def _report_finished_models(self) -> None:
        """With several models, the reports of one do not wait for the next."""
        new = [label for label in self._models.finished() if label not in self._reported]
        measured = by_model(self._ordered()) if new else {}
        for label in new:
            if label in measured:
                self._runs[label] = self._built(label, measured[label])
                self._report(label)
            else:  # the model could not be run
                self._reported.add(label)

    def _report(self, label: str) -> None:
        """Write the reports of one model; an interruption leaves them to the end of the run."""
        run, folder = self._runs[label], self.folder / label
        with suppress(OSError):  # each file that is missing for it has a sentence
            folder.mkdir(parents=True, exist_ok=True)
        written = write_reports(folder, run)
        self._reported.add(label)
        self._written.files += written.files
        self._written.problems += written.problems
        config = self._session.config
        with self._told("The run was not added to the history"):
            append_run(self.folder.parent, run, results=folder / RESULTS)
        with self._told("pytest_kasauti_finished failed"):
            config.hook.pytest_kasauti_finished(run=run)
        terminal = config.pluginmanager.getplugin("terminalreporter")
        if label and terminal:
            terminal.ensure_newline()
            terminal.write_line(on_one_line(f"{label} is done: {folder}", longest=None))

    def _write_what_concerns_all(self) -> None:
        summaries = [self.folder / label / "report.md" for label in self._runs]
        if len(self._runs) > 1:
            compared = self.folder / "comparison.md"
            self._written.write(
                self.folder / "comparison.json", partial(comparison_json, self._runs)
            )
            self._written.write(compared, partial(comparison_markdown, self._runs))
            self._written.write(
                self.folder / "comparison.html", partial(_comparison_page, self._runs)
            )
            summaries.append(compared)
        self._warning = append_summary(summaries)
        self._turn_red()

    def _name_files(self, terminalreporter: pytest.TerminalReporter) -> None:
        html = self.folder / "report.html"
        paths = [*([html] if html.is_file() else []), *self._written.files]
        for index, path in enumerate(paths):
            message = f"{' ' * 8 if index else 'Report: '}{path}"
            terminalreporter.write_line(on_one_line(message, longest=None))
        for problem in self._written.problems:
            terminalreporter.write_line(on_one_line(problem, longest=LONGEST), red=True)
        if self._warning:
            terminalreporter.write_line(on_one_line(self._warning), yellow=True)

    @contextmanager
    def _told(self, what: str) -> Iterator[None]:
        """An error in one part of the reports is shown, and does not lose the others."""
        try:
            yield
        except Exception as error:
            self._written.problems.append(f"{what} ({failure(error)})")
            self._turn_red()

    def _turn_red(self) -> None:
        """What could not be written or shown must not look green."""
        if self._written.problems and self._session.exitstatus == pytest.ExitCode.OK:
            self._session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _comparison_page(runs: Mapping[str, Run]) -> str:
    """All models on one page, each with the way to its own."""
    return models_page(runs, pages={label: f"{quote(label)}/dashboard.html" for label in runs})


def _show(terminal: pytest.TerminalReporter, run: Run) -> None:
    """The table of one model, and what its figures suggest."""
    for line, verdict in (*table(run), *quiz_lines(run), *overall_lines(run)):
        message = on_one_line(line, longest=LONGEST)
        terminal.write_line(message, **({COLOURS[verdict]: True} if verdict else {}))
