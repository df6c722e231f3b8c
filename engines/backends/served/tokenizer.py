"""The tokenizer of a served model, which runs here: the server gets tokens, never text."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.model_source import EMBEDDED, HUB_NAME, ModelSource

# No weights: the server has them.
HUB_FILES = ("tokenizer*", "*config.json", "special_tokens_map.json", "vocab*", "merges.txt",
             "*.model", "*.jinja")  # fmt: skip


def check_tokenizer(name: str) -> None:
    """Refuse what cannot be a tokenizer; nothing is loaded or asked for yet."""
    if name in EMBEDDED:
        EMBEDDED[name].files()
    elif name and Path(name).is_dir():
        if not any(Path(name).glob("tokenizer*")):
            raise EngineError(
                f"--tokenizer={name} holds no tokenizer. Pass a folder with tokenizer.json."
            )
    elif not HUB_NAME.fullmatch(name):
        raise EngineError(
            f"--tokenizer={name} does not exist. Pass a folder, a hub name or an embedded "
            f"model ({', '.join(EMBEDDED)})."
        )


def find_tokenizer(name: str) -> Path:
    """The folder of a tokenizer that is named by a folder, an embedded model or a hub name."""
    check_tokenizer(name)
    if name in EMBEDDED:
        return ModelSource.find(name).folder()
    return Path(name) if Path(name).is_dir() else _hub_folder(name)


def guess_tokenizer(names: Sequence[str]) -> Path | None:
    """The folder of the tokenizer that one of the names stands for; None where none does."""
    for name in dict.fromkeys(filter(None, names)):
        with suppress(EngineError):
            return find_tokenizer(name)
    return None


def _hub_folder(name: str) -> Path:
    from huggingface_hub import snapshot_download

    try:
        folder = Path(snapshot_download(name, allow_patterns=[*HUB_FILES]))
    except Exception as error:
        # The hub's errors share no base class.
        raise EngineError(
            f"--tokenizer={name} is neither a local folder nor on the hub "
            f"({type(error).__name__}). Pass the folder of the model's tokenizer."
        ) from error
    if not any(folder.glob("tokenizer*")):
        raise EngineError(f"--tokenizer={name} has no tokenizer on the hub. Pass another.")
    return folder
