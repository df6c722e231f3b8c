"""From answers to verdicts: each threshold counts, and failing topics end a quiz early."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kasauti.engines.protocol.backend import Answer, Prompt
from kasauti.fixtures.running.passes import Answers
from kasauti.fixtures.suites.quiz.cases import QuizCase, quiz_cases
from kasauti.fixtures.suites.quiz.measure import QuizMeasurer, why_missed
from kasauti.fixtures.suites.quiz.suite import Quiz
from kasauti.fixtures.suites.suite import NotMeasured
from kasauti.records import Outcomes
from kasauti.records.facts import Fact, Inference
from kasauti.records.persona import Markers, Persona
from kasauti.scorers.voice.composite import QuestionResult, QuestionThresholds
from kasauti.scorers.voice.factual import Factual
from kasauti.scorers.voice.voice import Match, Violation, Voice
from kasauti.thresholds import Thresholds, load_thresholds
from tests.support.fake_backend import FakeBackend, context
from tests.support.quiz_packs import ANSWERS, write_pack


class Alike:
    """Compares by equality, so that no model is needed."""

    def __init__(self, *_: object, **__: object) -> None:
        pass

    def similarities(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        return [0.9 if left.startswith(right) else 0.1 for left, right in pairs]

    def settings(self) -> dict[str, str]:
        return {"embedding": "equality"}


@pytest.fixture(autouse=True)
def no_embedding_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kasauti.fixtures.suites.quiz.measure.Embedder", Alike)


@pytest.fixture
def cases(tmp_path: Path) -> list[QuizCase]:
    return quiz_cases(write_pack(tmp_path))


def measurer(
    cases: list[QuizCase], said: Mapping[str, str] = ANSWERS, **options: Any
) -> QuizMeasurer:
    measure = Quiz().measurer(context(Quiz(), cases, FakeBackend(answers=said), **options))
    assert isinstance(measure, QuizMeasurer)
    return measure


def test_right_answers_in_the_voice_pass_at_every_level(cases: list[QuizCase]) -> None:
    measure = measurer(cases)
    assert all(measure(case).passed for case in cases)


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
def test_every_threshold_counts(cases: list[QuizCase], answer: str, failing: set[str]) -> None:
    measure = measurer(cases, {**ANSWERS, "Does the halving move prices?": answer})
    measurement = measure(cases[1])
    judged = (measurement.headline, *measurement.figures)
    assert {figure.metric for figure in judged if figure.verdict == "failed"} >= failing
    assert not measurement.passed
    assert "q1" in measurement.message


def test_one_missed_threshold_fails_the_case_though_its_headline_passes(
    cases: list[QuizCase],
) -> None:
    entries = load_thresholds(suites=["quiz"]).entries
    strict = replace(entries["quiz.topic.voice"], value=0.999)
    thresholds = Thresholds({**entries, "quiz.topic.voice": strict})
    measurement = measurer(cases, thresholds=thresholds, no_early_termination=True)(cases[0])
    assert measurement.headline.value == 1.0
    assert measurement.headline.verdict == "passed"
    assert measurement.verdict == "failed"
    assert {figure.metric: figure.verdict for figure in measurement.figures} == {
        "voice": "failed", "distinctions": "passed", "negatives": "passed",
        "semantic": None, "markers": None,
    }  # fmt: skip
    assert [reason.split()[0] for reason in measurement.why_red] == ["voice"]


def test_few_questions_are_inconclusive_where_confidence_is_asked_for(
    cases: list[QuizCase],
) -> None:
    assert measurer(cases, verdict="confident")(cases[0]).verdict == "inconclusive"


NONE = dict.fromkeys(ANSWERS, "?")


def test_a_quiz_ends_early_where_under_half_of_its_topics_pass(cases: list[QuizCase]) -> None:
    measure = measurer(cases, NONE)
    assert not measure(cases[0]).passed
    with pytest.raises(NotMeasured, match=r"only 0 of 2 topics passed\. Pass --no-early-term"):
        measure(cases[-1])


@pytest.mark.parametrize(
    ("chosen", "said", "options"),
    [
        pytest.param(slice(None), {**ANSWERS, "Why do cycles turn?": "?"}, {}, id="half pass"),
        pytest.param(slice(None), NONE, {"no_early_termination": True}, id="switched off"),
        pytest.param(slice(2), NONE, {}, id="no later levels"),
        pytest.param(slice(2, None), NONE, {}, id="no topics"),
    ],
)
def test_a_quiz_does_not_end_early_otherwise(
    cases: list[QuizCase], chosen: slice, said: dict[str, str], options: dict[str, Any]
) -> None:
    measure = measurer(cases[chosen], said, **options)
    assert measure(cases[chosen][-1]).details["early_termination"] == ""


def test_a_measurement_has_every_question(cases: list[QuizCase]) -> None:
    measurement = measurer(cases)(cases[2])
    ids = [question.id for question in cases[2].questions]
    assert measurement.outcomes == Outcomes("right", dict.fromkeys(ids, 1.0))
    assert [item.texts for item in measurement.items] == [(text,) for text in cases[2].prompts]
    assert measurement.details["model_name"] == "fake"
    assert (measurement.level, measurement.language) == ("chapter", "en")


def test_a_topic_knows_the_quiz_above_it(cases: list[QuizCase]) -> None:
    measure = measurer(cases)
    by_name = {case.name: measure(case) for case in cases}
    topic = by_name[cases[0].name]
    assert topic.parent is not None
    assert topic.parent.name == cases[0].name.rpartition("/")[0]
    assert by_name[topic.parent.name].level == "chapter"
    assert by_name[cases[-1].name].parent is None


class Entails:
    """Stands in for --judge-model: every claim entails what it shares its first word with."""

    name = "entails"

    def __init__(self, *_: object, **__: object) -> None:
        pass

    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> list[Inference]:
        return [Inference(float(a.split()[0] == b.split()[0]), 0.0) for a, b in pairs]


def test_facts_are_judged_by_the_given_model_alone(
    cases: list[QuizCase], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kasauti.fixtures.suites.quiz.measure.Entailment", Entails)
    chapter = cases[2]
    first, second = chapter.questions[:2]
    said = {**ANSWERS, first.text: "They drop by about half, since sellers outnumber buyers."}
    right, wrong = Fact(("They fall",), ("They rise",)), Fact(("Nobody buys",), ("All buy",))
    facts = {first.text: (right, wrong), second.text: (wrong, wrong)}
    case = replace(chapter, facts=facts)
    judged, plain = (
        measurer([case], said, judge_model=model)(case) for model in ("somewhere", None)
    )
    (figure,) = [each for each in judged.figures if each.metric == "factual"]
    assert (figure.value, figure.n, figure.threshold) == (0.5, 2, None)
    assert judged.details["factual"] == 0.5
    assert judged.settings["facts"] == "entails"
    assert [item.details.get("factual") for item in judged.items[:2]] == [True, False]
    assert not any("factual" in item.details for item in (*judged.items[2:], *plain.items))
    assert judged.figures[:-1] == plain.figures
    assert not {"factual", "facts"} & {*plain.details, *plain.settings}


def test_answers_of_a_later_stage_are_made_only_when_needed() -> None:
    passes: list[list[str]] = []

    def generate(prompts: Sequence[Prompt]) -> list[Answer]:
        passes.append([prompt.text for prompt in prompts])
        return [Answer(prompt.text.upper(), 1, finished=True) for prompt in prompts]

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


def test_a_failure_says_how_similar_the_answer_was_and_what_it_lacks() -> None:
    persona = Persona(
        "bob",
        "a sage",
        markers=(Markers("hedges", 1.0, 1, ()), Markers("images", 1.0, 1, ())),
        distinctions=(),
        negatives=(),
    )
    match = Match("hedges", "perhaps", 0, 7)
    broken = Violation("time and odds", "", "", -1, -1, "odds", "why")
    voice = Voice((match,), 0.5, ("time and odds",), (broken,), ())
    result = QuestionResult("q1", 0.41, voice, QuestionThresholds(0.7, 0.6), Factual(0.2))
    assert why_missed(result, persona) == (
        "similarity 0.41, at least 0.70 needed; markers 0.50, at least 0.60 needed, without "
        "images; broken: time and odds; facts 0.20"
    )
