"""Whether an answer says what is true, by all that is written for its question.

Patterns know what an answer claims, but not every wording of it. Sentence vectors know every
wording, but hardly what it claims. Each is a sign, and the judge weighs them together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass

import numpy as np

from kasauti.records.facts import Fact
from kasauti.scorers.claim_reading import Reading
from kasauti.scorers.clauses import claims
from kasauti.scorers.factual import Embed, Factual, Vectors, Weights, evidence

NEAREST = 3  # statements that a clause is compared with
FALSE = 0.05  # a clause that is so much nearer to a false statement than to a true one claims it


@dataclass(frozen=True, slots=True)
class Signs:
    """What speaks for an answer and against it.

    balance: the facts that it says less the claims against it, by the patterns.
    opposed: whether any claim is against it.
    worst: how much nearer its worst clause comes to true statements than to false ones.
    false: the share of its clauses that come nearer to a false statement than to a true one.
    wording, direction, contradicting: as in `Evidence`.
    """

    balance: float
    opposed: float
    worst: float
    false: float
    wording: float
    direction: float
    contradicting: float


# Set by `python -m bench.quiz_judge`, with the limit at which 12 % of the right answers are lost,
# before the claims were mended by the answers that they are fitted to.
WEIGHTS = Weights(-0.812, (1.241, -1.129, 9.002, -1.792, 2.108, 0.895, -0.482))
LEAST = 0.50


def statements_of(facts: Sequence[Fact], further: Fact | None) -> Fact:
    """All that is known to be true and false of a question."""
    every = [*facts, further] if further else facts
    return Fact(
        tuple(text for each in every for text in each.says),
        tuple(text for each in every for text in each.denies),
    )


def judge_claims(
    question: str,
    answer: str,
    reading: Reading,
    statements: Fact,
    *,
    reference: str,
    embed: Embed,
) -> Factual:
    """Whether an answer says what is true of the question; it must be a statement."""
    found = signs(question, answer, reading, statements, reference=reference, embed=embed)
    return Factual(WEIGHTS(astuple(found)), LEAST, contradicting=reading.against)


def signs(
    question: str,
    answer: str,
    reading: Reading,
    statements: Fact,
    *,
    reference: str,
    embed: Embed,
) -> Signs:
    """What the patterns and the vectors find in an answer."""
    clauses = embed(claims(answer))  # [clauses, width]
    true, false = clauses @ embed(statements.says).T, clauses @ embed(statements.denies).T
    by_vectors = evidence(question, answer, (statements,), reference=reference, embed=embed)
    return Signs(
        balance=float(reading.said - reading.against),
        opposed=float(reading.against > 0),
        worst=float((_nearest(true) - _nearest(false)).min()),
        false=float((true.max(axis=1) - false.max(axis=1) < -FALSE).mean()),
        wording=by_vectors.wording,
        direction=by_vectors.direction,
        contradicting=by_vectors.contradicting,
    )


def _nearest(similar: Vectors) -> Vectors:
    """The mean similarity of each clause to its nearest statements; similar: [clauses, …]."""
    nearest: Vectors = np.sort(similar, axis=1)[:, -NEAREST:].mean(axis=1)
    return nearest
