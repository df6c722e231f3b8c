"""The documented prompts, to the letter, and what they hold."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

import pytest

from kasauti.data.zeroshot import prompts
from kasauti.data.zeroshot.items import (
    ChoiceItem,
    Item,
    NumberItem,
    ParallelItem,
    TextItem,
    topics_of,
)
from kasauti.data.zeroshot.languages import language
from kasauti.fixtures.suites.zeroshot.cases import ZeroshotCase, ZeroshotOptions, zeroshot_cases


def case(task: str, *items: Item, **changes: object) -> ZeroshotCase:
    settings = {
        "task": task, "unit": "hi", "target": language("hi"), "pack": "test@0", "items": items,
        "answer_by": "generation", "max_new_tokens": 512, "seed": 0, "topics": topics_of(items),
    }  # fmt: skip
    return ZeroshotCase(**{**settings, **changes})  # type: ignore[arg-type]


def test_translation_prompt() -> None:
    (prompt,) = case("translation", ParallelItem("1", "The sun rises.", "सूर्य उगता है।")).prompts
    assert prompt == (
        "Translate the following text to the Hindi language; use the Devanagari script; "
        "reply only with the translation:\n"
        "\n"
        "The sun rises."
    )


def test_classification_prompt() -> None:
    topics = ["science/technology", "travel", "politics", "sports", "health"]
    assert prompts.classification_prompt("टीम जीत गई।", topics) == (
        "Classify the following text into one of these topics: science/technology, travel, "
        "politics, sports, health.\n"
        "Reply with only the topic name.\n"
        "\n"
        "Text:\n"
        "टीम जीत गई।"
    )


def test_question_prompt() -> None:
    assert prompts.choice_prompt("कौन?", ["राम", "श्याम", "मोहन", "सोहन"]) == (
        "Solve the following multiple choice question. Reason step-by-step and then write the "
        "final answer as a single letter.\n"
        "\n"
        "Response format: <reasoning> #### <letter>\n"
        "\n"
        "---\n"
        "\n"
        "कौन?\n"
        "A. राम\n"
        "B. श्याम\n"
        "C. मोहन\n"
        "D. सोहन"
    )


def test_maths_prompt() -> None:
    (prompt,) = case("mgsm", NumberItem("1", "२ और २?", Decimal(4))).prompts
    assert prompt == (
        "Solve the following math problem. Reason step-by-step and then write the final answer "
        "as a number.\n"
        "\n"
        "Response format: <reasoning> #### <number>\n"
        "\n"
        "---\n"
        "\n"
        "२ और २?"
    )


def test_braces_of_a_question_are_text() -> None:
    assert prompts.maths_prompt("{x} = {0}?").endswith("{x} = {0}?")


def question(number: int, **changes: object) -> ChoiceItem:
    fields = {"question": "q?", "choices": ("p", "q", "r", "s"), "answer": 0} | changes
    return ChoiceItem(id=f"q{number}", **fields)  # type: ignore[arg-type]


def test_right_letter_follows_shuffled_choice() -> None:
    items = [question(number) for number in range(200)]
    asked = case("mmlu", *items).questions
    for each in asked:
        assert each.choices["ABCD".index(each.right)] == "p"
        assert sorted(each.choices) == ["p", "q", "r", "s"]
        assert f"{each.right}. p" in each.prompt
    positions = Counter(each.right for each in asked)
    assert positions == dict.fromkeys(
        "ABCD", 50
    )  # so that no letter for all is better than another


def test_choice_order_depends_on_seed_not_item_order() -> None:
    items = [question(number) for number in range(50)]

    def orders(given: list[ChoiceItem], seed: int) -> dict[str, tuple[str, ...]]:
        return {each.id: each.choices for each in case("arc", *given, seed=seed).questions}

    assert orders(items, 1) == orders(items[::-1], 1)
    assert orders(items, 1) != orders(items, 2)
    wrong = {tuple(c for c in choices if c != "p") for choices in orders(items, 1).values()}
    assert len(wrong) == 6  # the wrong ones stand in every order, too


@pytest.mark.parametrize("task", ["classification", "mmlu", "arc", "truthfulqa", "belebele"])
@pytest.mark.parametrize("code", ["hi", "sa", "en"])
@pytest.mark.parametrize("seed", [0, 1])
def test_shipped_answer_positions_are_balanced(task: str, code: str, seed: int) -> None:
    found = zeroshot_cases(ZeroshotOptions(tasks=(task,), seed=seed))
    (whole,) = [case for case in found if case.unit == code]
    positions = Counter(each.labels.index(each.right) for each in whole.questions)
    assert max(positions.values()) - min(positions.values()) <= 1


@pytest.mark.parametrize("last", ["all of the above", "A and B", "इनमें से कोई नहीं", "A और C"])
def test_choices_that_point_to_each_other_keep_their_places(last: str) -> None:
    items = [question(number, choices=("p", "q", "r", last), answer=3) for number in range(20)]
    assert {each.right for each in case("mmlu", *items).questions} == {"D"}


def test_every_topic_of_the_data_is_offered_to_every_text() -> None:
    items = [
        TextItem(str(number), f"text {number}", topic)
        for number, topic in enumerate(["geography", "sports", "travel", "astrology"] * 5)
    ]
    whole = case("classification", *items)
    assert whole.topics == ("travel", "sports", "geography", "astrology")
    for each in whole.questions:
        assert sorted(each.labels) == sorted(whole.topics)
        assert f"topics: {', '.join(each.labels)}." in each.prompt
    assert len({each.labels for each in whole.questions}) > 1


def test_likelihood_continuations_have_documented_form() -> None:
    whole = case("mmlu", question(1), answer_by="likelihood")
    prompt = whole.questions[0].prompt
    letters = [(f"{prompt}\n\n####", f" {letter}") for letter in "ABCD"]
    texts = [(f"{prompt}\n\n####", f" {text}") for text in whole.questions[0].choices]
    assert list(whole.continuations) == letters + texts
    assert whole.prompts == ()


def test_generation_mode_requests_no_likelihood() -> None:
    assert case("mmlu", question(1)).continuations == ()


@pytest.mark.parametrize(("answer", "right"), [("18", "18"), ("2.50", "2.5"), ("1E+3", "1000")])
def test_the_right_number_is_written_plainly(answer: str, right: str) -> None:
    (asked,) = case("mgsm", NumberItem("1", "?", Decimal(answer))).questions
    assert asked.right == right
