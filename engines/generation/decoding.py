"""Greedy decoding in batches: prompts in, each sequence out as soon as it has ended."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor
from transformers import DynamicCache, GenerationConfig, PreTrainedModel

from kasauti.engines.passes.batching import BatchLimit
from kasauti.engines.passes.limits import is_recurrent
from kasauti.engines.passes.reordered import reordered_layers
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.placement import input_device
from kasauti.engines.sources.plain import close

# Where the two best logits are closer than this, the sequence is computed again on its own.
# Sums in another order differ by about a tenth of it, so no batch can change an answer.
NEAR_TIE = 2e-3
Tick = Callable[[int], object]


@dataclass(frozen=True, slots=True, eq=False)
class Request:
    """A prompt's tokens, and how many may follow; `len` is the number of both."""

    index: int
    ids: Sequence[int]
    most: int

    def __len__(self) -> int:
        return len(self.ids) + self.most


@dataclass(frozen=True, slots=True)
class Decoded:
    """The tokens that followed, without the end token; `finished` says whether there was one."""

    ids: tuple[int, ...]
    finished: bool


Finish = Callable[[int, Decoded], object]


class GreedyDecoder:
    """Takes the most likely next token, for many prompts at once."""

    def __init__(
        self, model: PreTrainedModel, *, stops: frozenset[int], batch_tokens: int, tick: Tick
    ) -> None:
        self._model = model
        self._stops = stops
        self._tick = tick
        self._limit = BatchLimit(batch_tokens)
        accepted = inspect.signature(model.forward).parameters
        self._takes_positions = "position_ids" in accepted
        self._last_only = {"logits_to_keep": 1} if "logits_to_keep" in accepted else {}
        self._exact = model.dtype == torch.float32
        self._recurrent = is_recurrent(model)
        self._together = not self._recurrent and self._padding_agrees()

    def decode(self, requests: Sequence[Request], finish: Finish) -> None:
        """Call `finish` with the continuation of each request as soon as it has ended."""
        done: set[int] = set()

        def ended(index: int, decoded: Decoded) -> None:
            finish(index, decoded)
            done.add(index)

        def compute(batch: Sequence[Request]) -> None:
            # After running out of memory, what had ended before is not computed again.
            self._batch([request for request in batch if request.index not in done], ended)

        # The longest first: what does not fit in memory fails early.
        ordered = sorted(requests, key=len, reverse=True)
        # Less exact products hardly matter here: only the best token counts, and a near tie is
        # computed again on its own.
        with reordered_layers(self._model, tokens=sum(map(len, ordered))):
            for group in [ordered] if self._together else [[request] for request in ordered]:
                for _ in self._limit.run(group, compute):
                    pass

    @torch.inference_mode()
    def _batch(self, batch: Sequence[Request], finish: Finish) -> None:
        if not batch:
            return
        if self._recurrent:
            finish(batch[0].index, self._by_the_library(batch[0]))
            return
        running = list(batch)
        produced: list[list[int]] = [[] for _ in running]
        ids, mask = self._pad([request.ids for request in running])
        cache = DynamicCache(config=self._model.config)
        while running:
            chosen = self._next(ids, mask, cache, running, produced)
            self._tick(len(running))
            going = []
            for row, token in enumerate(chosen):
                ended = token in self._stops
                if not ended:
                    produced[row].append(token)
                if ended or len(produced[row]) == running[row].most:
                    finish(running[row].index, Decoded(tuple(produced[row]), ended))
                else:
                    going.append(row)
            if going and len(going) < len(running):
                # Sequences that have ended leave the batch and its cache.
                cache.batch_select_indices(torch.tensor(going, device=input_device(self._model)))
            running = [running[row] for row in going]
            produced = [produced[row] for row in going]
            ids, mask = self._append(chosen, going, mask)

    def _next(
        self,
        ids: Tensor,
        mask: Tensor,
        cache: DynamicCache,
        running: Sequence[Request],
        produced: Sequence[Sequence[int]],
    ) -> list[int]:
        logits = self._logits(ids, mask, cache)
        best = logits.topk(2, dim=-1)
        chosen: list[int] = best.indices[:, 0].tolist()
        # Of an exact tie the token with the lower id is taken.
        if self._exact:
            near = best.values[:, 0] - best.values[:, 1] < NEAR_TIE
            for row in near.nonzero()[:, 0].tolist():
                alone = torch.tensor([[*running[row].ids, *produced[row]]], device=ids.device)
                whole = self._logits(alone, torch.ones_like(alone), None)
                chosen[row] = int(whole[0].argmax())
        return chosen

    def _logits(self, ids: Tensor, mask: Tensor, cache: DynamicCache | None) -> Tensor:
        """The logits [rows, vocabulary] (float32) of the token after the last one."""
        inputs: dict[str, object] = {"input_ids": ids, "attention_mask": mask, **self._last_only}
        if self._takes_positions:
            # Counted from the first token that is not padding.
            positions = (mask.cumsum(dim=1) - 1).clamp(min=0)
            inputs["position_ids"] = positions[:, -ids.shape[1] :]
        if cache is not None:
            inputs["past_key_values"] = cache
        logits: Tensor = self._model(use_cache=cache is not None, **inputs).logits[:, -1].float()
        if not logits.isfinite().any(dim=1).all() or logits.isnan().any():
            raise EngineError(
                "The model returned NaN or infinity as a logit. "
                "Check the weights, or use --dtype=float32."
            )
        return logits

    def _pad(self, rows: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]:
        """Ids and mask [rows, longest], padded on the left, so that all end in the same column."""
        width = max(len(row) for row in rows)
        ids = torch.zeros((len(rows), width), dtype=torch.long)
        mask = torch.zeros_like(ids)
        for index, row in enumerate(rows):
            ids[index, width - len(row) :] = torch.tensor(row)
            mask[index, width - len(row) :] = 1
        return ids.to(input_device(self._model)), mask.to(input_device(self._model))

    def _append(
        self, chosen: Sequence[int], going: Sequence[int], mask: Tensor
    ) -> tuple[Tensor, Tensor]:
        ids = torch.tensor([[chosen[row]] for row in going], dtype=torch.long, device=mask.device)
        kept = mask[torch.tensor(going, dtype=torch.long, device=mask.device)]
        return ids.reshape(-1, 1), torch.cat([kept, kept.new_ones((len(going), 1))], dim=1)

    @torch.inference_mode()
    def _padding_agrees(self) -> bool:
        """Return True if padding does not change a prompt's logits."""
        vocabulary = self._model.config.get_text_config().vocab_size
        drawn = torch.randint(0, vocabulary, (9,), generator=torch.Generator().manual_seed(0))
        trial: list[int] = drawn.tolist()
        together = self._logits(*self._pad([trial, trial[:4]]), None)[1]
        alone = self._logits(*self._pad([trial[:4]]), None)[0]
        return close(together, alone, dtype=self._model.dtype)

    def _by_the_library(self, request: Request) -> Decoded:
        """One prompt by transformers' own loop, which handles the states of recurrent models."""
        ids = torch.tensor([list(request.ids)], device=input_device(self._model))
        own, ends = self._model.generation_config, sorted(self._stops)
        # The model's own settings (penalties, sampling) would change the greedy answer.
        self._model.generation_config = GenerationConfig()  # type: ignore[no-untyped-call]
        try:
            output = self._model.generate(  # type: ignore[operator]
                ids,
                attention_mask=torch.ones_like(ids),
                max_new_tokens=request.most,
                do_sample=False,
                eos_token_id=ends or None,
                pad_token_id=ends[0] if ends else 0,
            )
        finally:
            self._model.generation_config = own
        produced: list[int] = output[0, ids.shape[1] :].tolist()
        self._tick(len(produced))
        finished = bool(produced) and produced[-1] in self._stops
        return Decoded(tuple(produced[:-1] if finished else produced), finished)
