"""The thresholds and the strictness that the user asks for."""

from __future__ import annotations

import statistics
from pathlib import Path
from typing import Any

import pytest

from tests.support.runs import Evaluate, Run


def write_thresholds(folder: Path, thresholds: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "multiblimp.toml").write_text(thresholds, encoding="utf-8")
    return folder


def threshold(key: str, value: float, *, source: str = 'source = "our own trial"') -> str:
    return f'[{key}]\ndirection = "at least"\nvalue = {value}\n{source}\nreason = "a test"\n'


@pytest.fixture(scope="session")
def middle(plain_run: Run) -> float:
    """A threshold that some phenomena of the tiny model meet and others do not."""
    return float(statistics.median(case["accuracy"] for case in plain_run.cases.values()))


def verdict_by_interval(case: dict[str, Any], threshold: float) -> str:
    if case["interval"]["low"] >= threshold:
        return "passed"
    return "failed" if case["interval"]["high"] < threshold else "too close to call"


@pytest.fixture(scope="session")
def confident(
    evaluate: Evaluate,
    plain_run: Run,
    warm_store: Path,
    middle: float,
    tmp_path_factory: pytest.TempPathFactory,
) -> Run:
    """The phenomena of which the plain run leaves open whether they meet the threshold."""
    open_ones = [
        name
        for name, case in plain_run.cases.items()
        if verdict_by_interval(case, middle) == "too close to call"
    ]
    folder = write_thresholds(tmp_path_factory.mktemp("middle"), threshold("default.fair", middle))
    chosen = ("-k", " or ".join(open_ones), f"--thresholds={folder}")
    return evaluate("--verdict=confident", *chosen, store=warm_store)


def test_confident_verdicts_use_whole_interval(confident: Run, middle: float) -> None:
    verdicts = [case["verdict"] for case in confident.cases.values()]
    assert verdicts == [verdict_by_interval(case, middle) for case in confident.cases.values()]
    # On both sides of the threshold, so that a verdict by the accuracy alone would differ.
    assert {case["accuracy"] >= middle for case in confident.cases.values()} == {True, False}


def test_too_close_to_call_is_separate_outcome_and_red_if_confident(confident: Run) -> None:
    verdicts = [case["verdict"] for case in confident.cases.values()]
    outcomes = confident.outcomes()
    assert outcomes["too close to call"] == verdicts.count("too close to call") > 0
    assert "failed" not in outcomes
    assert all(case["red"] for case in confident.cases.values())
    assert confident.exit_code == 1


def test_too_close_to_call_is_explained(confident: Run, middle: float) -> None:
    for name, case in confident.cases.items():
        low, high = case["interval"]["low"], case["interval"]["high"]
        templates = case["clusters"]["counts"][0]
        side = "meets" if case["accuracy"] >= middle else "is below"
        told = (
            f"multiblimp/{name}: accuracy {case['accuracy']:.3f} (n = {case['total']}, 95 % "
            f"interval {low:.3f} to {high:.3f} over {templates} templates) {side} the threshold "
            f"for fair: at least {middle:.3f}"
        )
        assert told in confident.output
    assert "It is too close to call: the interval contains the threshold." in confident.output


@pytest.fixture(scope="session")
def stricter(evaluate: Evaluate, plain_run: Run, warm_store: Path) -> Run:
    return evaluate("--require=excellent", "--pair-score=byte", store=warm_store)


def test_the_required_band_gates(stricter: Run) -> None:
    for case in stricter.cases.values():
        assert case["threshold"]["band"] == "excellent"
        assert (case["threshold"]["direction"], case["threshold"]["value"]) == ("more than", 0.90)
        assert case["red"] == (case["accuracy"] <= 0.90)
    assert "is below the threshold for excellent: more than 0.900" in stricter.output


def test_the_chosen_convention_decides(stricter: Run, plain_run: Run) -> None:
    for name, case in stricter.cases.items():
        assert case["convention"] == "byte"
        assert case["accuracy"] == plain_run.cases[name]["conventions"]["byte"]
        assert "|convention:byte|" in case["signature"]
    accuracies = [case["accuracy"] for case in stricter.cases.values()]
    assert accuracies != [case["accuracy"] for case in plain_run.cases.values()]


def test_other_convention_needs_no_computation(stricter: Run) -> None:
    assert stricter.work["computed"] == 0


def test_own_thresholds_take_the_place_of_the_shipped_ones(
    evaluate: Evaluate, plain_run: Run, warm_store: Path, tmp_path: Path
) -> None:
    folder = write_thresholds(
        tmp_path, threshold("default.fair", 0.0) + threshold("word_order.fair", 1.0)
    )
    run = evaluate(f"--thresholds={folder}", store=warm_store)
    assert run.outcomes() == {"failed": 1, "passed": 13}
    assert run.cases["word_order"]["threshold"]["value"] == 1.0
    assert run.cases["negation"]["threshold"]["value"] == 0.0
    assert f"threshold for fair: at least 1.000 ({folder}: our own trial)." in run.output
    assert run.cases["word_order"]["threshold"]["kind"] == "given"
    told = f"Thresholds are those of {folder}."
    assert told in run.output
    assert told not in plain_run.output


def test_a_model_that_meets_every_bar_is_green(green_run: Run) -> None:
    assert green_run.exit_code == 0
    assert green_run.outcomes() == {"passed": 14}
    assert "Reports in " in green_run.output


@pytest.mark.parametrize(
    ("thresholds", "sentence"),
    [
        (
            threshold("word_ordr.fair", 0.5),
            "The threshold multiblimp.word_ordr.fair is not one of multiblimp's, probably a typo.",
        ),
        (
            threshold("word_order.fare", 0.5),
            "The threshold multiblimp.word_order.fare is not one of multiblimp's, probably a typo.",
        ),
        (
            threshold("word_order.fair", 0.5, source=""),
            "multiblimp.word_order.fair has no source. Give its source.",
        ),
        (
            threshold("word_order.fair", 0.5, source='source = ""'),
            "multiblimp.word_order.fair has an empty source. Give its source.",
        ),
        ("[word_order.fair", "is not TOML"),
    ],
    ids=["unknown case", "unknown band", "no source", "empty source", "no TOML"],
)
def test_a_bar_that_cannot_be_used_is_refused(
    evaluate: Evaluate, tmp_path: Path, thresholds: str, sentence: str
) -> None:
    run = evaluate(f"--thresholds={write_thresholds(tmp_path, thresholds)}")
    assert run.exit_code == 4
    assert sentence in run.output
    assert "Traceback" not in run.output
