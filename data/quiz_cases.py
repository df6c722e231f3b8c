"""Quizzes as cases: topic by topic, then chapters, units and the final assessment."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from kasauti.data.drawing import drawn
from kasauti.data.files import FilesRead, files_read, is_anything
from kasauti.data.persona import check_phrases, read_persona
from kasauti.data.quiz_facts import FACTS, Facts, read_facts
from kasauti.data.quiz_files import (
    CHAPTERS,
    FINAL,
    TOPICS,
    UNITS,
    Question,
    Quiz,
    QuizFiles,
    read_quiz_files,
)
from kasauti.records import CaseId
from kasauti.records.persona import Persona

SUITE = "quiz"
SHIPPED = Path(__file__).parent / "quiz" / "market_cycles"
PERSONA = "persona.toml"
Level = Literal["topic", "chapter", "unit", "final"]
MAX_NEW_TOKENS = 512  # as documented
LEVELS: tuple[Level, ...] = ("topic", "chapter", "unit", "final")


@dataclass(frozen=True, slots=True)
class QuizCase:
    """One quiz of one level: a test of its own."""

    level: Level
    name: str
    pack: str  # the data pack and a digest of its files
    persona: Persona
    questions: tuple[Question, ...]
    max_new_tokens: int
    facts: Facts = field(default_factory=dict)  # of the questions that have some

    @property
    def id(self) -> CaseId:
        """Keys reports and baselines, however the tests are run."""
        return CaseId(SUITE, self.name)

    @property
    def language(self) -> str | None:
        return self.persona.language

    def limited(self, count: int, *, seed: int) -> QuizCase:
        """The quiz with so many of its questions."""
        if len(self.questions) <= count:
            return self
        questions = drawn(self.questions, count, seed=seed, name=lambda each: each.text)
        return replace(self, questions=questions)

    @property
    def prompts(self) -> tuple[str, ...]:
        return tuple(question.text for question in self.questions)

    @property
    def stage(self) -> int:
        """Topics are asked first: where too many fail, nothing else is asked."""
        return 0 if self.level == "topic" else 1


def shipped_quizzes() -> list[str]:
    """The names of the quizzes that come with Kasauti."""
    return sorted(path.parent.name for path in SHIPPED.parent.glob(f"*/{PERSONA}"))


def quiz_cases(folder: Path = SHIPPED, *, max_new_tokens: int = MAX_NEW_TOKENS) -> list[QuizCase]:
    """All quizzes of a folder, in the order in which they are asked."""
    with files_read() as read:
        files = read_quiz_files(folder)
        persona = read_persona(folder / PERSONA)
        facts = read_facts(folder, _asked(files))
        pack = f"{folder.resolve().name}@{_digest(folder, read)}"
    if folder != SHIPPED:
        check_phrases(folder / PERSONA, persona)
    levels: dict[Level, Iterable[Quiz]] = {
        "topic": files.topics,
        "chapter": _chapters(files),
        "unit": files.units or _joined(files.topics, depth=1),
        "final": [files.final] if files.final else [],
    }
    return [
        QuizCase(level, quiz.name, pack, persona, quiz.questions, max_new_tokens, facts)
        for level in LEVELS
        for quiz in levels[level]
    ]


def _asked(files: QuizFiles) -> set[str]:
    final = [files.final] if files.final else []
    quizzes = (*files.topics, *files.chapters, *files.units, *final)
    return {question.text for quiz in quizzes for question in quiz.questions}


def _chapters(files: QuizFiles) -> list[Quiz]:
    """The questions of a chapter's topics, then the further ones of its test."""
    tests = {quiz.name: quiz for quiz in files.chapters}
    chapters = _joined(files.topics, depth=2)
    names = [quiz.name for quiz in chapters]
    both = [
        tests[quiz.name]
        if quiz.name in tests and tests[quiz.name].complete
        else _merged(quiz.name, [quiz, tests[quiz.name]] if quiz.name in tests else [quiz])
        for quiz in chapters
    ]
    return both + [quiz for name, quiz in tests.items() if name not in names]


def _joined(topics: Iterable[Quiz], *, depth: int) -> list[Quiz]:
    """Topics by the first parts of their names: 1 for units, 2 for chapters."""
    groups: dict[str, list[Quiz]] = {}
    for topic in topics:
        groups.setdefault("/".join(topic.name.split("/")[:depth]), []).append(topic)
    return [_merged(name, quizzes) for name, quizzes in groups.items()]


def _merged(name: str, quizzes: Iterable[Quiz]) -> Quiz:
    questions = {question.text: question for quiz in quizzes for question in quiz.questions}
    return Quiz(name, tuple(questions.values()))


def _digest(folder: Path, read: FilesRead) -> str:
    digest = hashlib.sha256()
    optional = (TOPICS, CHAPTERS, UNITS, FINAL, FACTS)
    names = [name for name in optional if is_anything(folder / name)]
    for name in sorted([*names, PERSONA]):
        digest.update(f"{name}\0".encode() + read[folder / name] + b"\0")
    return digest.hexdigest()[:8]
