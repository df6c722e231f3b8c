"""The table of IndicGLUE's tasks: what each measures, its reader, and where its files lie.

Files lie in our layout, in IndicGLUE's own archives, or in the hub's data set.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

from kasauti.data.indicglue.choices import read_cloze, read_copa, read_titles
from kasauti.data.indicglue.labelled_texts import read_texts, read_wnli
from kasauti.data.indicglue.named_sentences import read_names
from kasauti.data.indicglue.splits import FileContent
from kasauti.inputs.errors import KasautiError
from kasauti.inputs.files import files_in, is_file, is_folder

Kind = Literal["texts", "names", "choices"]


@dataclass(frozen=True, slots=True)
class Task:
    """One task.

    metric: what the framework's table of tasks names; accuracy for the tasks that it lacks.
    official: its folder in IndicGLUE's own archives; the files of Hindi are in hi/ in it.
    hub: the name of its configuration in the hub's data set, without the language.
    framework: whether the task belongs to the documented average.
    """

    name: str
    kind: Kind
    metric: str
    read: Callable[[Path], FileContent[Any]]
    suffixes: tuple[str, ...]
    official: str = ""
    hub: str = ""
    framework: bool = True

    @property
    def folders(self) -> tuple[str, ...]:
        """Folders that its files may lie in, from our own layout to the published ones."""
        official = (self.official, f"{self.official}/hi") if self.official else ()
        hub = (f"{self.hub}.hi",) if self.hub else ()
        return (self.name, *official, *hub)


TEXT = ("tsv", "csv", "jsonl", "parquet")
NAMES = ("txt", "conll", "tsv", "jsonl", "parquet")
CHOICES = ("jsonl", "json", "parquet")
PAIRS = ("csv", "jsonl", "parquet")
_section_titles = partial(read_titles, task="section_titles")
_headlines = partial(read_titles, task="headline_prediction")

_TABLE = (
    Task("inltkh_headlines", "texts", "accuracy", read_texts, TEXT, "inltk-headlines", "inltkh"),
    Task("bbc_hindi", "texts", "accuracy", read_texts, TEXT, "bbc-articles", "bbca"),
    Task("iitp_movie_reviews", "texts", "f1", read_texts, TEXT, "iitp-movie-reviews", "iitp-mr"),
    Task(
        "iitp_product_reviews", "texts", "f1", read_texts, TEXT, "iitp-product-reviews", "iitp-pr"
    ),
    # What is published under this name is in Bengali and has no names.
    Task("soham_ner", "names", "f1", read_names, NAMES),
    Task("wikiann_ner", "names", "f1", read_names, NAMES, "wikiann-ner", "wiki-ner"),
    Task("cloze_qa", "choices", "accuracy", read_cloze, CHOICES, "wiki-cloze", "csqa"),
    Task("copa", "choices", "accuracy", read_copa, CHOICES, "copa-translated", "copa", False),
    Task("wnli", "texts", "accuracy", read_wnli, PAIRS, "wnli-translated", "wnli", False),
    Task(
        "section_titles",
        "choices",
        "accuracy",
        _section_titles,
        CHOICES,
        "wiki-section-titles",
        "wstp",
        False,
    ),
    Task(
        "headline_prediction",
        "choices",
        "accuracy",
        _headlines,
        CHOICES,
        "indicnlp-articles-headlines",
        "",
        False,
    ),
)
TASKS = {task.name: task for task in _TABLE}
# What to get of a data set on the hub: of Parquet files, those in Hindi alone.
WANTED = (
    "*.tsv",
    "*.csv",
    "*.jsonl",
    "*.json",
    "*.txt",
    "*.conll",
    "*.toml",
    *(f"{folder}/*.parquet" for task in TASKS.values() for folder in task.folders),
)
# Folders of the published data that no task here is made from: other languages, other tasks.
OTHERS = re.compile(
    r"(actsa-sc|bbca|copa|csqa|cvit-mkb-clsr|iitp-mr|iitp-pr|inltkh|md|sna|wiki-ner|wnli|wstp)"
    r"\.[a-z]{2}(-[a-z]{2})?"
    r"|actsa|amrita-paraphrase-(exact|fuzzy)|cvit-mkb|indicnlp-articles|midas-discourse"
    r"|soham-articles"
)


def task_folders(root: Path) -> dict[str, Path]:
    """The folder of each task that the data has; a folder of another name is refused."""
    names = {path.name for path in files_in(root) if is_folder(path) and path.name[0] not in "._"}
    known = {folder.partition("/")[0]: task for task in TASKS.values() for folder in task.folders}
    unknown = sorted(name for name in names - known.keys() if not OTHERS.fullmatch(name))
    if unknown:
        raise KasautiError(f"{root} has the folder {unknown[0]}, which is not a task. {_remedy()}")
    found = {task.name: _folder(root, task, names) for task in TASKS.values()}
    present = {name: folder for name, folder in found.items() if folder is not None}
    if not present:
        raise KasautiError(f"{root} has no task folder{_instead(root)}. {_remedy()}")
    return present


def _folder(root: Path, task: Task, names: set[str]) -> Path | None:
    tops = dict.fromkeys(folder.partition("/")[0] for folder in task.folders)
    present = [name for name in tops if name in names]
    if len(present) > 1:
        raise KasautiError(
            f"{root} has both {present[0]} and {present[1]} for {task.name}. Keep one of them."
        )
    if not present:
        return None
    folder = root / present[0]
    if present[0] != task.official:
        return folder
    # bbc-articles/hi/hi-test.csv, but wiki-cloze/hi.json; where there are only folders of other
    # languages, there is nothing to measure.
    if is_folder(folder / "hi"):
        return folder / "hi"
    return folder if any(map(is_file, files_in(folder))) else None


def _instead(root: Path) -> str:
    names = [path.name for path in files_in(root)]
    return f", only {', '.join(names[:5])}" if names else ""


def _remedy() -> str:
    return f"Name its folders {', '.join(TASKS)}, or give IndicGLUE's folders as downloaded."
