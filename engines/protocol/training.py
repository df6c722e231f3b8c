"""Records of fine-tuning: examples, settings, predictions. Imports nothing heavy."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# A model with more parameters than this gets a LoRA; of a smaller one all weights are trained.
LORA_ABOVE = 50_000_000
Scores: TypeAlias = "NDArray[np.float32]"  # [spans, classes] of one example


@dataclass(frozen=True, slots=True)
class Example:
    """A text, and the labels of its spans; without spans, one label for the whole.

    A span is the characters [start, end). Examples to predict have no labels.
    """

    text: str
    labels: tuple[int, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class TrainingSet:
    """Examples to train on, examples for early stopping (may be empty), examples to predict."""

    train: tuple[Example, ...]
    dev: tuple[Example, ...]
    asked: tuple[Example, ...]
    classes: int

    def digest(self) -> str:
        # Part of the store's keys: another spelling would make stored results useless.
        content = (
            f"Lesson(train={self.train!r}, dev={self.dev!r}, asked={self.asked!r}, "
            f"classes={self.classes!r})"
        )
        return hashlib.sha256(content.encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingConfig:
    """Settings of fine-tuning; it stops after `patience` epochs without a better dev loss."""

    epochs: int
    seed: int
    patience: int | None = None
    batch: int = 8
    learning_rate: float = 2e-4
    longest: int = 512
    lora_above: int = LORA_ABOVE

    def steps(self, examples: int) -> int:
        return self.epochs * math.ceil(examples / self.batch)


@dataclass(frozen=True, slots=True, eq=False)
class FineTuned:
    """The predictions of a fine-tuned model for each asked example, and its training."""

    scores: tuple[Scores, ...]  # log-probabilities; NaN where a span was cut off
    epochs: float
    lora: bool
