"""Who judges an answer: claims where they are written, else vectors; a trained judge with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import pytest

from kasauti.engines.metric_models.answer_judge import AnswerJudge
from kasauti.engines.metric_models.embeddings import Embedder
from kasauti.fixtures.suites.quiz.judging import Asked, FactJudge
from kasauti.records.claims import ClaimTexts
from kasauti.records.facts import Fact
from kasauti.scorers.claimed import judge_numbers, judge_thin
from kasauti.scorers.factual import Factual

QUESTION, REFERENCE = "What happens to prices in a slump?", "They fall."
FACTS = (Fact(("prices fall",), ("prices rise",)), Fact(("sellers hurry",), ("buyers hurry",)))
CLAIMS = ClaimTexts(
    (("price ~ {DOWN}",), ("seller ~~ hurry",), ("{N:40-60} %",)),
    ("price ~ {UP}", "weather"),
)


class Vectors:
    """Stands in for the embedding model, and keeps what it was asked."""

    name = "vectors"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def vectors(self, texts: Sequence[str]) -> Any:
        self.asked += texts
        found = np.ones((len(texts), 4), dtype=np.float32) / 2
        # Whatever is false points elsewhere.
        for row, text in zip(found, texts, strict=True):
            row[0] *= -1 if "rise" in text or "buyers" in text else 1
            row[1::2] *= -1 if "sourdough" in text else 1
        return found


class Trained:
    """Stands in for the trained judge: always as sure, and keeps what it was asked."""

    name = "trained"

    def __init__(self, probability: float) -> None:
        self.probability = probability
        self.asked: list[tuple[str, str]] = []

    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        self.asked += pairs
        return [self.probability] * len(pairs)


def judged(answer: str, claims: ClaimTexts | None = CLAIMS) -> tuple[bool, bool]:
    """Whether the answer is right, and whether vectors were asked."""
    vectors = Vectors()
    asked = Asked(QUESTION, REFERENCE, FACTS, answer, claims=claims)
    (factual,) = FactJudge(cast(Embedder, vectors)).judge([asked])
    return factual.right, answer in vectors.asked


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("In it prices drop by a lot, as the sellers hurry.", True),
        ("In it the sellers hurry, and therefore prices drop.", True),
        ("In it the sellers hurry, and therefore prices climb.", False),
        ("In it prices drop because of the weather.", False),
        ("In it prices drop, sellers hurry: the weather is not to blame.", True),
        ("In it nothing much of interest is known to me.", False),
    ],
)
def test_claims_judge_alone_where_they_say_enough(answer: str, right: bool) -> None:
    assert judged(answer) == (right, False)


@pytest.mark.parametrize(
    "answer",
    [
        "In it prices drop a great deal.",
        "In it the sellers hurry, and prices drop like the weather.",  # two facts, one against
    ],
)
def test_a_balance_of_one_fact_needs_the_vectors_too(answer: str) -> None:
    assert judged(answer) == (True, True)


def test_vectors_judge_where_no_claims_are_written() -> None:
    assert judged("In it prices drop a great deal.", claims=None)[1]


def test_what_is_no_statement_is_not_read() -> None:
    assert judged("Prices sellers price drop sellers hurry sellers price.")[0] is False


def test_a_single_fact_is_not_enough_where_the_vectors_doubt() -> None:
    confident, doubtful = Factual(0.9, 0.5), Factual(0.8, 0.5)
    assert judge_thin(confident).right
    assert doubtful.right
    assert not judge_thin(doubtful).right


@pytest.mark.parametrize(
    ("agreeing", "contradicting", "right"),
    [(0, 0, True), (1, 0, True), (1, 1, True), (0, 1, False), (0, 2, False)],
)
def test_an_answer_whose_numbers_are_all_wrong_is_wrong(agreeing, contradicting, right) -> None:
    numbers = Factual(0.9, 0.5, contradicting=contradicting, agreeing=agreeing)
    judged = judge_numbers(Factual(1.0, 0.6), numbers)
    assert judged.right is right
    assert judged.reason == ("" if right else "its numbers are wrong")


def test_numbers_are_compared_also_where_the_claims_are_clear() -> None:
    vectors = Vectors()
    asked = Asked(
        QUESTION, REFERENCE, FACTS, "Prices drop and the sellers hurry 45 per cent.", claims=CLAIMS
    )
    FactJudge(cast(Embedder, vectors)).judge([asked])
    assert "Prices drop and the sellers hurry 45 per cent." in vectors.asked


@pytest.mark.parametrize(
    ("answer", "probability", "right"),
    [
        ("In it prices drop by a lot, as the sellers hurry.", 0.6, True),
        ("In it prices drop by a lot, as the sellers hurry.", 0.01, False),
        ("In it the sellers hurry, and therefore prices climb.", 0.6, False),
        ("In it the sellers hurry, and therefore prices climb.", 0.99, True),
    ],
)
def test_a_trained_judge_and_the_claims_decide_together(answer, probability, right) -> None:
    trained = Trained(probability)
    judge = FactJudge(cast(Embedder, Vectors()), None, cast(AnswerJudge, trained))
    (factual,) = judge.judge([Asked(QUESTION, REFERENCE, FACTS, answer, claims=CLAIMS)])
    assert factual.right is right
    assert trained.asked == [(f"{QUESTION} prices fall. sellers hurry.", answer)]
    assert judge.name == "claims and contrast by vectors and trained"


def test_an_answer_about_something_else_is_rejected_however_sure_the_judge_is() -> None:
    answer = "For a good sourdough the price may drop and the seller may hurry."
    judge = FactJudge(cast(Embedder, Vectors()), None, cast(AnswerJudge, Trained(0.999)))
    (factual,) = judge.judge([Asked(QUESTION, REFERENCE, FACTS, answer, claims=CLAIMS)])
    assert not factual.right
    assert factual.reason == "it is about something else"


def test_a_trained_judge_is_not_asked_about_what_is_no_statement() -> None:
    trained = Trained(0.99)
    judge = FactJudge(cast(Embedder, Vectors()), None, cast(AnswerJudge, trained))
    answers = [
        "",
        "Prices sellers price drop sellers hurry sellers price.",
        "In it prices drop a great deal.",
    ]
    found = judge.judge(
        [Asked(QUESTION, REFERENCE, FACTS, answer, claims=CLAIMS) for answer in answers]
    )
    assert [each.right for each in found] == [False, False, True]
    assert [answer for _, answer in trained.asked] == answers[2:]
    assert found[0].reason == "it claims nothing"
