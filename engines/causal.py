"""Exact sentence scores from a causal model: rows in, sums of log-probabilities out."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from transformers import PreTrainedModel

from engines.batching import BatchLimit
from engines.head import Head, target_logprobs
from engines.numerics import close, require_finite
from engines.rows import Ids, Row, pack, prefix_order

# Long enough that neighbours share their prefixes, short enough that attention
# within a row stays a small part of the work.
ROW_TOKENS = 192

# Bounds the memory of the rows; so many that hardly a prefix is cut in two.
SEQUENCES_AT_ONCE = 4096

HEAD_TRIAL_TOKENS = 5

# Settings by which architectures limit how far back a token may look.
WINDOWS = ("sliding_window", "window_size", "attention_window", "attention_chunk_size")
# Layers that carry a state along the row, whatever the mask says.
RECURRENT_LAYERS = ("linear_attention", "mamba", "recurrent", "conv", "hybrid")


@dataclass(frozen=True, slots=True)
class Way:
    """How a model's rows are laid out, and why not packed where they are not."""

    capacity: int  # 0: a row for each sequence
    reason: str

    @property
    def packed(self) -> bool:
        return self.capacity > 0


class CausalScorer:
    """Scores token sequences with one causal model, in batches of bounded size."""

    def __init__(self, model: PreTrainedModel, *, batch_tokens: int) -> None:
        self.model = model
        self._limit = BatchLimit(batch_tokens)
        self._takes_positions = (
            "position_ids" in inspect.signature(model.base_model.forward).parameters
        )
        self._head: Head | None = None
        self._head = self._checked_head()

    @property
    def batch_tokens(self) -> int:
        return self._limit.tokens

    def scores(self, sequences: Sequence[Ids]) -> Iterator[list[tuple[int, float]]]:
        """(index, sum of log-probabilities) of each sequence, one list a finished batch.

        The first token of a sequence is given; every other is scored.
        """
        way = self.way(sequences)
        compute = partial(self._batch_scores, packed=way.packed)
        order = prefix_order(sequences)
        # A stretch at a time: rows take many times the memory of the sequences in them.
        for start in range(0, len(order), SEQUENCES_AT_ONCE):
            stretch = order[start : start + SEQUENCES_AT_ONCE]
            rows = pack([sequences[index] for index in stretch], capacity=way.capacity)
            # Rows of like length go together, so that little is padded.
            for batch in self._limit.run(sorted(rows, key=len, reverse=True), compute):
                yield [(stretch[index], score) for index, score in batch]

    def way(self, sequences: Sequence[Ids]) -> Way:
        """Packed rows where the model allows them, else one sequence a row."""
        longest = max((len(ids) - 1 for ids in sequences), default=0)
        reason = self._obstacle(max(longest, ROW_TOKENS))
        return Way(0 if reason else ROW_TOKENS, reason)

    def _obstacle(self, row_tokens: int) -> str:
        """Why packed rows would be wrong for this model; empty where they are right."""
        config = self.model.config.get_text_config()
        if getattr(config, "alibi", False) or config.model_type in ("bloom", "mpt"):
            return "distances are counted along the row (ALiBi)"
        kinds = getattr(config, "layer_types", None) or ()
        if getattr(self.model, "_is_stateful", False) or any(
            recurrent in kind for kind in kinds for recurrent in RECURRENT_LAYERS
        ):
            return "the model is recurrent"
        for name in WINDOWS:
            window = getattr(config, name, None)
            if isinstance(window, int) and 0 < window < row_tokens:
                return f"its window of {window} tokens is shorter than a row"
        if not self._takes_positions:
            return "the model takes no position ids"
        return "" if self._packing_agrees() else "packed rows gave other hidden states"

    def _packing_agrees(self) -> bool:
        """Whether a small packed row gives the hidden states of its sequences on their own."""
        sequences = _trial_sequences(self.model.config.get_text_config().vocab_size)
        (packed,) = pack(sequences, capacity=ROW_TOKENS)
        try:
            together = self._hidden([packed], packed=True)[0]
        except (RuntimeError, TypeError, ValueError):
            return False  # the architecture does not take such a mask at all
        inputs = {depth_path: place for place, depth_path in enumerate(_paths(packed))}
        for row in pack(sequences, capacity=0):
            alone = self._hidden([row], packed=False)[0]
            places = [inputs[path] for path in _paths(row)]
            if not close(together[places], alone[: len(row)]):
                return False
        return True

    @torch.inference_mode()
    def _hidden(self, batch: Sequence[Row], *, packed: bool) -> Tensor:
        """The last hidden states [rows, inputs, hidden] of a batch."""
        return self.model.base_model(**self._inputs(batch, packed=packed)).last_hidden_state  # type: ignore[no-any-return]

    def _inputs(self, batch: Sequence[Row], *, packed: bool) -> dict[str, object]:
        width = max(len(row) for row in batch)
        tokens = np.zeros((len(batch), width), dtype=np.int64)
        for index, row in enumerate(batch):
            tokens[index, : len(row)] = row.tokens
        inputs: dict[str, object] = {"input_ids": self._tensor(tokens), "use_cache": False}
        if packed:
            positions = np.zeros_like(tokens)
            # Padding sees itself, so that no row of the softmax is empty.
            mask = np.broadcast_to(np.eye(width, dtype=np.bool_), (len(batch), width, width)).copy()
            for index, row in enumerate(batch):
                positions[index, : len(row)] = row.depths
                mask[index, : len(row), : len(row)] = row.visible()
            inputs["position_ids"] = self._tensor(positions)
            inputs["attention_mask"] = self._additive(mask)
        else:
            lengths = np.array([len(row) for row in batch])
            inputs["attention_mask"] = self._tensor(
                (np.arange(width) < lengths[:, None]).astype(np.int64)
            )
        return inputs

    def _additive(self, mask: NDArray[np.bool_]) -> Tensor:
        """The mask [rows, 1, inputs, inputs] in the form that every attention takes."""
        seen = torch.from_numpy(mask).unsqueeze(1)
        blocked = torch.finfo(self.model.dtype).min
        additive = torch.zeros(seen.shape, dtype=self.model.dtype).masked_fill_(~seen, blocked)
        return additive.to(self.model.device)

    @torch.inference_mode()
    def _batch_scores(self, batch: Sequence[Row], *, packed: bool) -> list[tuple[int, float]]:
        logprobs = self._logprobs(batch, packed=packed)
        require_finite(logprobs)
        scores: list[tuple[int, float]] = []
        stop = 0
        for row in batch:
            start, stop = stop, stop + len(row.targets)
            scores += row.sums(logprobs[start:stop])
        return scores

    def _logprobs(self, batch: Sequence[Row], *, packed: bool) -> NDArray[np.float64]:
        """The log-probabilities of all predictions of the batch, row after row."""
        width = max(len(row) for row in batch)
        sources = self._tensor(
            np.concatenate(
                [np.array(row.sources, np.int64) + index * width for index, row in enumerate(batch)]
            )
        )
        targets = self._tensor(np.concatenate([np.array(row.targets, np.int64) for row in batch]))
        if self._head is not None:
            hidden = self._hidden(batch, packed=packed).flatten(0, 1)
            logprobs = self._head.logprobs(hidden, sources, targets)
        else:
            logits = self.model(**self._inputs(batch, packed=packed)).logits.flatten(0, 1)
            logprobs = target_logprobs(logits, sources, targets)
        return logprobs.double().cpu().numpy()

    def _checked_head(self) -> Head | None:
        """The head in blocks where it gives the model's own log-probabilities, else None."""
        # Few positions: the model's own head makes the whole matrix of logits.
        trial = _trial_sequences(self.model.config.get_text_config().vocab_size)[0]
        rows = pack([trial[:HEAD_TRIAL_TOKENS]], capacity=0)
        with torch.inference_mode():
            own = self._logprobs(rows, packed=False)
            self._head = Head.of(self.model, self.model.config.get_text_config())
            blocked = self._logprobs(rows, packed=False)
        agree = close(torch.from_numpy(blocked), torch.from_numpy(own), dtype=self.model.dtype)
        return self._head if agree else None

    def _tensor(self, array: NDArray[np.int64]) -> Tensor:
        return torch.from_numpy(array).to(self.model.device)


def _trial_sequences(vocabulary: int) -> list[Ids]:
    """Sequences with shared prefixes and, in a common row, other places than depths."""
    ids = np.random.default_rng(0).integers(0, vocabulary, size=40).astype(np.int32)
    return [
        ids[:12],
        np.concatenate([ids[:6], ids[12:20]]),
        np.concatenate([ids[:2], ids[20:30]]),
        np.concatenate([ids[:2], ids[20:24], ids[30:40]]),
    ]


def _paths(row: Row) -> list[tuple[int, ...]]:
    """For each input of a row, the tokens from the root to it."""
    paths: list[tuple[int, ...]] = []
    for token, parent in zip(row.tokens, row.parents, strict=True):
        paths.append((*(paths[parent] if parent >= 0 else ()), token))
    return paths
