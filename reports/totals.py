"""What a suite's cases give together: derived from what was measured, never stated apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from kasauti.reports.quiz_report import REPORT, quiz_totals
from kasauti.scorers.intervals import wilson

OVERALL = "overall"
AVERAGE = "average"

Cases = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Section:
    """A suite's place in the results: its name there, its totals, and its one overall score."""

    name: str
    totals: Callable[[Cases], dict[str, Any]]
    overall_score: str
    overall: Callable[[Mapping[str, Any]], float | None]


def pair_totals(cases: Cases) -> dict[str, Any]:
    """Totals over the cases of each data pack: `overall`, `<file>/overall` for a user's."""
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for name, case in cases.items():
        if ":" in name.partition("/")[0]:
            continue  # a part of other cases, as `case:dative` is: counted there
        # A user's case is `<file>/<phenomenon>`, and its phenomenon may hold a slash of its own.
        pack = name[: name.find("/") + 1]
        groups.setdefault(f"{pack}{OVERALL}", []).append(case)
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


def _overall_accuracy(totals: Mapping[str, Any]) -> float | None:
    return totals[OVERALL]["accuracy"] if OVERALL in totals else None


def probe_totals(cases: Cases) -> dict[str, Any]:
    """The mean accuracy of each layer over the shipped tasks, and that of their chosen layers."""
    shipped = [case for name, case in cases.items() if "/" not in name]
    layers: dict[str, list[float]] = {}
    for case in shipped:
        for layer, result in case["layer_results"].items():
            layers.setdefault(layer, []).append(result["accuracy"])
    if not shipped:
        return {}
    return {
        "average_by_layer": {layer: fmean(found) for layer, found in layers.items()},
        OVERALL: {
            "accuracy": fmean(case["best_accuracy"] for case in shipped),
            "tasks": len(shipped),
        },
    }


def indicglue_totals(cases: Cases) -> dict[str, Any]:
    """The mean of each figure over the tasks that have it."""
    means = {
        metric: [case[metric] for case in cases.values() if metric in case]
        for metric in ("accuracy", "f1")
    }
    average: dict[str, Any] = {name: fmean(found) for name, found in means.items() if found}
    return {AVERAGE: {**average, "tasks": len(cases)}}


def zeroshot_totals(cases: Cases) -> dict[str, Any]:
    """The mean over the cases that have right and wrong answers, and that over translations."""
    means = {
        metric: [case[metric] for case in cases.values() if metric in case]
        for metric in ("accuracy", "sentence_chrf++")
    }
    average: dict[str, Any] = {name: fmean(found) for name, found in means.items() if found}
    return {AVERAGE: {**average, "cases": len(cases)}}


def _average_accuracy(totals: Mapping[str, Any]) -> float | None:
    # As documented: of the tasks that have an accuracy. Without any there is nothing to tell.
    accuracy: float | None = totals[AVERAGE].get("accuracy")
    return accuracy


def _quiz_accuracy(totals: Mapping[str, Any]) -> float | None:
    return float(totals[REPORT]["overall_accuracy"]) if REPORT in totals else None


SECTIONS = {
    suite: Section(suite, pair_totals, f"{suite}_accuracy", _overall_accuracy)
    for suite in ("multiblimp", "sanskrit")
} | {
    "probes": Section(
        "morphological_probes",
        probe_totals,
        "morphological_avg",
        _overall_accuracy,
    ),
    "quiz": Section("quiz", quiz_totals, "quiz_accuracy", _quiz_accuracy),
    "zeroshot": Section("zeroshot", zeroshot_totals, "zeroshot_avg", _average_accuracy),
    "indicglue": Section("indicglue", indicglue_totals, "indicglue_avg", _average_accuracy),
}
