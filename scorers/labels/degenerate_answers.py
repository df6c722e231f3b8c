"""Degenerate answers: one answer to all, position bias, loops, the wrong script."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from kasauti.scorers.statistics.chance import guessing

# A loop repeats this many words in a row, and makes up this share of a text.
LOOP_WORDS = 4
LOOP_SHARE = 0.5
# One answer to nearly everything; with fewer answers than FEW that could be chance.
COLLAPSE_SHARE = 0.9
FEW = 5
SURE = 0.01


@dataclass(frozen=True, slots=True)
class Favourite:
    """The most frequent answer, and how often it was given."""

    answer: str
    count: int
    total: int

    @property
    def share(self) -> float:
        return self.count / self.total

    @property
    def collapsed(self) -> bool:
        """Return whether nearly every answer is this one."""
        return self.total >= FEW and self.share >= COLLAPSE_SHARE


def favourite(answers: Sequence[str]) -> Favourite | None:
    """The most frequent answer; of equally frequent ones the first in the alphabet."""
    if not answers:
        return None
    answer, count = min(Counter(answers).items(), key=lambda item: (-item[1], item[0]))
    return Favourite(answer, count, len(answers))


def position_bias(positions: Sequence[int], offered: Sequence[int]) -> tuple[int, float] | None:
    """The position that is most over-chosen, and how probable that is without a bias.

    `positions` are the chosen ones, `offered` how many there were to choose from. The right
    answers are at random positions, so an unbiased reader chooses each equally often. Exact,
    corrected for the number of positions; None where nothing was chosen.
    """
    if not positions:
        return None
    results = []
    for position in range(max(offered)):
        chances = [1 / count if position < count else 0.0 for count in offered]
        observed = positions.count(position)
        p = float(guessing(chances)[observed:].sum())
        results.append((min(1.0, p * max(offered)), position))
    p, position = min(results)
    return position, p


def repetition(text: str) -> float:
    """The share of a text's runs of four words that occurred before in it."""
    words = text.split()
    runs = [
        tuple(words[start : start + LOOP_WORDS]) for start in range(len(words) - LOOP_WORDS + 1)
    ]
    return 1 - len(set(runs)) / len(runs) if runs else 0.0


def loops(text: str) -> bool:
    """Return whether a text mostly repeats itself."""
    return repetition(text) >= LOOP_SHARE


def script_share(text: str, scripts: Sequence[str]) -> float:
    """The share of a text's letters whose Unicode names begin with one of `scripts`."""
    letters = [each for each in text if unicodedata.category(each)[0] in "LM"]
    if not letters:
        return 0.0
    within = sum(unicodedata.name(each, "").startswith(tuple(scripts)) for each in letters)
    return within / len(letters)
