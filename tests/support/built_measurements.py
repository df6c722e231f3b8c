"""Measurements of every kind for the tests of the reports, with figures that fit together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kasauti.records import (
    CaseId,
    Change,
    Figure,
    FlippedItem,
    Interval,
    Item,
    Layer,
    Layers,
    Measurement,
    Outcomes,
    Provenance,
    Run,
    Slice,
    Threshold,
    Verdict,
    Work,
)
from kasauti.scorers.statistics.intervals import wilson

HOSTILE = (
    "</script><script>window.stolen = 1</script>",
    "<img src=x onerror='window.stolen = 2'>",
    "\"'><svg onload=window.stolen=3>",
    "<!--<script>",
    "{{7*7}} ${window.stolen=4} `$title`",
    "nul\x00 and turned \u202eround\u2066 and a half \ud800 and \u2028",
)
BOY = "ल\u095cका"  # the letter and its dot as one code point; two are as common
VERSIONS = {"kasauti": "0.1.0", "torch": "2.13.0", "transformers": "5.0"}
MODEL = {"model": "tiny", "adapter": "none", "weights": "abc", "dtype": "float32", "device": "cpu"}
DATE = "2026-01-02T03:04:05+00:00"
SOURCE = "a documented source"


def threshold(value: float | None = 0.7, **changes: Any) -> Threshold:
    return Threshold(
        **{
            "required": "fair",
            "direction": "at least",
            "value": value,
            "source": SOURCE,
            **changes,
        }
    )


def figure(metric: str, value: float, n: int | None = 10, **changes: Any) -> Figure:
    """A figure with the verdict that its threshold gives."""
    held = changes.pop("threshold", threshold())
    verdict: Verdict | None = None
    if held is not None and held.value is not None:
        verdict = held.verdict(value)
    return Figure(metric, value, n, **{"threshold": held, "verdict": verdict, **changes})


def measured(case: str, value: float, n: int = 10, **changes: Any) -> Measurement:
    """A measurement; `headline` holds changes of its headline, the rest those of its fields."""
    interval = wilson(round(value * n), n) if 0 <= value <= 1 else None
    band = "good" if value >= 0.7 else "poor"
    headline: dict[str, Any] = {"interval": interval, "band": band, **changes.pop("headline", {})}
    settings = {"case": case, **MODEL, **VERSIONS}
    fields: dict[str, Any] = {
        "case": CaseId.parse(case),
        "provenance": Provenance(settings, Work(10, 5)),
        **changes,
    }
    metric = headline.pop("metric", "accuracy")
    return Measurement(headline=figure(metric, value, n, **headline), **fields)


def judged(case: str, verdict: Verdict, **changes: Any) -> Measurement:
    """A measurement with this verdict."""
    value = 0.9 if verdict == "passed" else 0.5
    headline: dict[str, Any] = {"verdict": verdict}
    if verdict == "shown":
        none, why = threshold().without_value(), "Another model, another scale."
        headline |= {"threshold": none, "band": None, "why_shown": why}
    return measured(case, value, headline=headline, **changes)


def answered(case: str, signs: str, **changes: Any) -> Measurement:
    """A measurement of items that are right (+) or wrong (-)."""
    outcomes = {str(index): float(sign == "+") for index, sign in enumerate(signs)}
    share = sum(outcomes.values()) / len(outcomes)
    return measured(case, share, len(signs), outcomes=Outcomes("right", outcomes), **changes)


def pair(number: int, *, right: bool = True, **changes: Any) -> Item:
    """A scored pair; the good sentence has perplexity 20 + number."""
    good = 20.0 + number
    margin = (0.5 if right else -0.5) + number / 1000
    fields: dict[str, Any] = {
        "id": f"pair-{number:05}",
        "texts": (f"{BOY} {number} घर जाता है।", f"{BOY} {number} घर जाती है।"),
        "scores": (good, good + 10 * margin),
        "right": right,
        "score": margin,
        "note": "gender",
        "tags": {"tense": ("past", "present")[number % 2], "template": str(number % 3)},
        "details": {"tokens": [5, 5]},
        **changes,
    }
    return Item(**fields)


def pair_case(case: str, pairs: Sequence[Item], **changes: Any) -> Measurement:
    """A minimal-pair case with the slices of its tags."""
    correct, total = sum(bool(each.right) for each in pairs), len(pairs)
    share = correct / total
    details = {
        "correct": correct,
        "total": total,
        "avg_perplexity_diff": 1.5,
        "std_perplexity_diff": 0.5,
        "convention": "perplexity",
        "conventions": {"perplexity": share, "logprob": 0.5, "char": 0.5, "byte": 0.5},
        "flips": [],
        "ties": 0,
        "length_only": {"tokens": 0.5, "characters": 0.5},
    }
    fields: dict[str, Any] = {
        "details": details,
        "items": tuple(pairs),
        "outcomes": Outcomes.of(pairs),
        "slices": tuple(_slices(pairs)),
        "language": "hi",
        "unit": "perplexity",
        "score_name": "margin",
        **changes,
    }
    return measured(case, share, total, **fields)


def probe_case(case: str) -> Measurement:
    """A probe of four layers; the third is chosen."""
    layers = [
        Layer(
            layer=layer,
            accuracy=share,
            correct=round(share * 40),
            total=40,
            macro_f1=share,
            interval=Interval(share - 0.1, min(1.0, share + 0.1)),
            control_accuracy=0.4,
            selectivity=share - 0.4,
            codelength=90.5,
            compression=1.5,
        )
        for layer, share in enumerate((0.45, 0.7, 0.9, 0.85))
    ]
    items = [
        Item(
            id=f"{number} राम ने",
            texts=("राम ने रोटी खाई।",),
            span=(0, 6),
            expected="ergative",
            given=given,
            right=given == "ergative",
            language="hi",
            details={"lemma": "राम"},
        )
        for number, given in enumerate(("ergative", "nominative"))
    ]
    baselines = {"majority": 0.3, "character_ngrams": 0.5, "layer_0": 0.45}
    return measured(
        case,
        0.9,
        40,
        details={"best_layer": 2, "best_accuracy": 0.9, "baselines": baselines},
        layers=Layers(tuple(layers), 2, 0.5),
        items=tuple(items),
    )


WRONG = {
    "name": "the cause",
    "said": "halving",
    "sentence": "The halving.",
    "start": 4,
    "end": 9,
    "missing": "",
    "why": "Credit drives it.",
}


def question(name: str, *, right: bool = True, voice: float = 0.8, **changes: Any) -> Item:
    """An answered question of a quiz; `details` are added to its own."""
    details = {
        "semantic_score": voice,
        "marker_score": voice,
        "distinction_score": 1.0,
        "tokens": 12,
        "finished": True,
        "misses": [] if right else ["semantic"],
        "distinctions": [],
        "violations": [],
        "negative_patterns": [],
        "markers": [],
        **changes.pop("details", {}),
    }
    fields: dict[str, Any] = {
        "texts": ("What drives the cycle?",),
        "expected": "The credit cycle drives it.",
        "given": "Credit.",
        "score": voice,
        "answer_language": "en",
        **changes,
    }
    return Item(id=name, right=right, details=details, **fields)


def quiz_case(
    level: str, name: str, questions: Sequence[Item], *, voice: float = 0.8, **changes: Any
) -> Measurement:
    """A quiz of these questions; `details` are added to its own."""
    correct, total = sum(bool(each.right) for each in questions), len(questions)
    details = {
        "identifier": name,
        "model_name": "bob",
        "approach": "dpo",
        "early_termination": "",
        "total_questions": total,
        "passed_questions": correct,
        "avg_semantic_score": voice,
        "avg_marker_score": voice,
        "avg_voice_score": voice,
        "critical_distinctions_passed": True,
        "negative_patterns_found": [],
        **changes.pop("details", {}),
    }
    above = name.rpartition("/")[0]
    fields: dict[str, Any] = {
        "figures": (
            figure("voice", voice, total, threshold=threshold(0.75)),
            figure("negatives", 0.0, total, threshold=threshold(0.0, direction="at most")),
        ),
        "items": tuple(questions),
        "outcomes": Outcomes.of(questions),
        "parent": CaseId("quiz", above) if above else None,
        "score_name": "voice_score",
        "headline": {"threshold": threshold(0.8)},
        **changes,
    }
    return measured(f"quiz/{name}", correct / total, total, level=level, details=details, **fields)


def regression_case(case: str, before: float, now: float, **changes: Any) -> Measurement:
    """A case compared with its baseline."""
    fields: dict[str, Any] = {
        "compared": CaseId.parse(case),
        "metric": "accuracy",
        "before": before,
        "now": now,
        "test": "exact McNemar",
        "p": 0.0123,
        "p_holm": 0.0246,
        "cases": 2,
        "drop": before - now,
        "smallest_detectable_drop": 0.08,
        "lost": 2,
        "won": 1,
        "flips_lost": (
            FlippedItem("pair-00001", HOSTILE[0], 1.0, 0.0),
            FlippedItem("pair-00002", "लड़का", 1.0, 0.0, "hi"),
        ),
        "flips_won": (FlippedItem("pair-00003", "लड़की", 0.0, 1.0, "hi"),),
        **changes,
    }
    fields.setdefault("verdict", "failed" if now < before else "passed")
    verdict = fields.pop("verdict")
    reason = f"{case}: accuracy {before:.3f} before, {now:.3f} now: significantly worse."
    headline = {
        "metric": "change",
        "threshold": threshold(None, required="no significant drop"),
        "band": None,
        "interval": None,
        "verdict": verdict,
    }
    return measured(
        f"regression/{case}",
        now - before,
        100,
        headline=headline,
        reasons=(reason,) if verdict == "failed" else (),
        change=Change(**fields),
    )


def metric_case(name: str, value: float, **headline: Any) -> Measurement:
    """A generative metric on its own scale."""
    item = Item(id="a", expected="the cat sat down", given="the cat sat", score=71.2)
    changes = {"metric": name, "interval": None, "band": None, **headline}
    return measured(f"metrics/{name}", value, 1, headline=changes, items=(item,))


def _slices(pairs: Sequence[Item]) -> list[Slice]:
    groups: dict[tuple[str, str], list[bool]] = {}
    for each in pairs:
        for tag, value in each.tags.items():
            groups.setdefault((tag, value), []).append(bool(each.right))
    return [
        Slice(tag, value, sum(found), len(found), wilson(sum(found), len(found)))
        for (tag, value), found in sorted(groups.items())
    ]


def without_work(run: Run) -> Run:
    """The run as its results hold it: what each case cost is not written."""
    cases = [replace(each, provenance=Provenance(each.settings)) for each in run.measurements]
    return replace(run, measurements=tuple(cases))
