"""LoRA adapters: checked when they are named, put into a model by peft when it is loaded."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kasauti.engines.protocol.errors import EngineError, first_line, require
from kasauti.engines.sources import files

if TYPE_CHECKING:
    from transformers import PreTrainedModel

WEIGHTS = "adapter_model.safetensors"
# How peft begins its warning about layers that would keep their first, untrained values.
MISSING = "Found missing adapter keys"
LAYER = ".lora_A."
TRIAL = 8  # tokens before and behind those that an adapter waits for


def check_adapter(name: str, *, allow_pickle: bool = False) -> Path:
    """Return the folder of a LoRA adapter; refuse one without an adapter, or without peft."""
    folder = Path(name)
    path = folder / "adapter_config.json"
    if not path.is_file():
        raise EngineError(
            f"--adapter={name} holds no adapter_config.json. Pass a folder saved by peft."
        )
    require("peft", "adapters", needed_by="An adapter")
    config = files.read_object(path)
    if not isinstance(config.get("peft_type"), str):
        raise EngineError(f"{path} names no peft_type. Save the adapter again with peft.")
    if config.get("adapters"):  # of X-LoRA
        raise EngineError(
            f"{path} takes further adapters from other places, which may change. "
            "Load it with peft, and pass the model in memory to kasauti.evaluate."
        )
    if (folder / WEIGHTS).exists():
        files.check_safetensors(folder / WEIGHTS)
    elif not (folder / "adapter_model.bin").exists():
        raise EngineError(f"--adapter={name} holds no weights. Save the adapter again.")
    elif not allow_pickle:
        raise EngineError(f"--adapter={name} {files.PICKLED}")
    return folder


def with_adapter(model: PreTrainedModel, adapter: Path, *, allow_pickle: bool = False) -> Any:
    """The model in peft's wrapper, with all of the adapter in it."""
    check_adapter(str(adapter), allow_pickle=allow_pickle)
    from peft import PeftModel, PeftType

    path = adapter / "adapter_config.json"
    if (kind := files.read_object(path)["peft_type"]) not in PeftType.__members__:
        raise EngineError(
            f"{path} has the peft_type {kind!r}, which the installed peft does not know. "
            "Update peft, or correct it."
        )
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            adapted = PeftModel.from_pretrained(model, str(adapter))
        except Exception as error:
            # Peft raises whatever a wrong value or shape leads to.
            raise _unfit(adapter, first_line(error)) from error
    for each in caught:
        if str(each.message).startswith(MISSING):
            raise _unfit(adapter, "it lacks weights that its config announces")
        warnings.warn_explicit(each.message, each.category, each.filename, each.lineno)
    _check_all_used(adapted, adapter)
    if adapted.active_peft_config.is_prompt_learning:
        # Also where peft itself ignores it, as it does for an adapter without a task.
        raise _acts_outside(kind)
    return adapted


def _check_all_used(adapted: Any, adapter: Path) -> None:
    """Refuse an adapter of which peft silently loaded only a part."""
    from safetensors import safe_open

    if not (adapter / WEIGHTS).exists():
        return
    with safe_open(adapter / WEIGHTS, framework="numpy") as file:
        stored = [name for name in file.keys() if LAYER in name]  # noqa: SIM118
    if any("experts" in name for name in stored):
        return  # peft joins the layers of experts
    used = sum(LAYER in name for name, _ in adapted.named_parameters())
    if used < len(stored):
        raise _unfit(adapter, f"the model has {used} of the {len(stored)} layers that it changes")


def require_as_run(adapted: Any, model: PreTrainedModel) -> None:
    """Refuse an adapter that acts outside of the model that is scored.

    adapted: in peft's wrapper, as peft runs it; model: inside of it, with the adapter's layers.
    """
    import numpy as np

    from kasauti.engines.sources.plain import plain_logits, same_predictions, trial_tokens

    # The active adapters of an X-LoRA are those that it mixes, which have no config here.
    known = [name for name in adapted.active_adapters if name in adapted.peft_config]
    configs = [adapted.peft_config[name] for name in known or [adapted.active_adapter]]
    kinds = {str(getattr(each.peft_type, "value", each.peft_type)) for each in configs}
    # An activated LoRA (aLoRA) is used only behind these tokens.
    starts = [getattr(each, "alora_invocation_tokens", None) or [] for each in configs]
    if any(starts):
        kinds.add("aLoRA")
    ids = trial_tokens(model, TRIAL)
    ids = np.concatenate([ids, *(np.array(each, dtype=ids.dtype) for each in starts), ids])
    try:
        as_run, own = plain_logits(adapted, ids), plain_logits(model, ids)
        same = same_predictions(own, as_run, dtype=model.dtype)
    except EngineError:
        same = False  # it needs more than text, or adds positions
    if not same:
        raise _acts_outside(" and ".join(sorted(kinds)))


def _acts_outside(kind: str) -> EngineError:
    return EngineError(
        f"Adapters of the type {kind} act outside of the model's layers, where they cannot be "
        "scored. Merge it into the model if peft can, or use LoRA."
    )


def _unfit(adapter: Path, reason: str) -> EngineError:
    base = files.read_object(adapter / "adapter_config.json").get("base_model_name_or_path")
    known = f" ({base})" if base else ""
    return EngineError(
        f"The adapter {adapter} does not fit this model ({reason}). "
        f"Pass the --model that it was trained on{known}."
    )
