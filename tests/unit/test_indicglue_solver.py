"""From the passes' results to predictions, measurements and notes of IndicGLUE's cases."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kasauti.data.indicglue.cases import IndicGlueCase, indicglue_cases
from kasauti.engines.continuations import Continuation, ContinuationScore
from kasauti.engines.generation.generator import Answer
from kasauti.fixtures.answers import prompts_of
from kasauti.fixtures.indicglue import IndicGlueSolver, Solution
from kasauti.fixtures.indicglue_baselines import baselines
from kasauti.fixtures.indicglue_measurement import errors, indicglue_fields, task_result
from kasauti.fixtures.settings import SETTINGS
from kasauti.thresholds import load_thresholds

BAR = load_thresholds()["indicglue.default.fair"]


@pytest.fixture
def cases(tmp_path: Path) -> dict[str, IndicGlueCase]:
    files = {
        "bbc_hindi/test.tsv": "label\ttext\nsport\tगेंद\nindia\tदिल्ली\nindia\tआगरा\n",
        "soham_ner/test.txt": "राम\tB-PER\nघर\tO\n\nघर\tO\n",
        "cloze_qa/test.jsonl": '{"id": "q", "question": "<MASK> है", "options": ["क", "खखखख"], '
        '"answer": "क"}\n',
    }
    for name, content in files.items():
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(content, encoding="utf-8")
    return {case.name: case for case in indicglue_cases(str(tmp_path))}


def solver(
    scores: Mapping[tuple[str, str], float], answers: Mapping[Any, Answer] | None = None
) -> IndicGlueSolver:
    choices = {Continuation(*choice): ContinuationScore(x, 1) for choice, x in scores.items()}
    session: Any = SimpleNamespace(
        config=SimpleNamespace(stash={SETTINGS: SimpleNamespace(seed=0)})
    )
    no_model: Any = None
    return IndicGlueSolver(no_model, choices, answers or {}, generator=no_model, session=session)


def measured(case: IndicGlueCase, solution: Solution) -> dict[str, Any]:
    result = task_result(case, solution)
    return indicglue_fields(case, solution, result, baselines(case, solution, seed=0), BAR)


def asked(text: str) -> str:
    return f"समाचार: {text}\nविषय:"


# For each text, the log-probabilities of भारत (india) and खेल (sport).
NEWS = {"": (-1.0, -5.0), "गेंद": (-2.0, -1.5), "दिल्ली": (-3.0, -4.0), "आगरा": (-3.0, -6.5)}


def news_scores() -> dict[tuple[str, str], float]:
    return {
        (asked(text), word): score
        for text, both in NEWS.items()
        for word, score in zip((" भारत", " खेल"), both, strict=True)
    }


def test_the_likeliest_label_is_taken_and_other_ways_stand_beside(
    cases: dict[str, IndicGlueCase],
) -> None:
    solution = solver(news_scores())(cases["bbc_hindi"])
    assert solution.runs == (("sport", "india", "india"),)
    # भारत has four characters and खेल three; without a text भारत is likelier by 4.
    assert solution.other_ways["per_character"] == ("india", "india", "india")
    assert solution.other_ways["calibrated"] == ("sport", "sport", "sport")


def test_a_case_is_recorded_with_its_figures_items_and_notes(
    cases: dict[str, IndicGlueCase],
) -> None:
    case = cases["bbc_hindi"]
    fields = measured(case, solver(news_scores())(case))
    assert fields["details"]["accuracy"] == fields["details"]["f1"] == 1.0
    assert fields["outcomes"] == {"kind": "right", "items": {"1": True, "2": True, "3": True}}
    assert fields["details"]["items"][0] == {
        "id": "1", "text": "गेंद", "gold": "sport", "predicted": ["sport"]
    }  # fmt: skip
    assert fields["details"]["chosen"] == {"india": {"india": 2}, "sport": {"sport": 1}}
    assert set(fields["details"]["baselines"]) == {"random"}
    assert fields["notes"] == [
        "indicglue/bbc_hindi: there is no train file, so no baseline that learns.",
        "indicglue/bbc_hindi: by the sum of log-probabilities accuracy 1.000, but the verdict "
        "would flip by calibrated 0.333.",
    ]
    shown = {figure["metric"]: figure["value"] for figure in fields["figures"]}
    assert shown["accuracy: per_character"] == pytest.approx(2 / 3)
    assert "accuracy" not in shown
    assert all(figure["verdict"] is None for figure in fields["figures"])


def test_one_answer_to_everything_is_told(cases: dict[str, IndicGlueCase]) -> None:
    case = cases["bbc_hindi"]
    solution = Solution(runs=(("india", "india", "india"),))
    assert (
        "indicglue/bbc_hindi: india is the answer to 3 of 3." in measured(case, solution)["notes"]
    )
    told = errors(case, solution, task_result(case, solution))
    assert told == "1 of 3 wrong, among them:\n  गेंद\n    india instead of sport"


def test_the_option_that_makes_the_sentence_likeliest_is_taken(
    cases: dict[str, IndicGlueCase],
) -> None:
    scores = {("", "क है"): -3.0, ("", "खखखख है"): -4.0}
    solution = solver(scores)(cases["cloze_qa"])
    assert solution.runs == (("क",),)
    assert solution.other_ways == {"per_character": ("खखखख",)}
    assert measured(cases["cloze_qa"], solution)["outcomes"]["items"] == {"q": True}


def test_names_are_read_from_the_answers(cases: dict[str, IndicGlueCase]) -> None:
    case = cases["soham_ner"]
    said = ["राम: व्यक्ति", "कोई नहीं"]
    answers = {
        prompt: Answer(text, 1, True) for prompt, text in zip(prompts_of(case), said, strict=True)
    }
    solution = solver({}, answers)(case)
    assert solution.runs == ((("B-PER", "O"), ("O",)),)
    fields = measured(case, solution)
    assert [fields["details"][name] for name in ("f1", "precision", "recall")] == [1, 1, 1]
    assert [item["answer"] for item in fields["details"]["items"]] == said
    assert not any("sentences with names" in note for note in fields["notes"])


def test_answers_that_name_nothing_are_told(cases: dict[str, IndicGlueCase]) -> None:
    answers = {prompt: Answer("पता नहीं", 1, True) for prompt in prompts_of(cases["soham_ner"])}
    solution = solver({}, answers)(cases["soham_ner"])
    assert solution.runs == ((("O", "O"), ("O",)),)
    assert solution.notes[0].startswith("indicglue/soham_ner: of 1 sentences with names, 1 got")
