"""Zero-shot tasks as cases: one for each task and language, for translation each direction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import Literal, cast

from kasauti.data.drawing import drawn
from kasauti.data.errors import DataError
from kasauti.data.files import files_read
from kasauti.data.zeroshot import prompts
from kasauti.data.zeroshot.catalogue import SENTENCES, TASKS, Catalogue
from kasauti.data.zeroshot.items import (
    ChoiceItem,
    Item,
    NumberItem,
    ParallelItem,
    Sentences,
    TextItem,
)
from kasauti.data.zeroshot.languages import ENGLISH, Language, language
from kasauti.records import CaseId

SUITE = "zeroshot"
AnswerBy = Literal["generation", "likelihood"]
# The documented default is 512; what asks for a name or a sentence needs no more than this.
MAX_NEW_TOKENS = {"classification": 32, "translation": 256}
REASONING_TOKENS = 512
# Choices of which the likelihood can be asked.
WITH_CHOICES = ("classification", "mmlu", "arc", "truthfulqa", "belebele")
# SIB-200's topics in its own order, of which the first five are the documented ones.
TOPICS = (
    *("science/technology", "travel", "politics", "sports", "health"),
    *("entertainment", "geography"),
)
FIRST_LANGUAGES = ("hi", "sa", "en")


@dataclass(frozen=True, slots=True, kw_only=True)
class ZeroshotOptions:
    """What the user asked for; None where nothing was said."""

    data: tuple[str, ...] = ()
    tasks: tuple[str, ...] | None = None
    answer_by: AnswerBy = "generation"
    max_new_tokens: int | None = None
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Question:
    """One item as it is put to the model."""

    id: str
    prompt: str
    source: str  # the text that it is about
    right: str  # a letter, a topic, a number or the reference translation
    labels: tuple[str, ...] = ()  # the answers that are offered, in their order
    choices: tuple[str, ...] = ()  # what the letters stand for


@dataclass(frozen=True, kw_only=True)
class ZeroshotCase:
    """One task in one language, or one direction of translation: a test of its own."""

    task: str
    unit: str  # "hi" or "hi_Latn"; for translation "en-hi"
    target: Language  # what the answer of a translation is in; else what the items are in
    pack: str  # the data set and a digest of its file
    items: tuple[Item, ...]
    answer_by: AnswerBy
    max_new_tokens: int
    seed: int
    offered: tuple[str, ...] = ()  # all topics of the data, where only some items are asked

    @property
    def name(self) -> str:
        return f"{self.task}/{self.unit}"

    @property
    def id(self) -> CaseId:
        """Keys reports and baselines, however the tests are run."""
        return CaseId(SUITE, self.name)

    @property
    def language(self) -> str | None:
        """What the answer is in: of a translation, the language that it translates into."""
        return self.target.code.replace("_", "-")

    @property
    def source_language(self) -> str:
        """What the items' texts are in: of a translation, the language that it translates."""
        return self.unit.partition("-")[0].replace("_", "-")

    def limited(self, count: int, *, seed: int) -> ZeroshotCase:
        """The case with so many of its items: the same ids in every language."""
        if len(self.items) <= count:
            return self
        items = drawn(self.items, count, seed=seed, name=lambda item: item.id)
        return replace(self, items=items, offered=self.topics)

    @cached_property
    def topics(self) -> tuple[str, ...]:
        """All topics of the data."""
        return self.offered or _topics(self.items)

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        turns = prompts.turns(sorted(item.id for item in self.items), seed=self.seed)
        return tuple(self._question(item, turns[item.id]) for item in self.items)

    @property
    def prompts(self) -> tuple[str, ...]:
        """What the model is to answer in words."""
        if self.answer_by == "likelihood":
            return ()
        return tuple(question.prompt for question in self.questions)

    @property
    def continuations(self) -> tuple[tuple[str, str], ...]:
        """The choices of which the likelihood is asked, after their prompts."""
        if self.answer_by == "generation":
            return ()
        return tuple(
            pair
            for question in self.questions
            for pair in self.continuations_of(question) + self.texts_of(question)
        )

    def continuations_of(self, question: Question) -> list[tuple[str, str]]:
        """(context, choice) of one question, in the order of its labels."""
        before = prompts.BEFORE_TOPIC if self.task == "classification" else prompts.BEFORE_LETTER
        return [(question.prompt + before, f" {label}") for label in question.labels]

    def texts_of(self, question: Question) -> list[tuple[str, str]]:
        """(context, text of a choice) of one question with letters, in the order of its letters."""
        context = question.prompt + prompts.BEFORE_LETTER
        return [(context, f" {choice}") for choice in question.choices]

    def _question(self, item: Item, turn: int) -> Question:
        if isinstance(item, ParallelItem):
            prompt = prompts.translation_prompt(item.source, self.target)
            return Question(item.id, prompt, item.source, item.target)
        if isinstance(item, NumberItem):
            return Question(
                item.id, prompts.maths_prompt(item.question), item.question, _plain(item.answer)
            )
        if isinstance(item, TextItem):
            order = self._order(len(self.topics), self.topics.index(item.topic), item.id, turn)
            topics = tuple(self.topics[index] for index in order)
            prompt = prompts.classification_prompt(item.text, topics)
            return Question(item.id, prompt, item.text, item.topic, topics)
        return self._multiple_choice(item, turn)

    def _order(self, count: int, right: int, item: str, turn: int) -> tuple[int, ...]:
        return prompts.balanced_order(count, right, turn=turn, seed=self.seed, item=item)

    def _multiple_choice(self, item: ChoiceItem, turn: int) -> Question:
        count = len(item.choices)
        fixed = prompts.keeps_its_order(item)
        order = tuple(range(count)) if fixed else self._order(count, item.answer, item.id, turn)
        choices = tuple(item.choices[index] for index in order)
        letters = tuple(prompts.LETTERS[: len(order)])
        right = letters[order.index(item.answer)]
        asked = "\n\n".join(filter(None, (item.passage, item.question)))
        prompt = prompts.choice_prompt(asked, choices)
        return Question(item.id, prompt, asked, right, letters, choices)


def zeroshot_cases(options: ZeroshotOptions) -> list[ZeroshotCase]:
    """The cases that the user asked for, of the user's data or of the shipped pack."""
    with files_read():
        return _asked_cases(options, Catalogue.of(options.data))


def _asked_cases(options: ZeroshotOptions, catalogue: Catalogue) -> list[ZeroshotCase]:
    cases: list[ZeroshotCase] = []
    for task in _tasks(options):
        units = list(_units(task, catalogue))
        if options.tasks and not units:
            raise DataError(
                f"{catalogue.origin} has no {task} in "
                f"{', '.join(catalogue.languages)}. Give the data of this "
                "task with --zeroshot-data, or leave the task out of --tasks."
            )
        cases += [_case(task, unit, options, catalogue) for unit in units]
    if not cases and options.data:
        raise DataError(f"{catalogue.origin} has nothing to measure. Check --tasks.")
    return cases


def _tasks(options: ZeroshotOptions) -> Sequence[str]:
    """The tasks asked for; by likelihood only those that have choices."""
    wanted = options.tasks or TASKS
    for task in wanted:
        if task not in TASKS:
            raise DataError(f"--tasks={task} is not known. Give tasks among {', '.join(TASKS)}.")
        if options.tasks and options.answer_by == "likelihood" and task not in WITH_CHOICES:
            raise DataError(
                f"The task {task} has no choices to compare. Leave it out of --tasks, or use "
                "--answer-by=generation."
            )
    if options.answer_by == "likelihood":
        return [task for task in wanted if task in WITH_CHOICES]
    return wanted


def _units(task: str, catalogue: Catalogue) -> Iterator[str]:
    """The languages or directions of a task that the data has."""
    for code in _ordered(catalogue.languages):
        if task != "translation":
            if catalogue.holds(task, code):
                yield code
        elif code != ENGLISH and all(catalogue.holds(SENTENCES, each) for each in (ENGLISH, code)):
            yield f"{ENGLISH}-{code}"
            yield f"{code}-{ENGLISH}"


def _case(task: str, unit: str, options: ZeroshotOptions, catalogue: Catalogue) -> ZeroshotCase:
    target = language(unit.rpartition("-")[2])
    if task == "translation":
        items, pack = _parallel(unit, catalogue)
    else:
        source = catalogue.source(task, target.code)
        items, pack = list(cast("Sequence[Item]", source.read())), source.label
    _refuse_repeated_ids(items, pack)
    return ZeroshotCase(
        task=task,
        unit=unit,
        target=target,
        pack=pack,
        items=tuple(items),
        answer_by=options.answer_by,
        max_new_tokens=options.max_new_tokens or MAX_NEW_TOKENS.get(task, REASONING_TOKENS),
        seed=options.seed,
        offered=_topics(items),
    )


def _topics(items: Sequence[Item]) -> tuple[str, ...]:
    """The topics of the items, those of SIB-200 in its own order."""
    found = {item.topic for item in items if isinstance(item, TextItem)}
    known = [topic for topic in TOPICS if topic in found]
    return (*known, *sorted(found - set(known)))


def _parallel(unit: str, catalogue: Catalogue) -> tuple[list[Item], str]:
    codes = unit.split("-")
    sources = [catalogue.source(SENTENCES, code) for code in codes]
    left, right = (cast("Sentences", source.read()) for source in sources)
    items: list[Item] = [
        ParallelItem(each, text, right[each]) for each, text in left.items() if each in right
    ]
    if not items:
        raise DataError(
            f"{sources[0].path} and {sources[1].path} share no sentence. Give parallel files."
        )
    labels = dict.fromkeys(source.label for source in sources)
    return items, "+".join(labels)


def _refuse_repeated_ids(items: Sequence[Item], pack: str) -> None:
    seen: set[str] = set()
    for item in items:
        if item.id in seen:
            raise DataError(f"{pack} has two items called {item.id}. Give each its own id.")
        seen.add(item.id)


def _ordered(languages: Sequence[str]) -> list[str]:
    first = [code for code in FIRST_LANGUAGES if code in languages]
    return first + [code for code in languages if code not in first]


def _plain(number: Decimal) -> str:
    """The number without an exponent or needless zeros."""
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text
