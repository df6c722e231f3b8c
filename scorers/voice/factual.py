"""Judgement of the facts of an answer, by a model that knows entailment from contradiction."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from kasauti.records.persona import Asked, Inference
from kasauti.scorers.labels.degenerate_answers import loops

_SENTENCE = re.compile(r"(?<=[.!?;:।॥؟])\s+|\s+[—–]\s+|\n+")
_JOINT = re.compile(
    r",\s+(?:and|but|so|while|whereas|because|yet|which|although)\s+"
    r"|\s+(?:but|while|whereas|because|although)\s+"
)
# "Some people claim that …", "In each boom somebody promises that …": said of others.
_REPORTED = re.compile(
    r"\b(?:some|many|most|people|others|critics|believers|bulls|bears|somebody|someone|they"
    r"|pundits|writers|headlines|brochures|salesmen|brokers|advisers|newsletters|gurus|friends"
    r"|the crowd)\b(?:\s+\w+){0,3}?\s+"
    r"(?:say|says|said|claim|claims|claimed|think|believe|promise|promises|promised|insist"
    r"|insists|argue|call|calls|tell|tells|told|speak|speaks|talk|talks|shout|shouts|repeat"
    r"|repeats|preach|pretend|swear|swears)\b(?!\s+nothing)",
    re.I,
)
_NEGATION = re.compile(
    r"\b(?:not|never|no|nor|nobody|none|neither|cannot|den(?:y|ies|ied)|without|fail(?:ed|s)?"
    r"|hardly)\b|n't",
    re.I,
)
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
FEWEST = 4  # words of a part of a sentence that is looked at on its own
_FUNCTION_WORDS = """
a an the of to in on at by for with from as and or but nor so yet if then than that this these those
it its is are was were be been being am do does did has have had having will would can could may
might must shall should not no never i you we they he she them him her us our your their my me who
whom whose which what when where why how there here all any some each every both few more most much
many less least very too also only just even still about over under into out up down off after
before while because since until unless though although between through during against own same such
other another one ones"""
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())
_ENDINGS = ("ings", "ing", "ies", "ied", "ed", "es", "s", "ly")


def claims(text: str) -> list[str]:
    """The sentences that claim something, and the parts of those that are joined."""
    found: list[str] = []
    for raw in _SENTENCE.split(text):
        sentence = raw.strip(" -•*\t")
        if not sentence or sentence.endswith("?") or _REPORTED.search(sentence):
            continue
        parts = [part.strip() for part in _JOINT.split(sentence)]
        found.append(sentence)
        if len(parts) > 1:
            found += [part for part in parts if len(part.split()) >= FEWEST]
    return list(dict.fromkeys(found))


def most_negations(text: str) -> int:
    """Return the number of negations in the sentence that has most of them.

    >>> most_negations("Nobody can deny that it was not so. It is.")
    3
    """
    return max((len(_NEGATION.findall(each)) for each in _SENTENCE.split(text)), default=0)


def words(text: str) -> list[str]:
    """The words in lower case.

    >>> words("It's a Bear market.")
    ["it's", 'a', 'bear', 'market']
    """
    return _WORD.findall(text.lower())


def content_stems(text: str) -> list[str]:
    """The words that carry meaning, without their endings.

    >>> content_stems("Prices were falling")
    ['pric', 'fall']
    """
    return [_stem(word) for word in words(text) if word.partition("'")[0] not in FUNCTION_WORDS]


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


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
