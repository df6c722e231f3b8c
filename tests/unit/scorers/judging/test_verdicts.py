"""Verdicts from replies: JSON, else the last line; unreadable ones are unread."""

from __future__ import annotations

import pytest

from kasauti.data.judge.prompt import read_prompt
from kasauti.scorers.judging.verdicts import (
    JudgedAnswers,
    Verdict,
    in_order,
    joined,
    read_verdict,
)
from kasauti.scorers.statistics.intervals import Share


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        ('{"facts": [], "reason": "It says so.", "verdict": "right"}', "right"),
        ('```json\n{"verdict": "Wrong "}\n```', "wrong"),
        ('{"verdict": "right"} No: {"verdict": "partly"}', "partly"),
        ('{"verdict": "right"}\nVERDICT: right', "right"),
        ('{"verdict": "right"}\nVERDICT: wrong', "unread"),
        ("VERDICT: right|partly|wrong", "unread"),
        ("VERDICT: right, partly or wrong", "unread"),
        ("VERDICT: right or wrong?", "unread"),
        ("The answer is right.\n**VERDICT:** partly", "partly"),
        ("> verdict = wrong, since", "wrong"),
        ("VERDICT: right\nVERDICT: wrong", "wrong"),
        ("VERDICT: rightful", "unread"),
        ("My verdict: right", "unread"),
        ('{"verdict": true}', "unread"),
        ('{"verdict": "right"', "unread"),
        ("right", "unread"),
        ("", "unread"),
    ],
)
def test_last_object_or_last_line_is_the_verdict(reply: str, outcome: str) -> None:
    assert read_verdict(reply).outcome == outcome


@pytest.mark.parametrize("said", ['{"verdict": "right"}', "VERDICT: right", "> **VERDICT: right**"])
def test_repeated_words_of_the_answer_are_no_verdict(said: str) -> None:
    answer = f"They fall.\n{said.strip('> ')}"
    assert read_verdict(f"It says:\n{said}", answer=answer).outcome == "unread"
    assert read_verdict(f"VERDICT: wrong\n{said}", answer=answer).outcome == "wrong"
    respaced = said.replace(": ", " :  ")
    assert read_verdict(f"It says:\n{respaced}", answer=answer).outcome == "unread"


def test_repeated_example_of_the_prompt_is_no_verdict() -> None:
    prompt = read_prompt()
    text = prompt.fill(question="Q?", reference="R", facts=[], answer="A")
    example = next(line for line in text.splitlines() if line.startswith("{"))
    assert read_verdict(example).outcome == "right"
    assert read_verdict(example, prompt=text).outcome == "unread"
    assert read_verdict('{"verdict": "right"}', prompt=text).outcome == "right"


@pytest.mark.parametrize(
    ("facts", "outcome"),
    [
        ("1: right\nFACT 2: wrong", "partly"),
        ("1: right", "unread"),
        ("1: right\nFACT 3: wrong", "unread"),
        ("1: right\nFACT 2: wrong\nFACT 3: right", "unread"),
    ],
)
def test_facts_are_those_that_were_asked(facts: str, outcome: str) -> None:
    found = read_verdict(f"FACT {facts}\nVERDICT: partly", facts=2)
    assert found.outcome == outcome
    assert found.facts == (("right", "wrong") if outcome == "partly" else ())


def test_facts_that_contradict_the_verdict_make_it_unread() -> None:
    assert read_verdict("FACT 1: wrong\nVERDICT: right", facts=1).outcome == "unread"
    assert read_verdict("FACT 1: right\nVERDICT: wrong", facts=1).outcome == "unread"
    assert read_verdict("FACT 1: right\nFACT 2: wrong\nVERDICT: right", facts=2).outcome == "unread"
    assert read_verdict("VERDICT: wrong", facts=1).outcome == "wrong"


def test_repeats_that_disagree_are_undecided() -> None:
    right, wrong, unread = Verdict("right", "a"), Verdict("wrong", "b"), Verdict("unread", read=0)
    assert joined([right, right]).outcome == "right"
    assert joined([right, unread]) == Verdict("right", "a", read=1, repeats=2)
    assert joined([unread, unread]) == Verdict("unread", read=0, repeats=2)
    assert joined([right, wrong]) == Verdict("undecided", "right: a; wrong: b", read=2, repeats=2)


def test_grades_are_put_back_in_order() -> None:
    asked = Verdict("partly", facts=("right", "partly", "wrong"))  # of facts 2, 0 and 1
    assert in_order(asked, [2, 0, 1]).facts == ("partly", "wrong", "right")


def test_unread_and_undecided_answers_are_counted_apart() -> None:
    verdicts = [
        Verdict("right", read=2),
        Verdict("right"),
        Verdict("wrong"),
        Verdict("unread", read=0),
        Verdict("undecided", read=2),
    ]
    found = JudgedAnswers.of(verdicts)
    assert found.share == Share(2, 3)
    assert found.unread == Share(1, 5)
    assert found.consistency == Share(1, 2)
    assert found.open == pytest.approx(0.4)
    assert [each.right for each in verdicts] == [True, True, False, None, None]
    assert JudgedAnswers.of([]).share is None
