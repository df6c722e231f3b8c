"""Whether an answer says what is true: its clauses beside the facts of the question.

A sentence vector knows what a text is about better than what it claims, so an answer is never
compared with the truth alone: each clause is compared with the facts and with their
contradictions, and the difference of the two similarities counts. Numbers are compared as such.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass

import numpy as np
from numpy.typing import NDArray

from kasauti.records.facts import Fact
from kasauti.scorers.clauses import (
    FUNCTION_WORDS,
    STATING_WORDS,
    claims,
    content_stems,
    most_negations,
    sentences,
    words,
)
from kasauti.scorers.directions import agreement, directions
from kasauti.scorers.quantities import Quantity, quantities

Vectors = NDArray[np.float32]
Embed = Callable[[Sequence[str]], Vectors]  # one vector of length 1 for each text

# How much the clauses count that come nearest to a fact or its contradiction.
SHARPNESS = 8.0
RELATED = 0.4  # from this similarity on a clause is about the same thing as a statement
MOST_NUMBERS = 2  # that are counted
# Below this similarity to every statement an answer is about something else: hardly any right
# answer of judge_dev, judge_others and judge_limit, and about half of the empty and off-topic ones.
LEAST_RELATED = 0.35
# An answer that repeats itself or the question more than this, or has hardly any function words of
# English, is not a statement: an echo, a list of keywords, another language.
MOST_REPEATED, LEAST_NEW, LEAST_ENGLISH = 0.24, 0.60, 0.12
# Of 58 lists of key words in judge_dev.jsonl and judge_others.jsonl these find 53, and of 1,040
# right answers 5.
LEAST_STATING, MOST_EXPECTED = 0.05, 0.8
MOST_NEGATIONS = 2  # of one sentence: beyond, a reader cannot tell what it claims


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for an answer and against it.

    support: how near it comes to each fact, on average.
    contrast: how much nearer to each fact than to its contradictions, on average.
    nearest: the same for the one fact and the one contradiction that it comes nearest to.
    clauses: the same for the clauses that are about the matter at all.
    wording: words that only the facts have less words that only the contradictions have.
    direction: whether its clauses point the same way as the facts (1) or the contradictions (-1).
    agreeing, contradicting: how many of its numbers are right, and wrong; 2 stands for more.
    """

    support: float
    contrast: float
    nearest: float
    clauses: float
    wording: float
    direction: float
    agreeing: float
    contradicting: float


@dataclass(frozen=True, slots=True)
class Weights:
    """The logistic regression of `Evidence` on judge_dev.jsonl, in the order of its fields."""

    intercept: float
    weights: tuple[float, ...]

    def __call__(self, evidence: Evidence) -> float:
        total = sum(w * x for w, x in zip(self.weights, astuple(evidence), strict=True))
        return 1 / (1 + math.exp(-(self.intercept + total)))


# Set by `python -m bench.quiz_vectors`, with the limit at which 12 % of the right answers are lost.
WEIGHTS = Weights(-3.598, (6.181, 4.465, 3.242, 5.015, 1.855, 0.915, 0.310, -1.353))
LEAST = 0.48


@dataclass(frozen=True, slots=True)
class Factual:
    """The judgement of one answer; `reason` says why it is rejected without being compared.

    agreeing, contradicting: how many of its numbers, or of its claims, are right and wrong.
    """

    score: float
    least: float
    reason: str = ""
    contradicting: int = 0
    agreeing: int = 0

    @property
    def right(self) -> bool:
        return self.score >= self.least


def judge_facts(
    question: str, answer: str, facts: Sequence[Fact], *, reference: str, embed: Embed
) -> Factual:
    """Whether the answer says what is true of the question."""
    reason = why_rejected(question, answer, facts, reference=reference)
    if reason:
        return Factual(0.0, LEAST, reason)
    found = evidence(question, answer, facts, reference=reference, embed=embed)
    return Factual(
        WEIGHTS(found),
        LEAST,
        contradicting=int(found.contradicting),
        agreeing=int(found.agreeing),
    )


def texts_to_embed(answer: str, facts: Sequence[Fact], reference: str) -> list[str]:
    """Every text whose vector the judgement of an answer needs."""
    stated = (text for fact in facts for text in (*fact.says, *fact.denies))
    return [*claims(answer), *stated, *sentences(reference)]


def why_rejected(question: str, answer: str, facts: Sequence[Fact], *, reference: str) -> str:
    """Why an answer is rejected before its claims are compared; empty where it is not."""
    return not_a_statement(question, answer) or (
        "it piles up key words" if _is_stuffed(question, answer, facts, reference) else ""
    )


def _is_stuffed(question: str, answer: str, facts: Sequence[Fact], reference: str) -> bool:
    """Whether it has the words of the right answer, and hardly any that make a statement."""
    texts = [question, reference, *(text for fact in facts for text in fact.says)]
    key_words = {stem for text in texts for stem in content_stems(text)}
    stems, used = content_stems(answer), words(answer)
    stating = sum(word.partition("'")[0] in STATING_WORDS for word in used)
    expected = sum(stem in key_words for stem in stems)
    return stating < LEAST_STATING * len(used) and expected > MOST_EXPECTED * len(stems)


def not_a_statement(question: str, answer: str, *, english: bool = True) -> str:
    """Why the answer claims nothing that could be compared; empty where it does.

    In another language than English it must only claim something.
    """
    if not claims(answer):
        return "it claims nothing"
    if not english:
        return ""
    used = words(answer)
    if sum(word in FUNCTION_WORDS for word in used) < LEAST_ENGLISH * len(used):
        return "it is not a sentence of English"
    if most_negations(answer) > MOST_NEGATIONS:
        return "its negations cancel each other"
    stems = content_stems(answer)
    if not stems or 1 - len(set(stems)) / len(stems) > MOST_REPEATED:
        return "it repeats the same words"
    new = set(stems) - set(content_stems(question))
    if len(new) < LEAST_NEW * len(set(stems)):
        return "it repeats the question"
    return ""


def evidence(
    question: str, answer: str, facts: Sequence[Fact], *, reference: str, embed: Embed
) -> Evidence:
    """What the clauses, words and numbers of an answer say about the facts."""
    claimed = claims(answer)
    clauses = embed(claimed)  # [clauses, width]
    true = [(clauses @ embed(fact.says).T).max(axis=1) for fact in facts]  # each [clauses]
    false = [(clauses @ embed(fact.denies).T).max(axis=1) for fact in facts]
    nearest_true, nearest_false = np.max(true, axis=0), np.max(false, axis=0)
    relevance = np.exp(SHARPNESS * np.maximum(nearest_true, nearest_false))
    agreeing, contradicting = _numbers(claimed, facts, reference, embed)
    return Evidence(
        support=float(np.mean([each.max() for each in true])),
        contrast=float(np.mean([t.max() - f.max() for t, f in zip(true, false, strict=True)])),
        nearest=float(nearest_true.max() - nearest_false.max()),
        clauses=float(np.average(nearest_true - nearest_false, weights=relevance)),
        wording=_wording(question, answer, facts),
        direction=_direction(claimed, facts, embed),
        agreeing=float(min(agreeing, MOST_NUMBERS)),
        contradicting=float(min(contradicting, MOST_NUMBERS)),
    )


def is_related(answer: str, facts: Sequence[Fact], *, embed: Embed) -> bool:
    """Whether any clause comes near to a fact or to its contradiction."""
    stated = [text for fact in facts for text in (*fact.says, *fact.denies)]
    return bool((embed(claims(answer)) @ embed(stated).T).max() >= LEAST_RELATED)


def _direction(claimed: Sequence[str], facts: Sequence[Fact], embed: Embed) -> float:
    """How the clauses point, beside the statements that they come near to."""
    total = weight = 0.0
    vectors, pointing = embed(claimed), [directions(claim) for claim in claimed]
    for sign, stated in (
        (1, [text for fact in facts for text in fact.says]),
        (-1, [text for fact in facts for text in fact.denies]),
    ):
        similar = vectors @ embed(stated).T  # [clauses, statements]
        ways = [directions(text) for text in stated]
        for row, column in np.argwhere(similar >= RELATED):
            agreed = agreement(pointing[row], ways[column])
            if agreed is not None:
                near = math.exp(SHARPNESS * float(similar[row, column]))
                total, weight = total + sign * near * agreed, weight + near
    return total / weight if weight else 0.0


def _numbers(
    claimed: Sequence[str], facts: Sequence[Fact], reference: str, embed: Embed
) -> tuple[int, int]:
    """How many numbers are right, and how many contradict the statement that is about them."""
    stated = [*(text for fact in facts for text in fact.says), *sentences(reference)]
    known = [quantities(text) for text in stated]
    similar = embed(claimed) @ embed(stated).T
    agreeing = contradicting = 0
    for row, claim in enumerate(claimed):
        for quantity in quantities(claim):
            right = [each for found in known for each in found if each.unit == quantity.unit]
            if any(quantity.agrees(each) for each in right):
                agreeing += 1
            elif _contradicts(quantity, known, similar[row]):
                contradicting += 1
    return agreeing, contradicting


def _contradicts(quantity: Quantity, known: Sequence[Sequence[Quantity]], similar: Vectors) -> bool:
    """Whether the two nearest statements with that unit say something else."""
    columns = [
        column
        for column in np.argsort(-similar)
        if similar[column] >= RELATED and any(each.unit == quantity.unit for each in known[column])
    ]
    values = [
        each.value for column in columns[:2] for each in known[column] if each.unit == quantity.unit
    ]
    return bool(values) and not min(values) <= quantity.value <= max(values)


def _wording(question: str, answer: str, facts: Sequence[Fact]) -> float:
    """From -1 to 1: whose own words the answer uses, those of the facts or of their contrary."""
    true = {stem for fact in facts for text in fact.says for stem in content_stems(text)}
    false = {stem for fact in facts for text in fact.denies for stem in content_stems(text)}
    used = set(content_stems(answer)) - set(content_stems(question))
    shared = len(used & true) + len(used & (false - true))
    return (len(used & (true - false)) - len(used & (false - true))) / max(3, shared)
