"""A run against several of one recipe (seeds, or neighbouring checkpoints), and their noise."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import fmean, stdev

import msgspec

from kasauti.analysis.case_record import (
    CaseRecord,
    differences,
    measurement_digest,
    pool,
    pools,
)
from kasauti.analysis.comparison import Comparison, Records, RunComparison
from kasauti.analysis.finished_run import FinishedRun
from kasauti.inputs.errors import KasautiError, RecordError
from kasauti.records import CaseId
from kasauti.records.numbers import Finite, Positive
from kasauti.records.serialization.cases import INVALID
from kasauti.scorers.statistics.paired_tests import holm
from kasauti.scorers.statistics.retraining import Noise, deviation_interval, estimate_noise

ROUNDING = 1e-6  # of a score that is not a share: its smallest change, relative to itself


class CaseScores(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The scores of a case in each run of a recipe, and the standard deviation between them.

    low, high: the 95 % interval of the deviation; measured: the digest of what was measured.
    """

    metric: str
    n: Positive
    scores: tuple[Finite, ...]
    deviation: Finite
    low: Finite
    high: Finite
    measured: str


class RecipeNoise(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kasauti_noise", tag=1
):
    """Several runs of one recipe as `kasauti noise` keeps them; cases by the text of their ids."""

    models: tuple[str, ...]
    cases: dict[str, CaseScores]


def read_noise(content: object) -> RecipeNoise:
    """Return the noise in the parsed content of a file."""
    try:
        found = msgspec.convert(content, RecipeNoise)
    except INVALID as error:
        raise RecordError(f"it has a missing or invalid value: {error}") from None
    if len(found.models) < 2 or any(
        len(each.scores) != len(found.models) for each in found.cases.values()
    ):
        raise RecordError("it needs a score of each of two runs or more")
    return found


def noise_of(runs: Sequence[FinishedRun]) -> RecipeNoise:
    """Return the noise between runs of the cases that all of them have."""
    first = runs[0]
    shared = [case for case in first.cases if all(case in each.cases for each in runs)]
    if not shared:
        raise KasautiError("The runs have no case in common. Give runs of the same suites.")
    found: dict[str, CaseScores] = {}
    for case in shared:
        records = [each.cases[case] for each in runs]
        for run, other in zip(runs, records, strict=True):
            if reasons := differences(records[0], other):
                raise KasautiError(
                    f"{run} is not the same measurement as {first} in {case}: {reasons[0]}. "
                    "Measure all runs in the same way."
                )
        found[str(case)] = _case_scores(records)
    for name, members in pools(first.cases[case] for case in shared).items():
        cases = [each.case for each in members]
        found[str(name)] = _case_scores([pool(name, [r.cases[c] for c in cases]) for r in runs])
    return RecipeNoise(tuple(map(str, runs)), found)


def _case_scores(records: Sequence[CaseRecord]) -> CaseScores:
    record, scores = records[0], tuple(each.value for each in records)
    deviation = max(stdev(scores), _step(record) / math.sqrt(12))
    interval = deviation_interval(deviation, len(scores) - 1)
    low, high, measured = interval.low, interval.high, measurement_digest(record)
    return CaseScores(record.metric, len(record.items), scores, deviation, low, high, measured)


def against_recipe(
    found: RunComparison, baselines: Sequence[FinishedRun], noise: RecipeNoise | None = None
) -> RunComparison:
    """Return the comparisons with the mean of the baselines, tested by the recipe's noise.

    The noise is that between the baselines if none is given. A case that one of the baselines or
    the noise lacks, or measured in another way, is refused.
    """
    refused = dict(found.refused)
    before: dict[CaseId, float] = {}
    scores: dict[CaseId, Sequence[float]] = {}
    for name in found.comparisons:
        members = found.pooled.get(name, [name])
        reasons = [
            f"{run} {reason}" for run in baselines for reason in _obstacles(members, found, run)
        ]
        if noise:
            reasons += _obstacles_of_noise(members, found, noise)
        if reasons:
            refused[name] = reasons[0]
            continue
        values = [_record(name, members, run.cases).value for run in baselines]
        before[name] = fmean(values)
        scores[name] = _scores(members, noise) if noise else values
    kept = {name: found.comparisons[name] for name in before}
    noises = recipe_noise({name: each.now for name, each in kept.items()}, scores)
    drafts = [
        _draft(each, before[name], replace(noises[name], baselines=len(baselines)))
        for name, each in kept.items()
    ]
    corrected = holm([each.p for each in drafts])
    compared = {
        each.case: replace(each, p_holm=p, cases=len(drafts), level=each.alpha / len(drafts))
        for each, p in zip(drafts, corrected, strict=True)
    }
    return replace(found, comparisons=compared, refused=refused)


def recipe_noise(
    records: Mapping[CaseId, CaseRecord], scores: Mapping[CaseId, Sequence[float]]
) -> dict[CaseId, Noise]:
    """The noise of each case between its runs; cases of one metric share what they say of it."""
    groups: dict[str, list[CaseId]] = {}
    for case, record in records.items():
        groups.setdefault(record.metric, []).append(case)
    found: dict[CaseId, Noise] = {}
    for cases in groups.values():
        steps = [_step(records[case]) for case in cases]
        noises = estimate_noise([scores[case] for case in cases], steps=steps)
        found |= dict(zip(cases, noises, strict=True))
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


def _obstacles_of_noise(
    members: Sequence[CaseId], found: RunComparison, noise: RecipeNoise
) -> list[str]:
    """Return the reasons why the noise is not of these cases."""
    reasons = []
    for case in map(str, members):
        if case not in noise.cases:
            reasons.append(f"the --noise lacks {case}")
        elif noise.cases[case].measured != measurement_digest(
            found.comparisons[CaseId.parse(case)].now
        ):
            reasons.append(f"the --noise is of other items or settings in {case}")
    return reasons


def _scores(members: Sequence[CaseId], noise: RecipeNoise) -> list[float]:
    """The score of all items of the cases in each run."""
    cases = [noise.cases[str(case)] for case in members]
    runs = zip(*(each.scores for each in cases), strict=True)
    return [fmean(run, weights=[each.n for each in cases]) for run in runs]


def _record(name: CaseId, members: Sequence[CaseId], cases: Records) -> CaseRecord:
    return cases[name] if name in cases else pool(name, [cases[each] for each in members])


def _draft(comparison: Comparison, before: float, noise: Noise) -> Comparison:
    found = replace(comparison, before=replace(comparison.before, value=before), noise=noise)
    better = -found.change if found.now.lower_is_better else found.change
    return replace(found, p=noise.worse_p(better))


def _step(record: CaseRecord) -> float:
    """The smallest change of a score."""
    if record.kind == "right":
        return 1 / len(record.items)
    return ROUNDING * max(abs(record.value), ROUNDING)
