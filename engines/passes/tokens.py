"""Text to token ids, with exactly one prefix token whatever the tokenizer itself adds."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kasauti.engines.protocol.backend import TokenKinds
from kasauti.engines.protocol.errors import EngineError, first_line
from kasauti.engines.store.scores import reads_stored

if TYPE_CHECKING:
    from transformers import BatchEncoding, PreTrainedTokenizerBase

    from kasauti.engines.passes.text_model import TextModel

Ids = NDArray[np.int32]

AUTO = "auto"
NONE = "none"
# Bounds the memory of the tokenizer; a larger number is not faster.
TEXTS_AT_ONCE = 1024
COUNTS = struct.Struct("<QQQ")
KIND = "kinds of tokens"
# What a decoder gives for bytes that are not a whole character.
REPLACEMENT = "\ufffd"


def prefix_token(tokenizer: PreTrainedTokenizerBase, bos: str) -> int | None:
    """The token before every sentence: by default BOS, else EOS, else CLS.

    `bos` is "auto", "none" (then the first token is not scored) or a token.
    """
    if bos == NONE:
        return None
    if bos == AUTO:
        for token in (tokenizer.bos_token_id, tokenizer.eos_token_id, tokenizer.cls_token_id):
            if token is not None:
                return int(token)
        raise EngineError(
            "The tokenizer has no BOS, EOS or CLS token. "
            "Pass --bos=TOKEN, which is put before each sentence, or --bos=none."
        )
    token = tokenizer.convert_tokens_to_ids(bos)
    unknown = token == tokenizer.unk_token_id and bos != tokenizer.unk_token
    if not isinstance(token, int) or unknown:
        raise EngineError(
            f"--bos={bos} is not a token of this tokenizer. Pass one of its tokens, auto or none."
        )
    return token


def tokenize(
    tokenizer: PreTrainedTokenizerBase, texts: str | list[str], **settings: Any
) -> BatchEncoding:
    """Return the tokenizer's encoding of texts; a tokenizer that fails is refused."""
    try:
        rows: BatchEncoding = tokenizer(
            texts, return_attention_mask=False, verbose=False, **settings
        )
    except Exception as error:
        # Tokenizers raise plain Exception, for example without a token for unknown words.
        raise EngineError(
            f"The tokenizer in {tokenizer.name_or_path} cannot encode a text "
            f"({first_line(error)}). Save the model's own tokenizer again."
        ) from error
    return rows


def tokenize_with_offsets(
    tokenizer: PreTrainedTokenizerBase, texts: list[str], *, special_tokens: bool, remedy: str = ""
) -> BatchEncoding:
    """Return the encoding of texts with the characters that each token covers."""
    if not tokenizer.is_fast:
        raise EngineError(
            f"The tokenizer {type(tokenizer).__name__} does not say which characters a token "
            f"covers. Save it as a fast tokenizer (tokenizer.json){remedy}."
        )
    return tokenize(
        tokenizer,
        texts,
        add_special_tokens=special_tokens,
        return_special_tokens_mask=special_tokens,
        return_offsets_mapping=True,
    )


def token_rows(tokenizer: PreTrainedTokenizerBase, texts: Sequence[str]) -> Iterator[list[int]]:
    """The tokens of each text, without special ones."""
    for start in range(0, len(texts), TEXTS_AT_ONCE):
        chunk = list(texts[start : start + TEXTS_AT_ONCE])
        yield from tokenize(tokenizer, chunk, add_special_tokens=False)["input_ids"]


def encode(
    tokenizer: PreTrainedTokenizerBase, texts: Sequence[str], *, prefix: int | None
) -> list[Ids]:
    """The token ids of each text, the prefix token first."""
    before = [] if prefix is None else [prefix]
    rows = token_rows(tokenizer, texts)
    encoded = [np.array(before + row, dtype=np.int32) for row in rows]
    for text, ids in zip(texts, encoded, strict=True):
        if len(ids) < 2:
            raise EngineError(
                f"The sentence {text!r} leaves no token to score. "
                "Lengthen it, or do not pass --bos=none."
            )
    return encoded


@reads_stored
def _unpack(value: bytes) -> TokenKinds:
    return TokenKinds(*COUNTS.unpack(value))


def token_kinds_once(model: TextModel, groups: Sequence[Sequence[str]]) -> list[TokenKinds]:
    """The kinds of tokens in each group; those that were counted before are found by the texts."""
    keys = [model.key(KIND, _content(group)) for group in groups]
    found = model.store.get(keys)
    kinds = {key: _unpack(value) for key, value in found.items()}
    missing = {key: group for key, group in zip(keys, groups, strict=True) if key not in kinds}
    if missing:
        tokenizer = model.tokenizer

        @cache
        def is_piece(token: int) -> bool:
            return token != tokenizer.unk_token_id and REPLACEMENT in tokenizer.decode([token])

        new = {key: _count_kinds(tokenizer, group, is_piece) for key, group in missing.items()}
        rows = [(key, COUNTS.pack(*astuple(each))) for key, each in new.items()]
        model.store.put(rows, model.owner)
        kinds |= new
    return [kinds[key] for key in keys]


def _count_kinds(
    tokenizer: PreTrainedTokenizerBase, texts: Sequence[str], is_piece: Callable[[int], bool]
) -> TokenKinds:
    counts = Counter[int](token for row in token_rows(tokenizer, texts) for token in row)
    unknown = tokenizer.unk_token_id
    return TokenKinds(
        counts.total(),
        0 if unknown is None else counts[unknown],
        sum(count for token, count in counts.items() if is_piece(token)),
    )


def _content(texts: Sequence[str]) -> bytes:
    encoded = [text.encode() for text in texts]
    return b"".join(len(text).to_bytes(8, "big") + text for text in encoded)
