"""The items of every suite in one form, so that one table can filter, sort and show them all."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from kasauti.reports.dashboard.markup import language_of, visible

Item = Mapping[str, Any]

# Where a case keeps its items, and what the suites call the same thing. The first that is there
# is taken; what has no place of its own is shown with the rest of the item.
LISTS = ("pairs", "examples", "items", "question_results", "questions", "predictions")
NAMES = {
    "id": ("id", "question_id", "name"),
    "right": ("right", "correct", "passed"),
    "text": ("good", "sentence", "text", "question", "prompt", "source", "input"),
    "other": ("bad",),
    "expected": ("expected", "gold", "label", "reference", "reference_answer", "references"),
    "given": ("answer", "generated_answer", "predicted", "prediction", "parsed"),
    "score": ("margin", "score", "voice_score", "chrf++"),
    "note": ("gloss", "note", "reason"),
    "tags": ("tags",),
}
PLACES = {"start", "end"}  # of a match in its text: for programs
# Where no item says whether it is right, these two are compared.
COMPARED = (("expected", "parsed"), ("label", "predicted"), ("gold", "predicted"))
COLUMNS = (
    *("id", "right", "text", "other", "expected", "given", "score", "text_score", "other_score"),
    *("note", "tags", "span", "more", "also"),
)
ALSO = COLUMNS.index("also")

# The rows so far by suite and content, each with its case.
Seen = dict[tuple[str, str], tuple[str, list[Any]]]


def item_groups(measurements: Iterable[Item]) -> list[dict[str, Any]]:
    """The items by case, each once; rows are lists in the order of COLUMNS: half the size."""
    groups = []
    seen: Seen = {}
    for measurement in measurements:
        items = raw_items(measurement)
        if items:
            groups.append(_group(measurement, items, seen))
    return groups


def raw_items(measurement: Item) -> Sequence[Item]:
    """The items of a case as its suite recorded them."""
    details = measurement.get("details", {})
    for name in LISTS:
        found = details.get(name)
        if isinstance(found, list) and found and all(isinstance(item, dict) for item in found):
            return found
    return []


def normalised(item: Item, place: int, *, convention: str = "") -> dict[str, Any]:
    """One item in the common form; a column that it lacks is None."""
    taken: set[str] = set()
    found: dict[str, Any] = dict.fromkeys(COLUMNS)
    for column, names in NAMES.items():
        name = next((each for each in names if item.get(each) is not None), None)
        if name is not None:
            found[column] = shown(item[name]) if column != "tags" else item[name]
            taken.add(name)
    found["id"] = str(found["id"] or place + 1)
    found["right"] = _right(item, found["right"])
    unit = f"good_{convention}" if f"good_{convention}" in item else "good_logprob"
    found["text_score"] = item.get(unit)
    found["other_score"] = item.get(unit.replace("good_", "bad_"))
    if "start" in item and "end" in item:
        found["span"] = [item["start"], item["end"]]
        taken |= {"start", "end"}
    found["more"] = {
        name.replace("_", " "): shown(value)
        for name, value in item.items()
        if name not in taken and value not in (None, "", [], {})
    }
    found["tags"] = _tags(found["tags"])
    return {column: _finite(value) for column, value in found.items()}


def _group(measurement: Item, items: Sequence[Item], seen: Seen) -> dict[str, Any]:
    suite, _, name = measurement["case"].partition("/")
    convention = str(measurement["details"].get("convention", ""))
    rows = [
        _with_outcome(normalised(item, place, convention=convention), measurement)
        for place, item in enumerate(items)
    ]
    return {
        "suite": visible(suite),
        "case": visible(name),
        "score": next((each for each in NAMES["score"] if each in items[0]), "score"),
        "unit": convention if f"good_{convention}" in items[0] else "logprob",
        "language": _language(rows, measurement),
        "rows": list(_unshared(rows, visible(measurement["case"]), seen)),
    }


def _with_outcome(row: dict[str, Any], measurement: Item) -> dict[str, Any]:
    """The row with what the suite itself says of the item, where it does."""
    outcomes = measurement.get("outcomes") or {"kind": "", "items": {}}
    outcome = outcomes["items"].get(row["id"])
    if outcomes["kind"] == "right" and outcome is not None:
        return row | {"right": bool(outcome)}
    if outcomes["kind"] == "score" and row["score"] is None:
        return row | {"score": outcome}
    return row


def _unshared(rows: Iterable[Item], case: str, seen: Seen) -> Iterator[list[Any]]:
    """The rows that no earlier case has; the others are told to be of this case also."""
    for row in rows:
        values = [row[column] for column in COLUMNS]
        key = (case.partition("/")[0], json.dumps(values))
        first, shared = seen.setdefault(key, (case, values))
        if first == case:
            yield values
        else:
            shared[ALSO] = [*(shared[ALSO] or []), case]


def _language(rows: Sequence[Item], measurement: Item) -> str | None:
    """The language of what is in Devanagari here: as the case tells it, else by its suite."""
    suite = measurement["case"].partition("/")[0]
    told = measurement["details"].get("language")
    if told in ("hi", "sa"):
        return str(told)
    return next((found for row in rows if (found := language_of(row["text"] or "", suite))), None)


def _right(item: Item, told: object) -> bool | None:
    if isinstance(told, bool):
        return told
    for wanted, given in COMPARED:
        if wanted in item and given in item:
            # A list holds what each of several runs gave.
            said = item[given] if isinstance(item[given], list) else [item[given]]
            return all(each == item[wanted] for each in said)
    return None


def _tags(tags: object) -> dict[str, str] | None:
    if isinstance(tags, dict) and tags:
        return {visible(str(name)): visible(str(value)) for name, value in tags.items()}
    return None


def shown(value: object) -> Any:
    """A value as the table shows it: figures stay figures, the rest becomes text."""
    if isinstance(value, bool | int | float):
        return value
    if isinstance(value, list):
        return " · ".join(str(shown(each)) for each in value)
    if isinstance(value, dict):
        return " · ".join(
            f"{name}: {shown(each)}"
            for name, each in value.items()
            if name not in PLACES and each not in (None, "")
        )
    return visible(str(value))


def _finite(value: Any) -> Any:
    """JSON has no infinity."""
    if isinstance(value, dict):
        return {name: _finite(each) for name, each in value.items()}
    return None if isinstance(value, float) and not math.isfinite(value) else value
