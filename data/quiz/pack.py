"""A quiz: its persona, its facts, and its quizzes at four levels, in the order they are asked."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from kasauti.data import PACKS
from kasauti.data.quiz.files import (
    CHAPTERS,
    FACTS,
    FINAL,
    TOPICS,
    UNITS,
    Facts,
    Quiz,
    QuizFiles,
    read_facts,
    read_quiz_files,
)
from kasauti.data.quiz.persona import check_phrases, read_persona
from kasauti.inputs.files import is_anything
from kasauti.inputs.rows import FilesRead, files_read
from kasauti.records.persona import Persona

SHIPPED = PACKS / "quiz" / "market_cycles"
PERSONA = "persona.toml"
MAX_NEW_TOKENS = 512  # as documented
Level = Literal["topic", "chapter", "unit", "final"]
LEVELS: tuple[Level, ...] = ("topic", "chapter", "unit", "final")


@dataclass(frozen=True, slots=True)
class QuizPack:
    """Everything that a folder of quiz files has."""

    version: str  # the folder's name and a digest of its files
    persona: Persona
    facts: Facts
    quizzes: tuple[tuple[Level, Quiz], ...]  # topics first, the final assessment last


def shipped_quizzes() -> list[str]:
    """Return the names of the quizzes that come with Kasauti."""
    return sorted(path.parent.name for path in SHIPPED.parent.glob(f"*/{PERSONA}"))


def find_quiz(given: str | None) -> Path:
    """Return the folder of --quiz-data: a path, or the name of a shipped quiz."""
    folder = Path(given) if given else SHIPPED
    if not folder.exists() and given in shipped_quizzes():
        return SHIPPED.parent / given
    return folder


def read_quiz(folder: Path = SHIPPED) -> QuizPack:
    """Read all quizzes of a folder; chapters and units without a file have their topics' questions.

    The expressions of a shipped persona are not checked: its tests do that.
    """
    with files_read() as read:
        files = read_quiz_files(folder)
        persona = read_persona(folder / PERSONA)
        facts = read_facts(folder, _asked(files))
        version = f"{folder.resolve().name}@{_digest(folder, read)}"
    if folder != SHIPPED:
        check_phrases(folder / PERSONA, persona)
    levels: dict[Level, Iterable[Quiz]] = {
        "topic": files.topics,
        "chapter": _chapters(files),
        "unit": files.units or _join_topics(files.topics, depth=1),
        "final": [files.final] if files.final else [],
    }
    quizzes = [(level, quiz) for level in LEVELS for quiz in levels[level]]
    return QuizPack(version, persona, facts, tuple(quizzes))


def _asked(files: QuizFiles) -> set[str]:
    final = [files.final] if files.final else []
    quizzes = (*files.topics, *files.chapters, *files.units, *final)
    return {question.text for quiz in quizzes for question in quiz.questions}


def _chapters(files: QuizFiles) -> list[Quiz]:
    """The chapter tests, with the questions of their topics first if they ask for them."""
    joined = {quiz.name: quiz for quiz in _join_topics(files.topics, depth=2)}
    if not files.chapters:
        return list(joined.values())
    return [
        _merge(test.name, [joined[test.name], test])
        if test.with_topics and test.name in joined
        else test
        for test in files.chapters
    ]


def _join_topics(topics: Iterable[Quiz], *, depth: int) -> list[Quiz]:
    """Join topics by the first parts of their names: 1 for units, 2 for chapters."""
    groups: dict[str, list[Quiz]] = {}
    for topic in topics:
        groups.setdefault("/".join(topic.name.split("/")[:depth]), []).append(topic)
    return [_merge(name, quizzes) for name, quizzes in groups.items()]


def _merge(name: str, quizzes: Iterable[Quiz]) -> Quiz:
    questions = {question.text: question for quiz in quizzes for question in quiz.questions}
    return Quiz(name, tuple(questions.values()))


def _digest(folder: Path, read: FilesRead) -> str:
    digest = hashlib.sha256()
    names = (TOPICS, CHAPTERS, UNITS, FINAL, FACTS, PERSONA)
    for name in sorted(name for name in names if is_anything(folder / name)):
        digest.update(f"{name}\0".encode() + read[folder / name] + b"\0")
    return digest.hexdigest()[:8]
