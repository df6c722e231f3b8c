"""The items of a page: all, or the worst, as rows of one table that filters and sorts them."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from kasauti.records import CaseId, Item, Measurement
from kasauti.reports.wording.text import count_text, number_text
from kasauti.text.visible import visible

# With more than these a page takes long to load; at this number it has about 7 MB.
MOST_ITEMS = 20_000
PLACES = {"start", "end"}  # of a match in its text: for programs
COLUMNS = (
    *("id", "right", "texts", "scores", "expected", "given", "score", "note", "tags", "span"),
    *("language", "answer_language", "more", "also"),
)
ALSO = COLUMNS.index("also")

Row = list[Any]
# The rows so far by suite and content, each with its case.
Seen = dict[tuple[str, str], tuple[str, Row]]


def item_groups(measurements: Iterable[Measurement]) -> list[dict[str, Any]]:
    """The items by case, each once; rows are lists in the order of COLUMNS: half the size."""
    seen: Seen = {}
    return [_group(each, seen) for each in measurements if each.items]


def item_row(item: Item) -> Row:
    """One item in the order of COLUMNS; None for what it lacks."""
    return [
        visible(item.id),
        item.right,
        list(map(visible, item.texts)),
        [_finite(score) for score in pair_scores(item)] or None,
        None if item.expected is None else visible(item.expected),
        None if item.given is None else visible(item.given),
        _finite(item.score),
        visible(item.note) or None,
        {visible(tag): visible(value) for tag, value in item.tags.items()} or None,
        list(item.span) if item.span else None,
        item.language and visible(item.language),
        item.answer_language and visible(item.answer_language),
        {visible(name): text for name, text in further(item)} or None,
        None,
    ]


def further(item: Item) -> Iterator[tuple[str, Any]]:
    """Yield the details of an item that only its suite knows, as they are shown."""
    for name, value in item.details.items():
        if value not in (None, "", [], {}, ()):
            yield name, _finite(show_value(value))


def show_value(value: object) -> Any:
    """A value of any form: figures stay figures, the rest becomes text."""
    if isinstance(value, bool | int | float):
        return value
    if isinstance(value, list | tuple):
        return " · ".join(str(show_value(each)) for each in value)
    if isinstance(value, dict):
        return " · ".join(
            f"{name}: {show_value(each)}"
            for name, each in value.items()
            if name not in PLACES and each not in (None, "")
        )
    return visible(str(value))


def worst_items(measurement: Measurement, most: int) -> Sequence[Item]:
    """Return the wrong items, the worst first; without any, those with the worst scores."""
    wrong = [item for item in measurement.items if item.right is False]
    if wrong:  # their scores are margins or similarities, of which more is better
        return sorted(wrong, key=lambda item: item.score or 0.0)[:most]
    scored = [(each.score, each) for each in measurement.items if each.score is not None]
    threshold = measurement.headline.threshold
    sign = -1 if threshold and threshold.lower_is_better else 1
    return [item for _, item in sorted(scored, key=lambda each: sign * each[0])[:most]]


def is_pair(item: Item) -> bool:
    """Return True for a good and a bad text that were both scored, as a whole or in part."""
    return len(item.texts) == 2 and len(pair_scores(item)) == 2


def pair_scores(item: Item) -> Sequence[float]:
    """The scores of the texts, or of what follows their common start where only that was scored."""
    return item.scores or item.details.get("rest_logprobs", ())


def _group(measurement: Measurement, seen: Seen) -> dict[str, Any]:
    rows = map(item_row, measurement.items)
    return {
        "suite": visible(measurement.case.suite),
        "case": visible(measurement.case.name),
        "score": visible(measurement.score_name),
        "unit": visible(measurement.unit),
        "language": measurement.language and visible(measurement.language),
        "rows": list(_drop_shared(rows, measurement, seen)),
    }


def _drop_shared(rows: Iterable[Row], measurement: Measurement, seen: Seen) -> Iterator[Row]:
    """The rows that no earlier case has; the others are said to be of this case also."""
    case = visible(str(measurement.case))
    for row in rows:
        key = (measurement.case.suite, json.dumps(row))
        first, shared = seen.setdefault(key, (case, row))
        if first == case:
            yield row
        else:
            shared[ALSO] = [*(shared[ALSO] or []), case]


def _finite(value: Any) -> Any:
    """JSON has no infinity."""
    return None if isinstance(value, float) and not math.isfinite(value) else value


def page_items(
    measurements: Sequence[Measurement], *, most: int = MOST_ITEMS
) -> tuple[list[Measurement], str]:
    """The measurements with the items that a page holds, and a note where these are not all."""
    total = sum(len(each.items) for each in measurements)
    if total <= most:
        return list(measurements), ""
    flipped = _flipped(measurements)
    wrong = [_wrong(each) for each in measurements]
    quota = _quota([len(each) for each in wrong], most)
    kept = [
        replace(each, items=_keep(each, worst[:quota], flipped.get(each.case, set())))
        for each, worst in zip(measurements, wrong, strict=True)
    ]
    shown = sum(len(each.items) for each in kept)
    cut = quota < max(map(len, wrong))
    which = f"the {quota} worst of each case" if cut else "the wrong ones"
    note = (
        f"This page has {number_text(shown)} of {count_text(total, 'item')}: {which}. "
        "evaluation_results.json has all of them."
    )
    return kept, note


def _wrong(case: Measurement) -> Sequence[Item]:
    """The wrong items, the worst first; all of a case whose items only have a score."""
    found = worst_items(case, len(case.items))
    return () if found and found[0].right else found


def _keep(case: Measurement, worst: Sequence[Item], flipped: set[str]) -> tuple[Item, ...]:
    """In the order of the case, and with those that a comparison points to."""
    ids = {item.id for item in worst} | flipped
    return tuple(item for item in case.items if item.id in ids)


def _flipped(measurements: Sequence[Measurement]) -> dict[CaseId, set[str]]:
    found: dict[CaseId, set[str]] = {}
    for change in (each.change for each in measurements if each.change):
        flips = (*change.flips_lost, *change.flips_won)
        found.setdefault(change.compared, set()).update(flip.id for flip in flips)
    return found


def _quota(sizes: Sequence[int], most: int) -> int:
    """The largest number per case with which all cases together have at most so many."""
    low, high = 1, max(1, *sizes)
    while low < high:
        middle = (low + high + 1) // 2
        if sum(min(size, middle) for size in sizes) <= most:
            low = middle
        else:
            high = middle - 1
    return low
