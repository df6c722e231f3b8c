"""The Sanskrit contrast sets by case: by phenomenon, and the pairs in context by their grammar."""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from kasauti.data.pairs import Pair, by_phenomenon
from kasauti.data.pairs.translations import add_translations
from kasauti.data.sanskrit.records import (
    ISOLATED,
    SENTENCES,
    WORD_GLOSSES,
    as_pair,
    read_contrast_sets,
)
from kasauti.inputs.rows import files_read, parse_once

NAME = "sanskrit"
WORD_COUNTS = Path(__file__).with_name("word_counts.tsv")  # of the Bhagavad Gita
# Results are sliced by these; the forms themselves are in the sentences.
TAGS = (
    "frame",
    "contrast",
    "swap",
    "case",
    "number",
    "gender",
    "stem_class",
    "tense",
    "person",
    "violation",
    "attested_in_corpus",
)
# The two words that are contrasted, which a check of the data needs beside them.
FORMS = ("form", "wrong_form")
# A case of its own for each value of these, over the pairs in context.
DIVISIONS = ("case", "number", "stem_class")


@dataclass(frozen=True, slots=True)
class ContrastPack:
    """Pairs under the names of their cases."""

    version: str  # the name and a digest of the files
    groups: tuple[tuple[str, tuple[Pair, ...]], ...]


def pairs_in_sentences(*, tags: Sequence[str] = TAGS) -> ContrastPack:
    """Return each phenomenon, then the pairs in context by case, number and stem class.

    Both pairs of a crossing are in the same divisions: `case:dative` has those that contrast the
    dative with another case, whichever of the two is right, so that preferring the dative gains
    nothing.
    """
    with files_read():
        pairs = [pair for path in SENTENCES for pair in _pairs(path, tags)]
        groups = list(by_phenomenon(pairs).items())
        in_context = [pair for pair in pairs if pair.phenomenon.endswith("_in_context")]
        for tag in DIVISIONS:
            groups += sorted(_divide(in_context, tag).items())
        return _pack(NAME, SENTENCES, groups)


def isolated_pairs() -> ContrastPack:
    """Return the documented pairs of bare forms, both of them correct words."""
    with files_read():
        groups = by_phenomenon(_pairs(ISOLATED, (*TAGS, "stem")))
        named = [(f"isolated_{phenomenon}", pairs) for phenomenon, pairs in groups.items()]
        return _pack(f"{NAME}-isolated", (ISOLATED,), named)


def _divide(pairs: Iterable[Pair], tag: str) -> dict[str, list[Pair]]:
    groups: dict[str, list[Pair]] = {}
    for pair in pairs:
        # Both values that the pair contrasts, or the one that its two words share.
        contrasted = pair.phenomenon.startswith(tag)
        for value in pair.tags["contrast"].split("/") if contrasted else [pair.tags[tag]]:
            groups.setdefault(f"{tag}:{value}", []).append(pair)
    return groups


def _pairs(path: Path, tags: Sequence[str]) -> list[Pair]:
    return [
        replace(pair, tags={tag: pair.tags[tag] for tag in tags if tag in pair.tags})
        for pair in parse_once(path, _tagged_pairs)
    ]


def _tagged_pairs(path: Path) -> list[Pair]:
    pairs = [replace(as_pair(each), language="sa") for each in read_contrast_sets(path)]
    return add_translations(pairs, WORD_GLOSSES)


def _pack(
    name: str, paths: Sequence[Path], groups: Iterable[tuple[str, list[Pair]]]
) -> ContrastPack:
    with files_read() as files:
        version = f"{name}@{files.digest(paths)[:8]}"
    return ContrastPack(version, tuple((each, tuple(pairs)) for each, pairs in groups))


@cache
def gita_frequency() -> Callable[[str], float]:
    """Return the logarithmic frequency of words in the Bhagavad Gita."""
    with WORD_COUNTS.open(encoding="utf-8", newline="") as file:
        counts = {word: int(count) for word, count in csv.reader(file, delimiter="\t")}
    return lambda word: math.log1p(counts.get(word, 0))
