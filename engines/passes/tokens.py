"""Text to token ids, with exactly one prefix token whatever the tokenizer itself adds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kasauti.engines.protocol.errors import EngineError, first_line

if TYPE_CHECKING:
    from transformers import BatchEncoding, PreTrainedTokenizerBase

Ids = NDArray[np.int32]

AUTO = "auto"
NONE = "none"
# Bounds the memory of the tokenizer; a larger number is not faster.
TEXTS_AT_ONCE = 1024


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
