"""The files of a quiz: topics, chapter tests, unit exams, the final assessment, facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kasauti.data.fields import text_field
from kasauti.inputs.errors import KasautiError
from kasauti.inputs.files import is_anything, is_file, is_folder
from kasauti.inputs.rows import json_content, jsonl_rows
from kasauti.records.persona import Fact

TOPICS, CHAPTERS = "quiz_data.json", "chapter_tests.json"
UNITS, FINAL = "unit_exams.json", "final_assessment.json"
FACTS = "facts.jsonl"
FEWEST, MOST = 2, 4  # facts of a question

Facts = Mapping[str, tuple[Fact, ...]]  # by the text of the question


@dataclass(frozen=True, slots=True)
class Question:
    """A question and how the persona would answer it.

    clusters: the topic that asks it; of a question that only later levels ask, nothing.
    """

    id: str
    text: str
    reference: str
    clusters: Mapping[str, str] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        quiz = self.id.rpartition("/")[0]
        clusters = {"topic": quiz} if quiz.count("/") == 2 else {}
        object.__setattr__(self, "clusters", clusters)


@dataclass(frozen=True, slots=True)
class Quiz:
    """The questions of one topic, chapter or unit, under its name, e.g. unit-01/chapter-02."""

    name: str
    questions: tuple[Question, ...]
    with_topics: bool = False  # a chapter test that asks its topics' questions, too


@dataclass(frozen=True, slots=True)
class QuizFiles:
    """The quizzes in a folder; a level whose file is missing is empty."""

    topics: tuple[Quiz, ...]
    chapters: tuple[Quiz, ...]
    units: tuple[Quiz, ...]
    final: Quiz | None


def read_quiz_files(folder: Path) -> QuizFiles:
    """All levels in the folder; it must have topics or a final assessment."""
    if is_file(folder):
        raise KasautiError(
            f"--quiz-data={folder} is a file, and a quiz is a folder. For the questions of one "
            f"file run: kasauti -m qa --questions={folder}"
        )
    if not is_folder(folder):
        raise KasautiError(f"--quiz-data={folder} is not a folder. Give a folder with {TOPICS}.")
    reader = _Reader()
    topics = reader.quizzes(folder / TOPICS, ("unit", "chapter", "topic"))
    chapters = reader.quizzes(folder / CHAPTERS, ("unit", "chapter"))
    units = reader.quizzes(folder / UNITS, ("unit",))
    final = reader.final(folder / FINAL)
    if not topics and final is None:
        raise KasautiError(
            f"--quiz-data={folder} has no questions: neither {TOPICS} nor {FINAL}. "
            "Give a folder with one of them."
        )
    return QuizFiles(topics, chapters, units, final)


class _Reader:
    """Reads the files in order, so that a question keeps the id of the first level asking it."""

    def __init__(self) -> None:
        self._ids: dict[str, str] = {}
        self._references: dict[str, str] = {}

    def quizzes(self, path: Path, keys: Sequence[str]) -> tuple[Quiz, ...]:
        if not is_anything(path):
            return ()
        rows = json_content(path)
        if not isinstance(rows, list):
            raise KasautiError(f"{path} is not a list. Write a JSON list of objects.")
        if not rows:
            raise KasautiError(f"{path} is empty. Add quizzes, or leave the file out.")
        found: dict[str, Quiz] = {}
        for number, row in enumerate(rows, start=1):
            where = f"{path}, entry {number}"
            if not isinstance(row, dict):
                raise KasautiError(f"{where} is not a JSON object. Write one for each quiz.")
            name = "/".join(_name(where, row, key) for key in keys)
            if name in found:
                raise KasautiError(f"{where} repeats {name}. Join the two.")
            questions = self._questions(where, name, row)
            found[name] = Quiz(name, questions, row.get("with_topics") is True)
        return tuple(found.values())

    def final(self, path: Path) -> Quiz | None:
        if not is_anything(path):
            return None
        row = json_content(path)
        if not isinstance(row, dict):
            raise KasautiError(f'{path} is not a JSON object. Write {{"questions": [...]}}.')
        return Quiz("final_assessment", self._questions(str(path), "final_assessment", row))

    def _questions(self, where: str, name: str, row: Mapping[str, object]) -> tuple[Question, ...]:
        rows = row.get("questions")
        if not isinstance(rows, list) or not rows:
            raise KasautiError(f"{where} has no questions. Give a list of them.")
        questions = [
            self._question(f"{where}, question {number}", f"{name}/q{number}", each)
            for number, each in enumerate(rows, start=1)
        ]
        (text, count), *_ = Counter(question.text for question in questions).most_common(1)
        if count > 1:
            raise KasautiError(f"{where} asks {text!r} twice. Ask it once.")
        return tuple(questions)

    def _question(self, where: str, own_id: str, row: object) -> Question:
        if not isinstance(row, dict):
            raise KasautiError(f"{where} is not a JSON object. Give question and reference_answer.")
        text, reference = (text_field(where, row, key) for key in ("question", "reference_answer"))
        if self._references.setdefault(text, reference) != reference:
            raise KasautiError(
                f"{where} has another reference answer than the same question elsewhere. "
                "Give both the same."
            )
        return Question(self._ids.setdefault(text, own_id), text, reference)


def _name(where: str, row: Mapping[str, object], key: str) -> str:
    name = text_field(where, row, key)
    # Both names are used in the results.
    if "/" in name or name in ("final_assessment", "report"):
        raise KasautiError(f"{where} has the {key} {name!r}. Give another name, without a slash.")
    return name


def read_facts(folder: Path, questions: Collection[str]) -> Facts:
    """The facts of the questions that have some; none where the folder has no facts.jsonl."""
    path = folder / FACTS
    if not is_anything(path):
        return {}
    found: dict[str, tuple[Fact, ...]] = {}
    for number, row in jsonl_rows(path):
        where = f"{path}, line {number}"
        question = text_field(where, row, "question")
        if question not in questions:
            raise KasautiError(
                f"{where}: {question!r} is not in the quiz. Write it as it is there."
            )
        if question in found:
            raise KasautiError(f"{where} repeats {question!r}. Join the two.")
        rows = row.get("facts")
        if not isinstance(rows, list) or not FEWEST <= len(rows) <= MOST:
            raise KasautiError(f"{where} needs {FEWEST} to {MOST} facts. Give a list of them.")
        found[question] = tuple(_fact(where, each) for each in rows)
    return found


def _fact(where: str, row: object) -> Fact:
    if not isinstance(row, dict):
        raise KasautiError(f"{where} has a fact that is not a JSON object. Give says and denies.")
    says, denies = (_texts(where, row, name) for name in ("says", "denies"))
    if both := set(says) & set(denies):
        raise KasautiError(f"{where} says and denies {min(both)!r}. Keep one of the two.")
    return Fact(says, denies)


def _texts(where: str, row: Mapping[str, object], name: str) -> tuple[str, ...]:
    texts = row.get(name)
    if not isinstance(texts, list) or not texts:
        raise KasautiError(f"{where} has no statements in {name}. Give a list of them.")
    for text in texts:
        if not isinstance(text, str) or not text.strip():
            raise KasautiError(f"{where} has an empty statement in {name}. Write it, or remove it.")
    return tuple(dict.fromkeys(texts))
