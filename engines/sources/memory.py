"""A model that is already in memory, as a training loop holds it: nothing is saved or loaded.

Its digests are computed from the tensors and from the tokenizer's serialized form, so that
results are stored as for any other model and a further training step gives new results.
"""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.adapters import require_as_run
from kasauti.engines.sources.checkpoint import Checkpoint, token_list
from kasauti.engines.sources.loading import Kind, LoadOptions, kind_of

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

# Elements of a tensor that are copied from its device at once.
ELEMENTS = 1 << 24
# What a config says about where it came from, not about the architecture.
ORIGIN = ("_name_or_path", "transformers_version", "architectures")


class MemoryCheckpoint(Checkpoint):
    """The caller's own model, put into evaluation mode until it is released."""

    why_not_trainable = (
        "A model in memory cannot be fine-tuned. "
        "Save it with save_pretrained and pass the folder as --model."
    )
    mutable = True

    def __init__(
        self, model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, options: LoadOptions
    ) -> None:
        # Inside peft's wrapper is the language model, with the adapter's layers in it.
        unwrap = getattr(model, "get_base_model", None)
        self._adapted = model if callable(unwrap) else None
        self._model = cast("PreTrainedModel", unwrap() if callable(unwrap) else model)
        self._tokenizer = tokenizer
        self._modes: list[tuple[Any, bool]] = []
        self._check(options)
        self.options = LoadOptions()

    @property
    def kind(self) -> Kind:
        return kind_of([type(self._model).__name__], self._model.config.model_type)

    @property
    def device(self) -> str:
        return str(self._model.device)

    @property
    def dtype(self) -> str:
        return str(self._model.dtype).removeprefix("torch.")

    def config(self) -> Any:
        return copy.deepcopy(self._model.config)

    def end_tokens(self) -> list[int]:
        configs = (self._model.generation_config, self._model.config)
        return [
            token
            for config in configs
            for token in token_list(getattr(config, "eos_token_id", None))
        ]

    def weights_digest(self) -> str:
        tensors = digest_of_tensors(self._model.state_dict())
        return _json_digest([self.config_digest(), self._adapters(), tensors])

    def tokenizer_digest(self) -> str:
        return digest_of_tokenizer(self._tokenizer)

    def config_digest(self) -> str:
        settings = self._model.config.to_dict()
        kept = {name: value for name, value in settings.items() if name not in ORIGIN}
        return _json_digest({"class": type(self._model).__name__, **kept})

    def load_tokenizer(self) -> PreTrainedTokenizerBase:
        return self._tokenizer

    def load_model(self) -> PreTrainedModel:
        whole = self._adapted or self._model
        self._modes = [(module, module.training) for module in whole.modules()]
        self._model.eval()  # type: ignore[no-untyped-call]
        if self._adapted is not None:
            self._adapted.eval()  # type: ignore[no-untyped-call]
            require_as_run(self._adapted, self._model)
        return self._model

    def release(self) -> None:
        """Restore the mode of each module: some may have been in evaluation mode before."""
        for module, training in self._modes:
            module.training = training
        self._modes = []

    def _check(self, options: LoadOptions) -> None:
        device_type = self.device.partition(":")[0]
        for name, value, own in (
            ("adapter", options.adapter, (None,)),
            ("device", options.device, ("auto", self.device, device_type)),
            ("dtype", options.dtype, ("auto", self.dtype)),
            ("quantize", options.quantize, ("none",)),
        ):
            if value not in own:
                raise EngineError(
                    f"--{name}={value} does not apply to a model in memory, which is used as it "
                    f"is ({self.dtype} on {self.device}). Leave the option out."
                )

    def _adapters(self) -> list[Any]:
        """The use that peft's layers make of weights: scale, active adapters, disabled or not."""
        return [
            [name, module.scaling, module.active_adapters, module.disable_adapters]
            for name, module in self._model.named_modules()
            if hasattr(module, "scaling") and hasattr(module, "disable_adapters")
        ]


def digest_of_tensors(state: Mapping[str, Any]) -> str:
    """A digest of the names, dtypes, shapes and bytes of all tensors of a state dict."""
    import torch

    digest = hashlib.blake2b(digest_size=8)
    for name in sorted(state):
        tensor = state[name]
        if not isinstance(tensor, torch.Tensor):  # what a module keeps beside its tensors
            digest.update(f"{name}\0{tensor!r}\0".encode())
            continue
        digest.update(f"{name}\0{tensor.dtype}\0{tuple(tensor.shape)}\0".encode())
        for chunk in torch.split(tensor.detach().reshape(-1), ELEMENTS):
            # As bytes: numpy has no bfloat16.
            digest.update(chunk.contiguous().view(torch.uint8).cpu().numpy().data)
    return digest.hexdigest()


def digest_of_tokenizer(tokenizer: PreTrainedTokenizerBase) -> str:
    """A digest of all that decides how a tokenizer turns text into ids."""
    if tokenizer.is_fast:
        content = json.loads(cast("Any", tokenizer).backend_tokenizer.to_str())
        # These change whenever somebody calls it with padding; ours are never padded.
        content.pop("padding", None)
        content.pop("truncation", None)
    else:
        content = {"class": type(tokenizer).__name__, "vocabulary": tokenizer.get_vocab()}
    return _json_digest({"content": content, "special": tokenizer.special_tokens_map})


def _json_digest(value: object) -> str:
    content = json.dumps(value, sort_keys=True, default=_plain).encode()
    return hashlib.blake2b(content, digest_size=8).hexdigest()


def _plain(value: object) -> object:
    # The order of a set differs from process to process.
    return sorted(map(str, value)) if isinstance(value, set | frozenset) else str(value)
