"""Two finished runs side by side: before, now, change, its interval and p-value, and flips."""

from __future__ import annotations

from collections.abc import Iterator

from kasauti.analysis.case_record import records_of
from kasauti.analysis.comparison import ALPHA, Comparison, RunComparison, compare_runs
from kasauti.records import Run
from kasauti.reports.terminal.table import table_lines
from kasauti.reports.wording.text import CHANGES, count_text, minute, p_value

HEADER = ("case", "n", "before", "now", "change", "95 % interval", "p (Holm)", "flips")


def comparison_lines(before: Run, now: Run) -> Iterator[tuple[str, str]]:
    """Yield the lines of the table, each with `worse` or `better` if the change is significant."""
    found = compare_runs(records_of(before.measurements), records_of(now.measurements))
    yield f"before: {before.model}, {minute(before.date)}", ""
    yield f"now:    {now.model}, {minute(now.date)}", ""
    yield "", ""
    # All items of a suite at once come last in it.
    suites = list(dict.fromkeys(case.suite for case in found.comparisons))
    comparisons = sorted(found.comparisons.values(), key=lambda each: suites.index(each.case.suite))
    head, lines = table_lines(HEADER, [_row(each) for each in comparisons])
    yield from ((line, "") for line in head)
    suite = ""
    for comparison, line in zip(comparisons, lines, strict=True):
        if comparison.case.suite != suite:
            suite = comparison.case.suite
            yield suite, ""
        yield line, comparison.direction
    yield "", ""
    for sentence in found.not_compared:
        yield sentence, ""
    yield _summary(found), ""


def _row(comparison: Comparison) -> tuple[str, ...]:
    interval = comparison.interval
    mark = CHANGES.get(comparison.direction, "")
    return (
        f"  {comparison.case.name}",
        str(len(comparison.now.items)),
        f"{comparison.before.value:.3f}",
        f"{comparison.now.value:.3f}",
        f"{comparison.change:+.3f}",
        f"{interval.low:+.2f} to {interval.high:+.2f}" if interval else "unknown",
        f"{p_value(comparison.p_holm)}{mark}",
        f"-{len(comparison.lost)} +{len(comparison.won)}",
    )


def _summary(found: RunComparison) -> str:
    directions = [each.direction for each in found.comparisons.values()]
    return (
        f"{count_text(len(directions), 'case')} compared: {directions.count('worse')} "
        f"significantly worse {CHANGES['worse']}, {directions.count('better')} better "
        f"{CHANGES['better']} "
        f"(paired by item, Holm's correction, alpha {ALPHA:g}). Flips: items lost (worse now) and "
        "won (better now)."
    )
