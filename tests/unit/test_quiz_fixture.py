"""From answers to verdicts: each bar counts, and failing topics end a quiz early."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kasauti.data.quiz_cases import QuizCase, quiz_cases
from kasauti.engines.generation.generator import Answer, Prompt
from kasauti.fixtures.answers import Answers, prompts_of
from kasauti.fixtures.quiz import QuizScorer
from kasauti.fixtures.quiz_measurement import quiz_fields
from kasauti.fixtures.record import _refuse_foreign_types
from kasauti.thresholds import load_thresholds
from tests.quiz_packs import ANSWERS, write_pack


class Alike:
    """Compares by equality, so that no model is needed."""

    def similarities(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        return [0.9 if left.startswith(right) else 0.1 for left, right in pairs]


@pytest.fixture
def cases(tmp_path: Path) -> list[QuizCase]:
    return quiz_cases(write_pack(tmp_path))


def scorer(
    cases: list[QuizCase],
    said: Mapping[str, str] = ANSWERS,
    *,
    early_termination: bool = True,
    verdict: str = "point",
) -> QuizScorer:
    settings: Any = SimpleNamespace(
        thresholds=load_thresholds(),
        verdict=verdict,
        quiz=SimpleNamespace(early_termination=early_termination),
    )
    answers = {
        prompt: Answer(said[prompt.text], 5, True) for case in cases for prompt in prompts_of(case)
    }
    nothing: Any = None
    embedder: Any = Alike()
    return QuizScorer(settings, nothing, nothing, embedder, answers=answers, cases=cases)


def verdicts(score: QuizScorer, case: QuizCase) -> dict[str, str]:
    return {judgement.metric: judgement.verdict for judgement in score(case).judgements}


def test_right_answers_in_the_voice_pass_at_every_level(cases: list[QuizCase]) -> None:
    score = scorer(cases)
    assert all(score(case).passed for case in cases)
    assert score.early_end() == ""


@pytest.mark.parametrize(
    ("answer", "failing"),
    [
        ("It was a tide, likely.", {"accuracy", "voice"}),
        (ANSWERS["Does the halving move prices?"] + " The halving causes the cycle.",
         {"accuracy", "distinctions"}),
        (ANSWERS["Does the halving move prices?"] + " It is guaranteed.",
         {"accuracy", "negatives"}),
    ],
)  # fmt: skip
def test_every_bar_counts(cases: list[QuizCase], answer: str, failing: set[str]) -> None:
    score = scorer(cases, {**ANSWERS, "Does the halving move prices?": answer})
    judged = verdicts(score, cases[1])
    assert {metric for metric, verdict in judged.items() if verdict == "failed"} >= failing
    assert not score(cases[1]).passed
    assert "q1" in score(cases[1]).complaint()


def test_one_bar_missed_fails_the_case_though_its_headline_passes(cases: list[QuizCase]) -> None:
    low = load_thresholds()
    judged = scorer(cases)(cases[0])
    high = replace(low["quiz.topic.voice"], value=0.999)
    missed = replace(judged, bars={**judged.bars, "voice": high})
    assert missed.verdict == "failed"
    fields = quiz_fields(missed, {})
    assert fields["value"] == 1.0
    assert fields["verdict"] == "failed"
    figures = {figure["metric"]: figure["verdict"] for figure in fields["figures"]}
    assert figures == {
        "voice": "failed", "distinctions": "passed", "negatives": "passed",
        "semantic": None, "markers": None,
    }  # fmt: skip


def test_few_questions_are_inconclusive_where_confidence_is_asked_for(cases) -> None:
    assert scorer(cases, verdict="confident")(cases[0]).verdict == "inconclusive"


def test_a_quiz_ends_early_only_where_under_half_of_its_topics_pass(cases) -> None:
    one = {**ANSWERS, "Why do cycles turn?": "?"}
    none = dict.fromkeys(ANSWERS, "?")
    assert scorer(cases, one).early_end() == ""
    assert "only 0 of 2 topics passed" in scorer(cases, none).early_end()
    assert scorer(cases, none, early_termination=False).early_end() == ""
    # Without later levels nothing ends, and without topics nothing is known.
    assert scorer(cases[:2], none).early_end() == ""
    assert scorer(cases[2:], none).early_end() == ""


def test_a_measurement_is_made_of_builtins_and_has_every_question(cases: list[QuizCase]) -> None:
    score = scorer(cases)
    fields = quiz_fields(score(cases[2]), {"model_name": "m"})
    _refuse_foreign_types(fields, "measurement")
    assert fields["outcomes"] == {
        "kind": "right",
        "items": {question.id: True for question in cases[2].questions},
    }
    assert [q["question"] for q in fields["details"]["question_results"]] == list(cases[2].prompts)
    assert fields["details"]["model_name"] == "m"


def test_answers_of_a_later_stage_are_made_only_when_needed() -> None:
    passes: list[list[str]] = []

    def generate(prompts: Sequence[Prompt]) -> list[Answer]:
        passes.append([prompt.text for prompt in prompts])
        return [Answer(prompt.text.upper(), 1, True) for prompt in prompts]

    a, b, c, d = map(Prompt, "abcd")
    answers = Answers([[a, b, a], [b, c, d]], generate)
    assert passes == []
    assert answers[b].text == "B"
    assert answers[a].text == "A"
    assert passes == [["a", "b"]]
    assert [answers[each].text for each in (d, c)] == ["D", "C"]
    assert passes == [["a", "b"], ["c", "d"]]
    assert list(answers) == [a, b, c, d]
    with pytest.raises(KeyError):
        answers[Prompt("e")]
