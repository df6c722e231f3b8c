"""The letters of texts: their scripts, and how far two texts have the same."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

LENGTH = 3
# Everything but space and punctuation; vowel signs and other marks belong to their words.
_APART = re.compile(r"[\s!-/:-@\[-`{-~।॥،؛؟、。，！？；：“”‘’«»…—–]+")


def letter_similarity(one: str, other: str) -> float:
    """The cosine of the square roots of two texts' trigram counts, word by word; 0 to 1.

    The roots keep a few frequent words from deciding.

    >>> letter_similarity("धूप और छाया", "धूप और छाया")
    1.0
    >>> letter_similarity("धूप", "पहाड़")
    0.0
    """
    left, right = _trigrams(one), _trigrams(other)
    if not left or not right:
        return 0.0
    common = math.fsum(math.sqrt(left[each] * right[each]) for each in left.keys() & right.keys())
    return min(1.0, common / math.sqrt(left.total() * right.total()))


def _trigrams(text: str) -> Counter[str]:
    words = _APART.split(unicodedata.normalize("NFC", text).casefold())
    return Counter(
        marked[start : start + LENGTH]
        for marked in (f" {word} " for word in words if word)
        for start in range(len(marked) - LENGTH + 1)
    )


def is_outside_latin(texts: Sequence[str]) -> bool:
    """Return whether most letters and vowel signs are of another script than the Latin one.

    >>> is_outside_latin(["कि to है"]), is_outside_latin(["é"])
    (True, False)
    """
    letters = _letters(texts)
    latin = sum(
        unicodedata.name(letter, "").startswith(("LATIN", "COMBINING")) for letter in letters
    )
    return 2 * latin < len(letters)


def dropped_letters(texts: Sequence[str]) -> float:
    """The share of letters and vowel signs that ROUGE's own tokenizer does not see.

    >>> dropped_letters(["कि to"])
    0.5
    """
    letters = _letters(texts)
    return sum(not letter.isascii() for letter in letters) / len(letters) if letters else 0.0


def _letters(texts: Sequence[str]) -> list[str]:
    return [letter for text in texts for letter in text if unicodedata.category(letter)[0] in "LM"]
