"""Counts of tokens that are unknown or hold only a part of a character.

Counts are kept in the store by the texts, so that a run which finds all scores there loads no
tokenizer for them either.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Sequence
from dataclasses import astuple
from typing import TYPE_CHECKING

from kasauti.engines.protocol.backend import TokenKinds

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

    from kasauti.engines.passes.text_model import TextModel

COUNTS = struct.Struct("<QQQ")
KIND = "kinds of tokens"
# What a decoder gives for bytes that are not a whole character.
REPLACEMENT = "\ufffd"


def token_kinds_once(model: TextModel, groups: Sequence[Sequence[str]]) -> list[TokenKinds]:
    """The kinds of tokens in each group; those that were counted before are found by the texts."""
    keys = [model.key(KIND, _content(group)) for group in groups]
    found = model.store.get(keys)
    kinds = {key: TokenKinds(*COUNTS.unpack(value)) for key, value in found.items()}
    missing = {key: group for key, group in zip(keys, groups, strict=True) if key not in kinds}
    if missing:
        vocabulary = _Vocabulary(model.tokenizer)
        new = {key: vocabulary.kinds(group) for key, group in missing.items()}
        rows = [(key, COUNTS.pack(*astuple(each))) for key, each in new.items()]
        model.store.put(rows, model.owner)
        kinds |= new
    return [kinds[key] for key in keys]


class _Vocabulary:
    """The tokens of a tokenizer, each decoded by itself at most once."""

    def __init__(self, tokenizer: PreTrainedTokenizerBase) -> None:
        self._tokenizer = tokenizer
        self._pieces: dict[int, bool] = {}

    def kinds(self, texts: Sequence[str]) -> TokenKinds:
        from kasauti.engines.passes.tokens import token_rows

        rows = token_rows(self._tokenizer, texts)
        counts = Counter[int](token for row in rows for token in row)
        unknown = self._tokenizer.unk_token_id
        return TokenKinds(
            counts.total(),
            0 if unknown is None else counts[unknown],
            sum(count for token, count in counts.items() if self._is_piece(token)),
        )

    def _is_piece(self, token: int) -> bool:
        if token not in self._pieces:
            alone = self._tokenizer.decode([token])
            self._pieces[token] = token != self._tokenizer.unk_token_id and REPLACEMENT in alone
        return self._pieces[token]


def _content(texts: Sequence[str]) -> bytes:
    encoded = [text.encode() for text in texts]
    return b"".join(len(text).to_bytes(8, "big") + text for text in encoded)
