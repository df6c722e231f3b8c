"""evaluation_results.json: the documented structure, and everything needed to check it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from scorers.intervals import wilson

SCHEMA = Path(__file__).parent / "evaluation_results.schema.json"
OVERALL = "overall"

Measurement = Mapping[str, Any]


def results(measurements: Sequence[Measurement]) -> dict[str, Any]:
    """The results of a run by suite and case, with what was measured over all cases."""
    suites: dict[str, dict[str, Any]] = {}
    for measurement in measurements:
        suite, _, name = measurement["case"].partition("/")
        suites.setdefault(suite, {})[name] = _case(measurement)
    for suite, cases in suites.items():
        suites[suite] = cases | overall(cases)
    settings = dict(measurements[0]["settings"])
    return {
        **suites,
        "summary": {
            "evaluation_date": datetime.now().astimezone().isoformat(timespec="seconds"),
            "model_config": {
                name: settings[name] for name in ("model", "adapter", "weights", "dtype", "device")
            },
            "overall_scores": {
                f"{suite}_accuracy": cases[OVERALL]["accuracy"]
                for suite, cases in suites.items()
                if OVERALL in cases
            },
            "versions": {name: settings[name] for name in ("kasauti", "torch", "transformers")},
            "work": total_work(measurements),
        },
    }


def overall(cases: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Totals over the cases of each data pack: `overall`, `<file>/overall` for a user's."""
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for name, case in cases.items():
        pack, slash, _ = name.rpartition("/")
        groups.setdefault(f"{pack}{slash}{OVERALL}", []).append(case)
    totals: dict[str, Any] = {}
    for name, group in groups.items():
        correct = sum(case["correct"] for case in group)
        total = sum(case["total"] for case in group)
        interval = wilson(correct, total)
        totals[name] = {
            "accuracy": correct / total,
            "correct": correct,
            "total": total,
            "interval": {"low": interval.low, "high": interval.high},
        }
    return totals


def total_work(measurements: Iterable[Measurement]) -> dict[str, int]:
    """How many sequences the model computed and how many came from the store.

    Under pytest-xdist one worker computes and the others find its work in the
    store: what they found there is not counted twice.
    """
    counts = [measurement["work"] for measurement in measurements]
    computed = max(count["computed"] for count in counts)
    asked = max(count["computed"] + count["stored"] for count in counts)
    return {"computed": computed, "stored": asked - computed}


def write_results(path: Path, content: Mapping[str, Any]) -> None:
    text = json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False)
    path.write_text(text + "\n", encoding="utf-8")


def _case(measurement: Measurement) -> dict[str, Any]:
    return {
        "accuracy": measurement["value"],
        "correct": measurement["correct"],
        "total": measurement["total"],
        "avg_perplexity_diff": measurement["avg_perplexity_diff"],
        "std_perplexity_diff": measurement["std_perplexity_diff"],
        "interval": {"low": measurement["low"], "high": measurement["high"]},
        "band": measurement["band"],
        "bar": {
            "band": measurement["required"],
            "direction": measurement["direction"],
            "value": measurement["bar"],
            "source": measurement["source"],
        },
        "verdict": measurement["verdict"],
        "convention": measurement["convention"],
        "conventions": measurement["conventions"],
        "flips": measurement["flips"],
        "signature": measurement["signature"],
        "pairs": measurement["items"],
    }
