"""Counts of how a tokenizer cuts the texts of a language, which makes some dearer than others."""

from __future__ import annotations

from dataclasses import dataclass

from kasauti.records.numbers import Count, Positive


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokenization:
    """Counts over the texts of a case.

    words: None where a text is in a script that writes no spaces between words.
    unknown: tokens that stand for anything the tokenizer does not know.
    pieces: tokens that hold only a part of a character: byte tokens.
    unknown and pieces are None where only the tokenizer could tell, and it is not here.
    """

    texts: Positive
    tokens: Positive
    utf8_bytes: Positive
    words: Positive | None = None
    unknown: Count | None = None
    pieces: Count | None = None

    @property
    def per_word(self) -> float | None:
        """Tokens per word: the fertility of the tokenizer."""
        return self.tokens / self.words if self.words else None

    @property
    def per_byte(self) -> float:
        """Tokens per byte of UTF-8, which every script has."""
        return self.tokens / self.utf8_bytes

    @property
    def broken(self) -> float | None:
        """The share of tokens that are unknown or only a part of a character."""
        if self.unknown is None or self.pieces is None:
            return None
        return (self.unknown + self.pieces) / self.tokens

    def __add__(self, other: Tokenization) -> Tokenization:
        return Tokenization(
            texts=self.texts + other.texts,
            tokens=self.tokens + other.tokens,
            utf8_bytes=self.utf8_bytes + other.utf8_bytes,
            words=_sum(self.words, other.words),
            unknown=_sum(self.unknown, other.unknown),
            pieces=_sum(self.pieces, other.pieces),
        )


def _sum(one: int | None, other: int | None) -> int | None:
    """Add two counts; one that is not known makes the sum unknown."""
    return None if one is None or other is None else one + other
