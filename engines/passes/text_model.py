"""A model as a pass sees it: what texts are prepared for, and what scores them.

`LocalModel` is one that transformers runs in this process.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from kasauti.engines.passes.limits import embedding_rows, fixed_positions
from kasauti.engines.protocol.store import Owner, Store, identity_line
from kasauti.engines.sources.checkpoint import SEED, Checkpoint, FolderCheckpoint
from kasauti.engines.sources.memory import MemoryCheckpoint
from kasauti.engines.sources.placement import remove_offloaded
from kasauti.engines.sources.request import ModelRequest
from kasauti.engines.store.missing import Compute, Missing, Report
from kasauti.engines.store.score_store import IN_MEMORY, ScoreStore, key
from kasauti.records import Work

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

    from kasauti.engines.passes.tokens import Ids
    from kasauti.engines.protocol.backend import Continuation, TokenKinds
    from kasauti.engines.sources.loading import Kind

# Enough rows at once to keep the matrix products efficient; more only costs memory.
BATCH_TOKENS = {"cpu": 2048, "cuda": 16384}

# Part of every key: raise it where a change of the code may change a score.
ENGINE = "2"


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A text as a scorer takes it."""

    score: str  # names the kind of score in the store's keys
    sequence: Any
    content: bytes  # what distinguishes it from all other texts
    tokens: int  # that are scored
    given: int = 1  # tokens at the start of the sequence that are not scored
    left_out: int = 0  # tokens of the context that the model has no room for

    @property
    def ids(self) -> Ids:
        """All tokens that the model is given or asked for."""
        return getattr(self.sequence, "ids", self.sequence)  # type: ignore[no-any-return]


class Likelihood(Protocol):
    """The scoring of texts by one kind of model."""

    def settings(self) -> dict[str, str]:
        """The setting that matters for this kind of model."""

    def prepare_texts(self, texts: Sequence[str]) -> list[Prepared]: ...

    def prepare_continuations(self, continuations: Sequence[Continuation]) -> list[Prepared]: ...

    def scores(self, prepared: Sequence[Prepared]) -> Iterator[list[tuple[int, float]]]:
        """(index, sum of log-probabilities) of each text, one list per finished batch."""


class TextModel(Protocol):
    """A tokenizer, the limits of its model, and the store of the model's results."""

    name: str  # as the user named it
    store: Store
    counter: Counter[str]
    bos: str  # the token before every text as the user gave it: auto, none or a token

    @property
    def kind(self) -> Kind: ...

    @property
    def owner(self) -> Owner:
        """The model's name and identity in a listing of the store."""

    @property
    def tokenizer(self) -> PreTrainedTokenizerBase: ...

    @property
    def positions(self) -> int | None:
        """Number of positions, if known."""

    @property
    def vocabulary(self) -> int | None:
        """Number of known tokens; None where a model refuses others itself, as servers do."""
        return None

    @property
    def likelihood(self) -> Likelihood:
        """The scorer of texts for this kind of model."""

    @property
    def has_adapter(self) -> bool:
        return False

    def end_tokens(self) -> list[int]:
        """The tokens that end an answer, by the model's configuration."""

    def embedding_rows(self) -> int | None:
        """Return the number of tokens with embeddings, if known; may load the model."""
        return None

    def fixed_positions(self) -> int | None:
        """Return the number of positions that cannot be exceeded; may load the model."""

    @cached_property
    def prefix(self) -> int | None:
        """The token before every text."""
        from kasauti.engines.passes.tokens import prefix_token

        return prefix_token(self.tokenizer, self.bos)

    @property
    def work(self) -> Work:
        """Numbers of results computed and read from the store until now."""
        return Work(self.counter["computed"], self.counter["stored"])

    def key(self, kind: str, content: bytes) -> bytes:
        """The key of a result of this model, by the kind of result and the model's input."""
        return key(f"{kind}|{self.owner.identity}", content)

    def missing(self, compute: Compute, report: Report, **more: int) -> Missing:
        """The computation of results of this model that its store lacks."""
        return Missing(
            store=self.store,
            compute=compute,
            owner=self.owner,
            counter=self.counter,
            report=report,
            **more,
        )

    def scores(self, prepared: Sequence[Prepared]) -> Iterator[list[tuple[int, float]]]:
        """(index, sum of log-probabilities) of each text, one list per finished batch."""
        return self.likelihood.scores(prepared)

    def token_kinds(self, groups: Sequence[Sequence[str]]) -> list[TokenKinds]:
        """The kinds of tokens in each group of texts."""
        from kasauti.engines.passes.tokens import token_kinds_once

        return token_kinds_once(self, groups)


class LocalModel(TextModel):
    """A checkpoint, the store of its results, and what of it is in memory.

    Nothing is loaded before it is needed.
    """

    def __init__(self, request: ModelRequest, *, random_weights: bool = False) -> None:
        """`random_weights` keeps the architecture and the tokenizer, and none of the training."""
        self.request = request
        self.random_weights = random_weights
        self.name = request.source.name
        self.bos = request.bos
        self.pll = request.pll
        self.counter = Counter[str]()
        self.checkpoint: Checkpoint = (
            FolderCheckpoint(request.source, request.load)
            if request.source.in_memory is None
            else MemoryCheckpoint(*request.source.in_memory, request.load)
        )

    @cached_property
    def store(self) -> Store:  # type: ignore[override]
        """The run's store, or one for this use alone if the digests do not tell everything."""
        return self.request.store if self.checkpoint.storable else ScoreStore(IN_MEMORY)

    @property
    def kind(self) -> Kind:
        return self.checkpoint.kind

    @property
    def device(self) -> str:
        return self.checkpoint.device

    @property
    def batch_tokens(self) -> int:
        device_type = self.device.partition(":")[0]
        return self.request.batch_tokens or BATCH_TOKENS.get(device_type, BATCH_TOKENS["cpu"])

    @cached_property
    def tokenizer(self) -> PreTrainedTokenizerBase:
        return self.checkpoint.load_tokenizer()

    @cached_property
    def model(self) -> PreTrainedModel:
        if self.random_weights:
            return self.checkpoint.load_random_model()
        return self.checkpoint.load_model()

    @cached_property
    def positions(self) -> int | None:
        return self._size("max_position_embeddings")

    @cached_property
    def vocabulary(self) -> int | None:
        return self._size("vocab_size")

    @cached_property
    def identity(self) -> Mapping[str, str]:
        """Everything except the input that a result depends on."""
        checkpoint = self.checkpoint
        if self.random_weights:
            loaded = {"weights": f"random-{SEED}@{checkpoint.digest('config')}", "adapter": "none"}
        else:
            loaded = {
                "weights": checkpoint.digest("weights"),
                "adapter": checkpoint.digest("adapter") if self.adapter else "none",
                **checkpoint.placement(),
            }
        packages = ("torch", "transformers", "tokenizers", *(("peft",) if self.has_adapter else ()))
        return {
            **loaded,
            **({"code": "trusted"} if checkpoint.options.trust_remote_code else {}),
            "tokenizer": checkpoint.digest("tokenizer"),
            "dtype": checkpoint.dtype,
            **{package: version(package) for package in packages},
            "engine": ENGINE,
        }

    @cached_property
    def owner(self) -> Owner:
        return Owner(self.name, identity_line(self.identity))

    @property
    def adapter(self) -> Path | None:
        return None if self.random_weights else self.checkpoint.options.adapter

    @property
    def has_adapter(self) -> bool:
        return self.adapter is not None

    @property
    def why_not_trainable(self) -> str:
        """The reason why no copy can be trained, as a message; empty if one can."""
        if self.random_weights:
            return "A model with random weights is not fine-tuned. Use the trained one."
        return self.checkpoint.why_not_trainable

    def end_tokens(self) -> list[int]:
        return self.checkpoint.end_tokens()

    def embedding_rows(self) -> int | None:
        return embedding_rows(self.model)

    def fixed_positions(self) -> int | None:
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
            for name in (
                "identity",
                "owner",
                "positions",
                "vocabulary",
                "tokenizer",
                "prefix",
                "store",
            ):
                self.__dict__.pop(name, None)
        if loaded:
            import torch

            gc.collect()
            if torch.cuda.is_available():
                torch.cuda.empty_cache()
