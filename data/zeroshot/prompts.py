"""The documented prompts, to the letter, and items as they are put to a model.

English instruction, content in the target language. How a question and its choices are laid
out is not documented: a line for the question, then one for each choice, `A. text`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from kasauti.data.zeroshot.items import ChoiceItem, Item, NumberItem, ParallelItem, TextItem
from kasauti.data.zeroshot.languages import Language

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

TRANSLATION = (
    "Translate the following text to the {target_language_name} language; use the {script} "
    "script; reply only with the translation:\n\n{original_sentence}"
)
CLASSIFICATION = (
    "Classify the following text into one of these topics: {topics}.\n"
    "Reply with only the topic name.\n\nText:\n{paragraph_in_target_language}"
)
CHOICES = (
    "Solve the following multiple choice question. Reason step-by-step and then write the final "
    "answer as a single letter.\n\nResponse format: <reasoning> #### <letter>\n\n---\n\n"
    "{question_and_choices_in_target_language}"
)
MATHS = (
    "Solve the following math problem. Reason step-by-step and then write the final answer as a "
    "number.\n\nResponse format: <reasoning> #### <number>\n\n---\n\n"
    "{math_problem_in_target_language}"
)
# What comes between the prompt and a choice whose likelihood is asked for: the
# documented form of the answer, with nothing before it.
BEFORE_LETTER = "\n\n####"
BEFORE_TOPIC = "\n\nTopic:"

# A choice that points to others by their position loses its meaning where they are moved.
POINTS_TO_OTHERS = re.compile(
    r"\b((all|none|both|neither) of (the above|these|them)|[A-E] (and|or) [A-E])\b"
    r"|उपर्युक्त|उपरोक्त|इनमें से|(?<![A-Za-z])[A-E] (और|या) [A-E](?![A-Za-z])"
)


def translation_prompt(sentence: str, target: Language) -> str:
    return TRANSLATION.format(
        target_language_name=target.name, script=target.script, original_sentence=sentence
    )


def classification_prompt(text: str, topics: Sequence[str]) -> str:
    """With five topics the documented prompt; with others the same form lists all of them."""
    return CLASSIFICATION.format(topics=", ".join(topics), paragraph_in_target_language=text)


def choice_prompt(question: str, choices: Sequence[str]) -> str:
    lettered = [f"{letter}. {choice}" for letter, choice in zip(LETTERS, choices, strict=False)]
    return CHOICES.format(question_and_choices_in_target_language="\n".join([question, *lettered]))


def maths_prompt(problem: str) -> str:
    return MATHS.format(math_problem_in_target_language=problem)


def _shuffle(count: int, *, seed: int, item: str) -> tuple[int, ...]:
    """An order of so many things that depends on the seed and the item's id alone."""
    order = list(range(count))
    random.Random(f"{seed}:{item}").shuffle(order)
    return tuple(order)


def balanced_order(count: int, right: int, *, turn: int, seed: int, item: str) -> tuple[int, ...]:
    """An order of so many things in which the right one stands at the position whose turn it is.

    A shuffle of each item alone leaves the right ones unevenly spread over a few dozen items,
    so that a model which always takes the same position could pass for one that knows.
    """
    others = [index for index in _shuffle(count, seed=seed, item=item) if index != right]
    at = turn % count
    return (*others[:at], right, *others[at:])


def turns(ids: Sequence[str], *, seed: int) -> dict[str, int]:
    """Draw the turn of each item by the seed, so that no pattern follows the data."""
    order = _shuffle(len(ids), seed=seed, item="turns")
    return {ids[index]: turn for turn, index in enumerate(order)}


def keeps_its_order(item: ChoiceItem) -> bool:
    """Return True if choices of an item name each other by their positions."""
    return any(POINTS_TO_OTHERS.search(choice) for choice in item.choices)


@dataclass(frozen=True, slots=True)
class Question:
    """One item as it is put to the model."""

    id: str
    prompt: str
    source: str  # the text that it is about
    right: str  # a letter, a topic, a number or the reference translation
    labels: tuple[str, ...] = ()  # the answers that are offered, in their order
    choices: tuple[str, ...] = ()  # what the letters stand for


def ask_items(
    items: Sequence[Item], *, target: Language, topics: Sequence[str], seed: int
) -> tuple[Question, ...]:
    """Return a question for each item; the right answers are spread evenly over the positions."""
    at = turns(sorted(item.id for item in items), seed=seed)

    def order(item: Item, count: int, right: int) -> tuple[int, ...]:
        return balanced_order(count, right, turn=at[item.id], seed=seed, item=item.id)

    def ask(item: Item) -> Question:
        if isinstance(item, ParallelItem):
            prompt = translation_prompt(item.source, target)
            return Question(item.id, prompt, item.source, item.target)
        if isinstance(item, NumberItem):
            prompt = maths_prompt(item.question)
            return Question(item.id, prompt, item.question, _plain(item.answer))
        if isinstance(item, TextItem):
            places = order(item, len(topics), topics.index(item.topic))
            offered = tuple(topics[index] for index in places)
            prompt = classification_prompt(item.text, offered)
            return Question(item.id, prompt, item.text, item.topic, offered)
        count = len(item.choices)
        fixed = keeps_its_order(item)
        return _ask_choice(item, tuple(range(count)) if fixed else order(item, count, item.answer))

    return tuple(ask(item) for item in items)


def _ask_choice(item: ChoiceItem, order: Sequence[int]) -> Question:
    choices = tuple(item.choices[index] for index in order)
    letters = tuple(LETTERS[: len(order)])
    right = letters[order.index(item.answer)]
    asked = "\n\n".join(filter(None, (item.passage, item.question)))
    return Question(item.id, choice_prompt(asked, choices), asked, right, letters, choices)


def _plain(number: Decimal) -> str:
    """The number without an exponent or needless zeros."""
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text
