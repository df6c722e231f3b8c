"""What of a measurement ends in junit.xml: every figure that is known, and no item."""

from __future__ import annotations

from kasauti.fixtures.recording.record import _properties
from kasauti.records import Provenance
from tests.support.built_measurements import (
    answered,
    figure,
    judged,
    measured,
    pair,
    pair_case,
    threshold,
)


def test_the_headline_and_its_signature_are_told() -> None:
    case = pair_case(
        "multiblimp/a",
        [pair(number, right=number < 3) for number in range(4)],
        provenance=Provenance({"bos": "<s>"}),
    )
    told = dict(_properties(case))
    assert (told["case"], told["value"], told["n"], told["threshold"]) == (
        "multiblimp/a",
        0.75,
        4,
        0.7,
    )
    assert (told["direction"], told["required"], told["signature"]) == (
        *("at least", "fair", "bos:<s>"),
    )
    assert (told["band"], told["verdict"]) == ("good", "passed")
    assert not {"details", "items", "settings", "work", "model"} & set(told)


def test_each_further_figure_has_properties_of_its_own() -> None:
    figures = (
        figure("voice", 0.5, 4, threshold=threshold(0.75, required="")),
        figure("markers", 0.25, None, threshold=None),
    )
    told = dict(_properties(answered("quiz/a", "+", figures=figures, model="step-100")))
    assert told["model"] == "step-100"
    assert {name: value for name, value in told.items() if name.startswith("figures.")} == {
        "figures.voice": 0.5,
        "figures.voice.n": 4,
        "figures.voice.threshold": 0.75,
        "figures.voice.direction": "at least",
        "figures.voice.required": "",
        "figures.voice.verdict": "failed",
        "figures.markers": 0.25,
    }


def test_a_case_that_is_only_shown_says_why() -> None:
    told = dict(_properties(judged("metrics/a", "shown")))
    assert (told["verdict"], told["why_shown"]) == ("shown", "Another model, another scale.")
    assert "threshold" not in told


def test_what_is_not_known_is_left_out() -> None:
    case = measured("lint_data/a", 0.5, headline={"interval": None, "band": None})
    assert not {"low", "high", "band"} & set(dict(_properties(case)))
