"""Models larger than one GPU: spread over devices and disk by accelerate, or with smaller weights.

bitsandbytes quantizes the weights: it runs on CPUs and on CUDA in 8 and in 4 bits. (torchao 0.18
could not load 4-bit weights on a CPU.) The embeddings and the vocabulary head keep their dtype.
"""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from kasauti.engines.protocol.errors import require

if TYPE_CHECKING:
    import torch
    from transformers import PreTrainedModel

SHARDED = "sharded"
FULL = "none"  # weights that are not quantized


def loading_arguments(
    *, device: str, quantize: str, dtype: torch.dtype, max_memory: dict[int | str, str]
) -> dict[str, Any]:
    """Return arguments about devices and weights; empty for a plain model."""
    arguments: dict[str, Any] = {}
    if device == SHARDED:
        require("accelerate", "large", needed_by="--device=sharded")
        folder = tempfile.mkdtemp(prefix="kasauti-offload-")
        arguments = {"device_map": "auto", "offload_folder": folder}
        if max_memory:
            arguments["max_memory"] = max_memory
    if quantize != FULL:
        require("bitsandbytes", "large", needed_by=f"--quantize={quantize}")
        arguments.setdefault("device_map", {"": device})
        arguments["quantization_config"] = _quantization(quantize, dtype)
    return arguments


def remove_with(model: Any, folder: str) -> None:
    """Remove the folder of offloaded weights with the model, or when the process ends."""
    model.kasauti_offload = weakref.finalize(model, shutil.rmtree, folder, ignore_errors=True)


def remove_offloaded(model: PreTrainedModel | None) -> None:
    """Remove what was offloaded: hooks of accelerate may keep the model itself in memory."""
    remove = getattr(model, "kasauti_offload", None)
    if callable(remove):
        remove()


def input_device(model: PreTrainedModel) -> torch.device:
    """Return the device of the inputs; the weights of an offloaded model are on none."""
    import torch

    if model.device.type != "meta":
        return model.device
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


@contextmanager
def present(layer: torch.nn.Module) -> Iterator[None]:
    """Inside this context, the weights of a layer are on their device, also if it is offloaded."""
    if not hasattr(layer, "_hf_hook"):
        yield
        return
    from accelerate.utils import align_module_device

    with align_module_device(layer):
        yield


def _quantization(quantize: str, dtype: torch.dtype) -> Any:
    from transformers import BitsAndBytesConfig

    make: Any = BitsAndBytesConfig
    if quantize == "int8":
        # Without a threshold for outliers, which are found over a whole batch: a score must not
        # depend on the other texts of its batch.
        return make(load_in_8bit=True, llm_int8_threshold=0.0)
    return make(load_in_4bit=True, bnb_4bit_quant_type="nf4", bnb_4bit_compute_dtype=dtype)
