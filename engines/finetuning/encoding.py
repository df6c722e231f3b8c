"""Examples for fine-tuning as tokens, and the tokens that are classified."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kasauti.engines.passes.limits import require_known_tokens
from kasauti.engines.passes.tokens import tokenize_with_offsets
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.protocol.training import Example

if TYPE_CHECKING:
    import torch

    from kasauti.engines.passes.text_model import LocalModel

IGNORED = -100  # what torch's cross-entropy leaves out
CUT_OFF = -1  # the token of a span that was cut off


@dataclass(frozen=True, slots=True, eq=False)
class EncodedExample:
    """The tokens of a text, and the token that is classified for each span (or for the whole)."""

    ids: NDArray[np.int64]
    indices: NDArray[np.int64]
    labels: NDArray[np.int64]


def encode_examples(
    model: LocalModel, examples: Sequence[Example], *, longest: int
) -> list[EncodedExample]:
    """The tokens of each example, at most `longest`.

    Classified is the last token of a span, and for a whole text the last token (a causal model
    has read everything by then) or the first (a masked model's CLS). Of a text that is too long
    the beginning is kept if it has spans; else a quarter of the room goes to its beginning and
    the rest to its end.
    """
    if not examples:
        return []
    masked = model.kind == "masked"
    texts = [example.text for example in examples]
    rows = tokenize_with_offsets(model.tokenizer, texts, special_tokens=masked)
    require_known_tokens(model, [np.array(ids) for ids in rows["input_ids"]])
    before = [] if masked or model.prefix is None else [model.prefix]
    return [
        _encode(example, before + ids, [(0, 0)] * len(before) + offsets, masked, longest)
        for example, ids, offsets in zip(
            examples, rows["input_ids"], rows["offset_mapping"], strict=True
        )
    ]


def _encode(
    example: Example,
    ids: list[int],
    offsets: list[tuple[int, int]],
    masked: bool,
    longest: int,
) -> EncodedExample:
    if not ids:
        raise EngineError(f"The text {example.text!r} has no tokens. Do not pass --bos=none.")
    if example.spans:
        ids = ids[:longest]
        indices = [_last_token(offsets[:longest], span) for span in example.spans]
    else:
        head = longest // 4
        ids = ids if len(ids) <= longest else ids[:head] + ids[head - longest :]
        indices = [0 if masked else len(ids) - 1]
    labels = [
        IGNORED if index == CUT_OFF else label
        for index, label in zip(indices, example.labels or [IGNORED] * len(indices), strict=True)
    ]
    return EncodedExample(np.array(ids), np.array(indices), np.array(labels))


def _last_token(offsets: Sequence[tuple[int, int]], span: tuple[int, int]) -> int:
    start, end = span
    inside = [index for index, (first, stop) in enumerate(offsets) if first < end and stop > start]
    return inside[-1] if inside else CUT_OFF


def collate(batch: Sequence[EncodedExample], *, padding: int) -> dict[str, torch.Tensor]:
    """Examples of different lengths as one batch, padded at the end."""
    import torch

    pad = partial(torch.nn.utils.rnn.pad_sequence, batch_first=True)

    def together(name: str, filling: int) -> torch.Tensor:
        rows = [torch.from_numpy(getattr(each, name)) for each in batch]
        return pad(rows, padding_value=filling)

    return {
        "input_ids": together("ids", padding),
        "attention_mask": pad([torch.ones(len(each.ids), dtype=torch.int64) for each in batch]),
        "indices": together("indices", CUT_OFF),
        "labels": together("labels", IGNORED),
    }
