"""What of a measurement ends in junit.xml: every figure that is known, and no item."""

from __future__ import annotations

from kasauti.fixtures.record import _properties
from tests.unit.test_reports import measurement

SHOWN = dict.fromkeys(("low", "high", "bar", "direction", "source", "verdict"))
GATED = {"bar": 0.75, "direction": "at least", "verdict": "failed"}


def test_the_headline_and_its_signature_are_told() -> None:
    told = dict(_properties(measurement("multiblimp/a")))
    assert (told["case"], told["value"], told["n"], told["bar"]) == ("multiblimp/a", 0.75, 4, 0.7)
    assert (told["direction"], told["required"], told["signature"]) == (
        *("at least", "fair", "bos:<s>"),
    )
    assert not {"details", "settings", "work", "model"} & set(told)


def test_each_further_figure_has_properties_of_its_own() -> None:
    figures = [
        {**SHOWN, **GATED, "metric": "voice", "value": 0.5, "n": 4},
        {**SHOWN, "metric": "markers", "value": 0.25, "n": None},
    ]
    told = dict(_properties(measurement("quiz/a", figures=figures, model="step-100")))
    assert told["model"] == "step-100"
    assert {name: value for name, value in told.items() if name.startswith("figures.")} == {
        "figures.voice": 0.5,
        "figures.voice.n": 4,
        "figures.voice.bar": 0.75,
        "figures.voice.direction": "at least",
        "figures.voice.verdict": "failed",
        "figures.markers": 0.25,
    }


def test_what_is_not_known_is_left_out() -> None:
    told = dict(_properties(measurement("lint_data/a", low=None, high=None, band=None)))
    assert not {"low", "high", "band"} & set(told)
