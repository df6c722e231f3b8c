"""Neighbours of a sentence: the same with one content word changed for a like one.

A sentence that a model has learnt by heart is far likelier than its neighbours, however common its
words are (Mattern et al. 2023, "Membership inference attacks against language models via
neighbourhood comparison"). Theirs come from a masked model; these come from the other sentences of
the set, so that nothing but the set is needed, in any language.
"""

from __future__ import annotations

import random
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from kasauti.scorers.pairs.baselines import words_of
from kasauti.scorers.pairs.fertility import words_in

COUNT = 6  # neighbours of a sentence
ENDING = 2  # letters by which two words are taken to be of one kind
NEAR = 0.5  # how far frequencies may be apart, on Zipf's scale; twice that where few are nearer
FEW = 3
# Function words stay: those of one word in a thousand or more, or in a tenth of all sentences.
FREQUENT, COMMON_SHARE = 6.0, 0.1


@dataclass(frozen=True, slots=True)
class Unit:
    """A word of a sentence, or a letter where words have no spaces between them."""

    text: str
    start: int  # its place in the sentence


def units_of(sentence: str) -> list[Unit]:
    """The words with their places; in a script without spaces the letters."""
    if words_in(sentence) is None:
        return [Unit(letter, at) for at, letter in enumerate(sentence) if letter.isalpha()]
    found, at = [], 0
    for word in words_of(sentence):
        at = sentence.index(word, at)
        found.append(Unit(word, at))
        at += len(word)
    return found


class Vocabulary:
    """The content words of some sentences, in the order of their frequency for each kind of word.

    A kind is an ending, and whether the first letter is a capital; the empty ending is that of all.
    """

    def __init__(self, sentences: Iterable[str], frequency: Callable[[str], float]) -> None:
        units = [{unit.text for unit in units_of(text)} for text in dict.fromkeys(sentences)]
        counts = Counter(text for each in units for text in each)
        most = max(1.0, COMMON_SHARE * len(units))
        self._frequency = {
            text: found
            for text, count in counts.items()
            if count <= most
            and any(letter.isalpha() for letter in text)
            and (found := frequency(text)) < FREQUENT
        }
        self._kinds: dict[tuple[str, bool], list[tuple[float, str]]] = {}
        for found, text in sorted((value, text) for text, value in self._frequency.items()):
            for ending in (text[-ENDING:], ""):
                self._kinds.setdefault((ending, text[0].isupper()), []).append((found, text))

    def __contains__(self, text: str) -> bool:
        return text in self._frequency

    def like(self, text: str, chance: random.Random) -> list[str]:
        """Words to put in the place of another, drawn at random: as frequent, and of its kind.

        Of any ending where there are few with its own.
        """
        found: list[str] = []
        for ending in (text[-ENDING:], ""):
            for near in (NEAR, 2 * NEAR):
                found = self._draw(text, ending, near, chance)
                if len(found) >= FEW:
                    return found
        return found

    def _draw(self, text: str, ending: str, near: float, chance: random.Random) -> list[str]:
        kind, own = self._kinds[ending, text[0].isupper()], self._frequency[text]
        low = bisect_left(kind, own - near, key=lambda each: each[0])
        high = bisect_right(kind, own + near, key=lambda each: each[0])
        places = chance.sample(range(low, high), min(COUNT + 1, high - low))
        return [kind[place][1] for place in places if kind[place][1] != text][:COUNT]


def make_neighbours(
    sentence: str, vocabulary: Vocabulary, *, keep: Iterable[str] = (), seed: int = 0
) -> tuple[str, ...]:
    """Up to COUNT neighbours, spread over the content words; the same for the same seed.

    keep: words that stay, such as those by which a pair differs.
    """
    chance = random.Random(f"{seed} {sentence}")
    kept = set(keep)
    content = [unit for unit in units_of(sentence) if unit.text in vocabulary]
    content = [unit for unit in content if unit.text not in kept]
    chance.shuffle(content)
    choices = [(unit, vocabulary.like(unit.text, chance)) for unit in content]
    changed = [
        sentence[: unit.start] + words[place] + sentence[unit.start + len(unit.text) :]
        for place in range(COUNT)  # each word is changed once before one is changed twice
        for unit, words in choices
        if place < len(words)
    ]
    return tuple(changed[:COUNT])


def find_differing(one: str, other: str) -> Sequence[str]:
    """The units of a sentence that another does not have."""
    others = {unit.text for unit in units_of(other)}
    return [unit.text for unit in units_of(one) if unit.text not in others]
