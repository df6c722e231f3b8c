"""How a tokenizer cuts the texts of a language: what makes languages dearer than others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokenization:
    """Counts over the texts of a case.

    words: None where a text is in a script that writes no spaces between words.
    unknown: tokens that stand for anything the tokenizer does not know.
    pieces: tokens that hold only a part of a character: byte tokens.
    unknown and pieces are None where only the tokenizer could tell, and it is not here.
    """

    texts: int
    tokens: int
    utf8_bytes: int
    words: int | None = None
    unknown: int | None = None
    pieces: int | None = None

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
    """What is not known of a part is not known of the whole."""
    return None if one is None or other is None else one + other


def tokenization_json(found: Tokenization | None) -> dict[str, Any] | None:
    """The counts, and what they come to; null is what is not known."""
    if found is None:
        return None
    return {
        "texts": found.texts,
        "tokens": found.tokens,
        "words": found.words,
        "utf8_bytes": found.utf8_bytes,
        "unknown_tokens": found.unknown,
        "byte_tokens": found.pieces,
        "tokens_per_word": found.per_word,
        "tokens_per_byte": found.per_byte,
        "unknown_or_byte_share": found.broken,
    }


def read_tokenization(content: Mapping[str, Any] | None) -> Tokenization | None:
    """What `tokenization_json` wrote; None of a case that has none."""
    if content is None:
        return None
    return Tokenization(
        texts=_count(content["texts"], least=1),
        tokens=_count(content["tokens"], least=1),
        utf8_bytes=_count(content["utf8_bytes"], least=1),
        words=_known(content["words"], least=1),
        unknown=_known(content["unknown_tokens"]),
        pieces=_known(content["byte_tokens"]),
    )


def _known(value: object, *, least: int = 0) -> int | None:
    return None if value is None else _count(value, least=least)


def _count(value: object, *, least: int = 0) -> int:
    if not isinstance(value, int) or value < least:
        raise ValueError(f"the count {value!r:.80}")
    return value
