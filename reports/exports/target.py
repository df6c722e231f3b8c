"""The destination of an export."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType

from kasauti.inputs.errors import KasautiError

PROJECT = "kasauti"


@dataclass(frozen=True, slots=True)
class Target:
    """The destination that the user gave.

    out: a file or a folder, for forms that are files.
    project: of W&B; in MLflow an experiment.
    """

    out: Path | None = None
    project: str = PROJECT


def client(module: str, package: str) -> ModuleType:
    """The tool's own client; a package that is not installed is one sentence."""
    try:
        return import_module(module)
    except ImportError as error:
        raise KasautiError(
            f"{module} cannot be imported ({error}). Install it: pip install {package}."
        ) from None
