"""Exact sentence scores from a causal model: token ids in, sums of log-probabilities out.

A batch is a prefix trie of neighbouring sequences, in which each token is computed once.
Where a model does not allow that, it is one padded row per sequence, and where its rows depend on
each other, every sequence alone.
"""

from __future__ import annotations

import inspect
import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from functools import cached_property, partial
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from transformers import PreTrainedModel

from kasauti.engines.causal.trial import Trial, paths
from kasauti.engines.causal.trie import Neighbours, Trie, alone
from kasauti.engines.causal.trie_attention import over_trie, parts
from kasauti.engines.passes.batching import BatchLimit, require_finite
from kasauti.engines.passes.limits import is_recurrent, reset_rope, rope_scale
from kasauti.engines.passes.lm_head import target_logprobs
from kasauti.engines.passes.tokens import Ids
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.placement import input_device
from kasauti.engines.sources.plain import plain_logits, same_predictions

# Settings by which architectures limit how far back a token may look; not those of layers.
WINDOWS = re.compile(r"window(?!_layers|_pattern)|local_attention|attention_chunk|block_size")


class CausalScorer:
    """Scores token sequences with one causal model, in batches of bounded size."""

    def __init__(self, model: PreTrainedModel, *, batch_tokens: int) -> None:
        self.model = model
        self.limit = BatchLimit(batch_tokens)
        self._takes_positions = (
            "position_ids" in inspect.signature(model.base_model.forward).parameters
        )
        self._trial = Trial.of(model)
        self._head = self._trial.head
        self._rope_scale = rope_scale(model)
        self._tried_beyond = False  # the window

    def scores(
        self, sequences: Sequence[Ids], *, given: Sequence[int] | None = None
    ) -> Iterator[list[tuple[int, float]]]:
        """(index, sum of log-probabilities) of each sequence, one list per finished batch.

        The first token of a sequence (or the first `given[index]`) is context;
        all others are scored.
        """
        self._require_causal(max(sequences, key=len, default=np.array([], int)))
        tokens = sum(map(len, sequences))
        with self._head.reordered(tokens=tokens) if self._head else nullcontext():
            for group in self._groups(sequences):
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
            if not self._rows_agree:
                return BatchLimit(1).run(rows, self._single_score)
            return self.limit.run(rows, partial(self._batch_scores, packed=False))
        neighbours = Neighbours(sequences, given)

        def take(start: int, tokens: int) -> tuple[list[Trie], int]:
            trie, stop = neighbours.trie(start, tokens)
            return [trie], stop

        compute = partial(self._batch_scores, packed=True)
        return self.limit.run_taken(len(neighbours), take, compute)

    def _require_causal(self, longest: Ids) -> None:
        """Refuse a model whose predictions beyond its window depend on what follows them.

        The trial is within the window. A text of other RoPE frequencies is no comparison.
        """
        inputs = len(longest) - 1
        window = self._window()
        if self._tried_beyond or inputs < 2 or _fits(longest, window):
            return
        self._tried_beyond = True
        if self._rope_scale(inputs) != self._rope_scale(inputs - 1):
            return
        whole = plain_logits(self.model, longest[:-1])[-2:-1]
        start = plain_logits(self.model, longest[:-2])[-1:]
        if not same_predictions(whole, start, dtype=self.model.dtype):
            raise EngineError(
                f"Beyond {window} tokens, the predictions of {type(self.model).__name__} change "
                "with the tokens that follow, so they are no log-probabilities of a text. "
                "Leave out longer texts, or use another model."
            )

    def _groups(self, sequences: Sequence[Ids]) -> list[list[int]]:
        """Sequences that may be in one batch: within the window, or else of the same length.

        A few long ones must not keep the others from sharing their prefixes, nor change the
        RoPE frequencies that these are computed with. The trial is within the window, so beyond
        it nothing is padded.
        """
        window = self._window()
        groups: dict[tuple[int, int], list[int]] = {}
        for index, ids in enumerate(sequences):
            key = 0 if _fits(ids, window) else len(ids), self._rope_scale(len(ids) - 1)
            groups.setdefault(key, []).append(index)
        return [groups[key] for key in sorted(groups)]

    def _window(self) -> int | None:
        """Return how far back a token may look, if the config limits it."""
        config = self.model.config.get_text_config()
        names = {*config.to_dict(), *config.attribute_map, "sliding_window"}
        windows = [getattr(config, name, None) for name in names if WINDOWS.search(name)]
        sizes = [size for size in windows if type(size) is int and size > 0]
        return min(sizes, default=None)

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
        """Return True if a small trie gives the same results as single sequences."""
        trie = self._trial.trie()
        try:
            together = self._results([trie], packed=True)[0]
        except (AttributeError, KeyError, RuntimeError, TypeError, ValueError):
            return False  # the architecture does not use the attention interface
        inputs = {path: index for index, path in enumerate(paths(trie))}
        rows = [[inputs[path] for path in paths(row)] for row in alone(self._trial.sequences)]
        return self._trial.agrees([together[row] for row in rows])

    @cached_property
    def _rows_agree(self) -> bool:
        """Return True if rows of unequal length give the same results as single sequences."""
        rows = alone(self._trial.sequences)
        try:
            together = self._results(rows, packed=False)
        except (AttributeError, KeyError, RuntimeError, TypeError, ValueError):
            agree = False  # the architecture takes no mask, or no padding
        else:
            results = [states[: len(row)] for states, row in zip(together, rows, strict=True)]
            agree = self._trial.agrees(results)
        if not agree:
            warnings.warn(
                f"Scores of {type(self.model).__name__} depend on the other texts of a batch, so "
                "each text is scored alone, which is slower.",
                stacklevel=2,
            )
        return agree

    @torch.inference_mode()
    def _results(self, rows: Sequence[Trie], *, packed: bool) -> Tensor:
        """[rows, inputs, …] of a batch: hidden states, or logits where the head is the model's."""
        if self._head is not None:
            return self._states(rows, packed=packed)
        return self._run(self.model, rows, packed=packed).logits  # type: ignore[no-any-return]

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
        reset_rope(self.model)
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

    @torch.inference_mode()
    def _single_score(self, rows: Sequence[Trie]) -> list[tuple[int, float]]:
        """The score of one sequence, exactly as the model gives it without any other."""
        (row,) = rows
        reset_rope(self.model)
        logits = plain_logits(self.model, np.array(row.tokens))
        logprobs = target_logprobs(logits, *self._predictions(rows)).double().cpu().numpy()
        require_finite(logprobs)
        return list(row.sums(logprobs))

    def _logprobs(self, rows: Sequence[Trie], *, packed: bool) -> NDArray[np.float64]:
        """The log-probabilities of all predictions of the batch, row by row."""
        sources, targets = self._predictions(rows)
        results = self._results(rows, packed=packed).flatten(0, 1)
        compute = self._head.logprobs if self._head else target_logprobs
        logprobs = compute(results, sources, targets)
        return logprobs.double().cpu().numpy()

    def _predictions(self, rows: Sequence[Trie]) -> tuple[Tensor, Tensor]:
        """The positions in the flattened batch that tokens are predicted from, and the tokens."""
        width = max(len(row) for row in rows)
        sources = [
            np.array(row.sources, np.int64) + index * width for index, row in enumerate(rows)
        ]
        targets = [np.array(row.targets, np.int64) for row in rows]
        return self._tensor(np.concatenate(sources)), self._tensor(np.concatenate(targets))

    def _tensor(self, array: NDArray[np.int64]) -> Tensor:
        return torch.from_numpy(array).to(input_device(self.model))


def _fits(ids: Ids, window: int | None) -> bool:
    """Return True if a model with this window sees all of a sequence."""
    return window is None or len(ids) - 1 <= window
