"""Load a model from a folder: weights, adapter and tokenizer, on a device."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from kasauti.engines.protocol.errors import EngineError, first_line
from kasauti.engines.sources import files
from kasauti.engines.sources.adapters import require_as_run, with_adapter
from kasauti.engines.sources.placement import FULL, SHARDED, loading_arguments, remove_with

if TYPE_CHECKING:
    import torch
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

Kind = Literal["causal", "masked"]

MASKED_TYPES = ("bert", "roberta", "deberta", "electra", "albert", "mpnet", "modernbert")

# Where Linux shows GPUs: of NVIDIA, of AMD, and of a Windows host.
GPU_DEVICES = ("/dev/nvidiactl", "/dev/nvidia0", "/dev/kfd", "/dev/dxg", "/dev/nvmap")
# glibc's mmap threshold grows to 32 MiB at most, its own bookkeeping included.
LARGEST_KEPT = 31 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadOptions:
    """Options of loading; the defaults are those of the command line."""

    adapter: Path | None = None
    device: str = "auto"
    dtype: str = "auto"
    trust_remote_code: bool = False
    allow_pickle: bool = False
    quantize: str = FULL  # or int8 or int4
    # For a sharded model: the most memory to use, by the number of a GPU or "cpu".
    max_memory: dict[int | str, str] = field(default_factory=dict)


def model_kind(folder: Path) -> Kind:
    """Causal or masked, by the architecture in the config."""
    config = files.read_config(folder)
    model_type = config.get("model_type") or ""
    return kind_of(config.get("architectures") or [model_type], model_type)


def kind_of(architectures: Sequence[str], model_type: str) -> Kind:
    """Causal or masked, by the names that transformers gives to classes and model types."""
    if any("MaskedLM" in name for name in architectures):
        return "masked"
    with_causal_head = any("Causal" in name or "LMHead" in name for name in architectures)
    if not with_causal_head and any(name in model_type for name in MASKED_TYPES):
        return "masked"
    return "causal"


def resolve_device(device: str) -> str:
    """Return the device that `auto` or a name stands for; refuse one that is not available."""
    if device == SHARDED:
        return device
    if device == "cpu" or (device == "auto" and _surely_without_gpu()):
        return "cpu"
    import torch

    if device == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    if device.startswith("cuda"):
        index = int(device.partition(":")[2] or 0)
        if index >= torch.cuda.device_count():
            raise EngineError(f"The device {device} is not available. Use --device=cpu.")
    return device


def _surely_without_gpu() -> bool:
    """Return True if the system shows no device that torch could use."""
    return sys.platform == "linux" and not any(map(os.path.exists, GPU_DEVICES))


def dtype_name(options: LoadOptions, *, folder: Path, device: str) -> str:
    """`auto` is float32 on a CPU and the checkpoint's own type on a GPU."""
    if options.dtype == "auto":
        if (resolve_device("auto") if device == SHARDED else device) == "cpu":
            return "float32"
        own = getattr(load_config(folder, options), "dtype", None)
        return str(own).removeprefix("torch.") if own is not None else "float32"
    return options.dtype


def resolve_dtype(options: LoadOptions, *, folder: Path, device: str) -> torch.dtype:
    """The dtype of torch that the model is loaded in."""
    import torch

    resolved = getattr(torch, dtype_name(options, folder=folder, device=device), None)
    if not isinstance(resolved, torch.dtype):
        raise EngineError(
            f"--dtype={options.dtype} is not a dtype of torch. Use float32 or bfloat16."
        )
    return resolved


def takes_code_from_elsewhere(*folders: Path) -> bool:
    """Return True if a config names code as `repository--module.Class`."""
    paths = [
        folder / name for folder in folders for name in ("config.json", "tokenizer_config.json")
    ]
    maps = [files.read_object(path).get("auto_map") for path in paths if path.is_file()]
    return any("--" in str(each) for each in maps)


def load_config(folder: Path, options: LoadOptions) -> Any:
    """The config as transformers reads it."""
    from transformers import AutoConfig

    content = files.read_config(folder)
    try:
        return AutoConfig.from_pretrained(folder, trust_remote_code=options.trust_remote_code)
    except Exception as error:
        # The class of an architecture may raise anything for a value that it does not expect.
        remedy = (
            "Pass --trust-remote-code if you trust its author."
            if "auto_map" in content and not options.trust_remote_code
            else "Pass a checkpoint of an architecture that transformers supports."
        )
        raise EngineError(
            f"{folder / 'config.json'} cannot be used ({first_line(error)}). {remedy}"
        ) from error


def tokenizer_folder(folder: Path, options: LoadOptions) -> Path:
    """The adapter's folder if there is a tokenizer in it, else the model's."""
    own = options.adapter and any(options.adapter.glob("tokenizer*"))
    return options.adapter if options.adapter and own else folder


def load_tokenizer(folder: Path, options: LoadOptions) -> PreTrainedTokenizerBase:
    """The model's tokenizer, or the one that came with the adapter."""
    load_config(folder, options)  # what is wrong there is not the tokenizer's fault
    return read_tokenizer(
        tokenizer_folder(folder, options),
        trust_remote_code=options.trust_remote_code,
        remedy="Save the tokenizer into the checkpoint folder.",
    )


def read_tokenizer(
    folder: Path, *, trust_remote_code: bool, remedy: str
) -> PreTrainedTokenizerBase:
    """The tokenizer in a folder; the remedy is for one that cannot be used."""
    from transformers import AutoTokenizer

    # A vocabulary can have 33 MB: it is read on its own only where transformers fails on it.
    for path in sorted(folder.glob("tokenizer_*.json")):
        files.read_object(path)
    try:
        return AutoTokenizer.from_pretrained(folder, trust_remote_code=trust_remote_code)
    except Exception as error:
        # Tokenizers raise plain Exception for a file that they cannot use, and transformers
        # whatever a value of a wrong type leads to.
        if (vocabulary := folder / "tokenizer.json").exists():
            files.read_object(vocabulary)
        raise EngineError(
            f"The tokenizer in {folder} cannot be loaded ({first_line(error)}). {remedy}"
        ) from error


def load_model(folder: Path, options: LoadOptions) -> PreTrainedModel:
    """The model with its adapter, in evaluation mode, on its device."""
    import torch

    if getattr(load_config(folder, options), "is_encoder_decoder", False):
        raise EngineError(
            f"{folder} holds an encoder-decoder model, whose decoder would be scored without its "
            "encoder. Pass a causal or masked model."
        )
    device = resolve_device(options.device)
    model, report = _read_model(folder, options, device=device)
    if missing := sorted(report["missing_keys"]):
        # Transformers initializes missing weights at random, so the scores would be noise.
        raise EngineError(
            f"The checkpoint in {folder} lacks {len(missing)} of its weights, among them "
            f"{missing[0]}. Pass a complete checkpoint of a language model, with its head."
        )
    adapted = None
    if options.adapter is not None:
        adapted = with_adapter(model, options.adapter, allow_pickle=options.allow_pickle)
        # The base model with the adapter's layers in it runs like any other model.
        model = adapted.get_base_model()
    placed = device == SHARDED or options.quantize != FULL  # by transformers, while it was loaded
    try:
        if not placed:
            torch.nn.Module.to(model, device)
            _detach_from_files(model)
    except RuntimeError as error:  # the memory of a GPU is full, or its driver fails
        raise EngineError(
            f"The model in {folder} cannot be moved to {device} ({first_line(error)}). "
            "Use --dtype=bfloat16 or --device=cpu."
        ) from error
    _keep_freed_memory()
    model.eval()
    if adapted is not None:
        require_as_run(adapted.eval(), model)
    return cast("PreTrainedModel", model)


def _read_model(folder: Path, options: LoadOptions, *, device: str) -> tuple[Any, dict[str, Any]]:
    """The model, and what transformers reports of the loading."""
    from transformers import AutoModelForCausalLM, AutoModelForMaskedLM

    dtype = resolve_dtype(options, folder=folder, device=device)
    auto = AutoModelForMaskedLM if model_kind(folder) == "masked" else AutoModelForCausalLM
    load_config(folder, options)
    placement = loading_arguments(
        device=device, quantize=options.quantize, dtype=dtype, max_memory=options.max_memory
    )
    try:
        loaded: Any = auto.from_pretrained(
            folder,
            output_loading_info=True,
            dtype=dtype,
            use_safetensors=None if options.allow_pickle else True,
            trust_remote_code=options.trust_remote_code,
            **placement,
        )
    except Exception as error:
        # An architecture may fail in any way on a config or on weights that it does not expect.
        # Of shapes it only says how to ignore them.
        other_shapes = "ignore_mismatched_sizes" in str(error)
        reason = "its weights have other shapes than its config says" if other_shapes else ""
        raise EngineError(
            f"The model in {folder} cannot be loaded ({reason or first_line(error)}). "
            "Pass a complete checkpoint of an architecture that transformers supports."
        ) from error
    model, report = loaded
    if offloaded := placement.get("offload_folder"):
        remove_with(model, offloaded)
    return model, report


def load_merged_model(folder: Path, options: LoadOptions) -> PreTrainedModel:
    """The model with its adapter merged into its weights, for further training."""
    model = load_model(folder, replace(options, adapter=None))
    if options.adapter is None:
        return model
    adapted = with_adapter(model, options.adapter, allow_pickle=options.allow_pickle)
    try:
        return cast("PreTrainedModel", adapted.merge_and_unload())
    except Exception as error:
        # Each type of adapter says in its own way that it cannot be merged.
        raise EngineError(
            f"The adapter {options.adapter} cannot be merged into the model, to be trained further "
            f"({first_line(error)}). Use LoRA, or leave out what is fine-tuned."
        ) from error


def _detach_from_files(model: Any) -> None:
    """Copy the weights: mapped ones change with the file, also when it is written after this."""
    for tensor in (*model.parameters(), *model.buffers()):
        if tensor.device.type == "cpu":
            tensor.data = tensor.data.clone()


def _keep_freed_memory() -> None:
    """Make the C library reuse freed memory instead of returning it to the system.

    Activations are allocated and freed in every layer, and new pages for them took a tenth
    of the time. glibc keeps blocks of up to the largest size that it has seen freed.
    """
    import torch

    torch.empty(LARGEST_KEPT, dtype=torch.uint8)
