"""The answers that did not pass, as report.html shows them under a quiz."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

SHOWN = 100


def answer_table(questions: Sequence[Mapping[str, Any]]) -> str:
    """The answers that did not pass, the worst first; empty where all passed."""
    wrong = [question for question in questions if not question["passed"]]
    if not wrong:
        return ""
    worst = sorted(wrong, key=lambda question: question["voice_score"])[:SHOWN]
    headers = ("question", "answer", "reference", "voice", "semantic", "markers", "missed")
    head = "".join(f"<th>{header}</th>" for header in headers)
    rows = "".join(f"<tr>{_cells(question)}</tr>" for question in worst)
    return f"<p>{len(wrong)} answers did not pass:</p><table><tr>{head}</tr>{rows}</table>"


def _cells(question: Mapping[str, Any]) -> str:
    said = [
        f"{violation['name']}: {violation['sentence'] or 'does not say what it must'}"
        for violation in [*question["violations"], *question["negative_patterns"]]
    ]
    cells = (
        question["question"],
        question["generated_answer"],
        question["reference_answer"],
        f"{question['voice_score']:.2f}",
        f"{question['semantic_score']:.2f}",
        f"{question['marker_score']:.2f}",
        "; ".join([", ".join(question["misses"]), *said]),
    )
    return "".join(f"<td>{escape(cell)}</td>" for cell in cells)
