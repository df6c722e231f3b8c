"""The pairs that --until=decided needs, by the true accuracy: computed exactly.

`python -m bench.deciding` writes docs/deciding.tsv and docs/deciding.png, with --levels the levels
that need not be computed in each run (scorers/statistics/levels.tsv).
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields
from pathlib import Path

import numpy as np

from kasauti.fixtures.suites.pairs.draw import LEAST
from kasauti.scorers.statistics.confidence_sequence import ALPHA, ConfidenceSequence
from kasauti.scorers.statistics.stopped_share import LEVELS, calibrate, endings, level_steps

DOCS = Path(__file__).parents[1] / "docs"
TABLE = DOCS / "deciding.tsv"
PLOT = DOCS / "deciding.png"
# How many pairs a case has: of the core set, of the full set, of a published one.
SIZES = (24, 360, 1000)
USUAL = range(2 * LEAST + 1, 451)  # those of shipped cases that are decided early, and around them
THRESHOLD = 0.70
ACCURACIES = (
    *(0.40, 0.50, 0.55, 0.60, 0.65, 0.68, 0.70),
    *(0.72, 0.75, 0.78, 0.80, 0.83, 0.85, 0.90, 0.95),
)


@dataclass(frozen=True, slots=True)
class Expected:
    """The expectation for a case of so many pairs, of which `right` are right."""

    pairs: int
    right: int
    accuracy: float
    expected: float  # pairs until the decision
    share: float  # of all pairs
    wrong: float  # probability of the other verdict than that of all pairs
    bound: float = math.nan  # pairs at the level 0.05, which a bound for looking without end needs


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


def cut_of(total: int) -> int:
    """Return the fewest right ones of a case that meets the threshold."""
    return math.ceil(round(THRESHOLD * total, 6))


def levels(sizes: Iterable[int] = USUAL) -> str:
    """Return the table of levels."""
    rows = [(total, cut_of(total), LEAST) for total in sizes]
    lines = (
        f"{total}\t{cut}\t{least}\t{level_steps(total, (cut,), error=ALPHA, least=least)}\n"
        for total, cut, least in rows
    )
    return "items\tcut\tleast\tsteps\n" + "".join(lines)


def table(sizes: Iterable[int] = SIZES) -> list[Expected]:
    """All sizes and accuracies."""
    rows = []
    for total in sizes:
        sequence = calibrate(total, (cut_of(total),))
        (cut,) = sequence.cuts
        taken, bounds, chances = endings(sequence)
        by_bound = endings(ConfidenceSequence(total, sequence.cuts))
        for right in dict.fromkeys(round(each * total) for each in ACCURACIES):
            pairs = float(taken @ chances[:, right])
            passed = bounds[:, 0] >= cut
            wrong = float(chances[passed != (right >= cut), right].sum())
            bound = float(by_bound[0] @ by_bound[2][:, right])
            rows.append(Expected(total, right, right / total, pairs, pairs / total, wrong, bound))
    return rows


def text(rows: Iterable[Expected]) -> str:
    """The table as it is kept."""
    head = "\t".join(each.name for each in fields(Expected))
    lines = (
        f"{pairs}\t{right}\t{accuracy:.4f}\t{mean:.1f}\t{share:.4f}\t{wrong:.5f}\t{bound:.1f}"
        for pairs, right, accuracy, mean, share, wrong, bound in map(astuple, rows)
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
    if "--levels" in sys.argv[1:]:
        LEVELS.write_text(levels(), encoding="utf-8")
        return
    rows = table()
    TABLE.write_text(text(rows), encoding="utf-8")
    plot(rows)
    print(TABLE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
