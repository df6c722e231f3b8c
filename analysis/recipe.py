"""A run against several of one recipe (seeds, or neighbouring checkpoints): their noise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kasauti.analysis.case_record import CaseRecord, differences, pool
from kasauti.analysis.comparison import Comparison, Records, RunComparison
from kasauti.analysis.finished_run import FinishedRun
from kasauti.records import CaseId
from kasauti.scorers.statistics.paired_tests import holm
from kasauti.scorers.statistics.retraining import Noise, estimate_noise

ROUNDING = 1e-6  # of a score that is not a share: its smallest change, relative to itself


def against_recipe(found: RunComparison, baselines: Sequence[FinishedRun]) -> RunComparison:
    """Return the comparisons with the mean of the baselines, tested by the noise between them.

    A case that one of the baselines lacks, or measured in another way, is refused.
    """
    refused = dict(found.refused)
    runs: dict[CaseId, list[CaseRecord]] = {}
    for name in found.comparisons:
        members = found.pooled.get(name, [name])
        reasons = [
            f"{run} {reason}" for run in baselines for reason in _obstacles(members, found, run)
        ]
        if reasons:
            refused[name] = reasons[0]
        else:
            runs[name] = [_record(name, members, run.cases) for run in baselines]
    noise = recipe_noise(runs)
    drafts = [_draft(found.comparisons[name], runs[name], noise[name]) for name in runs]
    corrected = holm([each.p for each in drafts])
    return replace(
        found,
        comparisons={
            each.case: replace(each, p_holm=p, cases=len(drafts))
            for each, p in zip(drafts, corrected, strict=True)
        },
        refused=refused,
    )


def recipe_noise(runs: Mapping[CaseId, Sequence[CaseRecord]]) -> dict[CaseId, Noise]:
    """The noise of each case between its runs; cases of one metric share what they say of it."""
    groups: dict[str, list[CaseId]] = {}
    for case, records in runs.items():
        groups.setdefault(records[0].metric, []).append(case)
    found: dict[CaseId, Noise] = {}
    for cases in groups.values():
        scores = [[record.value for record in runs[case]] for case in cases]
        steps = [_step(runs[case][0]) for case in cases]
        found |= dict(zip(cases, estimate_noise(scores, steps=steps), strict=True))
    return found


def _obstacles(members: Sequence[CaseId], found: RunComparison, run: FinishedRun) -> list[str]:
    """Return the reasons why a baseline has no such score."""
    reasons = []
    for case in members:
        if case not in run.cases:
            reasons.append(f"lacks {case}")
        elif case in found.comparisons:
            other = differences(found.comparisons[case].now, run.cases[case])
            reasons += [f"differs in {case}: {each}" for each in other]
    return reasons


def _record(name: CaseId, members: Sequence[CaseId], cases: Records) -> CaseRecord:
    return cases[name] if name in cases else pool(name, [cases[each] for each in members])


def _draft(comparison: Comparison, runs: Sequence[CaseRecord], noise: Noise) -> Comparison:
    mean = sum(each.value for each in runs) / len(runs)
    found = replace(comparison, before=replace(comparison.before, value=mean), noise=noise)
    better = -found.change if found.now.lower_is_better else found.change
    return replace(found, p=noise.worse_p(better, baselines=len(runs)))


def _step(record: CaseRecord) -> float:
    """The smallest change of a score."""
    if record.kind == "right":
        return 1 / len(record.items)
    return ROUNDING * max(abs(record.value), ROUNDING)
