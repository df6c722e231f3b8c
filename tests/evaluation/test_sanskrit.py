"""Sanskrit contrast sets: does the model know which form the context licenses?"""

from __future__ import annotations

import pytest

from kasauti.data.pair_cases import PairCase
from kasauti.data.sanskrit_cases import gita_frequency
from kasauti.fixtures.judgement import Judge
from kasauti.fixtures.pair_measurement import PairScorer, pair_fields, worst_pairs
from kasauti.fixtures.record import Record
from kasauti.scorers.baselines import unigram
from kasauti.scorers.choices import choice_matrix
from kasauti.scorers.pairs import PairAccuracy


@pytest.mark.sanskrit
def test_model_prefers_the_licensed_form(
    sanskrit_case: PairCase, score_pairs: PairScorer, judge: Judge, record: Record
) -> None:
    _hold_against_bar(sanskrit_case, score_pairs, judge, record)


@pytest.mark.sanskrit_isolated
def test_model_prefers_the_documented_form(
    isolated_case: PairCase, score_pairs: PairScorer, judge: Judge, record: Record
) -> None:
    _hold_against_bar(isolated_case, score_pairs, judge, record)


def _hold_against_bar(
    case: PairCase, score_pairs: PairScorer, judge: Judge, record: Record
) -> None:
    accuracy = score_pairs(case)
    judgement = judge(
        case.id, "accuracy", accuracy.value, n=accuracy.total, interval=accuracy.interval
    )
    fields = pair_fields(case, accuracy, judgement.bar)
    fields["details"] |= {
        "baselines": _baselines(case),
        "chosen": _chosen(case, accuracy),
    }
    record(judgement.fields() | fields | score_pairs.provenance(case))
    passed = judgement.passed
    assert passed, f"{judgement.sentence()}\n{worst_pairs(case, accuracy)}"


def _baselines(case: PairCase) -> dict[str, float]:
    """Chance, and word frequency where a corpus is at hand."""
    frequency = gita_frequency()
    if frequency is None:
        return {"chance": 0.5}
    pairs = [(pair.good, pair.bad) for pair in case.pairs]
    return {"chance": 0.5, "word frequency": unigram(pairs, frequency).accuracy}


def _chosen(case: PairCase, accuracy: PairAccuracy) -> dict[str, dict[str, int]]:
    """The error matrix: which case, number or gender was chosen where another was right."""
    swaps = [pair.tags.get("swap", "").split(">") for pair in case.pairs]
    return choice_matrix(
        (swap[0], swap[-1], scored.right(accuracy.convention))
        for swap, scored in zip(swaps, accuracy.pairs, strict=True)
        if len(swap) == 2
    )
