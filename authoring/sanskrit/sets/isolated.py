"""Pairs in isolation: one right form against another, as the specification documents them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations

from authoring.sanskrit.grammar.categories import Case, Cell, Number
from authoring.sanskrit.grammar.panini import decline
from authoring.sanskrit.grammar.stems import AttestedStem
from kasauti.data.sanskrit.records import ContrastSet
from kasauti.inputs.errors import KasautiError

Swap = tuple[tuple[Cell, Cell], ...]

# Each swap in all the cells it can be made in: 56 of case in three numbers, 6 of number in
# eight cases.
CASE_SWAPS: tuple[Swap, ...] = tuple(
    tuple((Cell(right, number), Cell(wrong, number)) for number in Number)
    for right, wrong in permutations(Case, 2)
)
NUMBER_SWAPS: tuple[Swap, ...] = tuple(
    tuple((Cell(case, right), Cell(case, wrong)) for case in Case)
    for right, wrong in permutations(Number, 2)
)


@dataclass(frozen=True, slots=True)
class _Contrast:
    stem: AttestedStem
    right: Cell
    wrong: Cell
    forms: tuple[str, str]


def isolated_pairs(stems: Sequence[AttestedStem], size: int, seed: int) -> list[ContrastSet]:
    """Case and number contrasts, two to one, spread evenly over stems and swaps.

    `size` is how many pairs there are in all; 333 of 500 contrast case.
    """
    by_case = round(size * 2 / 3)
    rng = random.Random(seed)
    chosen = [
        *_spread(stems, CASE_SWAPS, by_case, rng),
        *_spread(stems, NUMBER_SWAPS, size - by_case, rng),
    ]
    return [_record(index, contrast) for index, contrast in enumerate(chosen, start=1)]


def count_identities(stems: Iterable[AttestedStem]) -> tuple[int, int]:
    """Count the contrasts that are dropped because one form fills both cells."""
    contrasts = [
        _contrast(stem, cells)
        for stem in stems
        for swap in (*CASE_SWAPS, *NUMBER_SWAPS)
        for cells in swap
    ]
    return contrasts.count(None), len(contrasts)


def _contrast(stem: AttestedStem, cells: tuple[Cell, Cell]) -> _Contrast | None:
    right, wrong = (decline(stem.stem, stem.declension.gender, cell) for cell in cells)
    if set(right) & set(wrong):
        return None
    return _Contrast(stem, *cells, (right[0], wrong[0]))


def _spread(
    stems: Sequence[AttestedStem], swaps: Sequence[Swap], size: int, rng: random.Random
) -> list[_Contrast]:
    """So many different contrasts: the stems in turn, each with the swap used least so far."""
    used: Counter[Swap] = Counter()
    seen: set[tuple[str, str]] = set()
    chosen: list[_Contrast] = []
    order = rng.sample(stems, len(stems))
    ranked = rng.sample(swaps, len(swaps))
    # A stem's turn fails once all its contrasts are seen, so this many turns exhaust everything.
    for turn in range(len(stems) * len(swaps) * max(map(len, swaps))):
        if len(chosen) == size:
            break
        for swap in sorted(ranked, key=used.__getitem__):
            contrasts = (_contrast(order[turn % len(order)], cells) for cells in swap)
            found = [new for new in contrasts if new and new.forms not in seen]
            if found:
                chosen.append(rng.choice(found))
                seen.add(chosen[-1].forms)
                used[swap] += 1
                break
    if len(chosen) < size:
        raise KasautiError(
            f"{len(stems)} stems make only {len(chosen)} of {size} contrasts. "
            "Lower --target-size or raise --max-stems."
        )
    return chosen


def _record(index: int, contrast: _Contrast) -> ContrastSet:
    declension = contrast.stem.declension
    right, wrong = contrast.right, contrast.wrong
    metadata = {
        "stem_class": declension.name,
        "gender": str(declension.gender),
        "number": str(right.number),
    }
    if right.case is wrong.case:
        metadata |= {
            "case": str(right.case),
            "correct_number": str(right.number),
            "incorrect_number": str(wrong.number),
        }
    else:
        metadata |= {"correct_case": str(right.case), "incorrect_case": str(wrong.case)}
    metadata |= {
        "ending_from": declension.endings[right],
        "ending_to": declension.endings[wrong],
    }
    return ContrastSet(
        id=f"morph_{index:04}",
        phenomenon="number" if right.case is wrong.case else "case",
        grammatical=contrast.forms[0],
        ungrammatical=contrast.forms[1],
        stem=contrast.stem.stem,
        context="",
        metadata=metadata,
    )
