"""Zero-shot tasks: can the model do them from an English instruction alone?"""

from __future__ import annotations

import pytest

from kasauti.data.zeroshot.cases import ZeroshotCase
from kasauti.fixtures.record import Record
from kasauti.fixtures.zeroshot_scorer import ZeroshotScorer


@pytest.mark.zeroshot
def test_model_is_better_than_luck(
    zeroshot_case: ZeroshotCase, score_zeroshot: ZeroshotScorer, record: Record
) -> None:
    score = score_zeroshot(zeroshot_case)
    record(score.fields)
    passed = score.passed
    assert passed, score.complaint()
