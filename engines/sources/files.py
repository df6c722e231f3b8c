"""The files of a checkpoint, checked before a library reads them.

What an interrupted copy leaves behind is refused with the name of the file. Nothing is loaded:
of weights only the header is read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kasauti.engines.protocol.errors import EngineError, first_line

WEIGHTS = "model.safetensors"
INDEX = "model.safetensors.index.json"
PICKLED = (
    "holds only pickled weights, which can run code when loaded. "
    "Save it as safetensors, or pass --allow-pickle if you trust its author."
)
# Numbers without which no model can be built, by the names that architectures give them.
SIZES = [
    "vocab_size",
    "hidden_size",
    "num_hidden_layers",
    "num_attention_heads",
    "n_embd",
    "n_layer",
    "n_head",
]


def read_object(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise EngineError(
            f"{path} cannot be read ({error.strerror}). Check the file and its permissions."
        ) from None
    except (ValueError, RecursionError) as error:
        raise EngineError(
            f"{path} is not JSON ({first_line(error)}). Save or copy it again."
        ) from None
    if not isinstance(content, dict):
        raise EngineError(
            f"{path} is not a JSON object but a {type(content).__name__}. Save or copy it again."
        )
    return content


def read_config(folder: Path) -> dict[str, Any]:
    """The config.json of a model, with sizes that a model can have."""
    path = folder / "config.json"
    config = read_object(path)
    _check_sizes(config, path)
    text_config = config.get("text_config")
    if isinstance(text_config, dict):
        _check_sizes(text_config, path)
    for name, kind, called in (("model_type", str, "a string"), ("architectures", list, "a list")):
        value = config.get(name)
        if value is not None and not isinstance(value, kind):
            raise EngineError(f"{path} has the {name} {value!r}, not {called}. Correct it.")
    if not all(isinstance(name, str) for name in config.get("architectures") or ()):
        raise EngineError(f"{path} has architectures that are not names. Correct it.")
    return config


def check_weights(folder: Path) -> None:
    """Refuse weights that are incomplete: the single file, or every shard that the index names.

    Also refuse those in a folder below, which no digest has.
    """
    named = read_config(folder).get("transformers_weights")
    if isinstance(named, str) and Path(named).name != named:
        raise EngineError(
            f"{folder / 'config.json'} takes its weights from {named!r}, not from a file beside "
            "it. Move them there, and correct transformers_weights."
        )
    for index in folder.glob("*.index.json"):
        if index.name.endswith((".safetensors.index.json", ".bin.index.json")):
            _shards(index)
    if (folder / WEIGHTS).exists():
        check_safetensors(folder / WEIGHTS)
    elif (folder / INDEX).exists():
        for shard in _shards(folder / INDEX):
            check_safetensors(folder / shard)
    else:
        for path in sorted(folder.glob("*.safetensors")):
            check_safetensors(path)


def check_safetensors(path: Path) -> None:
    """Refuse a file of weights whose header is wrong or does not fit the file's size."""
    from safetensors import SafetensorError, safe_open

    if not path.is_file():
        raise EngineError(f"{path} is missing. Copy or download the checkpoint again.")
    try:
        with safe_open(path, framework="numpy"):
            pass
    except (SafetensorError, OSError, ValueError) as error:
        raise EngineError(
            f"{path} ({path.stat().st_size} bytes) is truncated or damaged ({first_line(error)}). "
            "Copy or download it again."
        ) from None


def _check_sizes(config: Mapping[str, Any], path: Path) -> None:
    for name in SIZES:
        value = config.get(name)
        # Some architectures give a list (one number per layer), or nothing.
        wrong = isinstance(value, str | float | bool | dict)
        if wrong or (isinstance(value, int) and value < 1):
            raise EngineError(
                f"{path} has the {name} {value!r}, not a positive whole number. Correct it."
            )


def _shards(index: Path) -> list[str]:
    names = read_object(index).get("weight_map")
    if not isinstance(names, dict) or not names:
        raise EngineError(f"{index} has no weight_map. Save the checkpoint again.")
    for name in names.values():
        # A shard is beside its index: any other path could lead out of the folder.
        if not isinstance(name, str) or Path(name).name != name:
            raise EngineError(f"{index} names {name!r}, not a file beside it. Correct it.")
    return sorted(set(names.values()))
