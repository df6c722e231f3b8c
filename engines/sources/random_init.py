"""The same architecture with random weights: what probes find where nothing was learnt."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, cast

from kasauti.engines.local import Engine
from kasauti.engines.sources import fingerprint
from kasauti.engines.sources.loading import resolve_dtype

if TYPE_CHECKING:
    from transformers import PreTrainedModel

SEED = 0


class RandomEngine(Engine):
    """An engine whose model is drawn anew, always the same, and whose results are its own."""

    @cached_property
    def model(self) -> PreTrainedModel:
        import torch
        from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForMaskedLM

        config = AutoConfig.from_pretrained(
            self.folder, trust_remote_code=self.options.trust_remote_code
        )
        auto = AutoModelForMaskedLM if self.kind == "masked" else AutoModelForCausalLM
        dtype = resolve_dtype(self.options.dtype, folder=self.folder, device=self.device)
        with torch.random.fork_rng():
            torch.manual_seed(SEED)
            model = auto.from_config(  # type: ignore[no-untyped-call]
                config, dtype=dtype, trust_remote_code=self.options.trust_remote_code
            )
        torch.nn.Module.to(model, self.device)
        return cast("PreTrainedModel", model.eval())

    @cached_property
    def identity(self) -> Mapping[str, str]:
        config = fingerprint.fingerprint(self.folder, ("config.json", "*.py"))
        learnt = super().identity
        return {**learnt, "weights": f"random-{SEED}@{config}", "adapter": "none"}
