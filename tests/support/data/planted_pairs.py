"""Pairs in a made-up language, half of which a model may have seen: contamination that is known."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from authoring.pair_files import write_pairs
from kasauti.data.pairs import Pair

CODE = "qaa"  # for private use
CONSONANTS, VOWELS = "bdfgklmnprstvz", "aeiou"


@dataclass(frozen=True, slots=True)
class Planted:
    """A published file, one of ours, and which published sentences a model may be shown."""

    published: Path
    ours: Path
    sentences: tuple[str, ...]  # all published good ones
    seen: tuple[str, ...]  # every second of them
    seen_ids: frozenset[str]


def planted_pairs(folder: Path, *, pairs: int = 80) -> Planted:
    """Subjects and verbs agree in number by their endings; both files draw on the same words."""
    chance = random.Random(0)
    words = _words(chance, 300)
    drawn = list(dict.fromkeys(_pair(chance, words) for _ in range(2 * pairs)))
    theirs, ours = drawn[:pairs], drawn[pairs:]
    published = folder / "published.tsv"
    lines = [f"{good}\t{bad}\tSV-#\t{CODE}" for good, bad in theirs]
    header = "sen\twrong_sen\tphenomenon\tlang"
    published.write_text("\n".join([header, *lines, ""]), encoding="utf-8")
    own = folder / "ours.jsonl"
    write_pairs(
        own,
        [
            Pair(id=f"own-{number}", phenomenon="SV-#", good=good, bad=bad, language=CODE)
            for number, (good, bad) in enumerate(ours)
        ],
    )
    sentences = tuple(good for good, _ in theirs)
    ids = frozenset(f"{CODE}-{number}" for number in range(2, pairs + 2, 2))
    return Planted(published, own, sentences, sentences[::2], ids)


def _words(chance: random.Random, count: int) -> list[str]:
    stems = {
        "".join(chance.choice(CONSONANTS) + chance.choice(VOWELS) for _ in range(2))
        + chance.choice(CONSONANTS)
        for _ in range(2 * count)
    }
    return sorted(stems)[:count]


def _pair(chance: random.Random, words: Sequence[str]) -> tuple[str, str]:
    one, noun, place, verb = chance.sample(list(words), 4)
    ending, other = chance.choice([("a", "u"), ("u", "a")])
    start = f"{one}o {noun}{'i' if ending == 'u' else ''} sen {place}e"
    return f"{start} {verb}{ending}.", f"{start} {verb}{other}."
