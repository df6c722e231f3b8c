"""Entailment by a cross-encoder that was trained on natural language inference."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from kasauti.engines.protocol.errors import EngineError, first_line, require
from kasauti.engines.protocol.phases import phase, without_bars
from kasauti.engines.sources import digests, files
from kasauti.engines.sources.loading import resolve_device
from kasauti.records.persona import Inference

BATCH = 32
ENTAILMENT, CONTRADICTION = "entailment", "contradiction"


class Entailment:
    """One local model; its labels must name entailment and contradiction."""

    def __init__(self, name: str, *, device: str = "auto") -> None:
        require("sentence_transformers", "quiz", needed_by="--judge-model")
        folder = Path(name)
        if not (folder / "config.json").is_file():
            raise EngineError(
                f"--judge-model={name} is not a folder with a config.json. "
                "Pass the folder of a cross-encoder for natural language inference."
            )
        self.name = folder.name
        self._folder, self._device = folder, device
        self._labels = self._read_labels()

    @cached_property
    def digest(self) -> str:
        return digests.fingerprint(self._folder)

    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> list[Inference]:
        """For each pair of a claim and a statement: does the first entail the second?"""
        if not pairs:
            return []
        given: Any = list(pairs)
        logits = np.asarray(self._model.predict(given, batch_size=BATCH)).astype(np.float64)
        if not np.isfinite(logits).all():
            raise EngineError(
                f"--judge-model={self._folder} returned NaN or infinity. Pass another model."
            )
        shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares = shifted / shifted.sum(axis=1, keepdims=True)
        entails, contradicts = self._labels
        return [Inference(float(row[entails]), float(row[contradicts])) for row in shares]

    def _read_labels(self) -> tuple[int, int]:
        names = files.read_config(self._folder).get("id2label")
        found = {
            str(label).lower(): int(index)
            for index, label in (names.items() if isinstance(names, dict) else ())
        }
        if ENTAILMENT not in found or CONTRADICTION not in found:
            raise EngineError(
                f"--judge-model={self._folder} has no labels {ENTAILMENT} and {CONTRADICTION} in "
                "its config.json. Pass a cross-encoder for natural language inference."
            )
        return found[ENTAILMENT], found[CONTRADICTION]

    @cached_property
    def _model(self) -> Any:
        import torch
        from sentence_transformers import CrossEncoder

        try:
            with phase(f"loading {self._folder}"), without_bars():
                return CrossEncoder(
                    str(self._folder),
                    device=resolve_device(self._device),
                    local_files_only=True,
                    activation_fn=torch.nn.Identity(),
                )
        except Exception as error:
            raise EngineError(
                f"--judge-model={self._folder} cannot be loaded ({first_line(error)}). "
                "Pass a folder that sentence-transformers or transformers saved."
            ) from error
