"""Several models side by side, as the table at the end of the run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kasauti.analysis.comparison import ALPHA
from kasauti.analysis.model_comparison import ModelRow, Runs, compare_models
from kasauti.reports.terminal.table import WIDTH, table_lines, table_width
from kasauti.reports.wording.text import count_text, p_value

MARK = " *"


def comparison_table(runs: Runs) -> Iterator[str]:
    """Yield the lines of the table: one row per case, one column per model.

    Where the names of the models would make it wider than 80 columns, they are numbered.
    """
    rows = compare_models(runs)
    names = list(runs)
    cells = [_cells(row, names) for row in rows]
    columns = names
    if table_width([("case", "n", *names, "p (Holm)"), *cells]) > WIDTH:
        columns = [f"[{place}]" for place in range(1, len(names) + 1)]
        yield from (f"{place} {name}" for place, name in zip(columns, names, strict=True))
        yield ""
    head, lines = table_lines(("case", "n", *columns, "p (Holm)"), cells)
    yield from (*head, *lines, "")
    count = sum(len(row.against_best) for row in rows)
    yield (
        f"* significantly worse than the best of its row: paired by item, Holm's correction over "
        f"{count_text(count, 'comparison')}, alpha {ALPHA:g}. The p-value compares the best model "
        "with the next best."
    )
    for row in rows:
        yield from row.not_compared


def _cells(row: ModelRow, labels: Sequence[str]) -> tuple[str, ...]:
    scores = []
    for label in labels:
        rival = row.against_best.get(label)
        mark = MARK if rival and rival.significantly_worse else " " * len(MARK)
        scores.append(f"{row.models[label].value:.3f}{mark}" if label in row.models else "")
    rival = row.next_best
    n = len(row.models[row.best].items)
    return (str(row.case), str(n), *scores, p_value(rival.p_holm) if rival else "")
