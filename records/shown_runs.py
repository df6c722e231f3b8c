"""A run in a notebook: five lines, a table with bars, and data frames."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from kasauti.inputs.errors import KasautiError

if TYPE_CHECKING:
    from kasauti.records.runs import Run

CELL = (
    '<tr><td>{case}</td><td style="text-align:right">{value:.3f}</td><td style="width:10em">'
    '<div style="width:{share:.0f}%;height:0.8em;background:#4477aa"></div></td>'
    "<td>{verdict}</td></tr>"
)
LOWEST = 3  # cases that the five lines name


def run_text(run: Run) -> str:
    """Return five lines: the model, its verdicts, totals, failures and folder."""
    overall = [each.overall for each in run.suites if each.overall]
    scores = [f"{each.name} {each.value:.3f}" for each in overall]
    red = [f"{each.case} {each.headline.value:.3f}" for each in run.measurements if each.red]
    more = [f"{len(red) - LOWEST} more"] if len(red) > LOWEST else []
    return "\n".join(
        [
            f"Run of {run.model}, {run.date[:16]}{'' if run.complete else ', incomplete'}",
            f"  verdicts: {_counts(run)}",
            f"  overall:  {', '.join(scores) or 'none'}",
            f"  red:      {', '.join([*red[:LOWEST], *more]) or 'none'}",
            f"  folder:   {run.folder or 'not known'}",
        ]
    )


def _counts(run: Run) -> str:
    verdicts: Counter[str] = Counter(each.verdict for each in run.measurements)
    verdicts.update(f"unmeasured ({each.outcome})" for each in run.unmeasured)
    return ", ".join(f"{count} {name}" for name, count in verdicts.items()) or "none"


def run_html(run: Run) -> str:
    """Return a table of the cases; a score between 0 and 1 has a bar."""
    rows = [
        CELL.format(
            case=escape(str(each.case)),
            value=each.headline.value,
            share=100 * each.headline.value if 0 <= each.headline.value <= 1 else 0,
            verdict=escape(each.verdict),
        )
        for each in run.measurements
    ]
    title = f"{escape(run.model)}: {escape(_counts(run))}"
    return f"<table><caption>{title}</caption>{''.join(rows)}</table>"


def data_frame(run: Run, *, items: bool) -> Any:
    """Return a row per case, or per item of every case."""
    try:
        import pandas as pd  # type: ignore[import-untyped,import-not-found,unused-ignore]
    except ImportError:
        raise KasautiError("to_pandas needs pandas. Run: pip install pandas") from None
    rows: list[Mapping[str, object]] = []
    for each in run.measurements:
        case = {"suite": each.case.suite, "case": each.case.name}
        if items:
            for item in each.items:
                texts = {f"text_{number}": text for number, text in enumerate(item.texts, start=1)}
                told = {"score": item.score, "expected": item.expected, "given": item.given}
                rows.append({**case, "item": item.id, "right": item.right, **told, **texts})
            continue
        figure = each.headline
        ends = (figure.interval.low, figure.interval.high) if figure.interval else (None, None)
        limit = figure.threshold.value if figure.threshold else None
        measured = {"metric": figure.metric, "value": figure.value, "n": figure.n}
        judged = {"threshold": limit, "band": figure.band, "verdict": each.verdict}
        rows.append({**case, **measured, "low": ends[0], "high": ends[1], **judged})
    return pd.DataFrame(rows)
