"""Old and new intervals side by side, from the results of runs: a table in Markdown.

`python -m bench.statistics.side_by_side evaluation_results.json…` prints a row for each case.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from kasauti.records import Interval, Measurement, Run
from kasauti.records.serialization.files import read_run


def contains(interval: Interval, measurement: Measurement) -> bool:
    """Tell if the interval contains the threshold."""
    threshold = measurement.headline.threshold
    value = threshold.value if threshold else None
    return value is not None and interval.low <= value <= interval.high


def rows(run: Run) -> Iterator[str]:
    """Yield the table of one run, and what it comes to."""
    yield f"| {run.model} | score | items (Wilson) | clusters | effective n |"
    yield "| --- | --- | --- | --- | --- |"
    wider, old, new, cases = [], 0, 0, 0
    for each in run.measurements:
        figure = each.headline
        if figure.interval is None or figure.clusters is None:
            continue
        item, clusters = figure.clusters.item_interval, figure.clusters
        wider.append((figure.interval.high - figure.interval.low) / (item.high - item.low))
        old, new = old + contains(item, each), new + contains(figure.interval, each)
        cases += 1
        yield (
            f"| {each.case.name} | {figure.value:.3f} | {item} | {figure.interval} "
            f"| {clusters.effective_n:.0f} of {figure.n}, {clusters} |"
        )
    yield ""
    if wider:
        yield (
            f"Clustered intervals are {median(wider):.1f} times as wide (median; {min(wider):.1f} "
            f"to {max(wider):.1f}); {new} of {cases} contain the threshold, by items {old}."
        )


def main(paths: Sequence[str]) -> None:
    """Print the table of each file."""
    for path in paths:
        run = read_run(json.loads(Path(path).read_text(encoding="utf-8")))
        print("\n".join(rows(run)), end="\n\n")


if __name__ == "__main__":
    main(sys.argv[1:])
