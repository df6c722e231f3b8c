"""IndicGLUE's tasks as cases, under their documented names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, Self

from kasauti.data.drawing import drawn
from kasauti.data.errors import DataError
from kasauti.data.files import files_read
from kasauti.data.hub import folder_of
from kasauti.data.indicglue.choices import ChoiceQuestion
from kasauti.data.indicglue.labelled_texts import LabelledText
from kasauti.data.indicglue.named_sentences import NamedSentence
from kasauti.data.indicglue.splits import NoAnswersError, Splits, digest, read_splits, split_files
from kasauti.data.indicglue.tasks import TASKS, WANTED, Kind, Task, task_folders
from kasauti.data.indicglue.zero_shot import Wording, type_words, wording, words_of
from kasauti.records import CaseId

SUITE = "indicglue"
PACK = Path(__file__).parent / "pack"

Mode = Literal["zero", "few", "full"]
OPTION = "--indicglue-data"
# A sentence of the data rarely has more than ten names.
ANSWER_TOKENS = 128


@dataclass(frozen=True, kw_only=True, eq=False)
class _Case:
    """What the cases of all kinds have.

    unusable: what the same data has for other tasks and why it cannot be measured.
    """

    name: str
    pack: str  # the data and a digest of its files
    mode: Mode
    shots: int
    unusable: tuple[str, ...] = ()
    splits: Splits[Any]

    @property
    def id(self) -> CaseId:
        """Keys reports and baselines, however the tests are run."""
        return CaseId(SUITE, self.name)

    @property
    def language(self) -> str | None:
        return "hi"

    def limited(self, count: int, *, seed: int) -> Self:
        """The case with so many of the items that it is tested on."""
        test = self.splits.test
        if len(test) <= count:
            return self
        some = drawn(test, count, seed=seed, name=lambda item: item.id)
        return replace(self, splits=replace(self.splits, test=some))

    # What the model is asked; empty where a case does not need it.
    @property
    def continuations(self) -> tuple[tuple[str, str], ...]:
        return ()

    @property
    def prompts(self) -> tuple[str, ...]:
        return ()

    @property
    def max_new_tokens(self) -> int:
        return ANSWER_TOKENS


@dataclass(frozen=True, kw_only=True, eq=False)
class TextCase(_Case):
    """Texts to be given one of several labels."""

    metric: str
    splits: Splits[LabelledText]
    wording: Wording

    @cached_property
    def labels(self) -> tuple[str, ...]:
        every = self.splits.train + self.splits.dev + self.splits.test
        return tuple(sorted({each.label for each in every}))

    @cached_property
    def words(self) -> dict[str, str]:
        """What each label is called in Hindi."""
        return words_of(self.wording, self.labels, task=self.name)

    def choices(self, text: str) -> list[tuple[str, str]]:
        """(context, text) for each label, in their order."""
        asked = self.wording.asked(text)
        return [(asked, f" {self.words[label]}") for label in self.labels]

    @property
    def continuations(self) -> tuple[tuple[str, str], ...]:
        if self.mode != "zero":
            return ()
        # The prompt without a text shows how likely each label is by itself.
        texts = ["", *(item.text for item in self.splits.test)]
        return tuple(choice for text in texts for choice in self.choices(text))


@dataclass(frozen=True, kw_only=True, eq=False)
class NamesCase(_Case):
    """Sentences whose named entities are to be found."""

    splits: Splits[NamedSentence]
    wording: Wording

    @cached_property
    def tags(self) -> tuple[str, ...]:
        every = self.splits.train + self.splits.dev + self.splits.test
        return tuple(sorted({tag for each in every for tag in each.tags} | {"O"}))

    @cached_property
    def types(self) -> dict[str, str]:
        """What each type of entity is called in Hindi."""
        return type_words({tag[2:] for tag in self.tags if tag != "O"})

    def prompt(self, item: NamedSentence) -> str:
        types = ", ".join(dict.fromkeys(self.types.values()))
        return self.wording.asked(" ".join(item.words), types=types)

    @property
    def prompts(self) -> tuple[str, ...]:
        if self.mode != "zero":
            return ()
        return tuple(self.prompt(item) for item in self.splits.test)


@dataclass(frozen=True, kw_only=True, eq=False)
class ChoiceCase(_Case):
    """Texts to be completed with one of several options."""

    splits: Splits[ChoiceQuestion]

    def choices(self, item: ChoiceQuestion) -> list[tuple[str, str]]:
        """(context, text) for each option, in their order."""
        return [item.parted(option) for option in item.options]

    def bare_choices(self, item: ChoiceQuestion) -> list[tuple[str, str]]:
        """The same without the question's own text; empty where there is no such thing."""
        return [] if item.bare is None else [(item.bare, option) for option in item.options]

    @property
    def continuations(self) -> tuple[tuple[str, str], ...]:
        if self.mode != "zero":
            return ()
        test = self.splits.test
        return tuple(
            choice for item in test for choice in (*self.choices(item), *self.bare_choices(item))
        )


IndicGlueCase = TextCase | NamesCase | ChoiceCase


def indicglue_cases(
    given: str | None = None, *, mode: Mode = "zero", shots: int = 16
) -> list[IndicGlueCase]:
    """The tasks of the shipped pack, or those that the user's data has a folder for."""
    root = PACK if given is None else folder_of(given, option=OPTION, wanted=WANTED)
    pack = "indicglue-pack" if given is None else Path(given).name
    cases: list[IndicGlueCase] = []
    unusable: list[NoAnswersError] = []
    for name, folder in task_folders(root).items():
        try:
            cases.append(_case(TASKS[name], folder, pack, mode, shots))
        except NoAnswersError as error:
            unusable.append(error)
    if not cases:
        raise unusable[0]
    return [replace(case, unusable=tuple(map(str, unusable))) for case in cases]


def missing_tasks(cases: Sequence[IndicGlueCase]) -> list[str]:
    """The tasks that the data has nothing for."""
    return [task for task in TASKS if task not in {case.name for case in cases}]


def _case(task: Task, folder: Path, pack: str, mode: Mode, shots: int) -> IndicGlueCase:
    with files_read():
        files = split_files(folder, task.suffixes)
        common: dict[str, Any] = {
            "name": task.name,
            "pack": f"{pack}/{task.name}@{digest(files)}",
            "mode": mode,
            "shots": shots,
            "splits": read_splits(files, task.read),
        }
        case = _KINDS[task.kind](task, folder, common)
    if mode != "zero" and not case.splits.train:
        raise DataError(f"{folder} has nothing to train on. Give it a train file.")
    return case


def _text_case(task: Task, folder: Path, common: dict[str, Any]) -> TextCase:
    case = TextCase(**common, metric=task.metric, wording=wording(task.name, folder))
    if case.mode == "zero":
        case.words  # noqa: B018  # refuses a label without a word before the model is loaded
    return case


def _names_case(task: Task, folder: Path, common: dict[str, Any]) -> NamesCase:
    return NamesCase(**common, wording=wording(task.name, folder))


def _choice_case(_: Task, __: Path, common: dict[str, Any]) -> ChoiceCase:
    return ChoiceCase(**common)


_KINDS: Mapping[Kind, Callable[[Task, Path, dict[str, Any]], IndicGlueCase]] = {
    "texts": _text_case,
    "names": _names_case,
    "choices": _choice_case,
}
