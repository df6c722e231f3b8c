"""A model that is already in memory, as a training loop holds it: nothing is saved or loaded.

Its digests are computed from the tensors, from the settings of every module, from the logits of a
fixed input and from the tokenizer's serialized form, so that results are stored as for any other
model and whatever changes the model gives new results. A model with functions of somebody else in
it (hooks, a patched forward) is not stored: what they do depends on more than can be digested.
"""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Mapping
from functools import partial
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, cast

from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.adapters import require_as_run
from kasauti.engines.sources.checkpoint import Checkpoint, Part, token_list
from kasauti.engines.sources.loading import Kind, LoadOptions, kind_of

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

# Elements of a tensor that are copied from its device at once.
ELEMENTS = 1 << 24
# Enough to pass every layer; spread over the vocabulary.
PROBE_TOKENS = 12
# Texts on which tokenizers differ: spaces, letters of two scripts, marks, digits, a rare sign.
PROBE_TEXTS = ("The boy reads.", "  two  spaces\n", "लड़का घर जाता है।", "क़ 2026 é \U0001f600")
# Functions of these packages carry tensors around and change none.
KNOWN_HOOKS = ("transformers.", "accelerate.")
LIBRARIES = ("transformers.", "torch.", "peft.")
KNOWN = (
    *(*LIBRARIES, "torch", "accelerate.", "huggingface_hub."),
    *("functools", "contextlib", "dataclasses"),
)
HOOKS = ("_forward_hooks", "_forward_pre_hooks")
# What changes without changing a score, or says where a module came from.
PATCHED = ("forward", "__call__", "_call_impl")
FUNCTIONS = (FunctionType, MethodType, partial)
UNSTEADY = {"training", "name_or_path", "gradient_checkpointing"}
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

    @property
    def storable(self) -> bool:
        """True if no hook, patched function, or tokenizer with parts in Python takes part."""
        from torch.nn.modules import module as modules

        hooks = [getattr(modules, f"_global{kind}") for kind in HOOKS]
        for each in self._model.modules():
            hooks += [getattr(each, kind) for kind in HOOKS]
            hooks.append({name: vars(each)[name] for name in PATCHED if name in vars(each)})
        patched = any(isinstance(each, FUNCTIONS) for each in vars(self._tokenizer).values())
        kinds = {type(self._tokenizer), *(type(each) for each in self._model.modules())}
        patched |= any(map(_is_patched, kinds)) or _content(self._tokenizer) is None
        return not patched and all(
            map(_is_known, (hook for kind in hooks for hook in kind.values()))
        )

    def digest(self, part: Part) -> str:
        if part == "tokenizer":
            return digest_of_tokenizer(self._tokenizer)
        if part == "config":
            return _json_digest([type(self._model).__name__, _settings(self._model.config)])
        import torch

        model = self._model
        # Buffers that are not saved are in no state dict.
        tensors = {**dict(model.named_buffers()), **model.state_dict()}
        for name, module in model.named_modules():
            for key, each in vars(module).items():
                if isinstance(each, torch.Tensor):
                    tensors[f"{name}.{key}"] = each
        generation = getattr(model, "generation_config", None)
        content = [
            self.digest("config"),
            generation and _settings(generation),
            getattr(model.config, "_attn_implementation", None),
            [_module_state(name, module) for name, module in model.named_modules()],
            digest_of_tensors(tensors),
            digest_of_tensors({"logits": self._probe()}),
        ]
        return _json_digest(content)

    def _probe(self) -> Any:
        """The logits of a fixed input; the model's modes are as before afterwards.

        Also refuse an adapter that acts outside of the model, before anything comes from a store.
        """
        import torch

        rows = cast("Any", self._model.get_input_embeddings()).num_embeddings
        ids = torch.linspace(0, rows - 1, PROBE_TOKENS, device=self._model.device).long()[None]
        modes = self._evaluating()
        try:
            if self._adapted is not None:
                require_as_run(self._adapted, self._model)
            with torch.no_grad():
                return cast("Any", self._model)(input_ids=ids).logits
        except EngineError:
            raise
        except Exception as error:
            # Of any type: what is wrong with the model is told when it is scored.
            return repr(error)
        finally:
            for module, training in modes:
                module.training = training

    def _evaluating(self) -> list[tuple[Any, bool]]:
        """Put all modules into evaluation mode; return the mode of each before."""
        whole = cast("Any", self._adapted or self._model)
        modes = [(module, module.training) for module in whole.modules()]
        whole.eval()
        return modes

    def load_tokenizer(self) -> PreTrainedTokenizerBase:
        return self._tokenizer

    def load_model(self) -> PreTrainedModel:
        self._modes = self._evaluating()
        if self._adapted is not None:
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


def _settings(config: Any) -> dict[str, Any]:
    return {name: value for name, value in config.to_dict().items() if name not in ORIGIN}


def _is_known(function: Any) -> bool:
    function = getattr(function, "func", function)  # of a partial
    return str(getattr(function, "__module__", "")).startswith(KNOWN_HOOKS)


def _plain_attributes(owner: object) -> dict[str, Any]:
    """The numbers, words and lists of an object, private ones left out."""
    return {
        # The keys of a dict may be of any type.
        name: sorted(map(repr, value.items())) if isinstance(value, dict) else value
        for name, value in vars(owner).items()
        if not name.startswith("_")
        and name not in UNSTEADY
        and isinstance(value, str | int | float | list | tuple | dict | set | None)
    }


def _module_state(name: str, module: Any) -> list[Any]:
    """The class of a module, the function that runs it, its settings, its adapters."""
    kind = type(module)
    code = getattr(kind.forward, "__code__", None)
    adapters = [
        getattr(module, each, None)
        for each in ("active_adapters", "disable_adapters", "merged_adapters")
        if hasattr(module, "disable_adapters")
    ]
    forward = [kind.forward.__module__, kind.forward.__qualname__, code and code.co_code.hex()]
    return [name, kind.__qualname__, *forward, _plain_attributes(module), adapters]


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
    content = _content(tokenizer)
    specials = [str(each) for each in tokenizer.all_special_tokens]
    texts = [*PROBE_TEXTS, *(f"a {each} b{each}" for each in specials)]
    try:
        ids = [tokenizer(text, add_special_tokens=False, verbose=False).input_ids for text in texts]
    except Exception as error:
        # Of any type, as without a token for unknown words: told when a text is scored.
        ids = [[repr(error)]]
    return _json_digest(
        {
            "content": content,
            "special": tokenizer.special_tokens_map,
            "split": getattr(tokenizer, "split_special_tokens", None),
            "template": getattr(tokenizer, "chat_template", None),
            "class": type(tokenizer).__qualname__,
            "ids": ids,
        }
    )


def _content(tokenizer: PreTrainedTokenizerBase) -> dict[str, Any] | None:
    """The whole of a tokenizer; None with parts written in Python, which cannot be told."""
    if not tokenizer.is_fast:
        return {"class": type(tokenizer).__name__, "vocabulary": tokenizer.get_vocab()}
    try:
        content: dict[str, Any] = json.loads(cast("Any", tokenizer).backend_tokenizer.to_str())
    except Exception:  # which the library raises itself
        return None
    # These change whenever somebody calls it with padding; ours are never padded.
    content.pop("padding", None)
    content.pop("truncation", None)
    return content


def _is_patched(kind: type) -> bool:
    """Return True if a class of a library has a function of somebody else."""
    return any(
        base.__module__.startswith(LIBRARIES) and not str(function.__module__).startswith(KNOWN)
        for base in kind.__mro__
        for function in vars(base).values()
        if isinstance(function, FunctionType)
    )


def _json_digest(value: object) -> str:
    content = json.dumps(value, sort_keys=True, default=_plain).encode()
    return hashlib.blake2b(content, digest_size=8).hexdigest()


def _plain(value: object) -> object:
    # The order of a set differs from process to process.
    return sorted(map(str, value)) if isinstance(value, set | frozenset) else str(value)
