"""Comparisons as tables: several models side by side, and a finished run with an earlier one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kasauti.analysis.case_record import records_of
from kasauti.analysis.comparison import ALPHA, Comparison, RunComparison, compare_runs
from kasauti.analysis.model_comparison import ModelRow, Runs, compare_models, comparisons_in
from kasauti.records import Run
from kasauti.reports.terminal.table import WIDTH, table_lines, table_width
from kasauti.reports.wording.text import CHANGES, RANKS, count_text, minute, p_value, rank_text

MARK = " *"


def comparison_table(runs: Runs) -> Iterator[str]:
    """Yield the lines of the table: one row per case, one column per model.

    Where the names of the models would make it wider than 80 columns, they are numbered.
    """
    rows = compare_models(runs)
    names = list(runs)
    cells = [line for row in rows for line in _cells(row, names)]
    columns = names
    if table_width([("case", "n", *names, "p (Holm)"), *cells]) > WIDTH:
        columns = [f"[{place}]" for place in range(1, len(names) + 1)]
        yield from (f"{place} {name}" for place, name in zip(columns, names, strict=True))
        yield ""
    head, lines = table_lines(("case", "n", *columns, "p (Holm)"), cells)
    yield from (*head, *lines, "")
    if any(row.ranks for row in rows):
        yield RANKS
    count = comparisons_in(rows)
    yield (
        f"* significantly worse than the best of its row: paired by item, Holm's correction over "
        f"{count_text(count, 'comparison')}, alpha {ALPHA:g}. The p-value compares the best model "
        "with the next best."
    )
    if unclear := sum(not row.clear_winner for row in rows):
        yield (
            f"No clear winner in {unclear} of {count_text(len(rows), 'row')}: the best is not "
            "significantly better there than every other model."
        )
    for row in rows:
        yield from row.not_compared


def _cells(row: ModelRow, labels: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the scores of a row, then the ranks if it has them."""
    scores = []
    for label in labels:
        rival = row.against_best.get(label)
        mark = MARK if rival and rival.significantly_worse else " " * len(MARK)
        scores.append(f"{row.models[label].value:.3f}{mark}" if label in row.models else "")
    rival = row.next_best
    n = len(row.models[row.best].items)
    yield (str(row.case), str(n), *scores, p_value(rival.p_holm) if rival else "")
    if row.ranks:
        blank = " " * len(MARK)
        ranks = {label: rank_text(each) + blank for label, each in row.ranks.items()}
        yield ("  rank", "", *(ranks.get(label, "") for label in labels), "")


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
