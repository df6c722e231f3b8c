"""Compare the quizzes of two runs, level by level, over the questions that both were asked.

Right and wrong answers are compared by the exact McNemar test, voice scores by a paired bootstrap.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from kasauti.commands.compare import read_results
from kasauti.fixtures.suites.quiz.advice import FINAL, LEVELS
from kasauti.fixtures.suites.quiz.report import SUITE, quiz_report
from kasauti.inputs.errors import KasautiError
from kasauti.records import Item, Run
from kasauti.reports.terminal.table import table_lines
from kasauti.reports.wording.text import p_value
from kasauti.scorers.statistics.paired_tests import holm, mcnemar_p, paired_bootstrap_p

NAMES = {**LEVELS, FINAL: "final assessment", "": "all questions"}
HEADER = ("level", "n", "accuracy A", "B", "change", "p", "voice A", "B", "change", "p")
SEED = 0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("first", type=Path, metavar="A.json", help="an evaluation_results.json")
    parser.add_argument("second", type=Path, metavar="B.json", help="another one")


def run(arguments: argparse.Namespace) -> int:
    """Print the comparison."""
    first, second = read_quiz(arguments.first), read_quiz(arguments.second)
    sys.stdout.write("\n".join(comparison_lines(first, second)) + "\n")
    return 0


@dataclass(frozen=True, slots=True)
class Compared:
    """The questions of one level that both runs were asked."""

    level: str
    right: tuple[tuple[bool, bool], ...]
    voice: tuple[tuple[float, float], ...]

    def p_values(self) -> list[float]:
        """Return the p-values of the changes of accuracy and voice."""
        lost = sum(before and not after for before, after in self.right)
        won = sum(after and not before for before, after in self.right)
        changes = [after - before for before, after in self.voice]
        return [mcnemar_p(lost, won), paired_bootstrap_p(changes, seed=SEED)]

    def row(self, p_values: Sequence[float]) -> list[str]:
        """Return its figures in both runs, their changes, and the corrected p-values."""
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
    """Compare level by level, then all questions at once."""
    compared = []
    for level in NAMES:
        before, after = _questions(first, level), _questions(second, level)
        shared = [question for question in before if question in after]
        if shared:
            right = tuple((bool(before[each].right), bool(after[each].right)) for each in shared)
            voice = tuple((before[each].score or 0.0, after[each].score or 0.0) for each in shared)
            compared.append(Compared(level, right, voice))
    if not compared:
        raise KasautiError("The two runs share no question. Give runs of the same quiz data.")
    return compared


def comparison_lines(first: Run, second: Run) -> Iterator[str]:
    """Yield the summaries of both runs, and the table."""
    for letter, run in (("A", first), ("B", second)):
        yield f"{letter}: {quiz_report(run.by_suite()[SUITE], timestamp=run.date)}"
    yield ""
    compared = compare_quizzes(first, second)
    p_values = iter(holm([p for each in compared for p in each.p_values()]))
    rows = [each.row([next(p_values), next(p_values)]) for each in compared]
    head, lines = table_lines(HEADER, rows)
    yield from (*head, *lines)
    yield ""
    yield (
        "p: exact McNemar test (accuracy) and paired bootstrap (voice) over the same questions, "
        "with Holm's correction over the table."
    )


def read_quiz(path: Path) -> Run:
    """Read the run of an evaluation_results.json that holds a quiz."""
    run = read_results(path)
    quizzes = run.by_suite().get(SUITE)
    if not quizzes:
        raise KasautiError(f"{path} contains no quiz. Give a run of `pytest -m quiz`.")
    if not all(quiz.level for quiz in quizzes):
        raise KasautiError(f"{path} was written by an older version. Run its quiz again.")
    return run


def _questions(run: Run, level: str) -> Mapping[str, Item]:
    """Return the questions of a level by id; of all levels if it is empty."""
    quizzes = run.by_suite()[SUITE]
    return {item.id: item for quiz in quizzes if level in ("", quiz.level) for item in quiz.items}
