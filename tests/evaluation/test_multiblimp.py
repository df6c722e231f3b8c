"""Minimal pairs: does the model prefer the grammatical sentence?"""

from __future__ import annotations

import pytest

from kasauti.data.pair_cases import PairCase
from kasauti.fixtures.judgement import Judge
from kasauti.fixtures.pair_measurement import PairScorer, pair_fields, worst_pairs
from kasauti.fixtures.record import Record


@pytest.mark.multiblimp
def test_model_prefers_the_grammatical_sentence(
    pair_case: PairCase, score_pairs: PairScorer, judge: Judge, record: Record
) -> None:
    accuracy = score_pairs(pair_case)
    judgement = judge(
        pair_case.id, "accuracy", accuracy.value, n=accuracy.total, interval=accuracy.interval
    )
    record(
        judgement.fields()
        | pair_fields(pair_case, accuracy, judgement.bar)
        | score_pairs.provenance(pair_case)
    )
    passed = judgement.passed
    assert passed, f"{judgement.sentence()}\n{worst_pairs(pair_case, accuracy)}"
