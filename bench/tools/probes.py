"""Probes of all layers: one pass for all, and a pass per layer with scikit-learn.

Both fit the same problems (layers, folds and strengths) and give the accuracy of each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from bench.tools.suite import backend_of, empty_store
from bench.tools.workload import Item, Workload
from kasauti.engines.hidden_states.logistic import fit_logistic
from kasauti.engines.hidden_states.spans import align
from kasauti.engines.protocol.backend import TextSpan
from kasauti.scorers.probing.examples import STRENGTHS
from kasauti.scorers.probing.folds import FOLDS, lemma_folds


@dataclass(frozen=True, slots=True)
class Task:
    """The examples of a probe task as arrays."""

    spans: list[TextSpan]
    labels: NDArray[np.int64]
    train: NDArray[np.bool_]  # [folds, examples]

    @classmethod
    def of(cls, items: Sequence[Item]) -> Task:
        """Items are sentence, start, end, label and lemma."""
        names = sorted({label for *_, label, _ in items})
        labels = np.array([names.index(label) for *_, label, _ in items], dtype=np.int64)
        lemmas = [lemma for *_, lemma in items]
        folds = lemma_folds(labels, lemmas, FOLDS, np.random.default_rng(0))
        spans = [TextSpan(text, int(start), int(end)) for text, start, end, *_ in items]
        return cls(spans, labels, np.array([folds != fold for fold in range(FOLDS)]))

    @property
    def classes(self) -> int:
        return int(self.labels.max()) + 1


class OnePass:
    """The suite: all layers from one pass, and all fits together."""

    def __init__(self, workload: Workload) -> None:
        self._backend = backend_of(workload)
        self.facts: dict[str, int] = {}

    def run(self, items: Sequence[Item], batch: int) -> list[float]:  # noqa: ARG002
        task = Task.of(items)
        with empty_store(self._backend):
            vectors = self._backend.read_vectors(task.spans, pool="last")
        found = fit_logistic(
            np.ascontiguousarray(vectors.swapaxes(0, 1)),
            task.labels[None],
            task.train[:, None],
            classes=task.classes,
            strengths=STRENGTHS,
        )  # [layers, folds, 1, strengths, examples, labels]
        right = found[:, :, 0].argmax(axis=-1) == task.labels
        return [
            float(right[layer, fold, strength][~rows].mean())
            for layer in range(len(right))
            for fold, rows in enumerate(task.train)
            for strength in range(len(STRENGTHS))
        ]


class PassPerLayer:
    """Every sentence through the model once for every layer, then scikit-learn."""

    def __init__(self, workload: Workload) -> None:
        self._backend = backend_of(workload)
        self._layers = self._backend.model.config.get_text_config().num_hidden_layers + 1
        self.facts: dict[str, int] = {}

    def run(self, items: Sequence[Item], batch: int) -> list[float]:
        task = Task.of(items)
        return [
            accuracy
            for layer in range(self._layers)
            for accuracy in _accuracies(self._vectors(task, layer, batch), task)
        ]

    def _vectors(self, task: Task, layer: int, batch: int) -> NDArray[np.float32]:
        backend = self._backend
        spans = align(backend.tokenizer, task.spans, prefix=backend.prefix, special_tokens=False)
        model: Any = backend.model.base_model
        found = []
        with torch.inference_mode():
            for start in range(0, len(spans), batch):
                chosen = spans[start : start + batch]
                width = max(map(len, chosen))
                rows = [[*span.ids.tolist(), *[0] * (width - len(span))] for span in chosen]
                mask = [[1] * len(span) + [0] * (width - len(span)) for span in chosen]
                states = model(
                    torch.tensor(rows),
                    attention_mask=torch.tensor(mask),
                    output_hidden_states=True,
                ).hidden_states[layer]
                found += [states[row, span.stop - 1].numpy() for row, span in enumerate(chosen)]
        return np.array(found)


def _accuracies(vectors: NDArray[np.float32], task: Task) -> Iterator[float]:
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import StandardScaler

    for rows in task.train:
        scaled = StandardScaler().fit(vectors[rows]).transform(vectors)
        for strength in STRENGTHS:
            # Per dimension; with two labels scikit-learn has one weight, not two.
            penalty = strength * vectors.shape[1] / (2 if task.classes == 2 else 1)
            fitted = LogisticRegression(C=1 / penalty, max_iter=1000)
            fitted.fit(scaled[rows], task.labels[rows])
            yield float(fitted.score(scaled[~rows], task.labels[~rows]))
