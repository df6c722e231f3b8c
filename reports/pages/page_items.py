"""The items that a page holds: all, or as many of the wrong ones as it can show fast."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kasauti.records import CaseId, Item, Measurement
from kasauti.reports.pages.items import worst_items
from kasauti.reports.wording.text import counted, shortened

# With more than these a page takes long to load; at this number it has about 7 MB.
MOST_ITEMS = 20_000


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
        replace(each, items=_kept(each, worst[:quota], flipped.get(each.case, set())))
        for each, worst in zip(measurements, wrong, strict=True)
    ]
    shown = sum(len(each.items) for each in kept)
    cut = quota < max(map(len, wrong))
    which = f"the {quota} worst of each case" if cut else "the wrong ones"
    note = (
        f"This page has {shortened(shown)} of {counted(total, 'item')}: {which}. "
        "evaluation_results.json has all of them."
    )
    return kept, note


def _wrong(case: Measurement) -> Sequence[Item]:
    """The wrong items, the worst first; all of a case whose items only have a score."""
    found = worst_items(case, len(case.items))
    return () if found and found[0].right else found


def _kept(case: Measurement, worst: Sequence[Item], flipped: set[str]) -> tuple[Item, ...]:
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
