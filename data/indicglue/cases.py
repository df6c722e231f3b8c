"""IndicGLUE's tasks as cases, under their documented names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from kasauti.data.errors import DataError
from kasauti.data.files import files_in, files_read, is_folder
from kasauti.data.hub import folder_of
from kasauti.data.indicglue.cloze import ClozeQuestion, read_cloze
from kasauti.data.indicglue.labelled_texts import LabelledText, read_labelled_texts
from kasauti.data.indicglue.named_sentences import NamedSentence, read_named_sentences
from kasauti.data.indicglue.splits import Splits, digest, read_splits, split_files
from kasauti.data.indicglue.zero_shot import Wording, type_words, wording, words_of
from kasauti.records import CaseId

SUITE = "indicglue"
PACK = Path(__file__).parent / "pack"
# What the framework's table of tasks names as the metric of each.
TEXT_TASKS = {
    "inltkh_headlines": "accuracy",
    "bbc_hindi": "accuracy",
    "iitp_movie_reviews": "f1",
    "iitp_product_reviews": "f1",
}
NAME_TASKS = ("soham_ner", "wikiann_ner")
CLOZE_TASKS = ("cloze_qa",)
TASKS = (*TEXT_TASKS, *NAME_TASKS, *CLOZE_TASKS)

Mode = Literal["zero", "few", "full"]
OPTION = "--indicglue-data"
WANTED = ("*.tsv", "*.csv", "*.jsonl", "*.json", "*.txt", "*.conll", "*.toml")
# A sentence of the data rarely has more than ten names.
ANSWER_TOKENS = 128


@dataclass(frozen=True, kw_only=True, eq=False)
class _Case:
    """What the cases of all kinds have."""

    name: str
    pack: str  # the data and a digest of its files
    mode: Mode
    shots: int
    repairs: tuple[str, ...] = ()

    @property
    def id(self) -> CaseId:
        """Keys reports and baselines, however the tests are run."""
        return CaseId(SUITE, self.name)

    @property
    def language(self) -> str | None:
        return "hi"

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
class ClozeCase(_Case):
    """Gaps to be filled with one of several options."""

    splits: Splits[ClozeQuestion]

    def choices(self, item: ClozeQuestion) -> list[tuple[str, str]]:
        """(context, text) for each option, in their order."""
        return [item.parted(option) for option in item.options]

    @property
    def continuations(self) -> tuple[tuple[str, str], ...]:
        if self.mode != "zero":
            return ()
        return tuple(choice for item in self.splits.test for choice in self.choices(item))


IndicGlueCase = TextCase | NamesCase | ClozeCase


def indicglue_cases(
    given: str | None = None, *, mode: Mode = "zero", shots: int = 16
) -> list[IndicGlueCase]:
    """The tasks of the shipped pack, or those that the user's data has a folder for."""
    root = PACK if given is None else folder_of(given, option=OPTION, wanted=WANTED)
    pack = "indicglue-pack" if given is None else Path(given).name
    return [_case(root / task, pack, mode, shots) for task in _present(root)]


def missing_tasks(cases: Sequence[IndicGlueCase]) -> list[str]:
    """The documented tasks that the data has nothing for."""
    return [task for task in TASKS if task not in {case.name for case in cases}]


def _present(root: Path) -> list[str]:
    folders = {path.name for path in files_in(root) if is_folder(path) and path.name[0] not in "._"}
    unknown = sorted(folders - set(TASKS))
    if unknown or not folders:
        fact = f"the folder {unknown[0]}, which is not a task" if unknown else "no folder of a task"
        raise DataError(f"{root} has {fact}. Name its folders {', '.join(TASKS)}.")
    return [task for task in TASKS if task in folders]


def _case(folder: Path, pack: str, mode: Mode, shots: int) -> IndicGlueCase:
    task = folder.name
    build = _text_case if task in TEXT_TASKS else _names_case if task in NAME_TASKS else _cloze_case
    with files_read():
        case = build(folder, {"name": task, "pack": pack, "mode": mode, "shots": shots})
    if mode != "zero" and not case.splits.train:
        raise DataError(f"{folder} has nothing to train on. Give it a train file.")
    return case


def _text_case(folder: Path, common: dict[str, Any]) -> TextCase:
    files = split_files(folder, ("tsv", "csv", "jsonl"))
    case = TextCase(
        **_with_digest(common, files),
        metric=TEXT_TASKS[folder.name],
        splits=read_splits(files, read_labelled_texts),
        wording=wording(folder.name, folder),
    )
    if case.mode == "zero":
        case.words  # noqa: B018  # refuses a label without a word before the model is loaded
    return case


def _names_case(folder: Path, common: dict[str, Any]) -> NamesCase:
    files = split_files(folder, ("txt", "conll", "tsv", "jsonl"))
    read = {split: read_named_sentences(path) for split, path in files.items()}
    contents = {files[split]: content.sentences for split, content in read.items()}
    return NamesCase(
        **_with_digest(common, files),
        repairs=tuple(filter(None, (content.repairs() for content in read.values()))),
        splits=read_splits(files, contents.__getitem__),
        wording=wording(folder.name, folder),
    )


def _cloze_case(folder: Path, common: dict[str, Any]) -> ClozeCase:
    files = split_files(folder, ("jsonl", "json"))
    return ClozeCase(**_with_digest(common, files), splits=read_splits(files, read_cloze))


def _with_digest(common: dict[str, Any], files: dict[str, Path]) -> dict[str, Any]:
    return common | {"pack": f"{common['pack']}/{common['name']}@{digest(files)}"}
