"""False stars and ranks in tables of models, false drops and onsets in flat trainings.

Items are right with the probability 0.75 and change with a probability of 0.1 from one model, or
checkpoint, to the next; nothing differs but chance. For ranks also of models of which each is
better than the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from kasauti.analysis.model_comparison import rank_intervals
from kasauti.analysis.trend.change_point import ChangePoint, change_point
from kasauti.analysis.trend.standings import LAST
from kasauti.analysis.trend.tracks import story
from kasauti.scorers.statistics.paired_tests import PairedTest, correct, flip_test

RUNS = 2_000
CASES, ITEMS, ACCURACY, CHURN = 14, 24, 0.75, 0.1
SIZE, TOGETHER = 3, (0.3, 1.0)  # items of a template, and how many of them do as one
ALPHA, THRESHOLD = 0.05, 0.70
Bools = NDArray[np.bool_]
Integers = NDArray[np.int8]
TESTS: dict[tuple[int, ...], PairedTest] = {}  # by the changes of the templates


def draw_models(
    random: np.random.Generator, count: int, *, step: float = 0.0, together: float = 0.0
) -> Bools:
    """[models, cases, items] of right answers; each model is worse than the next by `step`.

    together: the share of items that do as the others of their template.
    """
    shape = (count, CASES, ITEMS)
    accuracy = ACCURACY + step * (np.arange(count) - (count - 1) / 2)[:, None, None]
    shared = random.random(shape[1:]) < together if together else False

    def uniform(*sizes: int) -> NDArray[np.float64]:
        alone = random.random((*sizes, CASES, ITEMS))
        if not together:
            return alone
        as_one = np.repeat(random.random((*sizes, CASES, ITEMS // SIZE)), SIZE, axis=-1)
        return np.where(shared, as_one, alone)

    common, own = uniform() < accuracy, uniform(count) < accuracy
    return np.where(uniform(count) < CHURN, own, common)


def compare_rows(changes: Integers, size: int = 1) -> list[tuple[bool, PairedTest]]:
    """Return for each row of changed items if it is worse, and its two-sided test by template.

    The test depends on how many templates changed by how much, and on their sum.
    """
    nets = changes.reshape(len(changes), -1, size).sum(axis=-1)
    sums, sizes = nets.sum(axis=1), np.abs(nets)
    counts = [(sizes == each).sum(axis=1) for each in range(1, size + 1)]
    found = []
    for row, key in zip(nets, np.column_stack([*counts, np.abs(sums)]).tolist(), strict=True):
        if (test := TESTS.get(tuple(key))) is None:
            test = TESTS[tuple(key)] = flip_test(row.tolist(), one_sided=False)
        found.append(test)
    return [*zip((sums < 0).tolist(), found, strict=True)]


def any_worse(found: list[tuple[bool, PairedTest]], *, unseen: int) -> bool:
    """Tell if any comparison is significantly worse."""
    corrected = correct([test for _, test in found], unseen=unseen)
    return any(worse and p <= ALPHA for (worse, _), p in zip(found, corrected, strict=True))


def compare_table(
    models: Bools, *, every: bool, size: int = 1
) -> tuple[list[tuple[bool, PairedTest]], int]:
    """Compare each case with its best model, and of all items every two models if asked.

    Return the comparisons in the order of the models, those of all items last, and how many pairs
    were not looked at.
    """
    found: list[tuple[bool, PairedTest]] = []
    right = models.astype(np.int8)
    columns = [*np.moveaxis(right, 1, 0), right.reshape(len(models), -1)]
    for column in columns[: CASES + (not every)]:
        best = int(column.sum(axis=1).argmax())
        found += compare_rows(np.delete(column, best, axis=0) - column[best], size)
    if every:
        first, second = np.transpose([*combinations(range(len(models)), 2)])
        found += compare_rows(columns[-1][second] - columns[-1][first], size)
    count = len(models)
    return found, len(columns) * count * (count - 1) // 2 - len(found)


def starred(models: Bools, size: int = 1, *, alone: bool = False) -> bool:
    """Tell if a table of models has a star; `alone`: corrected over its stars alone."""
    found, unseen = compare_table(models, every=False, size=size)
    return any_worse(found, unseen=0 if alone else unseen)


def ranked(models: Bools, true: Sequence[int], size: int = 1) -> tuple[bool, float]:
    """Tell if some true rank is outside of its interval, and return the mean number of ranks."""
    found, unseen = compare_table(models, every=True, size=size)
    labels = [str(index) for index in range(len(models))]
    pairs = [*combinations(labels, 2)]
    corrected = correct([test for _, test in found], unseen=unseen)[-len(pairs) :]
    clear = [
        pair if worse else pair[::-1]
        for pair, (worse, _), p in zip(pairs, found[-len(pairs) :], corrected, strict=True)
        if p <= ALPHA
    ]
    ranks = rank_intervals(labels, clear).values()
    missed = any(not low <= rank <= high for rank, (low, high) in zip(true, ranks, strict=True))
    return missed, float(np.mean([high - low + 1 for low, high in ranks]))


def print_ranks(*, count: int, step: float) -> None:
    """Print how often a rank is outside of its interval, and how many ranks that has."""
    random = np.random.default_rng(3)
    true = [1] * count if step == 0 else [*range(count, 0, -1)]
    drawn = (ranked(draw_models(random, count, step=step), true) for _ in range(RUNS))
    missed, width = np.mean([*drawn], axis=0)
    print(
        f"ranks of {count} models, {step:g} apart, {RUNS} tables: some true rank outside of its "
        f"interval in {missed:.4f}; an interval has {width:.1f} ranks"
    )


def dropped(checkpoints: Bools, size: int = 1) -> bool:
    """Tell if a page of a flat training has a significant drop."""
    right = checkpoints.astype(np.int8)
    changes = (right[1:] - right[:-1]).reshape(-1, ITEMS)
    return any_worse(compare_rows(changes, size), unseen=0)


def draw_course(
    random: np.random.Generator,
    accuracies: Sequence[float],
    *,
    churn: float,
    chain: bool = False,
    size: int = 1,
) -> Bools:
    """[items, checkpoints] of right answers with these accuracies.

    churn: the share drawn again at each checkpoint; the others are as drawn for the training, or
    with `chain`, as at the checkpoint before. size: the items of a template, which do as one.
    """
    shape = (ITEMS // size, len(accuracies))
    drawn = random.random(shape)
    again = random.random(shape) < churn
    last = drawn[:, 0] if chain else random.random(shape[0])
    levels = np.empty(shape)
    for place in range(shape[1]):
        levels[:, place] = np.where(again[:, place], drawn[:, place], last)
        last = levels[:, place] if chain else last
    return np.repeat(levels < np.array(accuracies), size, axis=0)


def first_met(answers: Bools) -> int | None:
    """Return the first checkpoint from which every score meets the threshold: the onset before."""
    found = story((answers.mean(axis=0) >= THRESHOLD).tolist())
    return found.reached if found.lost is None else None


def change_in(answers: Bools, size: int = 1) -> ChangePoint:
    """Return the change of a training by template."""
    clusters = [item // size for item in range(len(answers))]
    return change_point(answers.astype(float), clusters)


def show_flat(text: str, count: int, *, size: int = 1, churn: float, chain: bool = False) -> None:
    """Print how often a flat training had a late onset, or none, and how often it has a change."""
    random = np.random.default_rng(2)
    drawn = [
        draw_course(random, [ACCURACY] * count, churn=churn, chain=chain, size=size)
        for _ in range(RUNS)
    ]
    onsets = [first_met(each) for each in drawn]
    late = np.mean([onset not in (0, None) for onset in onsets])
    wrong = np.mean([onset != 0 for onset in onsets])
    now = np.mean([change_in(each, size).significant for each in drawn])
    item = np.mean([change_in(each).significant for each in drawn]) if size > 1 else now
    print(
        f"{text}, {count} checkpoints: before, late {late:.3f}, late or none {wrong:.3f}; "
        f"now {now:.3f}" + (f" (by item {item:.3f})" if size > 1 else "")
    )


def show_step(count: int, after: float, *, churn: float, chain: bool = False) -> None:
    """Print how often a step is found, and how often its interval contains it."""
    random = np.random.default_rng(3)
    at = count // 2
    accuracies = [0.5] * at + [after] * (count - at)
    found = [
        change_in(draw_course(random, accuracies, churn=churn, chain=chain)) for _ in range(RUNS)
    ]
    sure = [each for each in found if each.significant]
    covered = np.mean([each.low <= at <= each.high for each in sure])
    width = np.mean([each.high - each.low + 1 for each in sure])
    kind = "chain" if chain else "training"
    print(
        f"step 0.5 to {after} at {at} of {count}, {churn:.0%} drawn again ({kind}): found "
        f"{len(sure) / RUNS:.3f}; interval contains it {covered:.3f}, {width:.1f} checkpoints"
    )


def show_ratio(count: int) -> None:
    """Print the ratio of signal to noise of flat trainings: what noise alone gives."""
    random = np.random.default_rng(4)
    scores = random.binomial(ITEMS, ACCURACY, (RUNS, count)) / ITEMS
    noise = scores[:, -LAST:].std(axis=1, ddof=1)
    kept = noise > 0
    low, middle, high = np.quantile(np.ptp(scores, axis=1)[kept] / noise[kept], [0.05, 0.5, 0.95])
    print(f"{count} flat checkpoints: signal by noise {middle:.1f} (90 %: {low:.1f} to {high:.1f})")


def show_onsets() -> None:
    """Print the figures of onsets, and of signal and noise."""
    for count in (10, 50):
        show_flat("independent answers", count, churn=1)
        show_flat("a tenth drawn again", count, churn=0.1)
        show_flat("a tenth drawn again, the rest stays", count, churn=0.1, chain=True)
        show_flat("8 templates that do as one", count, churn=1, size=3)
        show_ratio(count)
    for after in (0.7, 0.9):
        for churn, chain in ((1, False), (0.1, False), (0.1, True)):
            show_step(10, after, churn=churn, chain=chain)


def show_clustered() -> None:
    """Print the same of items of a template that do as one: false stars, ranks and drops."""
    for count, together in product((10, 50), TOGETHER):
        random = np.random.default_rng(5)
        found = np.zeros(5)
        for _ in range(RUNS):
            models = draw_models(random, count, together=together)
            stars = [starred(models, SIZE), starred(models)]
            drops = [dropped(models, SIZE), dropped(models)]
            found += [*stars, *drops, ranked(models, [1] * count, SIZE)[0]]
        star, star_by_item, drop, drop_by_item, missed = found / RUNS
        print(
            f"{together:.0%} of the items of a template do as one, {count} models or checkpoints: "
            f"a star in {star:.4f} (by item {star_by_item:.4f}), a drop on {drop:.4f} of pages (by "
            f"item {drop_by_item:.4f}), some true rank outside in {missed:.4f}",
            flush=True,
        )


def main(_: object = None) -> None:
    """Print the share of tables with a false star and of pages with a false drop."""
    print(f"{RUNS} tables of equal models, {CASES} cases of {ITEMS} items, churn {CHURN}")
    for count in (10, 50):
        random = np.random.default_rng(0)
        tables = [draw_models(random, count) for _ in range(RUNS)]
        stars = [
            np.mean([starred(each, alone=alone) for each in tables]) for alone in (False, True)
        ]
        print(f"{count} models: a star in {stars[0]:.3f}; over its stars alone {stars[1]:.3f}")
    show_clustered()
    for count, step in ((10, 0.0), (50, 0.0), (10, 0.01), (10, 0.03)):
        print_ranks(count=count, step=step)
    random = np.random.default_rng(1)
    drops = np.mean([dropped(draw_models(random, 50)) for _ in range(RUNS)])
    print(f"50 flat checkpoints: a significant drop on {drops:.3f} of pages")
    show_onsets()


if __name__ == "__main__":
    main()
