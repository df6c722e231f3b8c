"""Exact sentence scores from a causal model: rows in, sums of log-probabilities out."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

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

# Bounds the mask of a row of choices under one long context.
MOST_ROW_TOKENS = 4096

# Bounds the memory of the rows; so many that hardly a prefix is cut in two.
SEQUENCES_AT_ONCE = 4096

# Settings by which architectures limit how far back a token may look.
WINDOWS = ("sliding_window", "window_size", "attention_window", "attention_chunk_size")
# Layers that carry a state along the row, whatever the mask says.
RECURRENT_LAYERS = ("linear_attention", "mamba", "recurrent", "conv", "hybrid")


@dataclass(frozen=True, slots=True)
class Way:
    """How a model's rows are laid out, and why not packed where they are not."""

    capacity: int  # 0: a row for each sequence
    reason: str
    longest: int = 0  # how long a row may grow for sequences under one long context

    @property
    def packed(self) -> bool:
        return self.capacity > 0


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """What the model itself makes of a few sequences: what our ways must agree with."""

    sequences: list[Ids]
    rows: list[Row]  # one a sequence
    hidden: Tensor  # [rows, inputs, hidden]
    logits: Tensor  # [rows, inputs, vocabulary]


class CausalScorer:
    """Scores token sequences with one causal model, in batches of bounded size."""

    def __init__(self, model: PreTrainedModel, *, batch_tokens: int) -> None:
        self.model = model
        self._limit = BatchLimit(batch_tokens)
        self._takes_positions = (
            "position_ids" in inspect.signature(model.base_model.forward).parameters
        )
        self._head = self._checked_head()

    @property
    def batch_tokens(self) -> int:
        return self._limit.tokens

    def scores(
        self, sequences: Sequence[Ids], *, given: Sequence[int] | None = None
    ) -> Iterator[list[tuple[int, float]]]:
        """(index, sum of log-probabilities) of each sequence, one list a finished batch.

        The first token of a sequence is given (or the first `given[index]`);
        every other is scored.
        """
        for group in self._by_window(sequences):
            way = self.way([sequences[index] for index in group])
            compute = partial(self._batch_scores, packed=way.packed)
            order = [group[place] for place in prefix_order([sequences[each] for each in group])]
            # A stretch at a time: rows take many times the memory of the sequences in them.
            for start in range(0, len(order), SEQUENCES_AT_ONCE):
                stretch = order[start : start + SEQUENCES_AT_ONCE]
                rows = pack(
                    [sequences[index] for index in stretch],
                    capacity=way.capacity,
                    given=[given[index] for index in stretch] if given else None,
                    longest=way.longest,
                )
                # Rows of like length go together, so that little is padded.
                for batch in self._limit.run(sorted(rows, key=len, reverse=True), compute):
                    yield [(stretch[index], score) for index, score in batch]

    def way(self, sequences: Sequence[Ids]) -> Way:
        """Packed rows where the model allows them, else one sequence a row."""
        longest = max((len(ids) - 1 for ids in sequences), default=0)
        reason = self._obstacle(max(longest, ROW_TOKENS))
        if reason:
            return Way(0, reason)
        return Way(ROW_TOKENS, "", min(self._window() or MOST_ROW_TOKENS, MOST_ROW_TOKENS))

    def _by_window(self, sequences: Sequence[Ids]) -> list[list[int]]:
        """Sequences that fit the model's window apart from those that do not.

        A few long ones shall not keep the others from being packed.
        """
        window = self._window() or max((len(ids) for ids in sequences), default=0)
        near = [index for index, ids in enumerate(sequences) if len(ids) - 1 <= window]
        far = [index for index, ids in enumerate(sequences) if len(ids) - 1 > window]
        return [group for group in (near, far) if group]

    def _window(self) -> int | None:
        """How far back the model may look where it is limited, by its config."""
        config = self.model.config.get_text_config()
        windows = [getattr(config, name, None) for name in WINDOWS]
        return min((size for size in windows if isinstance(size, int) and size > 0), default=None)

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
        window = self._window()
        if window is not None and window < row_tokens:
            return f"its window of {window} tokens is shorter than a row"
        if not self._takes_positions:
            return "the model takes no position ids"
        return "" if self._packing_agrees else "packed rows gave other hidden states"

    @cached_property
    def _packing_agrees(self) -> bool:
        """Whether a small packed row gives the hidden states of its sequences on their own."""
        (packed,) = pack(self._trial.sequences, capacity=ROW_TOKENS)
        try:
            together = self._hidden([packed], packed=True)[0]
        except (RuntimeError, TypeError, ValueError):
            return False  # the architecture does not take such a mask at all
        inputs = {depth_path: place for place, depth_path in enumerate(_paths(packed))}
        return all(
            close(together[[inputs[path] for path in _paths(row)]], alone[: len(row)])
            for row, alone in zip(self._trial.rows, self._trial.hidden, strict=True)
        )

    @cached_property
    def _trial(self) -> Trial:
        """A few sequences through the whole model, in one pass: small ones cost as much."""
        sequences = _trial_sequences(self.model.config.get_text_config().vocab_size)
        rows = pack(sequences, capacity=0)
        seen: list[Tensor] = []
        watch = self.model.base_model.register_forward_hook(
            lambda _, __, output: seen.append(output.last_hidden_state)
        )
        with torch.inference_mode():
            logits = self.model(**self._inputs(rows, packed=False)).logits
        watch.remove()
        hidden = seen[0] if seen else self._hidden(rows, packed=False)
        return Trial(sequences, rows, hidden, logits)

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
        head = Head.of(self.model, self.model.config.get_text_config())
        row = self._trial.rows[0]
        sources = self._tensor(np.array(row.sources, np.int64))
        targets = self._tensor(np.array(row.targets, np.int64))
        with torch.inference_mode():
            own = target_logprobs(self._trial.logits[0], sources, targets)
            blocked = head.logprobs(self._trial.hidden[0], sources, targets)
        agree = close(blocked.double().cpu(), own.double().cpu(), dtype=self.model.dtype)
        return head if agree else None

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
