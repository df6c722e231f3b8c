"""The judgement of facts: answers that are rejected at once, and entailment."""

from __future__ import annotations

import pytest

from kasauti.records.persona import Asked, Fact, Inference
from kasauti.scorers.voice.factual import claims, judge_facts, not_a_statement

QUESTION = "What happens to prices in a slump?"
FACTS = (
    Fact(("prices fall",), ("prices rise",)),
    Fact(("they lose 50 per cent",), ("they lose 5 per cent",)),
)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("", "it claims nothing"),
        ("…", "it claims nothing"),
        ("Do prices fall?", "it claims nothing"),
        ("Many people say that they rise for ever.", "it claims nothing"),
        ("Die Preise fallen dann meistens recht schnell.", "it is not a sentence of English"),
        ("कीमतें गिरती हैं।", "it is not a sentence of English"),
        (
            "Slump prices slump, the prices of the slump are slump prices.",
            "it repeats the question",
        ),
        (" ".join(["They fall quite quickly, since sellers panic."] * 9), "it repeats itself"),
        ("What happens to prices in a slump happens to them.", "it repeats the"),
        ("Nobody can deny that they never failed to rise.", "its negations cancel each other"),
        ("They drop by about half, since sellers outnumber buyers.", ""),
    ],
)
def test_non_statements_are_rejected(answer: str, reason: str) -> None:
    assert not_a_statement(QUESTION, answer).startswith(reason)
    assert bool(not_a_statement(QUESTION, answer)) == bool(reason)


def test_questions_and_reported_speech_are_not_claims() -> None:
    text = "Is it cheap? Some say it is dear. It is fair, but nobody wants it just now."
    assert claims(text) == [
        "It is fair, but nobody wants it just now.",
        "nobody wants it just now.",
    ]


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
    found = {FACTS[0].says[0]: Inference(*first), FACTS[1].says[0]: Inference(*second)}
    asked = [
        Asked(QUESTION, FACTS, answer),
        Asked(QUESTION, (), answer),
        Asked(QUESTION, FACTS, ""),
    ]
    judged, unknown, empty = judge_facts(asked, lambda pairs: [found[text] for _, text in pairs])
    assert judged
    assert judged.right is right
    assert unknown is None
    assert empty
    assert empty.reason == "it claims nothing"
