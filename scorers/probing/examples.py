"""The interface of whatever fits a probe, and the examples that it and its baselines take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

# Of the regularization, per dimension: from strong to weak.
STRENGTHS = (100.0, 10.0, 1.0, 0.1, 0.01)

Floats = NDArray[np.float32]
Labels = NDArray[np.int64]


class Fit(Protocol):
    """Fits logistic regressions to many layers, folds and strengths at once."""

    def __call__(
        self,
        features: Floats,
        labels: Labels,
        train: NDArray[np.bool_],
        *,
        classes: int,
        strengths: Sequence[float],
    ) -> Floats:
        """Log-probabilities [layers, folds, subsets, strengths, examples, classes].

        features: [layers, examples, dimensions]; labels: [subsets, examples];
        train: [folds, subsets, examples].
        """
        ...


class Example(Protocol):
    """A word span in a sentence, and the label to be predicted from its vectors."""

    @property
    def sentence(self) -> str: ...

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...

    @property
    def label(self) -> str: ...

    @property
    def lemma(self) -> str: ...

    @property
    def split(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Surface:
    """An example as its letters are: the span, and the sentence before and after it."""

    before: str
    span: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbeData:
    """The labels, lemmas and letters of a task's examples, and their splits if they have some."""

    labels: tuple[str, ...]
    lemmas: tuple[str, ...]
    surfaces: tuple[Surface, ...]
    splits: tuple[str, ...]

    @classmethod
    def of(cls, examples: Sequence[Example]) -> ProbeData:
        return cls(
            labels=tuple(each.label for each in examples),
            lemmas=tuple(each.lemma for each in examples),
            surfaces=tuple(
                Surface(
                    each.sentence[: each.start],
                    each.sentence[each.start : each.end],
                    each.sentence[each.end :],
                )
                for each in examples
            ),
            splits=tuple(each.split for each in examples),
        )

    @property
    def types(self) -> tuple[str, ...]:
        """The word type of each example: the spelling of its span."""
        return tuple(surface.span for surface in self.surfaces)
