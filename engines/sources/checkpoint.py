"""The weights, config and tokenizer of a model, and their digests."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, cast

from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.protocol.phases import phase, without_bars
from kasauti.engines.sources import digests, files, loading
from kasauti.engines.sources.loading import Kind, LoadOptions
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.sources.placement import FULL, SHARDED

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

SEED = 0
Part = Literal["weights", "adapter", "tokenizer", "config"]


class Checkpoint(Protocol):
    """A model that can be loaded, or that is in memory already.

    Its digests are part of the key of every stored result.
    """

    options: LoadOptions
    mutable: bool = False  # True if the weights may change between two uses

    @property
    def kind(self) -> Kind: ...

    @property
    def device(self) -> str: ...

    @property
    def dtype(self) -> str: ...

    @property
    def why_not_trainable(self) -> str:
        """The reason why no copy can be trained, as a message; empty if one can."""

    def config(self) -> Any:
        """A config of its own, which the caller may change."""

    def end_tokens(self) -> list[int]:
        """The tokens that end an answer, by the model's configuration."""

    def digest(self, part: Part) -> str:
        """A digest of the weights, the adapter or the tokenizer; `config`: of the architecture."""

    def load_tokenizer(self) -> PreTrainedTokenizerBase: ...

    def load_model(self) -> PreTrainedModel:
        """The model in evaluation mode."""

    @property
    def storable(self) -> bool:
        """True if the digests tell all that a result depends on."""
        return True

    def placement(self) -> dict[str, str]:
        """Return how the model is sharded or quantized; empty for a plain one."""
        return {}

    def load_for_training(self) -> PreTrainedModel:
        """A separate copy in single precision: gradients in half precision vanish."""
        raise EngineError(self.why_not_trainable)

    def load_random_model(self) -> PreTrainedModel:
        """A model of the same architecture in evaluation mode, its weights from a fixed seed."""
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

    def release(self) -> None:
        """Undo what `load_model` changed, if anything."""
        return


class FolderCheckpoint(Checkpoint):
    """A model in a local folder, converted or downloaded when it is first needed.

    What is loaded is what the digests name: files that change meanwhile are refused.
    """

    def __init__(self, source: ModelSource, options: LoadOptions) -> None:
        self.source = source
        self.options = options

    @property
    def why_not_trainable(self) -> str:
        if not self.placement():
            return ""
        return (
            "A sharded or quantized model cannot be fine-tuned. "
            "Leave out --device=sharded and --quantize."
        )

    @property
    def storable(self) -> bool:
        """False with code of another repository or folder, which no digest has."""
        return not self.options.trust_remote_code or not loading.takes_code_from_elsewhere(
            self.folder, loading.tokenizer_folder(self.folder, self._pinned)
        )

    def placement(self) -> dict[str, str]:
        sharded = {"placement": SHARDED} if self.options.device == SHARDED else {}
        quantize = self.options.quantize
        quantized = (
            {}
            if quantize == FULL
            else {"quantize": quantize, "bitsandbytes": version("bitsandbytes")}
        )
        return sharded | quantized

    @cached_property
    def folder(self) -> Path:
        return pinned(self.source.folder())

    @cached_property
    def _pinned(self) -> LoadOptions:
        adapter = self.options.adapter
        return replace(self.options, adapter=adapter and pinned(adapter))

    @cached_property
    def kind(self) -> Kind:
        return loading.model_kind(self.folder)

    @cached_property
    def device(self) -> str:
        return loading.resolve_device(self.options.device)

    @cached_property
    def dtype(self) -> str:
        return loading.dtype_name(self.options, folder=self.folder, device=self.device)

    def config(self) -> Any:
        with self._unchanged("config"):
            return loading.load_config(self.folder, self.options)

    def end_tokens(self) -> list[int]:
        return end_tokens(self.folder)

    def load_tokenizer(self) -> PreTrainedTokenizerBase:
        named = f"loading the tokenizer of {self.source.name}"
        with phase(named), self._unchanged("tokenizer", "config"):
            return loading.load_tokenizer(self.folder, self._pinned)

    def load_model(self) -> PreTrainedModel:
        named = f"loading {self.source.name}"
        with phase(named), without_bars(), self._unchanged("weights", "adapter"):
            return loading.load_model(self.folder, self._pinned)

    def load_for_training(self) -> PreTrainedModel:
        named = f"loading {self.source.name} for training"
        with phase(named), without_bars(), self._unchanged("weights", "adapter"):
            return loading.load_merged_model(self.folder, replace(self._pinned, dtype="float32"))

    @cached_property
    def _known(self) -> dict[Part, str]:
        """The digests that were given out, by part."""
        return {}

    def digest(self, part: Part) -> str:
        if part not in self._known:
            self._known[part] = digests.fingerprint(*self._files(part))
        return self._known[part]

    def _files(self, part: Part) -> tuple[Path, tuple[str, ...], tuple[str, ...]]:
        """Folder of a part, and the patterns of names that are in it and that are not."""
        match part:
            case "config":
                return self.folder, digests.CONFIG, ()
            case "tokenizer":
                tokenizer = loading.tokenizer_folder(self.folder, self._pinned)
                return tokenizer, digests.TOKENIZER, ()
            case "adapter" if self._pinned.adapter:
                return self._pinned.adapter, digests.ALL, digests.TOKENIZER
            case _:
                return self.folder, digests.ALL, digests.TOKENIZER

    @contextmanager
    def _unchanged(self, *parts: Part) -> Iterator[None]:
        """Refuse files that are not those of the digests, before, while or after they are read."""
        known = {part: self.digest(part) for part in parts}
        before = {part: digests.states(*self._files(part)) for part in parts}
        yield
        for part in parts:
            after = digests.states(*self._files(part))
            changed = sorted(path.name for path, _ in before[part].items() ^ after.items())
            if changed or digests.fingerprint(*self._files(part)) != known[part]:
                raise EngineError(
                    f"The files of {self.source.name} changed while they were read "
                    f"({changed[0] if changed else part}), so nothing was scored. "
                    "Wait until they are saved, or copy the folder, and run again."
                )


def pinned(folder: Path) -> Path:
    """The folder that a link leads to now: the link may lead elsewhere a moment later."""
    real = os.path.realpath(folder)
    return folder if real == str(folder.absolute()) else Path(real)


def end_tokens(folder: Path) -> list[int]:
    """The tokens that end an answer, by the configs in a folder."""
    found: list[int] = []
    for path in (folder / "generation_config.json", folder / "config.json"):
        if path.is_file():
            tokens = files.read_object(path).get("eos_token_id")
            try:
                found += token_list(tokens)
            except (TypeError, ValueError):
                raise EngineError(
                    f"{path} has the eos_token_id {tokens!r}, which is not a token's number. "
                    "Correct it."
                ) from None
    return found


def token_list(tokens: Any) -> list[int]:
    """The `eos_token_id` of a config as a list: it may be one token, several or None."""
    if tokens is None:
        return []
    return [int(token) for token in tokens] if isinstance(tokens, list) else [int(tokens)]
