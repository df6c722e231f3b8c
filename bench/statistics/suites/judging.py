"""Coverage of the corrected share of right answers, by simulation."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from kasauti.records import Interval
from kasauti.scorers.judging.corrected_share import JudgeError, ppi_share, rogan_gladen
from kasauti.scorers.statistics.intervals import Share

RUNS = 2000
ANSWERS = 300
ACCURACIES = (0.3, 0.6, 0.8, 0.95)
# Sensitivity and specificity of a good, a lenient, a poor and a guessing judge.
JUDGES = ((0.97, 0.95), (0.95, 0.75), (0.75, 0.65), (0.5, 0.5))
LABELS = (60, 120, 300)
HEADER = ("labels", "right", "judge", "raw in interval", "corrected covers", "mean width")


def rows(*, runs: int = RUNS, seed: int = 0) -> Iterator[tuple[str, ...]]:
    """Yield, by method: how often the 95 % interval contains the true share, and its width."""
    generator = np.random.default_rng(seed)
    for labels, accuracy, judge in product(LABELS, ACCURACIES, JUDGES):
        for method in (_of_another_run, _of_this_run, _by_verdict):
            if method is not _of_another_run and labels >= ANSWERS:
                continue
            found = [method(generator, labels, accuracy, judge) for _ in range(runs)]
            raw, covered, width = np.mean(found, axis=0)
            name = method.__name__.strip("_").replace("_", " ")
            yield (
                f"{labels} {name}",
                f"{accuracy:.2f}",
                f"{judge[0]:.2f}, {judge[1]:.2f}",
                f"{raw:.3f}",
                f"{covered:.3f}",
                f"{width:.2f}",
            )


Found = tuple[float, float, float]  # the raw interval contains the truth, the corrected one; width
Rates = tuple[float, float]


def _of_another_run(
    generator: np.random.Generator, labels: int, accuracy: float, judge: Rates
) -> Found:
    """Half of the labelled answers are right, whatever the share in this run is."""
    right, wrong = labels // 2, labels - labels // 2
    error = JudgeError(
        Share(int(generator.binomial(right, judge[0])), right),
        Share(int(generator.binomial(wrong, judge[1])), wrong),
    )
    _, verdicts = _run(generator, accuracy, judge)
    raw = Share(int(verdicts.sum()), ANSWERS)
    found = rogan_gladen(raw, error, seed=int(generator.integers(1 << 30)))
    return _contains(raw, accuracy), *_judged(found.interval, accuracy)


def _of_this_run(
    generator: np.random.Generator, labels: int, accuracy: float, judge: Rates
) -> Found:
    truth, verdicts = _run(generator, accuracy, judge)
    chosen = generator.permutation(ANSWERS)[:labels]
    return _with_labels(truth, verdicts, chosen, accuracy)


def _by_verdict(
    generator: np.random.Generator, labels: int, accuracy: float, judge: Rates
) -> Found:
    """As many of each verdict as there are, as `kasauti judge sample` draws them."""
    truth, verdicts = _run(generator, accuracy, judge)
    order = generator.permutation(ANSWERS)
    right, other = order[verdicts[order]], order[~verdicts[order]]
    most = min(len(right), max(labels // 2, labels - len(other)))
    chosen = np.concatenate([right[:most], other[: labels - most]])
    return _with_labels(truth, verdicts, chosen, accuracy)


def _run(generator: np.random.Generator, accuracy: float, judge: Rates) -> tuple[np.ndarray, ...]:
    truth = generator.random(ANSWERS) < accuracy
    drawn = generator.random(ANSWERS)
    return truth, np.where(truth, drawn < judge[0], drawn >= judge[1])


def _with_labels(
    truth: np.ndarray, verdicts: np.ndarray, chosen: np.ndarray, accuracy: float
) -> Found:
    labels: list[bool | None] = [None] * ANSWERS
    for index in chosen:
        labels[index] = bool(truth[index])
    found = ppi_share([bool(each) for each in verdicts], labels)
    raw = Share(int(verdicts.sum()), ANSWERS)
    return _contains(raw, accuracy), *_judged(found.interval, accuracy)


def _contains(share: Share, accuracy: float) -> float:
    return _judged(share.interval, accuracy)[0]


def _judged(interval: Interval, accuracy: float) -> tuple[float, float]:
    return float(interval.low <= accuracy <= interval.high), interval.high - interval.low


def main(_: object = None) -> None:
    """Print a row for each truth and method, and the extremes of all but a guessing judge."""
    table = list(rows())
    for row in (HEADER, *table):
        print(" | ".join(row), flush=True)
    for method in ("of another run", "of this run", "by verdict"):
        covers = [float(row[4]) for row in table if method in row[0] and row[2] != "0.50, 0.50"]
        inside = sum(0.93 <= each <= 0.97 for each in covers)
        print(
            f"{method}: coverage {min(covers):.3f} to {max(covers):.3f}, "
            f"{inside} of {len(covers)} from 0.93 to 0.97"
        )


if __name__ == "__main__":
    main()
