"""Probed cases side by side: the accuracy of each, and what it is worth beside its baselines."""

from __future__ import annotations

from collections.abc import Sequence

from kasauti.records import Measurement
from kasauti.reports.terminal.text import shortened, spaced


def layer_table(cases: Sequence[Measurement]) -> tuple[list[str], list[list[str]]]:
    """Header and rows of the cases that were read from layers; no rows without any."""
    probed = [case for case in cases if case.layers and case.figures]
    metrics = list(dict.fromkeys(figure.metric for case in probed for figure in case.figures))
    rows = []
    for case in probed:
        values = {figure.metric: figure.value for figure in case.figures}
        cells = [shortened(values[each]) if each in values else "" for each in metrics]
        rows.append([case.case.name, shortened(case.headline.value), *cells])
    return ["case", "score", *map(spaced, metrics)], rows
