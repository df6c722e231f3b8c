"""The backend that runs models with transformers, in this process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kasauti.engines.backends.local.model import LocalModel, find_checkpoint
from kasauti.engines.backends.local.text_index import (
    score_continuations_once,
    score_contrasts_once,
    score_texts_once,
)
from kasauti.engines.finetuning.tuner import FineTuner
from kasauti.engines.generation.generator import Generator
from kasauti.engines.hidden_states.spans import SpanVectors
from kasauti.engines.passes.tokens import token_kinds_once
from kasauti.engines.protocol.backend import (
    Advance,
    Answer,
    Capability,
    Continuation,
    ContinuationScore,
    ContrastScore,
    Pool,
    Prompt,
    SequenceScore,
    TextSpan,
    TokenKinds,
    Vectors,
    ignore_progress,
)
from kasauti.engines.protocol.store import Store
from kasauti.engines.protocol.training import FineTuned, TrainingConfig, TrainingSet
from kasauti.engines.sources.checkpoint import UntrainedCheckpoint
from kasauti.engines.sources.loading import LoadOptions
from kasauti.engines.sources.model_source import ModelSource
from kasauti.records import Work

if TYPE_CHECKING:
    from kasauti.engines.sources.request import ModelRequest

SOURCES = frozenset({"folder", "gguf", "embedded", "hub", "memory"})


class LocalBackend(LocalModel):
    """Implements `Backend`, `KnowsTokens`, `HiddenStates` and `FineTuning` with transformers.

    `random_weights` keeps the architecture and the tokenizer, and none of the training.
    """

    def __init__(
        self,
        source: ModelSource,
        options: LoadOptions,
        store: Store,
        *,
        bos: str = "auto",
        pll: str = "within_word_l2r",
        batch_tokens: int | None = None,
        prompt_format: str = "auto",
        random_weights: bool = False,
    ) -> None:
        checkpoint = find_checkpoint(source, options)
        super().__init__(
            UntrainedCheckpoint(checkpoint) if random_weights else checkpoint,
            store,
            name=source.name,
            bos=bos,
            pll=pll,
            batch_tokens=batch_tokens,
        )
        self._source = source
        self._options = options
        self._generator = Generator(self, prompt_format=prompt_format)

    @classmethod
    def accepts(cls, request: ModelRequest) -> bool:
        return request.source.kind in SOURCES

    @classmethod
    def open(cls, request: ModelRequest) -> LocalBackend:
        return cls(request.source, request.load, request.store, **request.conventions())

    @property
    def work(self) -> Work:
        return self.counter.snapshot()

    def capabilities(self) -> frozenset[Capability]:
        capabilities: set[Capability] = {"likelihood", "hidden states"}
        if self.kind == "causal":
            capabilities.add("generation")
        if not self.checkpoint.why_not_trainable:
            capabilities.add("fine-tuning")
        return frozenset(capabilities)

    def settings(self) -> dict[str, str]:
        adapter = self.checkpoint.options.adapter
        return {
            **self.identity,
            "model": self.name,
            "adapter": f"{adapter}@{self.identity['adapter']}" if adapter else "none",
            **self.likelihood.settings(),
            "device": self.device,
        }

    def generation_settings(self) -> dict[str, str]:
        return self._generator.settings()

    def score_texts(
        self, texts: Sequence[str], advance: Advance = ignore_progress
    ) -> list[SequenceScore]:
        return score_texts_once(self, texts, advance)

    def score_continuations(
        self, continuations: Sequence[Continuation], advance: Advance = ignore_progress
    ) -> list[ContinuationScore]:
        return score_continuations_once(self, continuations, advance)

    def score_contrasts(
        self,
        pairs: Sequence[tuple[str, str]],
        *,
        by_token: bool,
        advance: Advance = ignore_progress,
    ) -> list[ContrastScore]:
        return score_contrasts_once(self, pairs, advance, by_token=by_token)

    def answer(self, prompts: Sequence[Prompt], advance: Advance = ignore_progress) -> list[Answer]:
        return self._generator.answers(prompts, advance)

    def token_kinds(self, groups: Sequence[Sequence[str]]) -> list[TokenKinds]:
        return token_kinds_once(self, groups)

    def compute_vectors(
        self,
        spans: Sequence[TextSpan],
        *,
        pool: Pool,
        layers: str = "all",
        advance: Advance = ignore_progress,
    ) -> None:
        SpanVectors(self, pool=pool, layers=layers).compute(spans, advance)

    def read_vectors(
        self, spans: Sequence[TextSpan], *, pool: Pool, layers: str = "all"
    ) -> Vectors:
        return SpanVectors(self, pool=pool, layers=layers).read(spans)

    def untrained(self) -> LocalBackend:
        return LocalBackend(
            self._source,
            self._options,
            self.store,
            bos=self.bos,
            pll=self.pll,
            batch_tokens=self._batch_tokens,
            random_weights=True,
        )

    def fine_tune(
        self,
        training_set: TrainingSet,
        config: TrainingConfig,
        advance: Advance = ignore_progress,
    ) -> FineTuned:
        return FineTuner(self).tune(training_set, config, advance)
