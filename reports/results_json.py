"""evaluation_results.json: the documented structure, and everything needed to check it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from kasauti.reports.diagnosis import OverallScore, diagnosis
from kasauti.reports.totals import SECTIONS

SCHEMA = Path(__file__).parent / "evaluation_results.schema.json"
MODEL_SETTINGS = ("model", "adapter", "weights", "dtype", "device")
VERSIONS = ("kasauti", "torch", "transformers")

Measurement = Mapping[str, Any]
BandOf = Callable[[str, float], str | None]


def no_band(_suite: str, _score: float) -> str | None:
    """For results whose bars are not known."""
    return None


def results(measurements: Sequence[Measurement], *, band_of: BandOf = no_band) -> dict[str, Any]:
    """The results of a run by suite and case, with what was measured over all cases.

    `band_of` says in what band the overall score of a suite falls.
    """
    sections: dict[str, dict[str, Any]] = {}
    overall_scores: dict[str, float] = {}
    banded: dict[str, OverallScore] = {}
    for suite, cases in by_suite(measurements).items():
        section = SECTIONS.get(suite)
        totals = section.totals(cases) if section else {}
        sections[section.name if section else suite] = cases | totals
        if section and (score := section.overall(totals)) is not None:
            overall_scores[section.overall_score] = score
            if band := band_of(suite, score):
                banded[section.overall_score] = OverallScore(score, band, _counted(cases))
    return {
        **sections,
        "summary": {
            "evaluation_date": datetime.now().astimezone().isoformat(timespec="seconds"),
            "model_config": _settings(measurements, MODEL_SETTINGS),
            "overall_scores": overall_scores,
            "bands": {name: score.band for name, score in banded.items()},
            "diagnosis": diagnosis(banded),
            "versions": _settings(measurements, VERSIONS),
            "work": total_work(measurements),
        },
    }


def _counted(cases: Iterable[str]) -> int:
    """How many cases an overall score is drawn from: a user's own and parts of others are not."""
    return sum("/" not in name and ":" not in name for name in cases)


def by_suite(measurements: Iterable[Measurement]) -> dict[str, dict[str, dict[str, Any]]]:
    """Each suite's cases by name, as they stand in the results."""
    suites: dict[str, dict[str, dict[str, Any]]] = {}
    for measurement in measurements:
        suite, _, name = measurement["case"].partition("/")
        suites.setdefault(suite, {})[name] = _case(measurement)
    return suites


def total_work(measurements: Iterable[Measurement]) -> dict[str, int]:
    """How many sequences the model computed and how many came from the store.

    Under pytest-xdist one worker computes and the others find its work in the
    store: what they found there is not counted twice.
    """
    counts = [measurement["work"] for measurement in measurements if "work" in measurement]
    computed = max((count["computed"] for count in counts), default=0)
    asked = max((count["computed"] + count["stored"] for count in counts), default=0)
    return {"computed": computed, "stored": asked - computed}


def write_results(path: Path, content: Mapping[str, Any]) -> None:
    text = json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False)
    path.write_text(text + "\n", encoding="utf-8")


def _case(measurement: Measurement) -> dict[str, Any]:
    """The suite's own figures first, then what every case has."""
    return {
        measurement["metric"]: measurement["value"],
        **measurement["details"],
        "interval": (
            None
            if measurement["low"] is None
            else {"low": measurement["low"], "high": measurement["high"]}
        ),
        "band": measurement["band"],
        "bar": {
            "band": measurement["required"],
            "direction": measurement["direction"],
            "value": measurement["bar"],
            "source": measurement["source"],
        },
        "verdict": measurement["verdict"],
        "signature": measurement["signature"],
        **_by_item(measurement),
        **({"figures": measurement["figures"]} if "figures" in measurement else {}),
    }


def _by_item(measurement: Measurement) -> dict[str, Any]:
    """What another run of the case is compared with, item by item."""
    if "outcomes" not in measurement:
        return {}
    return {name: measurement[name] for name in ("case", "metric", "n", "settings", "outcomes")}


def _settings(measurements: Iterable[Measurement], names: Sequence[str]) -> dict[str, str]:
    """Settings that are the same for the whole run, from the first test that knows them."""
    return {
        name: measurement["settings"][name]
        for name in names
        for measurement in measurements
        if name in measurement.get("settings", {})
    }
