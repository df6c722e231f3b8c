"""Bring the baselines of a phenomenon nearer to chance by exchanging drafts, one at a time.

While a set grows, what it shows of itself can only be estimated; here it is measured.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from authoring.hindi.balance.judges import Judge
from authoring.hindi.draft import Draft
from authoring.hindi.generate import Slot
from authoring.hindi.selection import Selection
from kasauti.scorers.pairs.baselines import SentencePair, bigram

ENOUGH = 0.08  # as near to 0.50 as this is near enough
MOST_TRIALS = 10_000


def improve(
    slots: Sequence[Slot], judges: Sequence[Judge], *, beside: Sequence[SentencePair] = ()
) -> None:
    """Exchange accepted drafts for others of the same slot while that helps.

    beside: pairs of the same phenomenon from another set, which is measured together with this one.
    """
    rng = random.Random(0)
    selection = Selection(sum(len(slot.drafts) for slot in slots))
    for slot in slots:
        for draft in slot.drafts:
            selection.count(draft)
    cost = _cost(slots, judges, beside)
    for _ in range(MOST_TRIALS):
        if cost == 0:
            break
        slot = rng.choice([each for each in slots if each.passed_over])
        place, other = rng.randrange(len(slot.drafts)), rng.randrange(len(slot.passed_over))
        old, new = slot.drafts[place], slot.passed_over[other][1]
        if not _admitted(selection, old, new):
            continue
        _exchange(slot, place, other)
        after = _cost(slots, judges, beside)
        if after < cost:
            cost = after
        else:
            _exchange(slot, place, other)
            _admitted(selection, new, old)
    for slot in slots:
        _sort(slot)


def _admitted(selection: Selection, old: Draft, new: Draft) -> bool:
    """Put the new draft in the old one's place, unless it repeats or overuses something."""
    selection.uncount(old)
    if selection.admits(new):
        selection.count(new)
        return True
    selection.count(old)
    return False


def _exchange(slot: Slot, place: int, other: int) -> None:
    number, draft = slot.passed_over[other]
    slot.passed_over[other] = (slot.numbers[place], slot.drafts[place])
    slot.numbers[place], slot.drafts[place] = number, draft


def _sort(slot: Slot) -> None:
    """In the order in which they are drawn."""
    together = sorted(zip(slot.numbers, slot.drafts, strict=True), key=lambda each: each[0])
    slot.numbers[:] = [number for number, _ in together]
    slot.drafts[:] = [draft for _, draft in together]


def _cost(slots: Sequence[Slot], judges: Sequence[Judge], beside: Sequence[SentencePair]) -> float:
    """The baselines' distance from chance, beyond what is near enough."""
    pairs = [draft.sentences() for slot in slots for draft in slot.drafts]
    shares = [0.5 + sum(judge(*pair) for pair in pairs) / 2 / len(pairs) for judge in judges]
    shares.append(bigram(pairs).accuracy)
    if beside:
        shares.append(bigram([*beside, *pairs]).accuracy)
    return sum(max(0.0, abs(share - 0.5) - ENOUGH) for share in shares)
