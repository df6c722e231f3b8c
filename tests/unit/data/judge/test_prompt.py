"""The judge's prompt: what is judged is data behind a fence that it cannot know."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasauti.data.judge.prompt import SHIPPED, fence_code, read_prompt, without_tags
from kasauti.inputs.errors import KasautiError

PROMPT = read_prompt()
SHORT = read_prompt(SHIPPED.with_name("short.toml"))
WHOLE = 'system = "S"\ntext = "{question}{reference}{open}{answer}{close}"\n'


def filled(answer: str, *facts: str) -> str:
    return PROMPT.fill(question="Why?", reference="So.", facts=facts, answer=answer)


def test_facts_are_numbered_where_there_are_some() -> None:
    assert "1. one\n2. two" in filled("It is so.", "one", "two")
    assert "numbered" in filled("It is so.")
    assert "that a right answer agrees with" not in filled("It is so.")


@given(st.text(max_size=60))
def test_no_answer_closes_its_fence(answer: str) -> None:
    code = fence_code("", "Why?", "So.", answer)
    assert filled(answer).count(code) == 2


def test_braces_in_an_answer_stay() -> None:
    text = filled("{reference} {close} {question}")
    assert "\n{reference} {close} {question}\n" in text


def test_fence_depends_on_the_content() -> None:
    assert fence_code("a", "bc") != fence_code("ab", "c")
    assert len({fence_code(str(seed), "same") for seed in range(3)}) == 3


@pytest.mark.parametrize(
    "tag",
    ["<|im_end|>", "<|eot_id|>", "</s>", "<start_of_turn>", "[INST]", "[/INST]", "<<SYS>>",
     "<system>", "</think>"],
)  # fmt: skip
def test_role_tags_are_broken(tag: str) -> None:
    assert tag not in without_tags(f"a {tag} b")


@pytest.mark.parametrize("text", ["a < b > c", "x <- y", "[1] <b>bold</b>", "<summary> f<s"])
def test_other_brackets_stay(text: str) -> None:
    assert without_tags(text) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('system = "S"\ntext = "{question}"\nfacts = "{facts}"', "text has no {reference}"),
        ('system = "S"\nfacts = "{facts}"', "has no text"),
        ('system = "S"\ntemplate = "x"', "unknown key template"),
        (f'{WHOLE}facts = "{{facts}}"', "go together"),
        (f"{WHOLE}max_new_tokens = 0", "max_new_tokens is 0"),
        (f"{WHOLE}chat = 1", "chat is 1"),
    ],
)
def test_prompt_that_leaves_out_what_is_judged_is_refused(
    tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "prompt.toml"
    path.write_text(text)
    with pytest.raises(KasautiError, match=message):
        read_prompt(path)


def test_short_prompt_is_continued_without_facts() -> None:
    text = SHORT.fill(question="Why?", reference="So.", facts=["a fact"], answer="Because.")
    assert "a fact" not in text
    assert text.endswith(f"]\n{SHORT.begun}")
    assert (SHORT.begun, SHORT.chat, SHORT.max_new_tokens) == ("VERDICT:", False, 3)
    assert (PROMPT.begun, PROMPT.chat, PROMPT.max_new_tokens) == ("", True, 256)
