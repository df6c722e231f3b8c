"""Two quizzes side by side, for `kasauti quiz-compare dpo.json ppo.json`.

Each file is an evaluation_results.json. Only questions that both runs were asked are compared:
right or wrong by the exact McNemar test, the voice score by a paired bootstrap.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from kasauti.records import Item, Run
from kasauti.records.serialization.cases import RecordError
from kasauti.records.serialization.files import read_run
from kasauti.reports.quiz_markdown import SUITE
from kasauti.reports.text import p_value
from kasauti.scorers.bootstrap import paired_bootstrap_p
from kasauti.scorers.holm import holm
from kasauti.scorers.mcnemar import mcnemar_p
from kasauti.scorers.quiz_advice import FINAL, LEVELS
from kasauti.scorers.quiz_report import quiz_report

NAMES = {**LEVELS, FINAL: "final assessment", "": "all questions"}
HEADER = ("level", "n", "accuracy A", "B", "change", "p", "voice A", "B", "change", "p")
SEED = 0


class ComparisonError(ValueError):
    """Reports that cannot be compared; the message says the fact, then the remedy."""


@dataclass(frozen=True, slots=True)
class Compared:
    """The questions of one level that both runs were asked."""

    level: str
    right: tuple[tuple[bool, bool], ...]
    voice: tuple[tuple[float, float], ...]

    def p_values(self) -> list[float]:
        """How probable changes as large are by chance: of the accuracy and of the voice."""
        lost = sum(before and not after for before, after in self.right)
        won = sum(after and not before for before, after in self.right)
        changes = [after - before for before, after in self.voice]
        return [mcnemar_p(lost, won), paired_bootstrap_p(changes, seed=SEED)]

    def row(self, p_values: Sequence[float]) -> list[str]:
        """Its figures in both runs, their changes, and the corrected p-values of these."""
        accuracy = [fmean(column) for column in zip(*self.right, strict=True)]
        voice = [fmean(column) for column in zip(*self.voice, strict=True)]
        return [
            NAMES[self.level],
            str(len(self.right)),
            *(f"{value:.1%}" for value in accuracy),
            f"{accuracy[1] - accuracy[0]:+.1%}",
            p_value(p_values[0]),
            *(f"{value:.3f}" for value in voice),
            f"{voice[1] - voice[0]:+.3f}",
            p_value(p_values[1]),
        ]


def compare_quizzes(first: Run, second: Run) -> list[Compared]:
    """Level by level, then all questions that the levels have, each once."""
    compared = []
    for level in NAMES:
        before, after = _questions(first, level), _questions(second, level)
        shared = [question for question in before if question in after]
        if shared:
            right = tuple((bool(before[each].right), bool(after[each].right)) for each in shared)
            voice = tuple((before[each].score or 0.0, after[each].score or 0.0) for each in shared)
            compared.append(Compared(level, right, voice))
    if not compared:
        raise ComparisonError("The two runs share no question. Give runs of the same quiz data.")
    return compared


def comparison_lines(first: Run, second: Run) -> Iterator[str]:
    """The table that is printed, under the summaries of both runs."""
    for letter, run in (("A", first), ("B", second)):
        yield f"{letter}: {quiz_report(run.by_suite()[SUITE], timestamp=run.date)}"
    yield ""
    compared = compare_quizzes(first, second)
    p_values = iter(holm([p for each in compared for p in each.p_values()]))
    rows = [each.row([next(p_values), next(p_values)]) for each in compared]
    header = list(HEADER)
    widths = [max(len(row[column]) for row in [header, *rows]) for column in range(len(HEADER))]
    for row in [header, ["-" * width for width in widths], *rows]:
        first_cell, *others = zip(row, widths, strict=True)
        cells = [first_cell[0].ljust(first_cell[1])] + [cell.rjust(width) for cell, width in others]
        yield "  ".join(cells).rstrip()
    yield ""
    yield (
        "p: exact McNemar test (accuracy) and paired bootstrap (voice) over the same questions, "
        "with Holm's correction over the table."
    )


def read_quiz(path: Path) -> Run:
    """The run of an evaluation_results.json that holds a quiz."""
    try:
        run = read_run(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise ComparisonError(
            f"{path} cannot be read ({error.strerror}). Check the path."
        ) from None
    except RecordError as error:
        raise ComparisonError(
            f"{path} cannot be used: {error}. Give an evaluation_results.json."
        ) from None
    except (ValueError, RecursionError):  # not JSON, or nested without end
        raise ComparisonError(f"{path} is not JSON. Give an evaluation_results.json.") from None
    quizzes = run.by_suite().get(SUITE)
    if not quizzes:
        raise ComparisonError(f"{path} contains no quiz. Give a run of `pytest -m quiz`.")
    if not all(quiz.level for quiz in quizzes):
        raise ComparisonError(f"{path} was written by an older version. Run its quiz again.")
    return run


def _questions(run: Run, level: str) -> Mapping[str, Item]:
    """The questions of a level by id; of all levels where it is empty."""
    quizzes = run.by_suite()[SUITE]
    return {item.id: item for quiz in quizzes if level in ("", quiz.level) for item in quiz.items}
