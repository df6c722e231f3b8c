"""A model in memory: its weights, its adapter, its tokenizer, on its device."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from kasauti.engines.errors import EngineError

if TYPE_CHECKING:
    import torch
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

Kind = Literal["causal", "masked"]

# The most that glibc can be taught: 32 MiB with its own bookkeeping.
LARGEST_KEPT = 31 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadOptions:
    """How a model is loaded; all but the adapter have the defaults of the command line."""

    adapter: Path | None = None
    device: str = "auto"
    dtype: str = "auto"
    trust_remote_code: bool = False
    allow_pickle: bool = False


def model_kind(folder: Path) -> Kind:
    """Causal or masked, told by the architecture in the config."""
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    names = config.get("architectures") or [config.get("model_type", "")]
    if any("MaskedLM" in name for name in names):
        return "masked"
    masked_types = ("bert", "roberta", "deberta", "electra", "albert", "mpnet", "modernbert")
    if not any("Causal" in name or "LMHead" in name for name in names) and any(
        kind in config.get("model_type", "") for kind in masked_types
    ):
        return "masked"
    return "causal"


def resolve_device(device: str) -> str:
    """The device that `auto` or a name stands for, refused where it is not there."""
    import torch

    if device == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    if device.startswith("cuda"):
        index = int(device.partition(":")[2] or 0)
        if index >= torch.cuda.device_count():
            raise EngineError(f"There is no device {device} on this machine. Use --device=cpu.")
    return device


def resolve_dtype(dtype: str, *, folder: Path, device: str) -> torch.dtype:
    """`auto` is float32 on a CPU and the checkpoint's own type on a GPU."""
    import torch
    from transformers import AutoConfig

    if dtype == "auto":
        if device == "cpu":
            return torch.float32
        own = getattr(AutoConfig.from_pretrained(folder), "dtype", None)
        return own if isinstance(own, torch.dtype) else torch.float32
    resolved = getattr(torch, dtype)
    assert isinstance(resolved, torch.dtype)
    return resolved


def load_tokenizer(folder: Path, options: LoadOptions) -> PreTrainedTokenizerBase:
    """The tokenizer that lies beside the adapter, else the one beside the weights."""
    from transformers import AutoTokenizer

    own = options.adapter and any(options.adapter.glob("tokenizer*"))
    source = options.adapter if options.adapter and own else folder
    try:
        return AutoTokenizer.from_pretrained(source, trust_remote_code=options.trust_remote_code)
    except (OSError, ValueError, ImportError) as error:
        raise EngineError(
            f"The tokenizer in {source} cannot be loaded ({_first_line(error)}). "
            "Save the tokenizer into the checkpoint folder."
        ) from error


def load_model(folder: Path, options: LoadOptions) -> PreTrainedModel:
    """The model with its adapter, in evaluation mode, on its device."""
    import torch
    from transformers import AutoModelForCausalLM, AutoModelForMaskedLM

    device = resolve_device(options.device)
    auto = AutoModelForMaskedLM if model_kind(folder) == "masked" else AutoModelForCausalLM
    try:
        loaded: Any = auto.from_pretrained(
            folder,
            output_loading_info=True,
            dtype=resolve_dtype(options.dtype, folder=folder, device=device),
            use_safetensors=None if options.allow_pickle else True,
            trust_remote_code=options.trust_remote_code,
        )
        model, report = loaded
    except (OSError, ValueError, KeyError, RuntimeError, ImportError) as error:
        raise EngineError(
            f"The model in {folder} cannot be loaded ({_first_line(error)}). "
            "Give a whole checkpoint of an architecture that transformers knows."
        ) from error
    if missing := sorted(report["missing_keys"]):
        # Transformers would fill them at random, and the scores would be noise.
        raise EngineError(
            f"The checkpoint in {folder} lacks {len(missing)} of its weights, among them "
            f"{missing[0]}. Give a whole checkpoint of a language model, with its head."
        )
    if options.adapter is not None:
        model = _with_adapter(model, options.adapter)
    torch.nn.Module.to(model, device)
    _keep_freed_memory()
    return cast("PreTrainedModel", model.eval())


def load_merged_model(folder: Path, options: LoadOptions) -> PreTrainedModel:
    """The model with its adapter's weights added to its own: to be trained further."""
    model = load_model(folder, replace(options, adapter=None))
    if options.adapter is None:
        return model
    return cast("PreTrainedModel", _peft_model(model, options.adapter).merge_and_unload())


def _keep_freed_memory() -> None:
    """Have the C library reuse what is freed rather than return it to the system.

    Activations come and go with every layer, and new pages for each took a tenth of
    the time. glibc keeps blocks up to the largest of this size that it saw freed.
    """
    import torch

    torch.empty(LARGEST_KEPT, dtype=torch.uint8)


def _with_adapter(model: PreTrainedModel, adapter: Path) -> PreTrainedModel:
    # The base model with the adapter's layers in it, which runs like any other.
    return cast("PreTrainedModel", _peft_model(model, adapter).get_base_model())


def _peft_model(model: PreTrainedModel, adapter: Path) -> Any:
    from peft import PeftModel

    try:
        return PeftModel.from_pretrained(model, str(adapter))
    except (RuntimeError, ValueError, KeyError, OSError) as error:
        base = json.loads((adapter / "adapter_config.json").read_text(encoding="utf-8")).get(
            "base_model_name_or_path"
        )
        raise EngineError(
            f"The adapter {adapter} does not fit this model ({_first_line(error)}). "
            f"Pass the --model it was trained on ({base})."
        ) from error


def _first_line(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    # A first line that ends with a colon only announces what the second says.
    said = " ".join(lines[:2]) if lines and lines[0].endswith(":") else "".join(lines[:1])
    return f"{type(error).__name__}: {said[:300]}" if said else type(error).__name__
