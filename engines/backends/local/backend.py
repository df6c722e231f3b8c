"""The backend that runs models with transformers, in this process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from kasauti.engines.causal.likelihood import CausalLikelihood, score_contrasts
from kasauti.engines.finetuning.tuner import FineTuner
from kasauti.engines.generation.generator import Generator
from kasauti.engines.hidden_states.spans import SpanEncoder, SpanVectors, TokenSpan
from kasauti.engines.passes.likelihood import score_continuations, score_texts, scores_by_text
from kasauti.engines.passes.text_model import LocalModel
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
    Vectors,
    ignore_progress,
)
from kasauti.engines.protocol.errors import require
from kasauti.engines.protocol.training import FineTuned, TrainingConfig, TrainingSet

if TYPE_CHECKING:
    from kasauti.engines.generation.decoding import Finish, Request, Tick
    from kasauti.engines.passes.text_model import Likelihood
    from kasauti.engines.sources.request import ModelRequest

# A token in the cache of a generation takes much less memory than one in a forward pass of all
# tokens, which is what the number of batch tokens bounds.
CACHED_TOKENS = 8
SOURCES = frozenset({"folder", "gguf", "embedded", "hub", "memory"})


class LocalBackend(LocalModel):
    """Implements `Backend`, `KnowsTokens`, `HiddenStates` and `FineTuning` with transformers."""

    @cached_property
    def _generator(self) -> Generator:
        return Generator(self, self.decode, prompt_format=self.request.prompt_format)

    @classmethod
    def accepts(cls, request: ModelRequest) -> bool:
        return request.source.kind in SOURCES

    @classmethod
    def open(cls, request: ModelRequest) -> LocalBackend:
        require("torch", "local", needed_by="A model that runs here")
        return cls(request)

    @cached_property
    def likelihood(self) -> Likelihood:
        if self.kind == "masked":
            from kasauti.engines.masked.scorer import MaskedLikelihood

            return MaskedLikelihood(self)
        return CausalLikelihood(self)

    def encode_spans(
        self, spans: Sequence[TokenSpan], pool: Pool
    ) -> Iterator[list[tuple[int, Vectors]]]:
        """(index, hidden states of all layers) of each span, one list per finished batch."""
        encoder = SpanEncoder(self.model, pool=pool, batch_tokens=self.batch_tokens)
        return encoder.vectors(spans)

    def decode(
        self, requests: Sequence[Request], finish: Finish, stops: frozenset[int], tick: Tick
    ) -> None:
        """Call `finish` with the greedy continuation of each request as soon as it has ended."""
        from kasauti.engines.generation.decoding import GreedyDecoder

        batch_tokens = self.batch_tokens * CACHED_TOKENS
        decoder = GreedyDecoder(self.model, stops=stops, batch_tokens=batch_tokens, tick=tick)
        decoder.decode(requests, finish)

    def capabilities(self) -> frozenset[Capability]:
        capabilities: set[Capability] = {"likelihood", "hidden states"}
        if self.kind == "causal":
            capabilities.add("generation")
        if not self.why_not_trainable:
            capabilities.add("fine-tuning")
        return frozenset(capabilities)

    def settings(self) -> dict[str, str]:
        return {
            **self.identity,
            "model": self.name,
            "adapter": f"{self.adapter}@{self.identity['adapter']}" if self.adapter else "none",
            **self.likelihood.settings(),
            "device": self.device,
        }

    def generation_settings(self) -> dict[str, str]:
        return self._generator.settings()

    def score_texts(
        self, texts: Sequence[str], advance: Advance = ignore_progress
    ) -> list[SequenceScore]:
        return scores_by_text(
            self, texts, score_texts, advance, kind="of a text", score_type=SequenceScore
        )

    def score_continuations(
        self, continuations: Sequence[Continuation], advance: Advance = ignore_progress
    ) -> list[ContinuationScore]:
        return scores_by_text(
            self,
            continuations,
            score_continuations,
            advance,
            kind="of a continuation",
            score_type=ContinuationScore,
        )

    def score_contrasts(
        self,
        pairs: Sequence[tuple[str, str]],
        *,
        by_token: bool,
        advance: Advance = ignore_progress,
    ) -> list[ContrastScore]:
        kind = "of a contrast by token" if by_token else "of a contrast"
        compute = partial(score_contrasts, by_token=by_token)
        return scores_by_text(self, pairs, compute, advance, kind=kind, score_type=ContrastScore)

    def answer(self, prompts: Sequence[Prompt], advance: Advance = ignore_progress) -> list[Answer]:
        return self._generator.answers(prompts, advance)

    def compute_vectors(
        self,
        spans: Sequence[TextSpan],
        *,
        pool: Pool,
        layers: str = "all",
        advance: Advance = ignore_progress,
    ) -> None:
        SpanVectors(self, self.encode_spans, pool=pool, layers=layers).compute(spans, advance)

    def read_vectors(
        self, spans: Sequence[TextSpan], *, pool: Pool, layers: str = "all"
    ) -> Vectors:
        return SpanVectors(self, self.encode_spans, pool=pool, layers=layers).read(spans)

    def untrained(self) -> LocalBackend:
        return LocalBackend(self.request, random_weights=True)

    def fine_tune(
        self,
        training_set: TrainingSet,
        config: TrainingConfig,
        advance: Advance = ignore_progress,
    ) -> FineTuned:
        return FineTuner(self).tune(training_set, config, advance)
