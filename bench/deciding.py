"""The pairs that --until=decided needs, by the true accuracy: computed exactly.

`python -m bench.deciding` writes docs/deciding.tsv and docs/deciding.png.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields
from pathlib import Path

import numpy as np

from kasauti.scorers.statistics.confidence_sequence import ConfidenceSequence

DOCS = Path(__file__).parents[1] / "docs"
TABLE = DOCS / "deciding.tsv"
PLOT = DOCS / "deciding.png"
# How many pairs a case has: of the core set, of the full set, of a published one.
SIZES = (24, 360, 1000)
THRESHOLD = 0.70
ACCURACIES = (0.40, 0.50, 0.55, 0.60, 0.65, 0.68, 0.70, 0.72, 0.75, 0.80, 0.85, 0.90, 0.95)


@dataclass(frozen=True, slots=True)
class Expected:
    """The expectation for a case of so many pairs, of which `right` are right."""

    pairs: int
    right: int
    accuracy: float
    expected: float  # pairs until the decision
    share: float  # of all pairs
    wrong: float  # probability of the other verdict than that of all pairs


def decisions(sequence: ConfidenceSequence) -> list[np.ndarray]:
    """By the number of pairs taken and of right ones: 1 above the cut, -1 below, 0 undecided."""
    (cut,) = sequence.cuts
    found = []
    for taken in range(sequence.total + 1):
        low, high = sequence.bounds(np.arange(taken + 1), taken).T
        found.append(np.where(low >= cut, 1, np.where(high < cut, -1, 0)))
    return found


def expected(
    sequence: ConfidenceSequence, right: int, by_taken: list[np.ndarray] | None = None
) -> Expected:
    """Follow the probability of every number of right pairs, pair by pair, until the decision."""
    (cut,), total = sequence.cuts, sequence.total
    by_taken = by_taken or decisions(sequence)
    undecided = np.ones(1)  # the probability of each number of right pairs so far
    pairs = wrong = 0.0
    for taken in range(total + 1):
        decided = by_taken[taken] if taken else np.zeros(1)
        pairs += taken * undecided[decided != 0].sum()
        wrong += undecided[decided == (-1 if right >= cut else 1)].sum()
        undecided = np.where(decided == 0, undecided, 0.0)
        if taken < total:
            rest = np.clip((right - np.arange(taken + 1)) / (total - taken), 0.0, 1.0)
            undecided = np.append(undecided * (1 - rest), 0.0) + np.insert(undecided * rest, 0, 0.0)
    return Expected(total, right, right / total, float(pairs), float(pairs) / total, float(wrong))


def table(sizes: Iterable[int] = SIZES) -> list[Expected]:
    """All sizes and accuracies."""
    rows = []
    for total in sizes:
        sequence = ConfidenceSequence(total, (math.ceil(round(THRESHOLD * total, 6)),))
        by_taken = decisions(sequence)
        rights = dict.fromkeys(round(each * total) for each in ACCURACIES)
        rows += [expected(sequence, right, by_taken) for right in rights]
    return rows


def text(rows: Iterable[Expected]) -> str:
    """The table as it is kept."""
    head = "\t".join(each.name for each in fields(Expected))
    lines = (
        f"{pairs}\t{right}\t{accuracy:.4f}\t{mean:.1f}\t{share:.4f}\t{wrong:.5f}"
        for pairs, right, accuracy, mean, share, wrong in map(astuple, rows)
    )
    return "\n".join([head, *lines, ""])


def plot(rows: list[Expected]) -> None:
    """The share of the pairs that a decision needs, by the true accuracy."""
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 3.5), layout="constrained")
    for size in SIZES:
        chosen = [each for each in rows if each.pairs == size]
        x, y = [each.accuracy for each in chosen], [each.share for each in chosen]
        axes.plot(x, y, marker="o", label=f"{size} pairs")
    axes.axvline(THRESHOLD, color="grey", linestyle=":", label=f"threshold {THRESHOLD:.2f}")
    axes.set(xlabel="true accuracy", ylabel="expected share of the pairs", ylim=(0, 1))
    axes.legend()
    figure.savefig(PLOT, dpi=100, metadata={"Software": None})


def main() -> None:
    rows = table()
    TABLE.write_text(text(rows), encoding="utf-8")
    plot(rows)
    print(TABLE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
