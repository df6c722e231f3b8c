"""The table of IndicGLUE's tasks: what each measures, its reader, and where its files lie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

from kasauti.data.indicglue.cloze import read_cloze
from kasauti.data.indicglue.copa import read_copa
from kasauti.data.indicglue.labelled_texts import LabelledText, read_labelled_texts
from kasauti.data.indicglue.named_sentences import NamedSentence, read_named_sentences
from kasauti.data.indicglue.splits import FileContent
from kasauti.data.indicglue.titles import read_titles
from kasauti.data.indicglue.wnli import read_wnli

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
        """Where its files may lie, from our own layout to the published ones."""
        official = (self.official, f"{self.official}/hi") if self.official else ()
        hub = (f"{self.hub}.hi",) if self.hub else ()
        return (self.name, *official, *hub)


def _texts(path: Path) -> FileContent[LabelledText]:
    return FileContent(tuple(read_labelled_texts(path)))


def _names(path: Path) -> FileContent[NamedSentence]:
    file = read_named_sentences(path)
    return FileContent(file.sentences, file.repairs())


TEXT = ("tsv", "csv", "jsonl", "parquet")
NAMES = ("txt", "conll", "tsv", "jsonl", "parquet")
CHOICES = ("jsonl", "json", "parquet")
PAIRS = ("csv", "jsonl", "parquet")
_section_titles = partial(read_titles, task="section_titles")
_headlines = partial(read_titles, task="headline_prediction")

_TABLE = (
    Task("inltkh_headlines", "texts", "accuracy", _texts, TEXT, "inltk-headlines", "inltkh"),
    Task("bbc_hindi", "texts", "accuracy", _texts, TEXT, "bbc-articles", "bbca"),
    Task("iitp_movie_reviews", "texts", "f1", _texts, TEXT, "iitp-movie-reviews", "iitp-mr"),
    Task("iitp_product_reviews", "texts", "f1", _texts, TEXT, "iitp-product-reviews", "iitp-pr"),
    # What is published under this name is in Bengali and has no names.
    Task("soham_ner", "names", "f1", _names, NAMES),
    Task("wikiann_ner", "names", "f1", _names, NAMES, "wikiann-ner", "wiki-ner"),
    Task("cloze_qa", "choices", "accuracy", read_cloze, CHOICES, "wiki-cloze", "csqa"),
    Task("copa", "choices", "accuracy", read_copa, CHOICES, "copa-translated", "copa", False),
    Task("wnli", "texts", "accuracy", read_wnli, PAIRS, "wnli-translated", "wnli", False),
    Task(
        *("section_titles", "choices", "accuracy", _section_titles, CHOICES),
        *("wiki-section-titles", "wstp", False),
    ),
    Task(
        *("headline_prediction", "choices", "accuracy", _headlines, CHOICES),
        *("indicnlp-articles-headlines", "", False),
    ),
)
TASKS = {task.name: task for task in _TABLE}
