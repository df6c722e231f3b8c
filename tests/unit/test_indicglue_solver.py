"""From a model's scores and answers to the measurements of IndicGLUE's cases."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from kasauti.fixtures.suites.indicglue.cases import IndicGlueCase, indicglue_cases
from kasauti.fixtures.suites.indicglue.measure import measure_task, task_result
from kasauti.fixtures.suites.indicglue.solver import Solution, Solver
from kasauti.fixtures.suites.indicglue.suite import IndicGlue
from kasauti.records import CaseId, Measurement, Outcomes
from tests.support.fake_backend import FakeBackend, context

Choices = Mapping[tuple[str, str], float]


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


def solved(
    case: IndicGlueCase, choices: Choices | None = None, answers: Mapping[str, str] | None = None
) -> Solution:
    backend = FakeBackend(choices=choices, answers=answers)
    return Solver(context(IndicGlue(), [case], backend))(case)


def measured(
    case: IndicGlueCase, choices: Choices | None = None, answers: Mapping[str, str] | None = None
) -> Measurement:
    backend = FakeBackend(choices=choices, answers=answers)
    return IndicGlue().measurer(context(IndicGlue(), [case], backend))(case)


def asked(text: str) -> str:
    return f"समाचार: {text}\nविषय:"


# For each text, the log-probabilities of भारत (india) and खेल (sport).
NEWS = {"": (-1.0, -5.0), "गेंद": (-2.0, -1.7), "दिल्ली": (-3.0, -4.0), "आगरा": (-3.0, -6.5)}


def news(**changes: tuple[float, float]) -> dict[tuple[str, str], float]:
    return {
        (asked(text), word): score
        for text, both in {**NEWS, **changes}.items()
        for word, score in zip((" भारत", " खेल"), both, strict=True)
    }


def test_the_likeliest_label_is_taken_and_other_methods_stand_beside(
    cases: dict[str, IndicGlueCase],
) -> None:
    solution = solved(cases["bbc_hindi"], news())
    assert solution.runs == (("sport", "india", "india"),)
    # भारत has four characters and खेल three; without a text भारत is likelier by 4.
    assert solution.other_methods["per_character"] == ("india", "india", "india")
    assert solution.other_methods["calibrated"] == ("sport", "sport", "sport")


def test_a_tie_between_labels_is_wrong(cases: dict[str, IndicGlueCase]) -> None:
    measurement = measured(cases["bbc_hindi"], news(दिल्ली=(-3.0, -3.0)))
    assert measurement.outcomes == Outcomes("right", {"1": 1.0, "2": 0.0, "3": 1.0})
    assert measurement.items[1].given == "(tie)"
    assert measurement.chosen["india"] == {"(tie)": 1, "india": 1}
    # As if another label had been chosen: two of three right.
    assert measurement.headline.value == pytest.approx(2 / 3)


def test_a_tie_between_options_is_wrong(cases: dict[str, IndicGlueCase]) -> None:
    measurement = measured(cases["cloze_qa"], {("", "क है"): -3.0, ("", "खखखख है"): -3.0})
    assert measurement.headline.value == 0.0


def test_a_case_is_measured_with_its_figures_items_and_notes(
    cases: dict[str, IndicGlueCase],
) -> None:
    measurement = measured(cases["bbc_hindi"], news())
    assert measurement.details["accuracy"] == measurement.details["f1"] == 1.0
    assert measurement.outcomes == Outcomes("right", {"1": 1.0, "2": 1.0, "3": 1.0})
    first = measurement.items[0]
    assert (first.id, first.texts, first.expected, first.given) == ("1", ("गेंद",), "sport", "sport")
    assert (first.language, measurement.language) == ("hi", "hi")
    assert measurement.chosen == {"india": {"india": 2}, "sport": {"sport": 1}}
    assert set(measurement.details["baselines"]) == {"random"}
    assert measurement.notes == (
        "indicglue/bbc_hindi: there is no train file, so no baseline that learns.",
    )
    shown = {figure.metric: figure.value for figure in measurement.figures}
    assert shown["accuracy: per_character"] == pytest.approx(2 / 3)
    assert "accuracy" not in shown
    assert all(figure.verdict is None for figure in measurement.figures)


def test_a_verdict_that_another_method_would_flip_is_noted(tmp_path: Path) -> None:
    rows = "sport\tगेंद\nindia\tदिल्ली\nindia\tआगरा\n" * 4
    (tmp_path / "bbc_hindi").mkdir()
    (tmp_path / "bbc_hindi/test.tsv").write_text(f"label\ttext\n{rows}", encoding="utf-8")
    (case,) = indicglue_cases(str(tmp_path))
    assert (
        "indicglue/bbc_hindi: by the sum of log-probabilities accuracy 1.000, but the verdict "
        "would flip by calibrated 0.333."
    ) in measured(case, news()).notes


def test_one_answer_to_everything_is_noted(cases: dict[str, IndicGlueCase]) -> None:
    measurement = measured(cases["bbc_hindi"], news(गेंद=(-1.0, -2.0)))
    assert "indicglue/bbc_hindi: 3 of 3 answers are india." in measurement.notes
    assert measurement.message.splitlines()[1:] == [
        "1 of 3 wrong, among them:",
        "  गेंद",
        "    expected sport, got india",
    ]


def test_the_option_that_makes_the_sentence_likeliest_is_taken(
    cases: dict[str, IndicGlueCase],
) -> None:
    solution = solved(cases["cloze_qa"], {("", "क है"): -3.0, ("", "खखखख है"): -4.0})
    assert solution.runs == (("क",),)
    assert solution.other_methods == {"per_character": ("खखखख",)}
    assert task_result(cases["cloze_qa"], solution).value == 1.0


def test_an_option_is_calibrated_by_its_score_without_the_text(tmp_path: Path) -> None:
    row = {"premise": "वह भीगा।", "choice1": "बारिश हुई।", "choice2": "धूप थी।", "question": "cause"}
    (tmp_path / "copa").mkdir()
    lines = [json.dumps({**row, "label": label}) for label in (0, 1)]
    (tmp_path / "copa/test.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (case,) = indicglue_cases(str(tmp_path))
    scores = {
        ("वह भीगा, क्योंकि ", "बारिश हुई।"): -5.0,
        ("वह भीगा, क्योंकि ", "धूप थी।"): -4.0,
        ("क्योंकि ", "बारिश हुई।"): -9.0,
        ("क्योंकि ", "धूप थी।"): -5.0,
    }
    solution = solved(case, scores)
    assert solution.runs == (("धूप थी।", "धूप थी।"),)
    assert solution.other_methods["calibrated"] == ("बारिश हुई।", "बारिश हुई।")
    assert task_result(case, solution).value == 0.5


def test_names_are_read_from_the_answers(cases: dict[str, IndicGlueCase]) -> None:
    case = cases["soham_ner"]
    said = ["राम: व्यक्ति", "कोई नहीं"]
    answers = dict(zip(case.prompts, said, strict=True))
    assert solved(case, answers=answers).runs == ((("B-PER", "O"), ("O",)),)
    measurement = measured(case, answers=answers)
    assert [measurement.details[name] for name in ("f1", "precision", "recall")] == [1, 1, 1]
    assert [item.details["answer"] for item in measurement.items] == said
    assert not any("sentences with names" in note for note in measurement.notes)
    assert measurement.settings["decoding"] == "greedy"


def test_answers_that_name_nothing_are_noted(cases: dict[str, IndicGlueCase]) -> None:
    answers = dict.fromkeys(cases["soham_ner"].prompts, "पता नहीं")
    solution = solved(cases["soham_ner"], answers=answers)
    assert solution.runs == ((("O", "O"), ("O",)),)
    assert solution.notes == (
        "indicglue/soham_ner: no name could be read from the answers to 1 of 1 sentences with "
        "names.",
    )


def test_measuring_asks_for_all_choices_in_one_pass(cases: dict[str, IndicGlueCase]) -> None:
    backend = FakeBackend(choices=news())
    given = context(IndicGlue(), [cases["bbc_hindi"]], backend)
    measure_task(cases["bbc_hindi"], Solver(given), given)
    assert backend.passes == [8]  # four texts, the empty one among them, and two labels


def test_the_documented_average_is_that_of_the_documented_tasks(
    cases: dict[str, IndicGlueCase],
) -> None:
    news_case = measured(cases["bbc_hindi"], news())
    cloze = measured(cases["cloze_qa"], {("", "क है"): -4.0, ("", "खखखख है"): -3.0})
    names = measured(cases["soham_ner"], answers=dict.fromkeys(cases["soham_ner"].prompts, ""))
    other = replace(cloze, case=CaseId("indicglue", "copa"))
    totals = IndicGlue().totals([news_case, cloze, names, other])
    assert totals.overall == 0.5  # 1 and 0; the names have no accuracy
    assert totals.cases == 2
    assert totals.totals[0].n == 3
    assert IndicGlue().totals([other]).overall is None
