"""Exact sentence scores from a causal model: token ids in, sums of log-probabilities out.

A batch is a prefix trie of neighbouring sequences, in which each token is computed once.
Where a model does not allow that, it is one padded row per sequence.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from transformers import PreTrainedModel

from kasauti.engines.causal.trie import Neighbours, Trie, alone
from kasauti.engines.causal.trie_attention import over_trie, parts
from kasauti.engines.passes.batching import BatchLimit, close, require_finite
from kasauti.engines.passes.limits import is_recurrent
from kasauti.engines.passes.lm_head import Head, target_logprobs
from kasauti.engines.passes.tokens import Ids
from kasauti.engines.sources.placement import input_device

# Settings by which architectures limit how far back a token may look.
WINDOWS = ("sliding_window", "window_size", "attention_window", "attention_chunk_size")


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """The model's own results for a few sequences: the reference for our methods."""

    sequences: list[Ids]
    rows: list[Trie]  # one per sequence
    hidden: Tensor  # [rows, inputs, hidden]
    logprobs: Tensor  # of the first row's predictions


class CausalScorer:
    """Scores token sequences with one causal model, in batches of bounded size."""

    def __init__(self, model: PreTrainedModel, *, batch_tokens: int) -> None:
        self.model = model
        self.limit = BatchLimit(batch_tokens)
        self._takes_positions = (
            "position_ids" in inspect.signature(model.base_model.forward).parameters
        )
        self._head = self._check_head()

    def scores(
        self, sequences: Sequence[Ids], *, given: Sequence[int] | None = None
    ) -> Iterator[list[tuple[int, float]]]:
        """(index, sum of log-probabilities) of each sequence, one list per finished batch.

        The first token of a sequence (or the first `given[index]`) is context;
        all others are scored.
        """
        tokens = sum(map(len, sequences))
        with self._head.reordered(tokens=tokens) if self._head else nullcontext():
            for group in self._by_window(sequences):
                chosen = [sequences[index] for index in group]
                contexts = [given[index] for index in group] if given else None
                for batch in self._group_scores(chosen, contexts):
                    yield [(group[index], score) for index, score in batch]

    def _group_scores(
        self, sequences: Sequence[Ids], given: Sequence[int] | None
    ) -> Iterator[list[tuple[int, float]]]:
        if self.why_no_trie(sequences):
            # Rows of similar length go together, so that little is padded.
            rows = sorted(alone(sequences, given), key=len, reverse=True)
            return self.limit.run(rows, partial(self._batch_scores, packed=False))
        neighbours = Neighbours(sequences, given)

        def take(start: int, tokens: int) -> tuple[list[Trie], int]:
            trie, stop = neighbours.trie(start, tokens)
            return [trie], stop

        compute = partial(self._batch_scores, packed=True)
        return self.limit.run_taken(len(neighbours), take, compute)

    def _by_window(self, sequences: Sequence[Ids]) -> list[list[int]]:
        """Sequences that fit the model's window, and those that do not.

        A few long ones must not keep the others from sharing their prefixes.
        """
        window = self._window()
        groups: dict[bool, list[int]] = {True: [], False: []}
        for index, ids in enumerate(sequences):
            groups[_fits(ids, window)].append(index)
        return [group for group in groups.values() if group]

    def _window(self) -> int | None:
        """Return how far back a token may look, if the config limits it."""
        config = self.model.config.get_text_config()
        windows = [getattr(config, name, None) for name in WINDOWS]
        return min((size for size in windows if isinstance(size, int) and size > 0), default=None)

    def why_no_trie(self, sequences: Sequence[Ids]) -> str:
        """Return why a trie would give wrong scores for this model; empty if it is exact."""
        config = self.model.config.get_text_config()
        if getattr(config, "alibi", False) or config.model_type in ("bloom", "mpt"):
            return "distances are counted along the row (ALiBi)"
        if is_recurrent(self.model):
            return "the model is recurrent"
        window = self._window()
        if not all(_fits(ids, window) for ids in sequences):
            return f"its window of {window} tokens is shorter than a sequence"
        if not self._takes_positions:
            return "the model does not take position ids"
        return "" if self._trie_agrees else "a trie gave different hidden states"

    @cached_property
    def _trie_agrees(self) -> bool:
        """Return True if a small trie gives the same hidden states as single sequences."""
        trie = _trial_trie(self._trial.sequences)
        try:
            together = self._states([trie], packed=True)[0]
        except (AttributeError, KeyError, RuntimeError, TypeError, ValueError):
            return False  # the architecture does not use the attention interface
        inputs = {path: index for index, path in enumerate(_paths(trie))}
        return all(
            close(together[[inputs[path] for path in _paths(row)]], states[: len(row)])
            for row, states in zip(self._trial.rows, self._trial.hidden, strict=True)
        )

    @cached_property
    def _trial(self) -> Trial:
        """A few sequences through the whole model, in one pass: single ones would cost as much."""
        sequences = _trial_sequences(self.model.config.get_text_config().vocab_size)
        rows = alone(sequences)
        seen: list[Tensor] = []
        watch = self.model.base_model.register_forward_hook(
            lambda _, __, output: seen.append(output.last_hidden_state)
        )
        with torch.inference_mode():
            logits = self._run(self.model, rows, packed=False).logits
            hidden = seen[0] if seen else self._states(rows, packed=False)
            logprobs = target_logprobs(logits[0], *self._predictions(rows[:1]))
        watch.remove()
        return Trial(sequences, rows, hidden, logprobs)

    @torch.inference_mode()
    def _states(self, rows: Sequence[Trie], *, packed: bool) -> Tensor:
        """The last hidden states [rows, inputs, hidden] of a batch."""
        return self._run(self.model.base_model, rows, packed=packed).last_hidden_state  # type: ignore[no-any-return]

    def _run(self, module: torch.nn.Module, rows: Sequence[Trie], *, packed: bool) -> Any:
        """The model, or its body, on a single trie (packed) or on one padded row per sequence."""
        lengths = np.array([len(row) for row in rows])
        inside = np.arange(lengths.max()) < lengths[:, None]
        tokens = np.zeros(inside.shape, dtype=np.int64)
        tokens[inside] = np.concatenate([row.tokens for row in rows])
        inputs = {"input_ids": self._tensor(tokens), "use_cache": False}
        if not packed:
            return module(**inputs, attention_mask=self._tensor(inside.astype(np.int64)))
        (trie,) = rows
        positions = self._tensor(np.array([trie.depths], dtype=np.int64))
        layout = parts(trie, dtype=self.model.dtype, device=input_device(self.model))
        with over_trie(self.model.config, layout):
            return module(**inputs, position_ids=positions)

    @torch.inference_mode()
    def _batch_scores(self, rows: Sequence[Trie], *, packed: bool) -> list[tuple[int, float]]:
        logprobs = self._logprobs(rows, packed=packed)
        require_finite(logprobs)
        scores: list[tuple[int, float]] = []
        stop = 0
        for row in rows:
            start, stop = stop, stop + len(row.targets)
            scores += row.sums(logprobs[start:stop])
        return scores

    def _logprobs(self, rows: Sequence[Trie], *, packed: bool) -> NDArray[np.float64]:
        """The log-probabilities of all predictions of the batch, row by row."""
        sources, targets = self._predictions(rows)
        if self._head is not None:
            hidden = self._states(rows, packed=packed).flatten(0, 1)
            logprobs = self._head.logprobs(hidden, sources, targets)
        else:
            logits = self._run(self.model, rows, packed=packed).logits.flatten(0, 1)
            logprobs = target_logprobs(logits, sources, targets)
        return logprobs.double().cpu().numpy()

    def _predictions(self, rows: Sequence[Trie]) -> tuple[Tensor, Tensor]:
        """The positions in the flattened batch that tokens are predicted from, and the tokens."""
        width = max(len(row) for row in rows)
        sources = [
            np.array(row.sources, np.int64) + index * width for index, row in enumerate(rows)
        ]
        targets = [np.array(row.targets, np.int64) for row in rows]
        return self._tensor(np.concatenate(sources)), self._tensor(np.concatenate(targets))

    def _check_head(self) -> Head | None:
        """The head in blocks if it gives the model's own log-probabilities, else None."""
        head = Head.of(self.model, self.model.config.get_text_config())
        with torch.inference_mode():
            blocked = head.logprobs(self._trial.hidden[0], *self._predictions(self._trial.rows[:1]))
        own = self._trial.logprobs
        agree = close(blocked.double().cpu(), own.double().cpu(), dtype=self.model.dtype)
        return head if agree else None

    def _tensor(self, array: NDArray[np.int64]) -> Tensor:
        return torch.from_numpy(array).to(input_device(self.model))


def _fits(ids: Ids, window: int | None) -> bool:
    """Return True if a model with this window sees all of a sequence."""
    return window is None or len(ids) - 1 <= window


def _trial_sequences(vocabulary: int) -> list[Ids]:
    """Sequences with shared prefixes, which make a trie of more than one block."""
    ids = np.random.default_rng(0).integers(0, vocabulary, size=42).astype(np.int32)
    return [
        ids[:14],
        np.concatenate([ids[:6], ids[14:22]]),
        np.concatenate([ids[:2], ids[22:34]]),
        np.concatenate([ids[:2], ids[22:26], ids[34:42]]),
    ]


def _trial_trie(sequences: Sequence[Ids]) -> Trie:
    trie, _ = Neighbours(sequences).trie(0, sum(map(len, sequences)))
    return trie


def _paths(trie: Trie) -> list[tuple[int, ...]]:
    """For each input of a trie, the tokens from the root to it."""
    paths: list[tuple[int, ...]] = []
    for token, parent in zip(trie.tokens, trie.parents, strict=True):
        paths.append((*(paths[parent] if parent >= 0 else ()), token))
    return paths
