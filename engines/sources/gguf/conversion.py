"""GGUF files, converted once into plain safetensors folders in the user's cache.

Transformers reads GGUF, but slowly (it dequantizes on every load), and what it
reads cannot be saved while its config says that it is quantized.
"""

from __future__ import annotations

import copy
import hashlib
import io
import shutil
import struct
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from filelock import FileLock

from kasauti.engines.protocol.errors import EngineError, first_line, require
from kasauti.engines.protocol.phases import phase
from kasauti.engines.sources.digests import sha256
from kasauti.engines.sources.gguf.header import (
    ARCHITECTURE,
    MAGIC,
    START,
    UINT32,
    Header,
    check_header,
    require_settings,
    split_file,
)
from kasauti.inputs.user_cache import cache_folder

if TYPE_CHECKING:
    from transformers import PreTrainedConfig, PreTrainedModel, PreTrainedTokenizerBase

FORMAT = 2  # part of the folder's name: increase it when the conversion changes
UNFINISHED = ".unfinished"
LONGEST_NAME = 100  # bytes of the model's name in that of the folder
WORDS = "tokenizer.ggml.tokens"
VOCABULARY = {
    WORDS,
    "tokenizer.ggml.scores",
    "tokenizer.ggml.token_type",
    "tokenizer.ggml.merges",
}
ALIGNMENT, USUAL_ALIGNMENT = "general.alignment", 32


def convert(parts: Sequence[Path], *, name: str, digest: str | None = None) -> Path:
    """The folder that holds a GGUF file (given in parts) as safetensors; converted where missing.

    `digest` is the sha256 that the joined file must have; None takes the file as it is.
    """
    expected = digest or sha256(parts[0])
    # A file's name may leave no room for anything behind it.
    short = name.encode(errors="replace")[:LONGEST_NAME].decode(errors="ignore")
    folder = cache_folder() / "models" / f"{short}-{expected[:16]}-v{FORMAT}"
    folder.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{folder}.lock"):
        if not folder.is_dir():
            require("torch", "local", needed_by=f"Converting {name}")
            with _scratch(folder) as scratch:
                gguf = scratch / "model.gguf"
                with phase(f"joining and checking the file of {name}"):
                    found = _join(parts, gguf)
                if found != expected:
                    raise EngineError(
                        f"The file of {name} does not have the sha256 {expected}. "
                        "Reinstall the package that it came in."
                    )
                plain = scratch / "plain"
                _convert_file(gguf, plain, name=name, given=str(parts[0]))
                plain.rename(folder)  # atomic: another process never sees half a model
    return folder


@contextmanager
def _scratch(folder: Path) -> Iterator[Path]:
    """A folder for a conversion; what a killed one left there is removed first."""
    for left in folder.parent.glob(f"{folder.name}.*{UNFINISHED}"):
        shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(
        prefix=f"{folder.name}.", suffix=UNFINISHED, dir=folder.parent
    ) as scratch:
        yield Path(scratch)


def _join(parts: Sequence[Path], target: Path) -> str:
    """The sha256 of the parts, which are written one after the other."""
    digest = hashlib.sha256()
    with target.open("wb") as joined:
        for part in parts:
            with part.open("rb") as file:
                while block := file.read(1 << 20):
                    digest.update(block)
                    joined.write(block)
    return digest.hexdigest()


def _convert_file(gguf: Path, folder: Path, *, name: str, given: str) -> None:
    """Convert a GGUF file; messages call it by the name of the user's own."""
    header = check_header(gguf, name=given)
    if header.splits > 1:
        raise split_file(given)
    try:
        _save_plain(gguf, header, folder, name=name)
    except Exception as error:
        # The GGUF reader raises errors of many types; each means that the file is unusable.
        reason = first_line(error).replace(str(gguf), "it")
        raise EngineError(
            f"{given} cannot be read as GGUF ({reason}). "
            "Pass a complete GGUF file of an architecture that transformers supports."
        ) from error


def _save_plain(gguf: Path, header: Header, folder: Path, *, name: str) -> None:
    with phase(f"converting the weights of {name}"), _without_bar():
        model = _read_weights(gguf, header)
    with phase(f"writing the weights of {name}"), _without_bar():
        model.save_pretrained(folder)
    config = model.config
    del model
    with phase(f"converting the tokenizer of {name}"):
        tokenizer = _read_tokenizer(gguf, config)
    with phase(f"writing the tokenizer of {name}"):
        tokenizer.save_pretrained(folder)


def _read_weights(gguf: Path, header: Header) -> PreTrainedModel:
    """The model in single precision, without any memory of its quantization."""
    import torch
    from transformers import AutoModelForCausalLM

    smaller = _weights_file(gguf, header)
    with names_mapped_once(), _watched_tensors() as used:
        loaded: Any = AutoModelForCausalLM.from_pretrained(
            gguf.parent, gguf_file=smaller.name, dtype=torch.float32, output_loading_info=True
        )
    model, report = loaded
    _require_all(header, report, used)
    require_settings(header, model.config.to_dict())
    if smaller != gguf:
        smaller.unlink()
    config = copy.deepcopy(model.config)
    if hasattr(config, "quantization_config"):  # not in every version of transformers
        del config.quantization_config
    with torch.device("meta"):
        plain: PreTrainedModel = type(model)(config)
    plain.load_state_dict(model.state_dict(), assign=True)
    plain.tie_weights()
    return plain


def _require_all(header: Header, report: dict[str, Any], used: set[str]) -> None:
    """Refuse a file whose tensors are not those of the model: transformers makes up the rest."""
    if missing := sorted(report["missing_keys"]) + sorted(report["mismatched_keys"]):
        raise ValueError(
            f"it lacks {len(missing)} of the weights of its architecture, among them {missing[0]}"
        )
    if unused := sorted({*header.tensor_names(), *report["unexpected_keys"]} - used):
        raise ValueError(
            f"transformers has no use for {len(unused)} of its tensors, among them {unused[0]}"
        )


@contextmanager
def _watched_tensors() -> Iterator[set[str]]:
    """The names of the tensors that transformers finds a place for, while it reads them."""
    reading: Any = import_module("transformers.modeling_gguf_pytorch_utils")
    used: set[str] = set()
    made = reading.TENSOR_PROCESSORS, reading.TensorProcessor

    def watched(processor: type[Any]) -> type[Any]:
        class Watched(processor):  # type: ignore[misc]
            def process(self, weights: Any, name: str, **more: Any) -> Any:
                before = len(more["parsed_parameters"]["tensors"])
                result = super().process(weights=weights, name=name, **more)
                kept = len(more["parsed_parameters"]["tensors"]) > before
                # Without a name: the processor itself has put it into its place.
                if kept or result.name is None or result.name in more["tensor_key_mapping"]:
                    used.add(name)
                return result

        return Watched

    reading.TENSOR_PROCESSORS = {name: watched(each) for name, each in made[0].items()}
    reading.TensorProcessor = watched(made[1])
    try:
        yield used
    finally:
        reading.TENSOR_PROCESSORS, reading.TensorProcessor = made


def _weights_file(gguf: Path, header: Header) -> Path:
    """The file without its vocabulary, if transformers can do without one; else as it is."""
    from transformers import AutoConfig

    smaller = gguf.with_name("weights.gguf")
    write_without_vocabulary(gguf, header, smaller)
    with suppress(Exception):  # of any type; whether the file is unusable, the whole one shows
        config = AutoConfig.from_pretrained(gguf.parent, gguf_file=smaller.name)
        if config.vocab_size == vocabulary_size(header):
            return smaller
    smaller.unlink()
    return gguf


def _read_tokenizer(gguf: Path, config: PreTrainedConfig) -> PreTrainedTokenizerBase:
    from transformers import AutoTokenizer, PreTrainedTokenizerFast
    from transformers.models.auto.tokenization_auto import TOKENIZER_MAPPING

    # By its type where that is known: transformers would read the whole file again to find it.
    known = TOKENIZER_MAPPING.get(type(config), None)
    by_type = isinstance(known, type) and issubclass(known, PreTrainedTokenizerFast)
    kind = {"tokenizer_type": config.model_type} if by_type else {}
    tokenizer: PreTrainedTokenizerBase = AutoTokenizer.from_pretrained(
        gguf.parent, gguf_file=gguf.name, **kind
    )
    return tokenizer


@contextmanager
def _without_bar() -> Iterator[None]:
    """Without the bars of the libraries, of which one cannot be switched off."""
    with redirect_stderr(io.StringIO()):
        yield


def vocabulary_size(header: Header) -> int | None:
    """Return the number of words, as the file gives it or by its list of words."""
    stated = header.entry(_size_name(header))
    if stated is not None and stated.kind == UINT32:
        return stated.number
    words = header.entry(WORDS)
    return words.items if words else None


def write_without_vocabulary(source: Path, header: Header, target: Path) -> None:
    """Write what the weights of a file need, in the same format."""
    kept = [entry.content for entry in header.entries if entry.name not in VOCABULARY]
    size = vocabulary_size(header)
    if header.entry(_size_name(header)) is None and size is not None:
        name = _size_name(header).encode()
        kept.append(struct.pack(f"<Q{len(name)}sII", len(name), name, UINT32, size))
    start = START.pack(MAGIC, header.version, header.tensors, len(kept))
    before = b"".join([start, *kept, header.tensor_list])
    stated = header.entry(ALIGNMENT)
    alignment = (stated.number if stated else 0) or USUAL_ALIGNMENT
    with source.open("rb") as file, target.open("wb") as smaller:
        smaller.write(before.ljust(_align(len(before), alignment), b"\0"))
        file.seek(_align(header.size, alignment))
        shutil.copyfileobj(file, smaller, 1 << 20)


@contextmanager
def names_mapped_once() -> Iterator[None]:
    """Make the table of the names of tensors once: transformers asks for it for every module."""
    import gguf

    made = gguf.get_tensor_name_map
    gguf.get_tensor_name_map = cache(made)
    try:
        yield
    finally:
        gguf.get_tensor_name_map = made


def _size_name(header: Header) -> str:
    architecture = header.entry(ARCHITECTURE)
    return f"{architecture.text if architecture else ''}.vocab_size"


def _align(size: int, alignment: int) -> int:
    return -(-size // alignment) * alignment
