"""The fertility of a tokenizer: tokens against words and bytes."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kasauti.records.tokenization import Tokenization

# Scripts that write words without spaces between them: Thai, Lao, Tibetan, Myanmar, Khmer, kana,
# Han. What is between their spaces is a phrase, so that tokens per word would mean nothing.
UNSPACED = re.compile(
    "[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\U00020000-\U0003ffff]"
)
LETTER = re.compile(r"[^\W\d_]")
WORD = re.compile(r"\S*\w\S*")


def words_in(text: str) -> int | None:
    """The words between the spaces of a text; None where its script does not write spaces.

    >>> words_in("लड़का घर जाता है ।"), words_in("她在家。"), words_in("— yes, 42!")
    (4, None, 2)
    """
    if 2 * len(UNSPACED.findall(text)) > len(LETTER.findall(text)):
        return None
    return len(WORD.findall(text))


def count_tokens(
    counted: Iterable[tuple[str, int]], *, unknown: int | None = None, pieces: int | None = None
) -> Tokenization:
    """Texts with their numbers of tokens, and how many of all these are unknown or pieces."""
    texts = tokens = utf8_bytes = 0
    words: int | None = 0
    for text, count in counted:
        found = words_in(text)
        words = None if words is None or found is None else words + found
        texts, tokens = texts + 1, tokens + count
        utf8_bytes += len(text.encode("utf-8"))
    if not tokens or not utf8_bytes:
        raise ValueError("need at least one text with a token")
    return Tokenization(
        texts=texts,
        tokens=tokens,
        utf8_bytes=utf8_bytes,
        words=words or None,
        unknown=unknown,
        pieces=pieces,
    )
