"""The same architecture with random weights: a baseline for what probes find."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.checkpoint import Checkpoint
from kasauti.engines.sources.loading import Kind
from kasauti.engines.sources.placement import SHARDED

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

SEED = 0


class UntrainedCheckpoint:
    """Another checkpoint's architecture and tokenizer, with weights from a fixed seed."""

    why_not_trainable = "A model with random weights is not fine-tuned. Use the trained one."
    mutable = False

    def __init__(self, trained: Checkpoint) -> None:
        self._trained = trained
        self.options = replace(trained.options, adapter=None)

    @property
    def kind(self) -> Kind:
        return self._trained.kind

    @property
    def device(self) -> str:
        return self._trained.device

    @property
    def dtype(self) -> str:
        return self._trained.dtype

    def config(self) -> Any:
        return self._trained.config()

    def end_tokens(self) -> list[int]:
        return self._trained.end_tokens()

    def weights_digest(self) -> str:
        return f"random-{SEED}@{self.config_digest()}"

    def adapter_digest(self) -> str:
        return "none"

    def tokenizer_digest(self) -> str:
        return self._trained.tokenizer_digest()

    def config_digest(self) -> str:
        return self._trained.config_digest()

    def placement(self) -> dict[str, str]:
        return {}

    def load_tokenizer(self) -> PreTrainedTokenizerBase:
        return self._trained.load_tokenizer()

    def load_model(self) -> PreTrainedModel:
        import torch
        from transformers import AutoModelForCausalLM, AutoModelForMaskedLM

        auto = AutoModelForMaskedLM if self.kind == "masked" else AutoModelForCausalLM
        with torch.random.fork_rng():
            torch.manual_seed(SEED)
            model = auto.from_config(  # type: ignore[no-untyped-call]
                self.config(),
                dtype=getattr(torch, self.dtype),
                trust_remote_code=self.options.trust_remote_code,
            )
        # Of a sharded model too: the random one is a baseline, in full precision on one device.
        torch.nn.Module.to(model, "cpu" if self.device == SHARDED else self.device)
        return cast("PreTrainedModel", model.eval())

    def load_for_training(self) -> PreTrainedModel:
        raise EngineError(self.why_not_trainable)

    def release(self) -> None:
        """Nothing to undo: the model was made for this backend alone."""
