"""GGUF files, converted once into plain safetensors folders in the user's cache.

Transformers reads GGUF, but slowly (it dequantizes on every load), and what it
reads cannot be saved while its config says that it is quantized.
"""

from __future__ import annotations

import copy
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from filelock import FileLock

from kasauti.engines.errors import EngineError, first_line
from kasauti.engines.sources.cache import cache_folder
from kasauti.engines.sources.file_digests import sha256
from kasauti.engines.sources.gguf_header import check_header

FORMAT = 1  # part of the folder's name: increase it when the conversion changes


def converted(parts: Sequence[Path], *, name: str, digest: str | None = None) -> Path:
    """The folder that holds a GGUF file (given in parts) as safetensors; converted where missing.

    `digest` is the sha256 that the joined file must have; None takes the file as it is.
    """
    digest = digest or sha256(parts[0])
    folder = cache_folder() / "models" / f"{name}-{digest[:16]}-v{FORMAT}"
    folder.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{folder}.lock"):
        if not folder.is_dir():
            with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
                gguf = Path(scratch, "model.gguf")
                _join(parts, gguf)
                if sha256(gguf) != digest:
                    raise EngineError(
                        f"The file of {name} does not have the sha256 {digest}. "
                        "Reinstall the package that it came in."
                    )
                plain = Path(scratch, "plain")
                _convert(gguf, plain, name=str(parts[0]))
                plain.rename(folder)  # atomic: another process never sees half a model
    return folder


def _join(parts: Sequence[Path], target: Path) -> None:
    with target.open("wb") as joined:
        for part in parts:
            with part.open("rb") as file:
                shutil.copyfileobj(file, joined, 1 << 20)


def _convert(gguf: Path, folder: Path, *, name: str) -> None:
    """Convert a GGUF file, which messages call by the name of the user's own."""
    check_header(gguf, name=name)
    try:
        _save_plain(gguf, folder)
    except Exception as error:
        # The GGUF reader raises errors of many types; each means that the file is unusable.
        reason = first_line(error).replace(str(gguf), "it")
        raise EngineError(
            f"{name} cannot be read as GGUF ({reason}). "
            "Pass a complete GGUF file of an architecture that transformers supports."
        ) from error


def _save_plain(gguf: Path, folder: Path) -> None:
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    model = AutoModelForCausalLM.from_pretrained(
        gguf.parent, gguf_file=gguf.name, dtype=torch.float32
    )
    tokenizer = AutoTokenizer.from_pretrained(gguf.parent, gguf_file=gguf.name)
    config = copy.deepcopy(model.config)
    if hasattr(config, "quantization_config"):  # not in every version of transformers
        del config.quantization_config
    with torch.device("meta"):
        plain = type(model)(config)
    plain.load_state_dict(model.state_dict(), assign=True)
    plain.tie_weights()
    plain.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
