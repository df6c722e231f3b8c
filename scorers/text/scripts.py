"""Which letters a text is written in."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


def is_outside_latin(texts: Sequence[str]) -> bool:
    """Whether most letters and vowel signs are of another script than the Latin one.

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
