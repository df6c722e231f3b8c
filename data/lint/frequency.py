"""Word frequencies, for baselines that know words and no grammar."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable

DEVANAGARI = range(0x0900, 0x0980)
# wordfreq divides these into words by packages that it does not bring.
UNDIVIDED = ("ja", "ko", "th", "zh")


def word_frequency(sentences: Iterable[str]) -> Callable[[str], float]:
    """Logarithmic frequencies (Zipf scale) of the language that the sentences' script suggests.

    Devanagari is taken for Hindi and anything else for English: a rough guess,
    good enough to ask whether frequent words alone give a phenomenon away.
    """
    from wordfreq import zipf_frequency

    text = "".join(sentences)
    devanagari = sum(ord(character) in DEVANAGARI for character in text)
    language = "hi" if 2 * devanagari > len(text) else "en"
    return lambda word: zipf_frequency(word, language)


def frequency_in(language: str | None, words: Iterable[str]) -> Callable[[str], float]:
    """Logarithmic frequencies (steps of ten) in a language: by wordfreq where it knows it.

    Else by how often each of `words` occurs among them.
    """
    from wordfreq import available_languages, zipf_frequency

    if language in available_languages() and language not in UNDIVIDED:
        return lambda word: zipf_frequency(word, language)
    counts = Counter(words)
    return lambda word: math.log10(1 + counts[word])
