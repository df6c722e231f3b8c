"""One model as transformers runs it: what is loaded of it, and what identifies its results."""

from __future__ import annotations

import gc
from collections.abc import Mapping
from functools import cached_property
from importlib.metadata import version
from typing import TYPE_CHECKING

from kasauti.engines.passes.limits import embedding_rows, fixed_positions
from kasauti.engines.passes.text_model import TextModel
from kasauti.engines.protocol.store import Owner, Store, identity_line
from kasauti.engines.sources.checkpoint import Checkpoint
from kasauti.engines.sources.loading import Kind
from kasauti.engines.sources.placement import remove_offloaded
from kasauti.engines.store.missing import WorkCounter

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

# Enough rows at once to keep the matrix products efficient; more only costs memory.
BATCH_TOKENS = {"cpu": 2048, "cuda": 16384}


class LocalModel(TextModel):
    """A checkpoint, the store of its results, and what of it is in memory.

    Nothing is loaded before it is needed.
    """

    def __init__(
        self,
        checkpoint: Checkpoint,
        store: Store,
        *,
        name: str,
        bos: str,
        pll: str,
        batch_tokens: int | None,
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
    def positions(self) -> int | None:
        return self._size("max_position_embeddings")

    @cached_property
    def vocabulary(self) -> int | None:
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

    @cached_property
    def owner(self) -> Owner:
        return Owner(self.name, identity_line(self.identity))

    @property
    def has_adapter(self) -> bool:
        return self.checkpoint.options.adapter is not None

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
            for name in ("identity", "owner", "positions", "vocabulary"):
                self.__dict__.pop(name, None)
        if loaded:
            import torch

            gc.collect()
            if torch.cuda.is_available():
                torch.cuda.empty_cache()
