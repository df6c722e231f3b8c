"""Replies with the reading that a person gives them: what the answer readers are measured by.

`dev.jsonl` was open to whoever wrote the readers, `heldout.jsonl` was only scored; `outside.jsonl`
was scored once before its replies were looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kasauti.inputs.errors import KasautiError
from kasauti.inputs.rows import jsonl_rows

FOLDER = Path(__file__).parent
HALVES = ("dev", "heldout")
OUTSIDE = "outside"
TASKS = ("letter", "number", "topic", "names", "translation")
TOPICS = ("science/technology", "travel", "politics", "sports", "health")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A model's reply, and what a person reads in it; an empty reading is no answer.

    choices: of a multiple-choice question. sentence: where names are to be found. source: what was
    to be translated. reading: a letter, a number, a topic, a translation, or the names with their
    types.
    """

    id: str
    task: str
    kind: str
    language: str
    text: str
    reading: str | tuple[tuple[str, str], ...] | None
    choices: tuple[str, ...] = ()
    topics: tuple[str, ...] = TOPICS
    sentence: str = ""
    source: str = ""


def read_replies(half: str) -> list[Reply]:
    """The replies of one half of the corpus, or those from outside."""
    path = FOLDER / f"{half}.jsonl"
    return [
        _reply(row, f"{half}-{line:03d}", f"{path.name}, line {line}")
        for line, row in jsonl_rows(path)
    ]


def _reply(row: Mapping[str, Any], identifier: str, where: str) -> Reply:
    if row.get("task") not in TASKS:
        raise KasautiError(
            f"{where}: the task is {row.get('task')!r}. Give one of {', '.join(TASKS)}."
        )
    reading = row["reading"]
    if row["task"] == "names":
        reading = tuple((str(name), str(kind)) for name, kind in reading)
    return Reply(
        id=identifier,
        task=row["task"],
        kind=row["kind"],
        language=row["language"],
        text=row["reply"],
        reading=reading,
        choices=tuple(row.get("choices", ())),
        topics=tuple(row.get("topics", TOPICS)),
        sentence=row.get("sentence", ""),
        source=row.get("source", ""),
    )
