"""Kasauti, the touchstone: an evaluation suite for language models, written as a pytest suite."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kasauti.evaluation import EvaluationError, evaluate

__all__ = ["EvaluationError", "evaluate"]

# A checkout comes before what is installed; in it, the other packages stand beside this one.
if not (Path(__file__).parent / "records").is_dir():
    __path__.append(str(Path(__file__).parents[1]))


def __getattr__(name: str) -> Any:
    """The functions for notebooks and scripts, imported when they are first used."""
    if name in __all__:
        from kasauti import evaluation

        return getattr(evaluation, name)
    raise AttributeError(f"module 'kasauti' has no attribute {name!r}")
