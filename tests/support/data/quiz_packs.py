"""A quiz of four questions and a small persona, for tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

PERSONA = """
name = "the tester"
description = "Speaks in odds and in pictures."

[[markers]]
name = "odds"
weight = 2
expected = 1
patterns = ['odds|likely', 'tends? to']

[[markers]]
name = "picture"
weight = 1
expected = 1
patterns = ['tides?', 'seasons?']

[[distinctions]]
name = "halving and cycle"
about = ['halvings?']
must = ['credit|mood']
must_not = ['halvings? (?:causes?|drives?) the cycle']
why = "The halving does not cause the cycle."

[[negative]]
name = "certainty"
patterns = ['guaranteed', 'to the moon']
why = "Nothing is certain."
"""

ANSWERS = {
    "Why do cycles turn?": "Credit runs out, so the tide tends to turn.",
    "Does the halving move prices?": "The mood of the season likely does more.",
    "How do both fit together?": "The odds follow the tide of credit.",
    "What did you learn?": "A season tends to end; the odds tell how.",
}


def question(text: str) -> dict[str, str]:
    return {"question": text, "reference_answer": ANSWERS[text]}


def pack_files() -> dict[str, Any]:
    """The documented files: two topics of a question each, a synthesis, a final question."""
    first, second, synthesis, final = map(question, ANSWERS)
    place = {"unit": "unit-01", "chapter": "chapter-01"}
    return {
        "quiz_data.json": [
            {**place, "topic": "topic-01", "questions": [first]},
            {**place, "topic": "topic-02", "questions": [second]},
        ],
        "chapter_tests.json": [{**place, "with_topics": True, "questions": [synthesis]}],
        "final_assessment.json": {"questions": [final]},
    }


def write_pack(
    folder: Path, files: dict[str, Any] | None = None, *, persona: str = PERSONA
) -> Path:
    """A folder with the files; those that are None are left out."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in (pack_files() | (files or {})).items():
        if content is not None:
            text = content if isinstance(content, str) else json.dumps(content)
            (folder / name).write_text(text, encoding="utf-8")
    (folder / "persona.toml").write_text(persona, encoding="utf-8")
    return folder
