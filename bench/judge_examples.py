"""What the quiz's judge is trained on: labelled answers and statements, with the facts."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

from kasauti.data.quiz_cases import SHIPPED, QuizCase, quiz_cases
from kasauti.data.quiz_facts import read_judged
from kasauti.scorers.agreement import what_is_true

TRAINED_ON = ("judge_dev.jsonl", "judge_others.jsonl", "judge_more.jsonl")
STATEMENTS = "statements.jsonl"
# Written to test the negative patterns, not the facts.
OTHER_KINDS = ("guilty", "innocent")


@dataclass(frozen=True, slots=True)
class Example:
    """The question with its facts, a text, and whether it answers the question rightly."""

    true: str
    answer: str
    right: bool


def answer_examples() -> list[Example]:
    """The references and the labelled answers."""
    true = _true()
    questions = {each.text: each for case in _cases() for each in case.questions}
    found = [Example(true[text], each.reference, True) for text, each in questions.items()]
    for name in TRAINED_ON:
        found += [
            Example(true[each.question], each.answer, each.right)
            for each in read_judged(SHIPPED / name)
            if each.kind not in OTHER_KINDS
        ]
    return found


def statement_examples() -> list[Example]:
    """The statements, and what the facts deny."""
    true = _true()
    rows = map(json.loads, (SHIPPED / STATEMENTS).read_text(encoding="utf-8").splitlines())
    found = [
        Example(true[row["question"]], text, name == "true")
        for row in rows
        for name in ("true", "false")
        for text in row[name]
    ]
    return found + [
        Example(true[question], text, False)
        for question, facts in _cases()[0].facts.items()
        for fact in facts
        for text in fact.denies
    ]


@cache
def _cases() -> list[QuizCase]:
    return quiz_cases(SHIPPED)


def _true() -> dict[str, str]:
    facts = _cases()[0].facts
    return {question: what_is_true(question, facts[question]) for question in facts}
