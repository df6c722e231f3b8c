"""The trained judge and the claims together."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasauti.records.facts import Fact
from kasauti.scorers.agreement import LEAST, judge_together, what_is_true
from kasauti.scorers.factual import Factual

RIGHT, WRONG = Factual(1.0, 0.6), Factual(0.0, 0.6, "it says none of the facts")


def test_the_question_and_every_wording_are_what_is_true() -> None:
    facts = [Fact(("prices fall", "Shares lose."), ("prices rise",)), Fact(("sellers hurry",), ())]
    assert what_is_true("Why?", facts) == "Why? prices fall. Shares lose. sellers hurry."


@pytest.mark.parametrize(
    ("by_claims", "probability", "right"),
    [
        (RIGHT, 0.9, True),
        (WRONG, 0.1, False),
        (RIGHT, 0.02, False),  # a confident judge overrules the claims
        (WRONG, 0.98, True),
        (RIGHT, 0.5, True),  # if the judge is unsure, the claims decide
        (WRONG, 0.5, False),
    ],
)
def test_both_count(by_claims: Factual, probability: float, right: bool) -> None:
    judged = judge_together(by_claims, probability)
    assert judged.right is right
    assert judged.reason == ("" if right else by_claims.reason)


@given(st.floats(0, 1), st.floats(0, 1), st.sampled_from([RIGHT, WRONG]))
def test_the_score_grows_with_the_probability(one: float, other: float, by_claims: Factual) -> None:
    low, high = sorted([one, other])
    assert judge_together(by_claims, low).score <= judge_together(by_claims, high).score
    assert 0 < judge_together(by_claims, one).score < 1
    assert judge_together(WRONG, one).score < judge_together(RIGHT, one).score
    assert judge_together(by_claims, one).least == LEAST
