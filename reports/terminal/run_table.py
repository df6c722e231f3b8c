"""The table at the end of a run, and what its overall scores suggest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kasauti.analysis.totals import OVER_ALL
from kasauti.records import Measurement, Run, SuiteResult, Total
from kasauti.records.serialization.files import INCOMPLETE
from kasauti.reports.terminal.case_table import suite_table, wrapped_table
from kasauti.reports.terminal.change_table import change_lines
from kasauti.reports.terminal.language_table import (
    are_mixed,
    folds_by_language,
    language_rows,
    language_text,
)
from kasauti.reports.terminal.layer_table import layer_table
from kasauti.reports.terminal.text import (
    counted,
    interval_text,
    judged_text,
    shortened,
    threshold_text,
)
from kasauti.reports.terminal.verdict import headline, run_verdict, shortfalls

HEADER = (
    *("suite", "case", "language", "score", "95 % interval"),
    *("n", "threshold", "band", "verdict"),
)
MOST_NOTES = 40  # lines; the others are in report.md

Row = tuple[tuple[str, ...], str]  # the cells, and the verdict that they show


def run_lines(run: Run, of_suites: Iterable[tuple[str, str]] = ()) -> Iterator[tuple[str, str]]:
    """Yield the table, the lines that only its suites have, and the verdict on the whole."""
    yield from table(run)
    yield from of_suites
    yield from overall_lines(run)


def table(run: Run) -> Iterator[tuple[str, str]]:
    """The lines of the table, each with the verdict it shows (empty where it shows none)."""
    if not run.complete:
        yield f"INCOMPLETE. {INCOMPLETE}", "failed"
        yield "", ""
    absent = {"suite"} if are_mixed(run.measurements) else {"suite", "language"}
    for suite, rows in _by_suite(run).items():
        named = [(dict(zip(HEADER, row, strict=True)), shown) for row, shown in rows]
        kept = [
            ({name: cell for name, cell in row.items() if name not in absent}, shown)
            for row, shown in named
        ]
        yield from suite_table(suite, kept)
    yield from change_lines(run)
    yield from _layer_lines(run)
    for line in _language_lines(run):
        yield line, ""
    notes = list(_notes(run))
    for note in notes[:MOST_NOTES]:
        yield note, ""
    if more := notes[MOST_NOTES:]:
        yield f"{counted(len(more), 'more note')} in report.md.", ""
    if run.work.computed or run.work.stored:
        computed = counted(run.work.computed, "sequence")
        yield f"{computed} computed, {shortened(run.work.stored)} from the store.", ""
    if server := run.model_config.get("server"):
        yield f"The model ran on {server}: {run.model_config.get('device', 'remote')}.", ""


def _by_suite(run: Run) -> dict[str, list[Row]]:
    """The rows of each suite that has any."""
    rows = {name: list(_rows(run, name)) for name in run.by_suite()}
    return {name: found for name, found in rows.items() if found}


def _rows(run: Run, name: str) -> Iterator[Row]:
    """A row per case, then the totals; per language in a suite of very many of them."""
    measurements = [each for each in run.by_suite()[name] if each.change is None]
    folded = folds_by_language(measurements)
    if folded:
        yield from language_rows(name, measurements)
        measurements = [each for each in measurements if not each.is_by_language]
    for measurement in measurements:
        yield case_row(measurement), measurement.verdict
    for row in total_rows(run.suite(name), folded=folded):
        yield row, ""


def _language_lines(run: Run) -> Iterator[str]:
    """What one language all cases are in, and which cases are not in the table."""
    found = {each.language for each in run.measurements} - {None}
    if len(found) == 1:
        yield f"Language: {language_text(found.pop())}."
    for name, measurements in run.by_suite().items():
        if folds_by_language(measurements):
            cases = sum(each.is_by_language for each in measurements)
            yield (
                f"{name}: {cases} cases are shown by language. Each is in dashboard.html, "
                "report.md and evaluation_summary.csv."
            )


def _notes(run: Run) -> Iterator[str]:
    for measurement in run.measurements:
        if measurement.verdict == "shown":
            yield f"{measurement.case}: shown, not judged. {measurement.why_shown}"
        yield from measurement.notes


def _layer_lines(run: Run) -> Iterator[tuple[str, str]]:
    """Probed cases beside their baselines, under the table; nothing without any."""
    header, rows = layer_table(run.measurements)
    if not rows:
        return
    for line in wrapped_table(header, rows):
        yield line, ""
    yield "", ""


def overall_lines(run: Run) -> Iterator[tuple[str, str]]:
    """The overall scores, the diagnosis, and last the verdict in a sentence."""
    scores = [each.overall for each in run.suites if each.overall]
    if scores:
        shown = [
            f"{score.name} {score.value:.3f}{f' ({score.band})' if score.band else ''}"
            for score in scores
        ]
        yield f"Overall: {', '.join(shown)}.", ""
    for finding in run.diagnosis:
        yield finding, ""
    yield f"{headline(run)} {shortfalls(run)}".strip(), run_verdict(run)


def case_row(measurement: Measurement) -> tuple[str, ...]:
    """A case as it stands under HEADER."""
    figure = measurement.headline
    return (
        measurement.case.suite,
        measurement.case.name,
        language_text(measurement.language),
        f"{figure.value:.3f}",
        interval_text(figure.interval),
        figure.sample,
        threshold_text(figure.threshold),
        figure.band or "",
        judged_text(measurement.verdict, borderline=measurement.borderline),
    )


def total_rows(suite: SuiteResult, *, folded: bool = False) -> Iterator[tuple[str, ...]]:
    """What the cases of a suite give together, under HEADER; without those of each file."""
    for total in suite.totals:
        if folded and "/" in total.name and not total.name.startswith(OVER_ALL):
            continue
        for value in list(total.figures.values())[:1]:
            yield (
                suite.suite,
                total.name,
                "",
                f"{value:.3f}",
                interval_text(total.interval),
                str(total.n),
                "",
                band_of(total, suite),
                "",
            )


def band_of(total: Total, suite: SuiteResult) -> str:
    """The band of the total that is the suite's overall score, and not that of a user's file."""
    return (suite.overall.band or "") if suite.overall and "/" not in total.name else ""
