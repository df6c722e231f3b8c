"""The judge of facts: what it rejects at once, and how clauses, words and numbers speak."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from kasauti.records.facts import Fact, Inference
from kasauti.scorers.clauses import claims
from kasauti.scorers.entailed import judge_entailed
from kasauti.scorers.factual import (
    Vectors,
    evidence,
    judge_facts,
    not_a_statement,
    why_rejected,
)
from kasauti.scorers.judge_quality import Verdicts, judge_quality

QUESTION = "What happens to prices in a slump?"
FACTS = (
    Fact(("prices fall",), ("prices rise",)),
    Fact(("they lose 50 per cent",), ("they lose 5 per cent",)),
)
WIDTH = 64


def bag_of_words(texts: Sequence[str]) -> Vectors:
    """Vectors that are alike where texts share words."""
    vectors = np.zeros((len(texts), WIDTH), dtype=np.float32)
    for row, text in zip(vectors, texts, strict=True):
        for word in text.lower().strip(".").split():
            row[sum(map(ord, word)) % WIDTH] += 1
    lengths: Vectors = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / lengths


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("", "it claims nothing"),
        ("…", "it repeats the same words"),
        ("Do prices fall?", "it claims nothing"),
        ("Many people say that they rise for ever.", "it claims nothing"),
        ("Die Preise fallen dann meistens recht schnell.", "it is not a sentence of English"),
        ("कीमतें गिरती हैं।", "it is not a sentence of English"),
        ("Slump prices slump, the prices of the slump are slump prices.", "it repeats the same"),
        ("What happens to prices in a slump happens to them.", "it repeats the"),
        ("Nobody can deny that they never failed to rise.", "its negations cancel each other"),
        ("They drop by about half, since sellers outnumber buyers.", ""),
    ],
)
def test_what_is_no_statement_is_rejected_at_once(answer: str, reason: str) -> None:
    assert not_a_statement(QUESTION, answer).startswith(reason)
    assert bool(not_a_statement(QUESTION, answer)) == bool(reason)


def test_questions_and_reports_of_others_are_not_claims() -> None:
    text = "Is it cheap? Some say it is dear. It is fair, but nobody wants it just now."
    assert claims(text) == [
        "It is fair, but nobody wants it just now.",
        "nobody wants it just now.",
    ]


def of(answer: str) -> tuple[float, ...]:
    found = evidence(QUESTION, answer, FACTS, reference="They halve.", embed=bag_of_words)
    return found.contrast, found.clauses, found.wording


def test_a_direction_and_its_contrary_are_told_apart() -> None:
    right, wrong = of("In it prices fall."), of("In it prices rise.")
    assert all(one > other for one, other in zip(right, wrong, strict=True))


def test_numbers_are_compared_as_such() -> None:
    def numbers(answer: str) -> tuple[float, float]:
        found = evidence(QUESTION, answer, FACTS, reference="It is so.", embed=bag_of_words)
        return found.agreeing, found.contradicting

    assert numbers("They lose 50 per cent.") == (1, 0)
    assert numbers("They lose 5 per cent.") == (0, 1)


def test_the_judgement_follows_the_evidence() -> None:
    def judged(answer: str) -> float:
        return judge_facts(
            QUESTION, answer, FACTS, reference="They fall.", embed=bag_of_words
        ).score

    assert judged("Then prices fall and they lose 50 per cent.") > judged(
        "Then prices rise and they lose 5 per cent."
    )
    assert judged("") == 0.0


@pytest.mark.parametrize(
    ("first", "second", "right"),
    [
        ((0.9, 0.0), (0.9, 0.0), True),
        ((0.9, 0.0), (0.1, 0.2), True),  # half of the facts
        ((0.4, 0.0), (0.1, 0.2), False),
        ((0.9, 0.0), (0.1, 0.9), False),  # one is contradicted
        ((0.9, 0.6), (0.9, 0.0), True),  # one claim contradicts, another entails more surely
    ],
)
def test_entailment_judges_by_facts(
    first: tuple[float, float], second: tuple[float, float], right: bool
) -> None:
    answer = "They drop by about half."
    found = {
        (answer, FACTS[0].says[0]): Inference(*first),
        (answer, FACTS[1].says[0]): Inference(*second),
    }
    assert judge_entailed(QUESTION, answer, FACTS, found).right is right


def test_error_rates_are_counted_apart() -> None:
    quality = judge_quality(
        [
            Verdicts("right", True, True, None, ()),
            Verdicts("right", True, False, None, ("hype",)),
            Verdicts("wrong", False, True, None, ()),
            Verdicts("guilty", False, False, "hype", ("hype",)),
            Verdicts("guilty", False, True, "hype", ()),
        ]
    )
    assert (quality.false_rejections.errors, quality.false_rejections.total) == (1, 2)
    assert (quality.false_acceptances.errors, quality.false_acceptances.total) == (2, 3)
    assert (quality.innocent_flags.errors, quality.innocent_flags.total) == (1, 3)
    assert (quality.missed_flags.errors, quality.missed_flags.total) == (1, 2)
    assert str(quality.by_kind["wrong"]).startswith("100.0%, 1 of 1")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("In a slump the prices of sellers fall by 50 per cent.", "it piles up key words"),
        ("In a slump they fall, and they lose 50 per cent.", ""),  # it states something
        ("A crash of cars on wet roads by night in town.", ""),  # other words
    ],
)
def test_key_words_without_a_statement_are_rejected(answer: str, reason: str) -> None:
    reference = "Prices fall in a slump; sellers lose 50 per cent."
    assert why_rejected(QUESTION, answer, FACTS, reference=reference) == reason
    judged = judge_facts(QUESTION, answer, FACTS, reference=reference, embed=bag_of_words)
    assert judged.reason == reason
