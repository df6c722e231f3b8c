"""Hidden states at word spans, from every layer: one forward pass per sentence."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from kasauti.engines.passes.limits import require_known_tokens, require_positions, warn_of_long
from kasauti.engines.passes.text_model import TextModel
from kasauti.engines.passes.tokens import tokenize_with_offsets
from kasauti.engines.protocol.backend import Advance, Pool, TextSpan, Vectors, ignore_progress
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.placement import input_device
from kasauti.engines.store.missing import Keep, Missing
from kasauti.engines.store.scores import reads_stored

if TYPE_CHECKING:
    import torch
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

    from kasauti.engines.passes.tokens import Ids

# Layers and width, before the numbers themselves.
HEADER = struct.Struct("<II")
MOST_LAYERS = 10_000
ALL, LAST = "all", "last"  # layers to read; else the number of one
# Bounds what is read from the store at once: a large model's vectors of one span take 500 kB.
SPANS_AT_ONCE = 64


@dataclass(frozen=True, slots=True, eq=False)
class TokenSpan:
    """A sentence's tokens as the model takes them, and those that overlap the span."""

    ids: Ids
    first: int
    stop: int

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def content(self) -> bytes:
        """All that its vectors depend on, except the model and the pooling."""
        return np.array([self.first, self.stop], dtype=np.int32).tobytes() + self.ids.tobytes()


# Yields (index, hidden states of all layers) of each span, one list per finished batch.
EncodeSpans = Callable[[Sequence[TokenSpan], Pool], Iterator[list[tuple[int, Vectors]]]]


class SpanVectors:
    """The vectors of spans, each computed once for one model."""

    def __init__(
        self, model: TextModel, encode: EncodeSpans, *, pool: Pool, layers: str = ALL
    ) -> None:
        self._model = model
        self._encode = encode
        self._pool = pool
        self._layers = layers

    def compute(self, spans: Sequence[TextSpan], advance: Advance = ignore_progress) -> None:
        """Put the vectors of all spans into the store."""
        keys, aligned = self._prepare(spans)
        self._missing(aligned, advance).fill(keys)

    def _missing(self, aligned: Sequence[TokenSpan], advance: Advance) -> Missing:

        def compute(missing: list[int], keep: Keep) -> None:
            chosen = [aligned[index] for index in missing]
            for batch in self._encode(chosen, self._pool):
                keep((missing[index], self._pack(vectors)) for index, vectors in batch)

        def report(indices: list[int], computed: bool) -> None:
            advance(len(indices), stored=not computed)

        return self._model.missing(compute, report, keys_at_once=SPANS_AT_ONCE)

    def read(self, spans: Sequence[TextSpan]) -> Vectors:
        """[spans, layers + 1, hidden], computed where they are not in the store.

        Layers that are not wanted are zero; they are not stored.
        """
        keys, aligned = self._prepare(spans)
        found: dict[bytes, Vectors] = {}

        def collect(values: dict[bytes, bytes]) -> None:
            found.update({key: self._unpack(value) for key, value in values.items()})

        # What `compute` stored is not counted a second time.
        missing = replace(self._missing(aligned, ignore_progress), counter=Counter())
        missing.fill(keys, collect)
        self._model.counter["computed"] += missing.counter["computed"]
        return np.stack([found[key] for key in keys])

    def _prepare(self, spans: Sequence[TextSpan]) -> tuple[list[bytes], list[TokenSpan]]:
        model = self._model
        aligned = align(
            model.tokenizer,
            spans,
            prefix=None if model.kind == "masked" else model.prefix,
            special_tokens=model.kind == "masked",
        )
        require_known_tokens(model, [each.ids for each in aligned])
        sentences, lengths = [each.sentence for each in spans], [len(each) for each in aligned]
        long = require_positions(model, sentences, lengths)
        warn_of_long(model, long, longest=max(lengths, default=0))
        kind = f"vectors|{self._pool}"
        if self._layers != ALL:
            kind += f"|layers:{self._layers}"
        return [model.key(kind, each.content) for each in aligned], aligned

    def _pack(self, vectors: Vectors) -> bytes:
        """Return the stored form: the size of the whole, and the rows of the wanted layers."""
        wanted = wanted_layers(self._layers, len(vectors))
        return HEADER.pack(*vectors.shape) + vectors[wanted].astype("<f4").tobytes()

    @reads_stored
    def _unpack(self, value: bytes) -> Vectors:
        layers, width = HEADER.unpack_from(value)
        stored = np.frombuffer(value, dtype="<f4", offset=HEADER.size).reshape(-1, width)
        if layers > MOST_LAYERS:
            raise ValueError
        vectors = np.zeros((layers, width), dtype=np.float32)
        vectors[wanted_layers(self._layers, layers)] = stored
        return vectors


def wanted_layers(layers: str, count: int) -> list[int]:
    """The numbers of the layers to read; the embeddings, a baseline, are always among them."""
    if layers == ALL:
        return list(range(count))
    number = count - 1 if layers == LAST else int(layers)
    if number >= count:
        raise EngineError(
            f"--probe-layers={layers} is not a layer of this model. Give 0 (the embeddings) to "
            f"{count - 1}, last or all."
        )
    return sorted({0, number})


class SpanEncoder:
    """Runs one model on sentences and keeps the hidden states at their spans."""

    def __init__(self, model: PreTrainedModel, *, pool: Pool, batch_tokens: int) -> None:
        self._model = model
        self._pool = pool
        self._batch_tokens = batch_tokens

    def vectors(self, spans: Sequence[TokenSpan]) -> Iterator[list[tuple[int, Vectors]]]:
        """(index, [layers + 1, hidden]) of each span, one list per finished batch.

        Sentences of the same length go together: nothing is padded, so that no vector can
        depend on the others in its batch. The longest come first: what does not fit in memory
        fails early.
        """
        from kasauti.engines.passes.batching import BatchLimit, by_length

        limit = BatchLimit(self._batch_tokens)
        for indices in by_length(spans):
            rest = iter(indices)
            for batch in limit.run([spans[index] for index in indices], self._batch):
                yield [(next(rest), vectors) for vectors in batch]

    def _batch(self, batch: Sequence[TokenSpan]) -> list[Vectors]:
        import torch

        tokens = np.stack([span.ids for span in batch]).astype(np.int64)
        with torch.inference_mode():
            device = input_device(self._model)
            states = self._states(torch.from_numpy(tokens).to(device))
            return [self._pool_span(states, row, span) for row, span in enumerate(batch)]

    def _states(self, ids: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """The hidden states [sentences, tokens, hidden] of the embeddings and of every layer."""
        import torch

        output = self._model.base_model(
            input_ids=ids, attention_mask=torch.ones_like(ids), output_hidden_states=True
        )
        states = getattr(output, "hidden_states", None)
        if not states:
            raise EngineError(
                f"The architecture {type(self._model).__name__} does not return its hidden states. "
                "Use a model that supports output_hidden_states."
            )
        return tuple(states)

    def _pool_span(self, states: tuple[torch.Tensor, ...], row: int, span: TokenSpan) -> Vectors:
        import torch

        from kasauti.engines.passes.batching import require_finite

        # In single precision: a mean over tokens would lose digits in half precision.
        at_span = torch.stack(
            # Of a sharded model, each layer's states are on its own device.
            [state[row, span.first : span.stop].to(states[0].device) for state in states]
        ).float()
        pooled = at_span[:, -1] if self._pool == "last" else at_span.mean(dim=1)
        vectors: Vectors = pooled.cpu().numpy()
        require_finite(vectors, "a hidden state")
        return vectors


def align(
    tokenizer: PreTrainedTokenizerBase,
    spans: Sequence[TextSpan],
    *,
    prefix: int | None,
    special_tokens: bool,
) -> list[TokenSpan]:
    """The tokens of each sentence, and which of them overlap its span.

    A token that covers a character of the span in part (byte-level tokenizers cut characters)
    or reaches beyond the span is one of them. `special_tokens` says whether the tokenizer adds
    its own; without them (a causal model) `prefix` comes before the sentence, and what comes
    after the span is left out, because the model cannot see it from there.
    """
    if not spans:
        return []
    sentences = [span.sentence for span in spans]
    rows = tokenize_with_offsets(tokenizer, sentences, special_tokens=special_tokens)
    before = [] if prefix is None else [prefix]
    aligned = []
    for span, ids, offsets in zip(spans, rows["input_ids"], rows["offset_mapping"], strict=True):
        first, stop = (len(before) + edge for edge in _edges(span, offsets))
        tokens = np.array(before + ids, dtype=np.int32)
        aligned.append(TokenSpan(tokens if special_tokens else tokens[:stop], first, stop))
    return aligned


def _edges(span: TextSpan, offsets: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The tokens [first, stop) that overlap a span, by the characters that they cover."""
    inside = [
        index
        for index, (start, stop) in enumerate(offsets)
        if start < span.end and stop > span.start
    ]
    if not inside:
        raise EngineError(
            f"No token covers {span.sentence[span.start : span.end]!r} in {span.sentence!r}. "
            "Use a span of characters that the tokenizer keeps."
        )
    return inside[0], inside[-1] + 1
