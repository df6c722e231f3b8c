"""One model as transformers runs it: what is loaded of it, and what identifies its results."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from importlib.metadata import version
from typing import TYPE_CHECKING

from kasauti.engines.passes.limits import embedding_rows, fixed_positions
from kasauti.engines.protocol.store import Owner, Store, identity_line
from kasauti.engines.sources.checkpoint import Checkpoint, FolderCheckpoint
from kasauti.engines.sources.loading import Kind, LoadOptions
from kasauti.engines.sources.memory import MemoryCheckpoint
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.sources.placement import remove_offloaded
from kasauti.engines.store.missing import WorkCounter
from kasauti.engines.store.score_store import key

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

    from kasauti.engines.generation.decoding import Finish, Request, Tick
    from kasauti.engines.hidden_states.spans import TokenSpan
    from kasauti.engines.passes.text_model import Likelihood
    from kasauti.engines.protocol.backend import Pool, Vectors

# Enough rows at once to keep the matrix products efficient; more only costs memory.
BATCH_TOKENS = {"cpu": 2048, "cuda": 16384}
# A token in the cache of a generation takes much less memory than one in a forward pass of all
# tokens, which is what the number of batch tokens bounds.
CACHED_TOKENS = 8


def find_checkpoint(source: ModelSource, options: LoadOptions) -> Checkpoint:
    """Return the checkpoint that a source is loaded from."""
    if source.in_memory is not None:
        return MemoryCheckpoint(source.in_memory, options)
    return FolderCheckpoint(source, options)


class LocalModel:
    """A checkpoint, the store of its results, and what of it is in memory.

    Nothing is loaded before it is needed.
    """

    def __init__(
        self,
        checkpoint: Checkpoint,
        store: Store,
        *,
        name: str,
        bos: str = "auto",
        pll: str = "within_word_l2r",
        batch_tokens: int | None = None,
    ) -> None:
        self.checkpoint = checkpoint
        self.store = store
        self.name = name
        self.bos = bos
        self.pll = pll
        self.counter = WorkCounter()
        self._batch_tokens = batch_tokens

    @property
    def kind(self) -> Kind:
        return self.checkpoint.kind

    @property
    def device(self) -> str:
        return self.checkpoint.device

    @property
    def batch_tokens(self) -> int:
        device_type = self.device.partition(":")[0]
        return self._batch_tokens or BATCH_TOKENS.get(device_type, BATCH_TOKENS["cpu"])

    @cached_property
    def tokenizer(self) -> PreTrainedTokenizerBase:
        return self.checkpoint.load_tokenizer()

    @cached_property
    def model(self) -> PreTrainedModel:
        return self.checkpoint.load_model()

    @cached_property
    def likelihood(self) -> Likelihood:
        """The scorer of texts for this kind of model."""
        if self.kind == "masked":
            from kasauti.engines.masked.likelihood import MaskedLikelihood

            return MaskedLikelihood(self)
        from kasauti.engines.causal.likelihood import CausalLikelihood

        return CausalLikelihood(self)

    def encode_spans(
        self, spans: Sequence[TokenSpan], *, pool: Pool
    ) -> Iterator[list[tuple[int, Vectors]]]:
        """(index, hidden states of all layers) of each span, one list per finished batch."""
        from kasauti.engines.hidden_states.spans import SpanEncoder

        encoder = SpanEncoder(self.model, pool=pool, batch_tokens=self.batch_tokens)
        return encoder.vectors(spans)

    def decode(
        self, requests: Sequence[Request], finish: Finish, *, stops: frozenset[int], tick: Tick
    ) -> None:
        """Call `finish` with the greedy continuation of each request as soon as it has ended."""
        from kasauti.engines.generation.decoding import GreedyDecoder

        batch_tokens = self.batch_tokens * CACHED_TOKENS
        decoder = GreedyDecoder(self.model, stops=stops, batch_tokens=batch_tokens, tick=tick)
        decoder.decode(requests, finish)

    @cached_property
    def prefix(self) -> int | None:
        """The token before every text."""
        from kasauti.engines.passes.tokens import prefix_token

        return prefix_token(self.tokenizer, self.bos)

    @cached_property
    def positions(self) -> int | None:
        """Number of positions, if the config gives it."""
        return self._size("max_position_embeddings")

    @cached_property
    def vocabulary(self) -> int | None:
        """Number of known tokens, if the config gives it."""
        return self._size("vocab_size")

    @cached_property
    def identity(self) -> Mapping[str, str]:
        """Everything except the input that a result depends on."""
        return {
            "weights": self.checkpoint.weights_digest(),
            "adapter": self.checkpoint.adapter_digest(),
            "tokenizer": self.checkpoint.tokenizer_digest(),
            "dtype": self.checkpoint.dtype,
            "torch": version("torch"),
            "transformers": version("transformers"),
            **self.checkpoint.placement(),
        }

    def context(self, **further: str) -> str:
        """The identity, and what else a result depends on, as one line of a key."""
        return identity_line({**self.identity, **further})

    @property
    def owner(self) -> Owner:
        """The model's name and identity in a listing of the store."""
        return Owner(self.name, self.context())

    def key(self, kind: str, content: bytes) -> bytes:
        """The key of a result of this model, by the kind of result and the model's input."""
        return key(f"{kind}|{self.context()}", content)

    @property
    def has_adapter(self) -> bool:
        return self.checkpoint.options.adapter is not None

    def end_tokens(self) -> list[int]:
        """The tokens that end an answer, by the model's configuration."""
        return self.checkpoint.end_tokens()

    def embedding_rows(self) -> int | None:
        """Return the number of tokens with embeddings; loads the model."""
        return embedding_rows(self.model)

    def fixed_positions(self) -> int | None:
        """Return the size of the table of positions, if there is one; loads the model."""
        return fixed_positions(self.model)

    def _size(self, name: str) -> int | None:
        size = getattr(self.checkpoint.config().get_text_config(), name, None)
        return size if isinstance(size, int) and size > 0 else None

    def release(self) -> None:
        """Drop the model from memory, so that there is room for another."""
        self.__dict__.pop("likelihood", None)
        model = self.__dict__.pop("model", None)
        loaded = model is not None
        remove_offloaded(model)
        del model
        self.checkpoint.release()
        if self.checkpoint.mutable:
            # It may be trained further before it is used again.
            for name in ("identity", "positions", "vocabulary"):
                self.__dict__.pop(name, None)
        if loaded:
            import torch

            gc.collect()
            if torch.cuda.is_available():
                torch.cuda.empty_cache()
