"""The tokenizer of a served model, which runs here: the server gets tokens, never text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kasauti.engines.protocol.errors import EngineError, first_line
from kasauti.engines.sources import digests, files
from kasauti.engines.sources.checkpoint import end_tokens
from kasauti.engines.sources.model_source import EMBEDDED, HUB_NAME, ModelSource

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

# No weights: the server has them.
HUB_FILES = ("tokenizer*", "*config.json", "special_tokens_map.json", "vocab*", "merges.txt",
             "*.model", "*.jinja")  # fmt: skip


@dataclass(frozen=True, slots=True)
class ServedTokenizer:
    """A folder with the files of a tokenizer, and of the model's config where it has them."""

    folder: Path

    @classmethod
    def find(cls, name: str) -> ServedTokenizer:
        """Return the tokenizer that --tokenizer names: a folder, an embedded one or a hub name."""
        cls.check(name)
        if name in EMBEDDED:
            return cls(ModelSource.find(name).folder())
        return cls(Path(name) if Path(name).is_dir() else _hub_folder(name))

    @classmethod
    def check(cls, name: str) -> None:
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

    @classmethod
    def guess(cls, names: Sequence[str]) -> ServedTokenizer | None:
        """The tokenizer by the model's own folder or name; None where that is none here."""
        for name in dict.fromkeys(filter(None, names)):
            try:
                return cls.find(name)
            except EngineError:
                continue
        return None

    def load(self, *, trust_remote_code: bool) -> PreTrainedTokenizerBase:
        from transformers import AutoTokenizer

        for path in sorted(self.folder.glob("tokenizer*.json")):
            files.read_object(path)
        try:
            return AutoTokenizer.from_pretrained(self.folder, trust_remote_code=trust_remote_code)
        except Exception as error:
            # Tokenizers raise plain Exception for a file that they cannot use.
            raise EngineError(
                f"The tokenizer in {self.folder} cannot be loaded ({first_line(error)}). "
                "Pass another --tokenizer."
            ) from error

    def digest(self) -> str:
        return digests.fingerprint(self.folder, digests.TOKENIZER)

    def end_tokens(self) -> list[int]:
        """The tokens that end an answer, by the configs beside the tokenizer."""
        return end_tokens(self.folder)


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
