"""An answer is read the same in any wrapping, and two answers are none."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from types import FrameType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kasauti.scorers.answers.final_numbers import read_final_number
from kasauti.scorers.answers.letters import read_letter
from kasauti.scorers.answers.topics import read_topic
from kasauti.scorers.answers.written_numbers import format_number

LETTERS = ("A", "B", "C", "D")
CHOICES = ("Mercury", "Venus", "Earth", "Mars")
TOPICS = ("science/technology", "travel", "politics", "sports", "health")


def read_as_letter(reply: str) -> str | None:
    return read_letter(reply, LETTERS, choices=CHOICES).lenient


def read_as_number(reply: str) -> str | None:
    return format_number(read_final_number(reply).lenient)


def read_as_topic(reply: str) -> str | None:
    return read_topic(reply, TOPICS).lenient


Reader = Callable[[str], str | None]
letters = st.sampled_from(LETTERS)
numbers = st.integers(-999, 99_999).map(str)
topics = st.sampled_from(TOPICS)
ANSWERS = [(read_as_letter, letters), (read_as_number, numbers), (read_as_topic, topics)]
WRAPPINGS = [
    "{answer}", "**{answer}**", '"{answer}"', "`{answer}`", "\\boxed{{{answer}}}", "${answer}$",
    "```\n{answer}\n```", "<answer>{answer}</answer>", "{answer}<|im_end|>", "#### {answer}",
    "#### Answer: {answer}", "### Final answer\n\n{answer}", "Answer: {answer}",
    "The answer is {answer}.", "Sure! Here is my answer:\n\n{answer}", "उत्तर: {answer}",
    "The correct answer is:\n\n**{answer}**\n\nLet me know if you have any questions!",
    "<think>Is it B, 12 or sports? Or D, 7 or health?</think>\n{answer}",
    "[THINK]B, 12 or sports?[/THINK]{answer}",
    "#### Step 1: read\nI read it.\n#### Step 2: think\nI think.\n#### Answer\n{answer}",
    '{{"answer": {quoted}}}', '```json\n{{"reasoning": "None.", "answer": {quoted}}}\n```',
    '{{"final_answer": {quoted}, "alternatives": ["A", "health", "4"]}}',
    "{{'answer': {quoted}, 'sure': True,}}",
]  # fmt: skip
DISAGREEMENTS = [
    "#### {one} or {other}", "{one} or {other}", "Answer: {one} or {other}",
    "The answer is {one}. The answer is {other}.", "Final answer: {one}\nFinal answer: {other}",
    "उत्तर: {one}\nउत्तर: {other}", '{{"answer": ["{one}", "{other}"]}}',
    '{{"answer": "{one} or {other}"}}', '{{"answer": "{one}"}} {{"answer": "{other}"}}',
]  # fmt: skip


@pytest.mark.parametrize(("read", "answers"), ANSWERS)
@pytest.mark.parametrize("wrapping", WRAPPINGS)
def test_wrapping_does_not_change_what_is_read(
    read: Reader, answers: st.SearchStrategy[str], wrapping: str
) -> None:
    @settings(max_examples=20)
    @given(answers)
    def check(answer: str) -> None:
        reply = wrapping.format(answer=answer, quoted=json.dumps(answer))
        assert read(reply) == answer

    check()


@pytest.mark.parametrize(("read", "answers"), ANSWERS)
@pytest.mark.parametrize("disagreement", DISAGREEMENTS)
def test_reply_with_two_answers_is_unread(
    read: Reader, answers: st.SearchStrategy[str], disagreement: str
) -> None:
    @settings(max_examples=20)
    @given(st.lists(answers, min_size=2, max_size=2, unique=True))
    def check(two: list[str]) -> None:
        assert read(disagreement.format(one=two[0], other=two[1])) is None

    check()


@pytest.mark.parametrize("read", [read_as_letter, read_as_number, read_as_topic])
@pytest.mark.parametrize(
    "unit", ["A or B ", "#### A\n", "Answer: 5\n", "1 in 4 ", "sports ", '{"a":']
)
def test_loop_twice_as_long_takes_at_most_twice_as_many_steps(read: Reader, unit: str) -> None:
    short, long = (count_calls(read, unit * times) for times in (300, 600))
    assert long <= 2.2 * short


def count_calls(read: Reader, reply: str) -> int:
    """Number of function calls, those into C included."""
    calls = 0

    def count(frame: FrameType, event: str, called: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        read(reply)
    finally:
        sys.setprofile(None)
    return calls
