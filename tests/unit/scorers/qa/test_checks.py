"""Checks of answers: what each of them takes and what it does not."""

from __future__ import annotations

import pytest

from kasauti.data.qa.questions import CHECKS
from kasauti.scorers.qa.checks import READ, letter_of

PLANETS = ("Venus", "Mars", "Pluto")


@pytest.mark.parametrize(
    ("check", "reply", "reference", "right"),
    [
        ("exact", "Paris", "paris", True),
        ("exact", "<think>Rome? No.</think>\n\n**Paris.**", "Paris", True),
        ("exact", "It is Paris", "Paris", False),
        ("exact", "-5", "5", False),
        ("contains", "I think it is Paris.", "Paris", True),
        ("contains", "<think>Paris</think> Rome", "Paris", False),
        ("contains", "It is Parisian.", "Paris", False),
        ("contains", "the united\nkingdom", "United Kingdom", True),
        ("contains", "首都は東京です", "東京", True),
        ("contains", "वह दिल्ली में है।", "दिल्ली", True),
        ("contains", "Use C++ (the language).", "C++", True),
        ("number", "6 × 7 = 42, so 42.", "42", True),
        ("number", "It costs 1,200 rupees.", "1200", True),
        ("number", "I do not know.", "42", False),
        ("choice", "The answer is B.", "Mars", True),
        ("choice", "Mars, of course", "B", True),
        ("choice", "The answer is A.", "Mars", False),
    ],
)
def test_check_of_one_answer(check: str, reply: str, reference: str, right: bool) -> None:
    assert READ[check](reply, [reference], PLANETS).right is right


def test_any_reference_is_right() -> None:
    assert READ["exact"]("white", ["red", "white"], ()).right


def test_what_cannot_be_read_is_told() -> None:
    assert READ["number"]("no idea", ["4"], ()).read is None
    assert READ["choice"]("no idea", ["Mars"], PLANETS).read is None


@pytest.mark.parametrize(
    ("reference", "letter"), [("Pluto", "C"), ("c", "C"), ("(B)", "B"), ("D", None), ("Sun", None)]
)
def test_letter_of_a_reference(reference: str, letter: str | None) -> None:
    assert letter_of(reference, PLANETS) == letter


def test_every_check_is_a_name_that_files_may_have() -> None:
    assert {*READ, "similar", "judge"} == set(CHECKS)
