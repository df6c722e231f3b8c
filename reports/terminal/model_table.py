"""Several models side by side, as the table at the end of the run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kasauti.analysis.comparison import ALPHA
from kasauti.analysis.model_comparison import ModelRow, Runs, compare_models, comparisons_in
from kasauti.reports.terminal.table import WIDTH, table_lines, table_width
from kasauti.reports.wording.text import RANKS, count_text, p_value, rank_text

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
