"""The generative metrics as cases: all on the same answers, from a file or from the model."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from kasauti.data.drawing import drawn
from kasauti.data.errors import DataError
from kasauti.data.files import digest, files_read
from kasauti.data.predictions import Prediction, predictions_beside, read_predictions
from kasauti.data.quiz_files import Question
from kasauti.records import CaseId

SUITE = "metrics"


@dataclass(frozen=True, slots=True)
class AnswerSet:
    """What is measured: questions with references, and the answers where a file gives them."""

    ids: tuple[str, ...]
    references: tuple[str, ...]
    data: str  # where the references come from, with their digest
    questions: tuple[str, ...] = ()  # asked of the model where no file gives answers
    answers: tuple[str, ...] = ()
    source: str = ""  # the file of the answers, with its digest
    others: tuple[str, ...] = ()  # answers of another model to the same questions
    other_source: str = ""
    language: str | None = None  # BCP 47

    def some(self, count: int, *, seed: int) -> AnswerSet:
        """So many of the answers, with all that belongs to them; the quiz asks the same ones."""
        names = self.questions or self.ids
        chosen = drawn(range(len(names)), count, seed=seed, name=names.__getitem__)

        def some(values: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(values[index] for index in chosen) if values else ()

        return replace(
            self,
            ids=some(self.ids),
            references=some(self.references),
            questions=some(self.questions),
            answers=some(self.answers),
            others=some(self.others),
        )


@dataclass(frozen=True, slots=True)
class MetricCase:
    """One metric: a test of its own."""

    name: str
    answers: AnswerSet
    max_new_tokens: int

    @property
    def id(self) -> CaseId:
        """Keys reports and baselines, however the tests are run."""
        return CaseId(SUITE, self.name)

    @property
    def language(self) -> str | None:
        return self.answers.language

    def limited(self, count: int, *, seed: int) -> MetricCase:
        """The metric over so many of the answers."""
        if len(self.answers.ids) <= count:
            return self
        return replace(self, answers=self.answers.some(count, seed=seed))

    @property
    def prompts(self) -> tuple[str, ...]:
        return self.answers.questions

    @property
    def stage(self) -> int:
        """Asked after the quiz's topics, so that a quiz that ends early asks nothing in vain."""
        return 1


def metric_cases(
    answers: AnswerSet, names: Iterable[str], *, max_new_tokens: int
) -> list[MetricCase]:
    """Every metric of these names on the answers."""
    return [MetricCase(name, answers, max_new_tokens) for name in names]


def answers_in(path: Path, *, against: Path | None = None) -> AnswerSet:
    """The answers of a file, and those of another to compare them with."""
    with files_read():
        predictions = read_predictions(path)
        source = _file_label(path)
        others = predictions_beside(against, predictions, name=path.name) if against else ()
        other_source = _file_label(against) if against else ""
    return AnswerSet(
        ids=tuple(each.id for each in predictions),
        references=tuple(each.reference for each in predictions),
        data=_data(path.stem, ((each.id, each.reference) for each in predictions)),
        answers=_texts(predictions),
        source=source,
        others=_texts(others),
        other_source=other_source,
    )


def questions_of(
    questions: Iterable[Question], *, name: str, language: str | None = None
) -> AnswerSet:
    """Questions that the model under test is to answer itself."""
    asked = tuple(questions)
    if not asked:
        raise DataError("The quiz has no questions to answer. Give --predictions=FILE.")
    return AnswerSet(
        ids=tuple(question.id for question in asked),
        references=tuple(question.reference for question in asked),
        data=_data(name, ((question.text, question.reference) for question in asked)),
        questions=tuple(question.text for question in asked),
        language=language,
    )


def _texts(predictions: Iterable[Prediction]) -> tuple[str, ...]:
    return tuple(each.text for each in predictions)


def _data(name: str, rows: Iterable[tuple[str, str]]) -> str:
    """A name and a digest of what is asked and expected, whoever answers."""
    whole = hashlib.sha256("\0".join(text for row in rows for text in row).encode("utf-8"))
    return f"{name}@{whole.hexdigest()[:8]}"


def _file_label(path: Path) -> str:
    return f"{path.name}@{digest(path)}"
