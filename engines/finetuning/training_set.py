"""What a model is fine-tuned on: texts, the places in them that are labelled, and their tokens."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kasauti.engines.errors import EngineError

if TYPE_CHECKING:
    import torch

    from kasauti.engines.local import Engine

IGNORED = -100  # what torch's cross-entropy leaves out
CUT_OFF = -1  # the place of a span whose tokens did not fit


@dataclass(frozen=True, slots=True)
class Example:
    """A text, and the labels of its spans; without spans, one label for the whole.

    A span is the characters [start, end). What is only asked for has no labels.
    """

    text: str
    labels: tuple[int, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class TrainingSet:
    """What is learnt from, what is watched meanwhile (may be empty), and what is asked then."""

    train: tuple[Example, ...]
    dev: tuple[Example, ...]
    asked: tuple[Example, ...]
    classes: int

    def digest(self) -> str:
        """What tells this lesson from any other."""
        return hashlib.sha256(repr(self).encode()).hexdigest()


@dataclass(frozen=True, slots=True, eq=False)
class EncodedExample:
    """The tokens of a text, and the token that speaks for each span (or for the whole)."""

    ids: NDArray[np.int64]
    places: NDArray[np.int64]
    labels: NDArray[np.int64]


def encode_examples(
    engine: Engine, examples: Sequence[Example], *, longest: int
) -> list[EncodedExample]:
    """The tokens of each example, at most `longest`.

    For the whole text speaks the last token (a causal model has read all by then) or the first
    (a masked model's CLS); for a span its last token. Of a text that is too long its first
    quarter and its end are kept; where it has spans, its beginning.
    """
    tokenizer = engine.tokenizer
    if not tokenizer.is_fast:
        raise EngineError(
            f"The tokenizer {type(tokenizer).__name__} does not tell which characters a token "
            "covers. Save it as a fast tokenizer (tokenizer.json)."
        )
    if not examples:
        return []
    masked = engine.kind == "masked"
    rows = tokenizer(
        [example.text for example in examples],
        add_special_tokens=masked,
        return_offsets_mapping=True,
        return_attention_mask=False,
        verbose=False,
    )
    before = [] if masked or engine.prefix is None else [engine.prefix]
    return [
        _encoded(example, before + ids, [(0, 0)] * len(before) + offsets, masked, longest)
        for example, ids, offsets in zip(
            examples, rows["input_ids"], rows["offset_mapping"], strict=True
        )
    ]


def _encoded(
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
        places = [_last_token(offsets[:longest], span) for span in example.spans]
    else:
        head = longest // 4
        ids = ids if len(ids) <= longest else ids[:head] + ids[head - longest :]
        places = [0 if masked else len(ids) - 1]
    labels = [
        IGNORED if place == CUT_OFF else label
        for place, label in zip(places, example.labels or [IGNORED] * len(places), strict=True)
    ]
    return EncodedExample(np.array(ids), np.array(places), np.array(labels))


def _last_token(offsets: Sequence[tuple[int, int]], span: tuple[int, int]) -> int:
    start, end = span
    places = [place for place, (first, stop) in enumerate(offsets) if first < end and stop > start]
    return places[-1] if places else CUT_OFF


class Collate:
    """Examples of different lengths as one batch, padded at the end."""

    def __init__(self, padding: int) -> None:
        self._padding = padding

    def __call__(self, batch: Sequence[EncodedExample]) -> dict[str, torch.Tensor]:
        import torch

        padded = torch.nn.utils.rnn.pad_sequence

        def together(name: str, filling: int) -> torch.Tensor:
            rows = [torch.from_numpy(getattr(each, name)) for each in batch]
            return padded(rows, batch_first=True, padding_value=filling)

        ones: list[Any] = [torch.ones(len(each.ids), dtype=torch.int64) for each in batch]
        return {
            "input_ids": together("ids", self._padding),
            "attention_mask": padded(ones, batch_first=True),
            "places": together("places", CUT_OFF),
            "labels": together("labels", IGNORED),
        }
