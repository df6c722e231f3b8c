"""Compare the quizzes of two runs, level by level, over the questions that both were asked."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kasauti.fixtures.suites.quiz.comparison import comparison_lines, read_quiz


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("first", type=Path, metavar="A.json", help="an evaluation_results.json")
    parser.add_argument("second", type=Path, metavar="B.json", help="another one")


def run(arguments: argparse.Namespace) -> int:
    """Print the comparison."""
    first, second = read_quiz(arguments.first), read_quiz(arguments.second)
    sys.stdout.write("\n".join(comparison_lines(first, second)) + "\n")
    return 0
