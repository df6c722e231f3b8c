"""Result files of the first version, which gave each suite's items a form of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]

# The lists of items, and the fields that held an item's text.
LISTS = ("pairs", "examples", "items", "question_results")
TEXTS = ("sentence", "question", "prompt", "text", "reference")
IDS = ("id", "question_id")


def upgraded_results(content: Json) -> Json:
    """An evaluation_results.json with its cases in today's form; totals are left out.

    The cases that another run can be compared with are kept: those with outcomes by item.
    """
    sections = {
        section: {name: _case(case) for name, case in cases.items() if _is_case(case)}
        for section, cases in content.items()
        if section != "summary"
    }
    summary = {"versions": {}, "work": {"computed": 0, "stored": 0}, **content["summary"]}
    summary |= {"suites": {}, "unmeasured": [], "bands": {}, "diagnosis": []}
    return {**{name: cases for name, cases in sections.items() if cases}, "summary": summary}


def upgraded_baseline_case(case: Mapping[str, Any]) -> Json:
    """A case of a baseline in today's form."""
    bar = {"band": "", "direction": case["direction"], "value": None, "source": "baseline"}
    kept = ("case", "metric", "value", "n", "settings", "outcomes")
    return {**{name: case[name] for name in kept}, "bar": bar}


def _is_case(case: object) -> bool:
    return isinstance(case, dict) and "outcomes" in case


def _case(case: Mapping[str, Any]) -> Json:
    items: list[Json] = next((case[name] for name in LISTS if isinstance(case.get(name), list)), [])
    kept = ("case", "metric", "n", "interval", "band", "bar", "verdict", "settings", "outcomes")
    return {
        **{name: case[name] for name in kept},
        "value": case[case["metric"]],
        "headline_verdict": case["verdict"],
        "items": [_item(item) for item in items],
    }


def _item(item: Mapping[str, Any]) -> Json:
    texts = [item["good"], item["bad"]] if "good" in item else _first(item, TEXTS)
    return {"id": _first(item, IDS)[0], "texts": texts}


def _first(item: Mapping[str, Any], names: tuple[str, ...]) -> list[str]:
    return [item[name] for name in names if isinstance(item.get(name), str)][:1]
