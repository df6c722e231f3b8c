"""The answer readers read as a person does, on replies that their author never looked at."""

from __future__ import annotations

import pytest

from authoring.answer_readers.__main__ import expected, is_read, main, read
from authoring.answer_readers.corpus import HALVES, OUTSIDE, TASKS, Reply, read_replies

LEAST = 0.97


def test_both_corpus_halves_cover_all_tasks_and_languages() -> None:
    halves = [read_replies(half) for half in HALVES]
    assert sum(map(len, halves)) >= 300
    assert abs(len(halves[0]) - len(halves[1])) <= 10
    for replies in halves:
        assert {reply.task for reply in replies} == {*TASKS} - {"translation"}
        assert {reply.language for reply in replies} == {"en", "hi", "sa"}
    texts = [{(reply.task, reply.text, reply.choices) for reply in replies} for replies in halves]
    shared = {text for _, text, _ in texts[0] & texts[1]}
    assert shared <= {""}


@pytest.mark.parametrize("half", HALVES)
def test_nearly_all_replies_are_read_as_a_person_does(half: str) -> None:
    replies = read_replies(half)
    right = sum(map(is_read, replies))
    assert right / len(replies) >= LEAST, f"{right} of {len(replies)}"


@pytest.mark.parametrize(
    ("kind", "least"),
    [("ordinary", 0.97), ("nastier", 0.93), ("hostile", 0.93), ("hostile, second", 0.93)],
)
def test_replies_from_outside_are_read(kind: str, least: float) -> None:
    replies = [reply for reply in read_replies(OUTSIDE) if reply.kind == kind]
    assert {reply.task for reply in replies} == {"letter", "number", "topic", "translation"}
    right = sum(map(is_read, replies))
    assert right / len(replies) >= least, f"{right} of {len(replies)}"


def test_misreading_is_detected() -> None:
    reply = Reply(
        id="x", task="letter", kind="announced", language="en", text="The answer is B.",
        reading="C", choices=("w", "x", "y", "z"),
    )  # fmt: skip
    assert (read(reply), expected(reply)) == ("B", "C")
    assert not is_read(reply)


def test_names_are_compared_as_tags() -> None:
    reply = Reply(
        id="x", task="names", kind="announced", language="hi", text="राम: व्यक्ति",
        reading=(("राम", "PER"),), sentence="राम घर गया ।",
    )  # fmt: skip
    assert expected(reply) == ("B-PER", "O", "O", "O")
    assert is_read(reply)


def test_command_prints_rates_but_no_heldout_reply(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["--misread"])
    shown = capsys.readouterr().out
    for half in HALVES:
        right = sum(map(is_read, read_replies(half)))
        assert f"{right:4d} of {len(read_replies(half)):4d}" in shown
    assert "heldout-" not in shown
