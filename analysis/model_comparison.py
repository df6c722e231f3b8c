"""Several models side by side: every case that they share, each model against the best."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from kasauti.analysis.case_record import CaseRecord, differences, is_whole, pool, pools
from kasauti.analysis.comparison import Comparison, compare
from kasauti.records import CaseId, Run

Runs = Mapping[str, Run]  # by the label of the model
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class ModelRow:
    """One case in every model that measured it, each held against the best.

    ranks: of each model, the best and the worst rank that is left open; of all items alone.
    """

    case: CaseId
    models: Mapping[str, CaseRecord]
    best: str
    against_best: Mapping[str, Comparison]
    refused: Mapping[str, str]  # why a model's score is another measurement than the best one's
    ranks: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def not_compared(self) -> list[str]:
        """A sentence for each model that is not held against the best."""
        return [
            f"{self.case}: {label} is not compared with {self.best}: {reason}."
            for label, reason in self.refused.items()
        ]

    @property
    def next_best(self) -> Comparison | None:
        """The best model's nearest rival: the comparison that is hardest to win."""
        return max(self.against_best.values(), key=lambda each: each.p_holm, default=None)

    @property
    def clear_winner(self) -> bool:
        """Return whether the best is significantly better than every other model."""
        rival = self.next_best
        return rival is not None and rival.significantly_worse and not self.refused


def compare_models(runs: Runs) -> list[ModelRow]:
    """Compare each case that two models have, corrected over all pairs of models and cases."""
    cases: dict[CaseId, dict[str, CaseRecord]] = {}
    for label, run in runs.items():
        for measurement in run.measurements:
            if measurement.outcomes is not None:
                cases.setdefault(measurement.case, {})[label] = CaseRecord.of(measurement)
    shared = {case: each for case, each in cases.items() if len(each) > 1}
    shared |= _pool_shared(shared, list(runs))
    drafts = [_draft(case, each) for case, each in shared.items()]
    asked = [_pairs(row) for row in drafts]
    pairs = [
        (row.models[first], row.models[second])
        for row, labels in zip(drafts, asked, strict=True)
        for first, second in labels
    ]
    # The best was chosen by the same scores, so that any two models might have been compared.
    sizes = [1 + len(_rivals(row)) for row in drafts]
    unseen = sum(size * (size - 1) // 2 for size in sizes) - len(pairs)
    comparisons = iter(compare(pairs, unseen=unseen))
    return [
        _fill(row, {labels: next(comparisons) for labels in each})
        for row, each in zip(drafts, asked, strict=True)
    ]


def rank_intervals(labels: Sequence[str], clear: Iterable[Pair]) -> dict[str, tuple[int, int]]:
    """Return the ranks that each model may have (Mogstad, Romano, Shaikh and Wilhelm 2024).

    clear: (better, worse) of all pairs of models, corrected over them.

    >>> rank_intervals("abc", [("a", "c")])
    {'a': (1, 2), 'b': (1, 3), 'c': (2, 3)}
    """
    low, high = dict.fromkeys(labels, 1), dict.fromkeys(labels, len(labels))
    for better, worse in clear:
        low[worse] += 1
        high[better] -= 1
    return {label: (low[label], high[label]) for label in labels}


def comparisons_in(rows: Sequence[ModelRow]) -> int:
    """The number of comparisons that the p-values are corrected over."""
    return max((each.cases for row in rows for each in row.against_best.values()), default=0)


def _pool_shared(
    cases: Mapping[CaseId, Mapping[str, CaseRecord]], labels: Sequence[str]
) -> dict[CaseId, dict[str, CaseRecord]]:
    """All items of a suite at once, of the cases that every model has."""
    whole = {case: each for case, each in cases.items() if len(each) == len(labels)}
    return {
        name: {label: pool(name, [whole[case.case][label] for case in group]) for label in labels}
        for name, group in pools(each[labels[0]] for each in whole.values()).items()
    }


def _draft(case: CaseId, models: Mapping[str, CaseRecord]) -> ModelRow:
    lower = any(each.lower_is_better for each in models.values())
    best = (min if lower else max)(models, key=lambda label: models[label].value)
    refused = {
        label: "; ".join(found)
        for label, each in models.items()
        if label != best and (found := differences(models[best], each))
    }
    return ModelRow(case, models, best, {}, refused)


def _rivals(row: ModelRow) -> list[str]:
    return [label for label in row.models if label != row.best and label not in row.refused]


def _pairs(row: ModelRow) -> list[Pair]:
    """The models that are compared: each with the best, and for the ranks each with each."""
    rivals = _rivals(row)
    others = combinations(rivals, 2) if is_whole(row.case) else ()
    return [*((row.best, label) for label in rivals), *others]


def _fill(row: ModelRow, found: Mapping[Pair, Comparison]) -> ModelRow:
    against = {label: each for (first, label), each in found.items() if first == row.best}
    clear = [
        labels if each.significantly_worse else labels[::-1]
        for labels, each in found.items()
        if each.significant
    ]
    ranks = rank_intervals([row.best, *against], clear) if is_whole(row.case) else {}
    return replace(row, against_best=against, ranks=ranks)
