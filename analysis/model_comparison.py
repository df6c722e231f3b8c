"""Several models side by side: every case that they share, each model against the best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kasauti.analysis.case_record import CaseRecord, differences, pool, pools
from kasauti.analysis.comparison import Comparison, compare
from kasauti.records import CaseId, Run

Runs = Mapping[str, Run]  # by the label of the model


@dataclass(frozen=True, slots=True)
class ModelRow:
    """One case in every model that measured it, each held against the best."""

    case: CaseId
    models: Mapping[str, CaseRecord]
    best: str
    against_best: Mapping[str, Comparison]
    refused: Mapping[str, str]  # why a model's score is another measurement than the best one's

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


def compare_models(runs: Runs) -> list[ModelRow]:
    """Compare each case that two models have, with Holm's correction over all comparisons."""
    cases: dict[CaseId, dict[str, CaseRecord]] = {}
    for label, run in runs.items():
        for measurement in run.measurements:
            if measurement.outcomes is not None:
                cases.setdefault(measurement.case, {})[label] = CaseRecord.of(measurement)
    shared = {case: each for case, each in cases.items() if len(each) > 1}
    shared |= _pool_shared(shared, list(runs))
    drafts = [_draft(case, each) for case, each in shared.items()]
    pairs = [(row.models[row.best], row.models[label]) for row in drafts for label in _rivals(row)]
    comparisons = iter(compare(pairs))
    return [
        replace(row, against_best={label: next(comparisons) for label in _rivals(row)})
        for row in drafts
    ]


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
