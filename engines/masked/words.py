"""The tokens of each word, by the characters that they cover.

The tokenizer's own words are not usable: byte-level tokenizers begin a new word at every
matra, virama and nukta of Devanagari.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

Span = tuple[int, int]


def word_stops(text: str, spans: Sequence[Span]) -> list[int]:
    """For each token, the index of the token after the last one of its word.

    A word ends at white space and on both sides of a punctuation mark or symbol.
    A token that spans such a border joins what is on both sides.
    spans: the characters [start, stop) of `text` that each token covers.
    """
    edges = [_edges(text, span) for span in spans]
    stops = [len(spans)] * len(spans)
    for token in range(len(spans) - 2, -1, -1):
        (_, last), (first, _) = edges[token], edges[token + 1]
        # Tokens that share a character, as its bytes do, leave this range empty.
        ends = any(_ends_word(text, index) for index in range(last + 1, first + 1))
        stops[token] = token + 1 if ends else stops[token + 1]
    return stops


def _edges(text: str, span: Span) -> Span:
    """The first and the last character of a token that is not white space.

    A token of white space alone is the space before a word and goes with that word.
    """
    covered = [index for index in range(*span) if not text[index].isspace()]
    if covered:
        return covered[0], covered[-1]
    start = span[0]
    while start < len(text) and text[start].isspace():
        start += 1
    return start, start


def _ends_word(text: str, index: int) -> bool:
    """Return True if a word ends at the character at `index`, or before it."""
    if index == len(text) or text[index].isspace():
        return True
    if _continues(text[index]):
        return False
    base = index - 1
    while base > 0 and _continues(text[base]):
        base -= 1
    return _stands_alone(text[index]) or _stands_alone(text[base])


def _continues(character: str) -> bool:
    """Combining marks (a matra, virama, nukta) and the invisible joiners."""
    category = unicodedata.category(character)
    return category[0] == "M" or category == "Cf"


def _stands_alone(character: str) -> bool:
    """Punctuation marks and symbols."""
    return unicodedata.category(character)[0] in "PS"
