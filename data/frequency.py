"""How frequent a word is, for baselines that know words and no grammar."""

from __future__ import annotations

from collections.abc import Callable, Iterable

DEVANAGARI = range(0x0900, 0x0980)


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
