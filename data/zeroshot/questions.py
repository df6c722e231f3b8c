"""Zero-shot items as they are put to a model: the prompt, and the answers that are offered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from kasauti.data.zeroshot import prompts
from kasauti.data.zeroshot.items import ChoiceItem, Item, NumberItem, ParallelItem, TextItem
from kasauti.data.zeroshot.languages import Language


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
    turns = prompts.turns(sorted(item.id for item in items), seed=seed)

    def order(item: Item, count: int, right: int) -> tuple[int, ...]:
        return prompts.balanced_order(count, right, turn=turns[item.id], seed=seed, item=item.id)

    def ask(item: Item) -> Question:
        if isinstance(item, ParallelItem):
            prompt = prompts.translation_prompt(item.source, target)
            return Question(item.id, prompt, item.source, item.target)
        if isinstance(item, NumberItem):
            prompt = prompts.maths_prompt(item.question)
            return Question(item.id, prompt, item.question, _plain(item.answer))
        if isinstance(item, TextItem):
            places = order(item, len(topics), topics.index(item.topic))
            offered = tuple(topics[index] for index in places)
            prompt = prompts.classification_prompt(item.text, offered)
            return Question(item.id, prompt, item.text, item.topic, offered)
        count = len(item.choices)
        fixed = prompts.keeps_its_order(item)
        return _ask_choice(item, tuple(range(count)) if fixed else order(item, count, item.answer))

    return tuple(ask(item) for item in items)


def _ask_choice(item: ChoiceItem, order: Sequence[int]) -> Question:
    choices = tuple(item.choices[index] for index in order)
    letters = tuple(prompts.LETTERS[: len(order)])
    right = letters[order.index(item.answer)]
    asked = "\n\n".join(filter(None, (item.passage, item.question)))
    return Question(item.id, prompts.choice_prompt(asked, choices), asked, right, letters, choices)


def _plain(number: Decimal) -> str:
    """The number without an exponent or needless zeros."""
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text
