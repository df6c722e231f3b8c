"""Judgement of the facts of an answer, by a model that knows entailment from contradiction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from kasauti.records.persona import Asked, Inference
from kasauti.scorers.labels.degenerate_answers import loops
from kasauti.scorers.voice.clauses import (
    FUNCTION_WORDS,
    claims,
    content_stems,
    most_negations,
    words,
)

# A fact counts as said, or as contradicted, from this probability on.
SURE = 0.5
# At least this share of the facts must be said, and none contradicted.
LEAST_SAID = 0.5
# An answer with fewer new words, or with hardly any function words of English, is not a statement:
# an echo of the question, a list of keywords, another language.
LEAST_NEW, LEAST_ENGLISH = 0.60, 0.12
MOST_NEGATIONS = 2  # of one sentence: beyond, a reader cannot tell what it claims


@dataclass(frozen=True, slots=True)
class Factual:
    """The judgement of one answer; `reason` says why it is rejected without being compared."""

    score: float
    reason: str = ""

    @property
    def right(self) -> bool:
        return self.score >= LEAST_SAID


def judge_facts(
    answers: Sequence[Asked], infer: Callable[[Sequence[tuple[str, str]]], Sequence[Inference]]
) -> list[Factual | None]:
    """Judge each answer whose question has facts; all pairs of claim and fact are inferred at once.

    Accept an answer that entails at least half of the facts and rather contradicts none.
    """
    reasons = [
        not_a_statement(each.question, each.answer, english=each.english) for each in answers
    ]
    pairs = [
        (claim, text)
        for each, reason in zip(answers, reasons, strict=True)
        if each.facts and not reason
        for claim in claims(each.answer)
        for fact in each.facts
        for text in fact.says
    ]
    found = dict(zip(pairs, infer(pairs), strict=True))
    return [
        (Factual(0.0, reason) if reason else _judge(each, found)) if each.facts else None
        for each, reason in zip(answers, reasons, strict=True)
    ]


def _judge(asked: Asked, found: Mapping[tuple[str, str], Inference]) -> Factual:
    said = contradicted = 0
    for fact in asked.facts:
        inferences = [found[claim, text] for claim in claims(asked.answer) for text in fact.says]
        entails = max(each.entails for each in inferences)
        contradicts = max(each.contradicts for each in inferences)
        said += entails >= SURE
        contradicted += contradicts >= SURE and contradicts > entails
    return Factual(0.0 if contradicted else said / len(asked.facts))


def not_a_statement(question: str, answer: str, *, english: bool = True) -> str:
    """Return the reason why the answer claims nothing that could be compared, or an empty text.

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
    if loops(answer):
        return "it repeats itself"
    stems = set(content_stems(answer))
    if not stems:
        return "it claims nothing"
    if len(stems - set(content_stems(question))) < LEAST_NEW * len(stems):
        return "it repeats the question"
    return ""
