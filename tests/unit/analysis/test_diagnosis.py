"""The documented findings: which scores say what, and that the others say nothing."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from kasauti.analysis.build_run import solved_by_letters, suite_result
from kasauti.analysis.diagnosis import LEVELS, NAMES, RULES, diagnosis
from kasauti.fixtures.suites.multiblimp.suite import MultiBlimp
from kasauti.fixtures.suites.probes.suite import Probes
from kasauti.records import CaseId, Overall
from kasauti.reports.terminal.run_table import overall_lines, verdict_lines
from kasauti.thresholds import load_thresholds
from tests.support import ROOT
from tests.support.built_measurements import answered, measured
from tests.support.dashboard_runs import run_of

CLOSE = answered("multiblimp/a", "+++-", headline={"verdict": "too close to call"})
GLUE, BLIMP, MORPH = "indicglue_avg", "multiblimp_accuracy", "morphological_avg"


def scores(**bands: str | None) -> list[Overall]:
    return [Overall(name, 0.5, band, 3) for name, band in bands.items()]


@pytest.mark.parametrize(
    ("bands", "told"),
    [
        ({GLUE: "poor", BLIMP: "good"}, ["lacks knowledge of meaning", "violations of Hindi"]),
        ({GLUE: "poor", BLIMP: "excellent"}, ["lacks knowledge of meaning", "violations of Hindi"]),
        ({GLUE: "good", BLIMP: "poor"}, ["statistical patterns", "practical tasks"]),
        ({MORPH: "poor"}, ["inner structure of words"]),
        ({MORPH: "excellent"}, ["handles inflection"]),
        ({GLUE: "poor", BLIMP: "poor"}, []),
        ({GLUE: "poor", BLIMP: "fair"}, []),
        ({GLUE: "fair", BLIMP: "good"}, ["violations of Hindi"]),
        ({GLUE: "fair", BLIMP: "fair", MORPH: "fair"}, []),
        ({GLUE: "poor"}, []),
        ({MORPH: None}, []),
        ({"quiz_accuracy": "poor"}, []),
        ({}, []),
    ],
)
def test_documented_findings(bands: dict[str, str | None], told: list[str]) -> None:
    found = diagnosis(scores(**bands))
    assert len(found) == len(told)
    assert all(part in sentence for part, sentence in zip(told, found, strict=True))


def test_a_finding_names_its_scores() -> None:
    found = diagnosis([Overall(GLUE, 0.41, "poor", 5), Overall(BLIMP, 0.912, "excellent", 2)])
    assert found[0].startswith(
        "IndicGLUE is low (0.410 over 5 cases, poor) and "
        "MultiBLiMP is high (0.912 over 2 cases, excellent): the model"
    )


def test_single_case_gives_no_diagnosis() -> None:
    assert diagnosis([Overall(BLIMP, 0.912, "excellent", 1)]) == []
    assert diagnosis([Overall(BLIMP, 0.912, "excellent", 2)]) != []


def test_letter_baseline_above_threshold_prevents_diagnosis() -> None:
    overall = [Overall(MORPH, 0.9, "excellent", 2), Overall(BLIMP, 0.85, "good", 2)]
    syntax, unclear = diagnosis(overall, letters={MORPH: 0.7})
    assert "sensitive to violations" in syntax
    assert unclear == (
        "Morphological (0.900 over 2 cases, excellent) leads to no conclusion: a baseline that "
        "sees only letters reaches 0.700, which already meets the threshold."
    )


@pytest.mark.parametrize(("letters", "conclusion"), [(0.64, True), (0.65, False)])
def test_the_letters_are_held_against_the_lowest_threshold(
    letters: float, conclusion: bool
) -> None:
    probe = measured("probes/tense", 0.9, details={"baselines": {"character_ngrams": letters}})
    cases = [probe, replace(probe, case=CaseId("probes", "mood"))]
    result = suite_result(Probes(), cases, load_thresholds())
    found = solved_by_letters([result], load_thresholds())
    assert found == ({} if conclusion else {MORPH: pytest.approx(letters)})


@pytest.mark.parametrize(("signs", "band"), [("+" * 9, None), ("+" * 10, "excellent")])
def test_few_items_have_no_overall_band(signs: str, band: str | None) -> None:
    result = suite_result(MultiBlimp(), [answered("multiblimp/a", signs)], load_thresholds())
    assert result.overall is not None
    assert result.overall.band == band


def test_every_rule_can_apply() -> None:
    bands = ("poor", "fair", "good", "excellent")
    assert set(LEVELS) < set(bands)
    told = {
        sentence.partition("): the model")[2]
        for combination in product(bands, repeat=3)
        for sentence in diagnosis(
            scores(**dict(zip((GLUE, BLIMP, MORPH), combination, strict=True)))
        )
    }
    assert told == {rule.finding.removeprefix("the model") for rule in RULES}


def test_the_terminal_shows_bands_and_diagnosis() -> None:
    run = run_of(CLOSE, band="good", diagnosis=["It is sensitive."])
    assert [line for line, _ in (*overall_lines(run), *verdict_lines(run))] == [
        "Overall: multiblimp_accuracy 0.750 (good).",
        "It is sensitive.",
        "1 check: too close to call.",
    ]


def test_terminal_shows_score_and_verdict_without_bands() -> None:
    run = run_of(CLOSE)
    assert [*overall_lines(run), *verdict_lines(run)] == [
        ("Overall: multiblimp_accuracy 0.750.", ""),
        ("1 check: too close to call.", "too close to call"),
    ]


@pytest.mark.parametrize(
    ("suite", "score"), [("indicglue", GLUE), ("multiblimp", BLIMP), ("probes", MORPH)]
)
def test_documented_bands_match_thresholds(suite: str, score: str) -> None:
    thresholds = load_thresholds().bands(suite, "default").entries
    fair, good, excellent = (
        f"{thresholds[band].value:.2f}" for band in ("fair", "good", "excellent")
    )
    row = f"| `{score}` | < {fair} | {fair} to {good} | {good} to {excellent} | > {excellent} |"
    assert row in (ROOT / "docs" / "reports.md").read_text(encoding="utf-8")
    assert score in NAMES
