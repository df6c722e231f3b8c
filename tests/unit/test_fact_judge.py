"""Who judges an answer: claims and vectors together, or vectors alone where there are no claims."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, replace
from typing import Any, cast

import numpy as np
import pytest

from kasauti.engines.metric_models.embeddings import Embedder
from kasauti.fixtures.suites.quiz.judging import Asked, FactJudge
from kasauti.records.claims import ClaimTexts
from kasauti.records.facts import Fact
from kasauti.scorers.claim_reading import Reading
from kasauti.scorers.claimed import LEAST, WEIGHTS, Signs, signs, statements_of
from kasauti.scorers.factual import Vectors

QUESTION, REFERENCE = "What happens to prices in a slump?", "They fall."
FACTS = (Fact(("prices fall",), ("prices rise",)), Fact(("sellers hurry",), ("buyers hurry",)))
FURTHER = Fact(("prices drop",), ("prices climb",))
CLAIMS = ClaimTexts(
    (("price ~ {DOWN}",), ("seller ~~ hurry",), ("{N:40-60} %",)),
    ("price ~ {UP}", "weather"),
)
FALSE = ("rise", "climb", "buyers", "weather")


def embed(texts: Sequence[str]) -> Vectors:
    """Whatever is false points the other way in one of four directions."""
    found = np.ones((len(texts), 4), dtype=np.float32) / 2
    for row, text in zip(found, texts, strict=True):
        row[0] *= -1 if any(word in text for word in FALSE) else 1
    return found


class Model:
    """Stands in for the embedding model, and keeps what it was asked."""

    name = "vectors"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def vectors(self, texts: Sequence[str]) -> Any:
        self.asked += texts
        return embed(texts)


def asked(answer: str, claims: ClaimTexts | None = CLAIMS) -> Asked:
    return Asked(QUESTION, REFERENCE, FACTS, answer, claims=claims, statements=FURTHER)


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("In it prices drop by about half, or 45 per cent of them.", True),
        ("In it the sellers hurry, and therefore prices drop.", True),
        ("In it the sellers hurry, and therefore prices climb.", False),
        ("In it prices climb because of the weather.", False),
        ("In it the weather makes the sellers hurry.", False),
    ],
)
def test_claims_and_vectors_judge_together(answer: str, right: bool) -> None:
    (factual,) = FactJudge(cast(Embedder, Model())).judge([asked(answer)])
    assert factual.right is right


def test_every_statement_on_the_question_is_compared() -> None:
    model = Model()
    FactJudge(cast(Embedder, model)).judge([asked("In it prices drop a great deal.")])
    known = statements_of(FACTS, FURTHER)
    assert {*known.says, *known.denies} <= set(model.asked)
    assert known == Fact(
        ("prices fall", "sellers hurry", "prices drop"),
        ("prices rise", "buyers hurry", "prices climb"),
    )


def test_vectors_judge_alone_where_no_claims_are_written() -> None:
    answer = "In it prices drop a great deal."
    judge = FactJudge(cast(Embedder, Model()))
    by_both, by_vectors = judge.judge([asked(answer), asked(answer, claims=None)])
    assert by_both.least == LEAST
    assert by_vectors.least != LEAST


def test_what_is_no_statement_is_not_compared() -> None:
    model, answer = Model(), "Prices sellers price drop sellers hurry sellers price."
    (factual,) = FactJudge(cast(Embedder, model)).judge([asked(answer)])
    assert (factual.right, factual.reason) == (False, "it is not a sentence of English")
    assert model.asked == []


def test_signs_are_what_is_found_in_an_answer() -> None:
    answer = "In it prices drop. The sellers hurry because of the weather."
    reading = Reading(said=2, denied=0, wrong=1)
    found = signs(QUESTION, answer, reading, FURTHER, reference=REFERENCE, embed=embed)
    assert (found.balance, found.opposed) == (1.0, 1.0)
    assert found.worst == pytest.approx(-0.5)  # the second clause is nearer to what is false
    assert found.false == pytest.approx(0.5)
    assert found.direction == 1.0


@pytest.mark.parametrize(
    ("sign", "better"),
    [("balance", 2.0), ("opposed", 0.0), ("worst", 0.2), ("false", 0.0), ("wording", 1.0),
     ("direction", 1.0), ("contradicting", 0.0)],
)  # fmt: skip
def test_every_sign_counts_in_its_own_direction(sign: str, better: float) -> None:
    doubtful = Signs(1.0, 1.0, 0.0, 0.5, 0.0, 0.0, 1.0)
    improved = replace(doubtful, **{sign: better})
    assert WEIGHTS(astuple(improved)) > WEIGHTS(astuple(doubtful))
