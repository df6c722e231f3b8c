"""SyntaxGym: items in several conditions, divided into regions, and predictions about surprisals.

Regions are joined by a space; empty ones take no part. A prediction is right for an item where its
formula holds of the summed surprisals (`regions.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kasauti.data.pairs.formats.format import DocumentFormat
from kasauti.data.pairs.formats.pair import SourcePairs
from kasauti.data.pairs.formats.regions import (
    WHOLE,
    FormulaError,
    Prediction,
    RegionItem,
    RegionSuite,
    parse_formula,
)
from kasauti.inputs.errors import KasautiError

FIELDS = ("items", "predictions")


def _matches(content: object) -> bool:
    return isinstance(content, dict) and content.keys() >= set(FIELDS)


def _read(path: Path, content: Any) -> SourcePairs:
    return SourcePairs((), regions=(_suite(path, content),))


def _suite(path: Path, content: Mapping[str, object]) -> RegionSuite:
    where = str(path)
    meta = content.get("meta")
    meta = meta if isinstance(meta, dict) else {}
    metric = meta.get("metric", "sum")
    if metric != "sum":
        raise KasautiError(
            f"{where} takes the {metric} of a region's surprisals, and only their sum is "
            "supported. Set its metric to sum."
        )
    items = tuple(_item(where, entry) for entry in _entries(where, content, "items"))
    if len({item.id for item in items}) != len(items):
        raise KasautiError(f"{where} has two items with the same number. Renumber one.")
    predictions = tuple(_prediction(where, e) for e in _entries(where, content, "predictions"))
    for prediction in predictions:
        _refuse_missing_regions(where, prediction, items)
    name = meta.get("name")
    return RegionSuite(name if isinstance(name, str) and name else path.stem, predictions, items)


def _entries(where: str, content: Mapping[str, object], name: str) -> list[Mapping[str, object]]:
    found = content.get(name)
    entries = found if isinstance(found, list) else []
    if not entries or not all(isinstance(entry, dict) for entry in entries):
        raise KasautiError(f"{where}: {name} is not a list of objects. Correct it.")
    return entries


def _prediction(where: str, entry: Mapping[str, object]) -> Prediction:
    text = entry.get("formula")
    if not isinstance(text, str):
        raise KasautiError(f"{where} has a prediction without a formula. Add it.")
    try:
        return Prediction(text.strip(), parse_formula(text))
    except FormulaError as error:
        raise KasautiError(f"{where} has a prediction that cannot be read: {error}.") from None


def _item(where: str, entry: Mapping[str, object]) -> RegionItem:
    number = str(entry.get("item_number", ""))
    where = f"{where}, item {number}"
    conditions: dict[str, tuple[tuple[str, str], ...]] = {}
    for condition in _entries(where, entry, "conditions"):
        name = condition.get("condition_name")
        if not isinstance(name, str) or name in conditions:
            raise KasautiError(f"{where} has an unnamed or repeated condition. Correct it.")
        regions = _entries(f"{where}, {name}", condition, "regions")
        conditions[name] = tuple(_region(f"{where}, {name}", region) for region in regions)
        numbers = [number for number, _ in conditions[name]]
        if len(set(numbers)) != len(numbers) or not any(text for _, text in conditions[name]):
            raise KasautiError(
                f"{where}, {name} has no text, or two regions with the same number. Correct it."
            )
    return RegionItem(number, conditions)


def _region(where: str, region: Mapping[str, object]) -> tuple[str, str]:
    number, text = region.get("region_number"), region.get("content")
    if not isinstance(text, str) or isinstance(number, bool) or not isinstance(number, int | str):
        raise KasautiError(f"{where} has a region without number and content. Correct it.")
    return str(number), " ".join(text.split())


def _refuse_missing_regions(
    where: str, prediction: Prediction, items: tuple[RegionItem, ...]
) -> None:
    for item in items:
        for each in prediction.formula.regions:
            there = {number for number, _ in item.conditions.get(each.condition, ())}
            if each.region not in there and not (each.region == WHOLE and there):
                raise KasautiError(
                    f"{where}, item {item.id} has no region {each.region} in the condition "
                    f"{each.condition}, which a prediction refers to. Add it."
                )


FORMAT = DocumentFormat(
    name="SyntaxGym",
    cases="prediction",
    described=f"JSON with {', '.join(FIELDS)}",
    keys=FIELDS,
    matches=_matches,
    read=_read,
)
