"""The table at the end of a run, and what its overall scores suggest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from kasauti.analysis.by_language import language_table
from kasauti.records import Change, Measurement, Run
from kasauti.records.serialization.files import INCOMPLETE
from kasauti.records.thresholds import WORST_FIRST
from kasauti.reports.terminal.case_table import suite_table
from kasauti.reports.terminal.table import WIDTH, table_lines
from kasauti.reports.wording.languages import are_mixed, language_text
from kasauti.reports.wording.rows import (
    HEADER,
    baseline_of,
    by_drop,
    case_row,
    change_verdict,
    layer_average,
    layer_profile,
    layer_table,
    regressions,
    total_rows,
)
from kasauti.reports.wording.text import count_text, interval_text, number_text, p_value
from kasauti.reports.wording.verdict import headline, left_to_decide, run_verdict, shortfalls

MOST_NOTES = 40  # lines; the others are in report.md
# So many cases in several languages are too many rows for a terminal.
MOST_CASES = 100
CHANGES = ("case", "before", "now", "change", "p (Holm)", "flips", "verdict")
CLUSTERED = (
    "Intervals are for other templates, frames or passages too; those for other items of the same "
    "ones, and effective sample sizes, are in report.md."
)

Row = tuple[tuple[str, ...], str]  # the cells, and the verdict that they show
Line = tuple[str, str]  # likewise


def run_lines(
    run: Run, of_suites: Iterable[tuple[str, str]] = (), *, width: int = WIDTH
) -> tuple[list[Line], list[Line]]:
    """Return the table with what belongs to it, and the lines that end the output."""
    return [*table(run, width=width), *of_suites, *overall_lines(run)], [*verdict_lines(run)]


def table(run: Run, *, width: int = WIDTH) -> Iterator[tuple[str, str]]:
    """The lines of the table, each with the verdict it shows (empty where it shows none)."""
    if not run.complete:
        yield f"INCOMPLETE. {INCOMPLETE}", "failed"
        yield "", ""
    absent = {"suite"} if are_mixed(run.measurements) else {"suite", "language"}
    for suite in run.by_suite():
        rows = [(zip(HEADER, row, strict=True), shown) for row, shown in _rows(run, suite)]
        kept = [
            ({name: cell for name, cell in row if name not in absent}, shown) for row, shown in rows
        ]
        if kept:
            yield from suite_table(suite, kept, width=width)
    if any(each.headline.clusters for each in run.measurements):
        yield CLUSTERED, ""
    yield from change_lines(run)
    yield from _layer_lines(run)
    for line in _language_lines(run):
        yield line, ""
    notes = list(_notes(run))
    for note in notes[:MOST_NOTES]:
        yield note, ""
    if more := notes[MOST_NOTES:]:
        yield f"{count_text(len(more), 'more note')} in report.md.", ""
    if run.work.computed or run.work.stored:
        computed = count_text(run.work.computed, "sequence")
        yield f"{computed} computed, {number_text(run.work.stored)} from the store.", ""
    if server := run.model_config.get("server"):
        yield f"The model ran on {server}: {run.model_config.get('device', 'remote')}.", ""


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
    """Yield the language that all cases share, and the suites that are folded by language."""
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
    """Yield each reason for which cases are not judged, once, then the cases' own notes."""
    shown = [each for each in run.measurements if each.verdict == "shown"]
    reasons = Counter(each.why_shown for each in shown)
    for reason, count in reasons.items():
        case = next(each.case for each in shown if each.why_shown == reason)
        whose = str(case) if count == 1 else count_text(count, "case")
        yield f"{whose}: shown, not judged. {reason}"
    for measurement in run.measurements:
        yield from measurement.notes


def _layer_lines(run: Run) -> Iterator[tuple[str, str]]:
    """Probed cases beside their baselines, under the table; nothing without any."""
    header, rows = layer_table(run.measurements, depths=False)
    if rows:
        head, lines = table_lines(header, rows, wrap_header=True)
        averages = [average for each in run.suites if (average := layer_average(each))]
        told = [layer_profile(run.measurements), *averages]
        yield from ((line, "") for line in (*head, *lines, *told, ""))


def overall_lines(run: Run) -> Iterator[tuple[str, str]]:
    scores = [each.overall for each in run.suites if each.overall]
    if scores:
        shown = [
            f"{score.name} {score.value:.3f}{f' ({score.band})' if score.band else ''}"
            for score in scores
        ]
        yield f"Overall: {', '.join(shown)}.", ""
    for finding in run.diagnosis:
        yield finding, ""


def verdict_lines(run: Run) -> Iterator[tuple[str, str]]:
    """Yield the verdict in a sentence, and what regressed."""
    if left := left_to_decide(run):
        yield left, "undecided"
    yield f"{headline(run)} {shortfalls(run)}".strip(), run_verdict(run)
    if compared := by_drop(run):
        yield regressions(run), "failed" if any(each.red for each, _ in compared) else ""


def folds_by_language(measurements: Sequence[Measurement]) -> bool:
    """Return True if the terminal shows a row per language instead of one per case."""
    counted_cases = [each for each in measurements if each.is_by_language]
    return len(counted_cases) > MOST_CASES and are_mixed(counted_cases)


def language_rows(
    suite: str, measurements: Sequence[Measurement]
) -> Iterator[tuple[tuple[str, ...], str]]:
    """A row per language for the terminal's table, with the verdict that it shows."""
    table = language_table(measurements)
    for row in table.rows if table else ():
        cases = [
            each for each in measurements if each.language == row.language and each.is_by_language
        ]
        verdicts = Counter(each.verdict for each in cases)
        judged = len(cases) - verdicts["shown"]
        yield (
            (
                suite,
                f"{language_text(row.language)}, {count_text(len(cases), 'case')}",
                "",
                f"{row.micro.accuracy:.3f}",
                interval_text(row.micro.interval),
                str(row.micro.total),
                "",
                "",
                f"{verdicts['passed']} of {judged} passed" if judged else "shown",
            ),
            next(each for each in WORST_FIRST if verdicts[each]),
        )


def change_lines(run: Run) -> Iterator[tuple[str, str]]:
    """Yield the lines of the table, each with its verdict; nothing without a baseline."""
    compared = by_drop(run)
    if not compared:
        return
    yield f"Compared with {baseline_of(run)}.", ""
    yield "", ""
    head, lines = table_lines(CHANGES, [_change_row(*each) for each in compared], left=(0, 6))
    yield from ((line, "") for line in head)
    suite = ""
    for (measurement, change), line in zip(compared, lines, strict=True):
        if change.compared.suite != suite:
            suite = change.compared.suite
            yield suite, ""
        yield line, measurement.verdict
    yield "", ""


def _change_row(measurement: Measurement, change: Change) -> tuple[str, ...]:
    return (
        f"  {change.compared.name}",
        f"{change.before:.3f}",
        f"{change.now:.3f}",
        f"{measurement.headline.value:+.3f}",
        p_value(change.p_holm),
        f"-{change.lost} +{change.won}",
        change_verdict(measurement),
    )
