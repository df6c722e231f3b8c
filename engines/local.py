"""Sentences in, sums of log-probabilities out: each computed once, ever, for one model."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from kasauti.engines.errors import EngineError
from kasauti.engines.sources import fingerprint
from kasauti.engines.sources.loading import (
    Kind,
    LoadOptions,
    load_model,
    load_tokenizer,
    model_kind,
    resolve_device,
    resolve_dtype,
)
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.store.score_store import ScoreStore, key

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

Advance = Callable[[int], object]

# Enough rows at once to keep the matrix products efficient; more only costs memory.
BATCH_TOKENS = {"cpu": 2048, "cuda": 16384}
# Bounds what is held of the data beside the texts and their scores.
TEXTS_AT_ONCE = 16384
RESULT = struct.Struct("<dI")


@dataclass(frozen=True, slots=True)
class SequenceScore:
    """The sum of the log-probabilities (nats) of a sentence's tokens, and their number."""

    logprob: float
    tokens: int


@dataclass(slots=True)
class Work:
    """How many different sequences were computed, and how many came from the store."""

    computed: int = 0
    stored: int = 0


@dataclass(frozen=True, slots=True)
class Prepared:
    """A sentence as a scorer takes it, what tells it from all others, and its scored tokens."""

    sequence: Any
    content: bytes
    tokens: int


class Scorer(Protocol):
    """What runs a model of one kind."""

    def scores(self, sequences: Sequence[Any]) -> Iterator[list[tuple[int, float]]]:
        """(index, sum of log-probabilities) of each sequence, one list a finished batch."""
        ...


class Engine:
    """One model and its store. Nothing is loaded before it is needed."""

    def __init__(
        self,
        source: ModelSource,
        options: LoadOptions,
        store: ScoreStore,
        *,
        bos: str = "auto",
        pll: str = "within_word_l2r",
        batch_tokens: int | None = None,
    ) -> None:
        self.source = source
        self.options = options
        self.store = store
        self.bos = bos
        self.pll = pll
        self.work = Work()
        self._batch_tokens = batch_tokens

    @cached_property
    def folder(self) -> Path:
        return self.source.folder()

    @cached_property
    def kind(self) -> Kind:
        return model_kind(self.folder)

    @cached_property
    def device(self) -> str:
        return resolve_device(self.options.device)

    @cached_property
    def dtype(self) -> str:
        dtype = resolve_dtype(self.options.dtype, folder=self.folder, device=self.device)
        return str(dtype).removeprefix("torch.")

    @property
    def batch_tokens(self) -> int:
        return self._batch_tokens or BATCH_TOKENS[self.device.partition(":")[0]]

    @cached_property
    def tokenizer(self) -> PreTrainedTokenizerBase:
        return load_tokenizer(self.folder, self.options)

    @cached_property
    def model(self) -> PreTrainedModel:
        return load_model(self.folder, self.options)

    @cached_property
    def scorer(self) -> Scorer:
        """What runs this model; loads it, and tries which ways are right for it."""
        if self.kind == "masked":
            from kasauti.engines.masked.scorer import MaskedScorer, mask_token

            mask = mask_token(self.tokenizer)
            return MaskedScorer(self.model, mask_token=mask, batch_tokens=self.batch_tokens)
        from kasauti.engines.causal.scorer import CausalScorer

        return CausalScorer(self.model, batch_tokens=self.batch_tokens)

    def release(self) -> None:
        """Let go of the model, so that another can take its place in memory."""
        self.__dict__.pop("scorer", None)
        if self.__dict__.pop("model", None) is not None:
            import gc

            import torch

            gc.collect()
            if torch.cuda.is_available():
                torch.cuda.empty_cache()

    @cached_property
    def prefix(self) -> int | None:
        from kasauti.engines.causal.tokens import prefix_token

        return prefix_token(self.tokenizer, self.bos)

    @cached_property
    def identity(self) -> Mapping[str, str]:
        """Everything but the input that a result depends on: the context of every stored one."""
        adapter = self.options.adapter
        with_tokenizer = self.tokenizer.name_or_path
        return {
            "weights": fingerprint.fingerprint(self.folder, fingerprint.WEIGHTS),
            "adapter": fingerprint.fingerprint(adapter, fingerprint.ADAPTER) if adapter else "none",
            "tokenizer": fingerprint.fingerprint(Path(with_tokenizer), fingerprint.TOKENIZER),
            "dtype": self.dtype,
            "torch": version("torch"),
            "transformers": version("transformers"),
        }

    def settings(self) -> dict[str, str]:
        """What a reader needs to repeat the measurement: the engine's part of a signature."""
        adapter = str(self.options.adapter) if self.options.adapter else "none"
        return {
            **self.identity,
            "model": self.source.name,
            "adapter": f"{adapter}@{self.identity['adapter']}" if adapter != "none" else "none",
            **self._way_of_scoring(),
            "device": self.device,
        }

    def score(self, texts: Sequence[str], advance: Advance = lambda _: None) -> list[SequenceScore]:
        """The score of each text; `advance` is told how many more of them are done."""
        scores: list[SequenceScore] = []
        for start in range(0, len(texts), TEXTS_AT_ONCE):
            scores += self._score(texts[start : start + TEXTS_AT_ONCE], advance)
        return scores

    def _score(self, texts: Sequence[str], advance: Advance) -> list[SequenceScore]:
        score = f"pll-{self.pll}" if self.kind == "masked" else "logprob"
        return self.score_prepared(
            self._prepared(texts), score, lambda inputs: self.scorer.scores(inputs), advance
        )

    def score_prepared(
        self,
        prepared: Sequence[Prepared],
        score: str,
        compute: Callable[[list[Any]], Iterator[list[tuple[int, float]]]],
        advance: Advance,
    ) -> list[SequenceScore]:
        """The stored score of each input under the name `score`; what is missing is computed."""
        context = "|".join(f"{name}:{value}" for name, value in sorted(self.identity.items()))
        keys = [key(f"{score}|{context}", each.content) for each in prepared]
        places: dict[bytes, list[int]] = {}
        for place, each in enumerate(keys):
            places.setdefault(each, []).append(place)
        found = {each: RESULT.unpack(value) for each, value in self.store.get(list(places)).items()}
        self.work.stored += len(found)
        advance(sum(len(places[each]) for each in found))
        missing = [each for each in places if each not in found]
        if missing:
            inputs = [prepared[places[each][0]] for each in missing]
            for batch in compute([each.sequence for each in inputs]):
                fresh = {
                    missing[index]: (logprob, inputs[index].tokens) for index, logprob in batch
                }
                self.store.put((each, RESULT.pack(*result)) for each, result in fresh.items())
                found.update(fresh)
                self.work.computed += len(fresh)
                advance(sum(len(places[each]) for each in fresh))
        return [SequenceScore(*found[each]) for each in keys]

    def _way_of_scoring(self) -> dict[str, str]:
        """The setting that matters for this kind of model; the other kind's has no effect."""
        if self.kind == "masked":
            return {"pll": self.pll}
        bos = "none" if self.prefix is None else self.tokenizer.decode([self.prefix])
        return {"bos": str(bos)}

    def _prepared(self, texts: Sequence[str]) -> list[Prepared]:
        if self.kind == "masked":
            from kasauti.engines.masked import scorer as masked

            if self.bos != "auto":
                raise EngineError(
                    f"--bos={self.bos} has no meaning for a masked model. Leave it out."
                )
            sentences = masked.encode(self.tokenizer, texts, pll=self.pll)
            return [Prepared(each, each.content, len(each.scored)) for each in sentences]
        from kasauti.engines.causal.tokens import encode

        sequences = encode(self.tokenizer, texts, prefix=self.prefix)
        return [Prepared(ids, ids.tobytes(), len(ids) - 1) for ids in sequences]
