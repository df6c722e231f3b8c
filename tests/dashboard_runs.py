"""Measurements of every kind for the tests of the dashboard, with figures that fit together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kasauti.scorers.intervals import wilson

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


def measured(case: str, value: float, n: int, **changes: Any) -> dict[str, Any]:
    """A measurement with the headline that every suite has."""
    interval = wilson(round(value * n), n) if 0 <= value <= 1 else None
    bar = changes.get("bar", 0.7)
    return {
        "case": case,
        "metric": "accuracy",
        "value": value,
        "n": n,
        "low": interval.low if interval else None,
        "high": interval.high if interval else None,
        "bar": bar,
        "direction": "at least",
        "source": "a documented source",
        "required": "fair",
        "band": "good" if value >= bar else "poor",
        "verdict": "passed" if value >= bar else "failed",
        "details": {},
        "notes": [],
        "figures": [],
        "signature": f"case:{case}|model:tiny",
        "settings": MODEL | VERSIONS,
        "work": {"computed": 10, "stored": 5},
        **changes,
    }


def pair(place: int, *, right: bool = True, **changes: Any) -> dict[str, Any]:
    """A scored pair; the good sentence has perplexity 20 + place."""
    good = 20.0 + place
    margin = (0.5 if right else -0.5) + place / 1000
    return {
        "id": f"pair-{place:05}",
        "good": f"{BOY} {place} घर जाता है।",
        "bad": f"{BOY} {place} घर जाती है।",
        "gloss": "gender",
        "tags": {"tense": ("past", "present")[place % 2], "template": str(place % 3)},
        "right": right,
        "margin": margin,
        "good_logprob": -5.0 - place,
        "bad_logprob": -6.0 - place,
        "good_tokens": 5,
        "bad_tokens": 5,
        "good_perplexity": good,
        "bad_perplexity": good + 10 * margin,
        **changes,
    }


def pair_case(name: str, pairs: Sequence[dict[str, Any]], **changes: Any) -> dict[str, Any]:
    """A minimal-pair case with the slices of its tags."""
    correct = sum(each["right"] for each in pairs)
    details = {
        "correct": correct,
        "total": len(pairs),
        "convention": "perplexity",
        "conventions": {"perplexity": correct / len(pairs), "logprob": 0.5},
        "slices": _slices(pairs),
        "pairs": list(pairs),
        **changes.pop("details", {}),
    }
    return measured(name, correct / len(pairs), len(pairs), details=details, **changes)


def probe_case(name: str) -> dict[str, Any]:
    """A probe of four layers; the third is chosen."""
    layers = {
        str(layer): {
            "accuracy": share,
            "correct": round(share * 40),
            "total": 40,
            "macro_f1": share,
            "interval": {"low": share - 0.1, "high": min(1.0, share + 0.1)},
            "control_accuracy": 0.4,
            "selectivity": share - 0.4,
            "codelength": 90.5,
            "compression": 1.5,
        }
        for layer, share in enumerate((0.45, 0.7, 0.9, 0.85))
    }
    examples = [
        {
            "sentence": "राम ने रोटी खाई।",
            "start": 0,
            "end": 6,
            "label": "ergative",
            "predicted": predicted,
            "lemma": "राम",
        }
        for predicted in ("ergative", "nominative")
    ]
    details = {
        "task": name.partition("/")[2],
        "best_layer": 2,
        "best_accuracy": 0.9,
        "baselines": {"majority": 0.3, "character_ngrams": 0.5, "layer_0": 0.45},
        "layer_results": layers,
        "examples": examples,
    }
    return measured(name, 0.9, 40, details=details)


def quiz_case(level: str, place: str, accuracy: float, answers: Sequence[str]) -> dict[str, Any]:
    """A quiz whose questions were answered with these."""
    wrong = {
        "name": "the cause",
        "said": "halving",
        "sentence": "The halving.",
        "start": 4,
        "end": 9,
    }
    questions = [
        {
            "question_id": f"{place}-q{number}",
            "question": f"What drives the cycle, part {number}?",
            "reference_answer": "The credit cycle drives it.",
            "generated_answer": answer,
            "voice_score": 0.8,
            "passed": number == 1,
            "violations": [{**wrong, "missing": ""}] if number == 2 else [],
        }
        for number, answer in enumerate(answers, start=1)
    ]
    voice = {
        "metric": "voice",
        "value": 0.72,
        "n": len(answers),
        "low": None,
        "high": None,
        "bar": 0.75,
        "direction": "at least",
        "source": "a documented source",
        "verdict": "failed",
    }
    details = {"level": level, "identifier": place, "question_results": questions}
    return measured(f"quiz/{place}", accuracy, 10, bar=0.85, details=details, figures=[voice])


def regression_case(name: str, before: float, now: float) -> dict[str, Any]:
    """A case compared with its baseline."""
    details = {
        "metric": "accuracy",
        "direction": "at least",
        "before": before,
        "now": now,
        "n": 100,
        "p": 0.0123,
        "p_holm": 0.0246,
        "drop": before - now,
        "smallest_detectable_drop": 0.08,
        "flips": {
            "lost": [
                {"id": "pair-00001", "text": HOSTILE[0]},
                {"id": "pair-00002", "text": "लड़का"},
            ],
            "won": [{"id": "pair-00003", "text": "लड़की"}],
        },
        "new_cases": [],
    }
    changes = {"metric": "change", "bar": None, "band": None, "low": None, "high": None}
    verdict = "failed" if now < before else "passed"
    measurement = measured(f"regression/{name}", 0.0, 100, details=details, verdict=verdict)
    return measurement | changes | {"value": now - before}


def metric_case(name: str, value: float, **changes: Any) -> dict[str, Any]:
    """A generative metric on its own scale."""
    items = [
        {"id": "a", "prediction": "the cat sat", "reference": "the cat sat down", "score": 71.2}
    ]
    return measured(
        f"metrics/{name}",
        value,
        1,
        metric=name,
        low=None,
        high=None,
        band=None,
        details={"items": items},
        **changes,
    )


def whole_run() -> list[dict[str, Any]]:
    """A run of every suite, with hostile text wherever a model or a file can put some."""
    hostile = [
        pair(place, right=False, good=text, bad=text + " x", tags={"kind": text}, id=text)
        for place, text in enumerate(HOSTILE)
    ]
    plain = [pair(place, right=place % 4 != 0) for place in range(12)]
    fluent = pair_case("multiblimp/word_order", plain, notes=["word_order: a note."])
    return [
        fluent,
        pair_case("multiblimp/<b>hostile</b>", hostile, notes=list(HOSTILE), source=HOSTILE[2]),
        pair_case(
            "sanskrit/case_choice",
            [pair(place, good="रामाय नमः", bad="रामं नमः") for place in range(4)],
            details={
                "chosen": {"dative": {"dative": 3, "accusative": 1}, "locative": {"locative": 2}}
            },
        ),
        probe_case("probes/case_detection"),
        quiz_case("final", "final_assessment", 0.8, ["Credit.", HOSTILE[0]]),
        quiz_case("unit", "unit-01", 0.9, ["Credit.", "The halving."]),
        quiz_case("chapter", "unit-01/chapter-01", 0.9, ["Credit.", HOSTILE[1]]),
        quiz_case("topic", "unit-01/chapter-01/topic-01", 0.7, ["Credit.", "The halving."]),
        metric_case("chrf", 41.5, bar=30.0),
        metric_case("perplexity", 812.25, bar=500.0, direction="at most", verdict="failed"),
        measured("unheard_of/thing", 0.5, 2, details={"items": [{"prompt": "2+2", "answer": "4"}]}),
        regression_case("multiblimp/word_order", 0.9, 0.75),
        regression_case("probes/case_detection", 0.85, 0.9),
    ]


def many_items(count: int) -> list[dict[str, Any]]:
    """Two cases with so many pairs between them, every fifth of them wrong."""
    pairs = [pair(place, right=place % 5 != 0) for place in range(count)]
    half = count // 2
    return [
        pair_case("multiblimp/first", pairs[:half]),
        pair_case("multiblimp/second", pairs[half:]),
    ]


def _slices(pairs: Sequence[dict[str, Any]]) -> dict[str, Any]:
    groups: dict[str, dict[str, list[bool]]] = {}
    for each in pairs:
        for tag, value in each["tags"].items():
            groups.setdefault(tag, {}).setdefault(value, []).append(each["right"])
    return {
        tag: {value: _slice(rights) for value, rights in values.items()}
        for tag, values in groups.items()
    }


def _slice(rights: Sequence[bool]) -> dict[str, Any]:
    interval = wilson(sum(rights), len(rights))
    return {
        "accuracy": sum(rights) / len(rights),
        "correct": sum(rights),
        "total": len(rights),
        "interval": {"low": interval.low, "high": interval.high},
    }


def summary(**more: Any) -> dict[str, Any]:
    """The results that the page is given beside the measurements."""
    return {
        "summary": {
            "evaluation_date": "2026-01-02T03:04:05+00:00",
            "model_config": MODEL,
            "overall_scores": {"multiblimp_accuracy": 0.75},
            "versions": VERSIONS,
            "work": {"computed": 10, "stored": 5},
            **more,
        }
    }
