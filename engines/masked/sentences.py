"""Sentences for a masked model: their tokens, and the words that these belong to.

The tokenizer's own words are not usable: byte-level tokenizers begin a new word at every
matra, virama and nukta of Devanagari.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from transformers import BatchEncoding, PreTrainedTokenizerBase

from kasauti.engines.passes.tokens import TEXTS_AT_ONCE, Ids, tokenize, tokenize_with_offsets
from kasauti.engines.protocol.errors import EngineError

Span = tuple[int, int]

ORIGINAL = "original"
WITHIN_WORD = "within_word_l2r"


@dataclass(frozen=True, slots=True, eq=False)
class MaskedSentence:
    """A sentence's tokens, and which of them are scored behind which masks."""

    ids: Ids  # with the tokenizer's own special tokens
    scored: Ids  # the indices of the scored tokens: all except the special tokens
    stops: Ids  # for each of them, the end of the masked run that begins there

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def content(self) -> bytes:
        """All that its score depends on, except the model."""
        size = np.array([len(self.ids)], dtype=np.int32)
        return np.concatenate([size, self.ids, self.scored, self.stops]).tobytes()


def encode(
    tokenizer: PreTrainedTokenizerBase, texts: Sequence[str], *, pll: str
) -> list[MaskedSentence]:
    """Each text with the tokenizer's own special tokens, and what to mask in it.

    `pll` is "original" or "within_word_l2r".
    """
    if pll not in (ORIGINAL, WITHIN_WORD):
        raise EngineError(f"--pll={pll} is unknown. Use {ORIGINAL} or {WITHIN_WORD}.")
    by_word = pll == WITHIN_WORD
    encoded: list[MaskedSentence] = []
    for start in range(0, len(texts), TEXTS_AT_ONCE):
        chunk = list(texts[start : start + TEXTS_AT_ONCE])
        rows = (
            tokenize_with_offsets(
                tokenizer, chunk, special_tokens=True, remedy=f", or pass --pll={ORIGINAL}"
            )
            if by_word
            else tokenize(tokenizer, chunk, return_special_tokens_mask=True)
        )
        encoded += [_sentence(text, rows, row) for row, text in enumerate(chunk)]
    return encoded


def _sentence(text: str, rows: BatchEncoding, row: int) -> MaskedSentence:
    special = np.array(rows["special_tokens_mask"][row], dtype=np.bool_)
    scored = np.flatnonzero(~special).astype(np.int32)
    if not scored.size:
        raise EngineError(f"The sentence {text!r} leaves no token to score. Lengthen it.")
    if "offset_mapping" in rows:
        spans = [rows["offset_mapping"][row][index] for index in scored]
        last = np.array(word_stops(text, spans), dtype=np.int32) - 1
        stops = scored[last] + 1
    else:
        stops = scored + 1
    return MaskedSentence(np.array(rows["input_ids"][row], dtype=np.int32), scored, stops)


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
