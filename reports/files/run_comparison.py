"""Two finished runs side by side: before, now, change, its interval and p-value, and flips."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kasauti.analysis.case_record import records_of
from kasauti.analysis.comparison import ALPHA, Comparison
from kasauti.analysis.run_comparison import RunComparison, compare_runs
from kasauti.records import Run
from kasauti.reports.terminal.text import counted, p_value, squeezed
from kasauti.text.visible import on_one_line

HEADER = ("case", "n", "before", "now", "change", "95 % interval", "p (Holm)", "flips")
WIDTH = 80
MARKS = {"worse": "▼", "better": "▲"}


def not_compared(found: RunComparison) -> list[str]:
    """A sentence for each case that is in one run only or is another measurement."""
    return [
        *(f"{case} is not compared: {reason}." for case, reason in found.refused.items()),
        *(f"{case} is only in the second run." for case in found.new),
        *(f"{case} is only in the first run." for case in found.gone),
    ]


def compared(before: Run, now: Run) -> RunComparison:
    """Every case that both runs have."""
    return compare_runs(records_of(before.measurements), records_of(now.measurements))


def comparison_lines(before: Run, now: Run) -> Iterator[tuple[str, str]]:
    """The lines of the table, each with `worse` or `better` where the change is significant."""
    found = compared(before, now)
    yield f"before: {before.model}, {day(before)}", ""
    yield f"now:    {now.model}, {day(now)}", ""
    comparisons = _by_suite(list(found.comparisons.values()))
    rows = [_row(each) for each in comparisons]
    widths = [max(len(row[column]) for row in [HEADER, *rows]) for column in range(len(HEADER))]
    widths[0] = min(widths[0], WIDTH - sum(widths[1:]) - len(widths) + 1)
    suite = ""
    yield "", ""
    yield _aligned(HEADER, widths), ""
    yield " ".join("-" * width for width in widths), ""
    for comparison, row in zip(comparisons, rows, strict=True):
        if comparison.case.suite != suite:
            suite = comparison.case.suite
            yield suite, ""
        yield _aligned(row, widths), direction(comparison)
    yield "", ""
    for sentence in not_compared(found):
        yield sentence, ""
    yield _summary(found), ""


def _by_suite(comparisons: Sequence[Comparison]) -> list[Comparison]:
    """The comparisons of a suite together; all its items at once come last."""
    suites = list(dict.fromkeys(each.case.suite for each in comparisons))
    return sorted(comparisons, key=lambda each: suites.index(each.case.suite))


def day(run: Run) -> str:
    """When the run was made, to the minute."""
    return run.date.replace("T", " ")[:16]


def _row(comparison: Comparison) -> tuple[str, ...]:
    interval = comparison.interval
    mark = MARKS.get(direction(comparison), "")
    return (
        f"  {on_one_line(comparison.case.name)}",
        str(len(comparison.now.items)),
        f"{comparison.before.value:.3f}",
        f"{comparison.now.value:.3f}",
        f"{comparison.change:+.3f}",
        f"{interval.low:+.2f} to {interval.high:+.2f}",
        f"{p_value(comparison.p_holm)}{mark}",
        f"-{len(comparison.lost)} +{len(comparison.won)}",
    )


def direction(comparison: Comparison) -> str:
    """`worse` or `better` where the change is significant; else nothing."""
    if not comparison.significant:
        return ""
    return "worse" if comparison.significantly_worse else "better"


def _summary(found: RunComparison) -> str:
    directions = [direction(each) for each in found.comparisons.values()]
    return (
        f"{counted(len(directions), 'case')} compared: {directions.count('worse')} significantly "
        f"worse {MARKS['worse']}, {directions.count('better')} better {MARKS['better']} (paired by "
        f"item, Holm's correction, alpha {ALPHA:g}). Flips: items lost and won."
    )


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(cells, widths, strict=True)
    aligned = [squeezed(*first).ljust(first[1]), *(cell.rjust(width) for cell, width in others)]
    return " ".join(aligned).rstrip()
