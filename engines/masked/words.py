"""Which tokens make up a word, told by the characters that they cover.

A tokenizer's own notion of a word will not do: byte-level ones take every matra,
virama and nukta of Devanagari for the beginning of a new one.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

Span = tuple[int, int]


def word_stops(text: str, spans: Sequence[Span]) -> list[int]:
    """For each token, the index of the token after the last one of its word.

    A word ends at white space and on both sides of a punctuation mark or symbol.
    A token that lies across such a place joins what is on both sides.
    spans: the characters [start, stop) of `text` that each token covers.
    """
    edges = [_edges(text, span) for span in spans]
    stops = [len(spans)] * len(spans)
    for token in range(len(spans) - 2, -1, -1):
        (_, last), (first, _) = edges[token], edges[token + 1]
        # Tokens that share a character, as its bytes do, leave this range empty.
        ends = any(_ends_word(text, place) for place in range(last + 1, first + 1))
        stops[token] = token + 1 if ends else stops[token + 1]
    return stops


def _edges(text: str, span: Span) -> Span:
    """The first and the last character of a token that is not white space.

    A token of nothing else stands for the space before a word and goes with that word.
    """
    covered = [place for place in range(*span) if not text[place].isspace()]
    if covered:
        return covered[0], covered[-1]
    start = span[0]
    while start < len(text) and text[start].isspace():
        start += 1
    return start, start


def _ends_word(text: str, place: int) -> bool:
    """Whether a word ends at the character at `place`, or before it."""
    if place == len(text) or text[place].isspace():
        return True
    if _continues(text[place]):
        return False
    base = place - 1
    while base > 0 and _continues(text[base]):
        base -= 1
    return _stands_alone(text[place]) or _stands_alone(text[base])


def _continues(character: str) -> bool:
    """Combining marks (a matra, virama, nukta) and the invisible joiners."""
    category = unicodedata.category(character)
    return category[0] == "M" or category == "Cf"


def _stands_alone(character: str) -> bool:
    """Punctuation marks and symbols."""
    return unicodedata.category(character)[0] in "PS"
