"""Logistic regression for many layers, folds and strengths at once.

Every problem is the same convex one: softmax cross-entropy over some training rows plus an L2
penalty on the weights (not on the intercepts). Problems that share their features share the
matrix products, and stronger penalties give the weaker ones their starting point.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

# Bytes of rotated features that are held at once.
MEMORY = 256 * 2**20
# A weight that moves by less than this part of the largest one changes no prediction.
TOLERANCE = 1e-4
MOST_STEPS = 500
# Directions with less than this part of the largest variance are rounding errors.
NEGLIGIBLE = 1e-10


def fit_logistic(
    features: NDArray[np.float32],
    labels: NDArray[np.int64],
    train: NDArray[np.bool_],
    *,
    classes: int,
    strengths: Sequence[float],
) -> NDArray[np.float32]:
    """Log-probabilities [layers, folds, subsets, strengths, examples, labels] of all examples.

    features: [layers, examples, dimensions].
    labels: [subsets, examples], counted from 0; there are `classes` of them.
    train: [folds, subsets, examples], the rows of each problem. The first subset of a fold
    holds all its others, and its rows alone give the mean and deviation of each dimension.
    strengths: the penalty on the squared weights, per dimension; descending.
    """
    layers, examples, _ = features.shape
    folds, subsets, _ = train.shape
    pairs = [(layer, fold) for layer in range(layers) for fold in range(folds)]
    targets = torch.nn.functional.one_hot(torch.from_numpy(labels), classes).float().mT
    shape = (len(pairs), subsets, len(strengths), examples, targets.shape[1])
    results = np.empty(shape, dtype=np.float32)
    for chunk in _chunks(len(pairs), features.shape):
        chosen = [pairs[index] for index in chunk]
        rows = torch.from_numpy(train[[fold for _, fold in chosen]])
        given = torch.from_numpy(features[[layer for layer, _ in chosen]])
        with _one_thread():
            problem = _Problem.of(_standardize(given, rows[:, 0]), rows, targets)
            for index, found in enumerate(problem.path(strengths)):
                results[chunk, :, index] = found.mT.numpy()
    return results.reshape(layers, folds, *shape[1:])


def _chunks(pairs: int, shape: Sequence[int]) -> Iterator[list[int]]:
    """Indices of pairs whose features fit in memory together."""
    _, examples, dimensions = shape
    size = max(1, MEMORY // (8 * examples * max(examples, dimensions)))
    for start in range(0, pairs, size):
        yield list(range(start, min(start + size, pairs)))


def _standardize(features: Tensor, rows: Tensor) -> Tensor:
    """Features of mean 0 and deviation 1 on the given rows, divided by the root of their number.

    features: [pairs, examples, dimensions]; rows: [pairs, examples].
    """
    features = features.double()
    weights = (rows / rows.sum(dim=1, keepdim=True)).unsqueeze(2)
    mean = (features * weights).sum(dim=1, keepdim=True)
    centred = features - mean
    deviation = (centred.square() * weights).sum(dim=1, keepdim=True).sqrt()
    # A dimension that is constant in training, up to rounding, carries no information.
    constant = deviation <= 1e-6 * mean.abs()
    varying = (~constant).sum(dim=2, keepdim=True).clamp(min=1)
    scaled = centred / deviation.masked_fill(constant, 1.0) / varying.sqrt()
    return scaled.masked_fill_(constant, 0.0)


def _rotate(features: Tensor, rows: Tensor) -> tuple[Tensor, Tensor]:
    """The features in the principal axes of the given rows, and the rows' square sum on each.

    The weights of a penalized fit are combinations of its training rows, so nothing is lost:
    with fewer rows than dimensions there are only as many axes as rows.
    """
    training = _gather(features, rows)  # [pairs, rows, dimensions]
    few = training.shape[1] < training.shape[2]
    sums, axes = torch.linalg.eigh(training @ training.mT if few else training.mT @ training)
    kept = sums > NEGLIGIBLE * sums.amax(dim=1, keepdim=True)
    if few:
        scale = torch.where(kept, sums, 1.0).rsqrt() * kept
        rotated = (features @ training.mT) @ (axes * scale.unsqueeze(1))
    else:
        rotated = features @ (axes * kept.unsqueeze(1))
    first = int((~kept.any(dim=0)).sum())  # eigh sorts: what no pair needs comes first
    return rotated[:, :, first:].float(), (sums * kept)[:, first:].float()


def _gather(features: Tensor, rows: Tensor) -> Tensor:
    """The given rows of each pair, and rows of zeros where a pair has fewer than another."""
    counts = rows.sum(dim=1, keepdim=True)
    most = int(counts.max())
    indices = rows.int().argsort(dim=1, descending=True, stable=True)[:, :most]
    real = torch.arange(most) < counts
    index = indices.unsqueeze(2).expand(-1, -1, features.shape[2])
    return features.gather(1, index) * real.unsqueeze(2)


@contextmanager
def _one_thread() -> Iterator[None]:
    """Small matrices gain little from threads, and contending threads slow them down."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


@dataclass(frozen=True, slots=True)
class _Problem:
    """Problems that are solved together; each subset has weights for each label."""

    features: Tensor  # [pairs, examples, axes + 1], the last for the intercepts
    curvature: Tensor  # [pairs, 1, axes + 1], an upper bound of the loss's second derivatives
    rows: Tensor  # [pairs, subsets, 1, examples]
    targets: Tensor  # [subsets, labels, examples]

    @classmethod
    def of(cls, features: Tensor, rows: Tensor, targets: Tensor) -> _Problem:
        """features: [pairs, examples, dimensions]; rows: [pairs, subsets, examples]."""
        rotated, sums = _rotate(features, rows[:, 0])
        # Few rows may vary in no dimension: then there is no axis, and the intercepts are all.
        ones = rotated.new_ones(*rotated.shape[:2], 1)
        count = rows[:, 0].sum(dim=1, keepdim=True)
        # Half the square sums bound the second derivatives of the softmax loss (Böhning 1992).
        curvature = torch.cat([sums, count], dim=1).unsqueeze(1) / 2
        features = torch.cat([rotated, ones], dim=2)
        return cls(features, curvature, rows.unsqueeze(2).float(), targets)

    def path(self, strengths: Sequence[float]) -> Iterator[Tensor]:
        """Log-probabilities [pairs, subsets, labels, examples] for each strength in turn."""
        pairs, _, axes = self.features.shape
        weights = torch.zeros(pairs, self.targets.shape[0] * self.targets.shape[1], axes)
        for strength in strengths:
            weights = self._minimize(weights, strength)
            yield self._logits(weights).log_softmax(dim=2)

    def _logits(self, weights: Tensor) -> Tensor:
        """[pairs, subsets, labels, examples]"""
        logits = weights @ self.features.mT
        return logits.view(len(weights), *self.targets.shape)

    def _minimize(self, weights: Tensor, strength: float) -> Tensor:
        """Nesterov's accelerated descent, scaled by the curvature, restarted where it overshoots.

        There is no line search: the bound on the curvature makes every step safe.
        """
        penalty = torch.full_like(self.curvature, strength)
        penalty[:, :, -1] = 0.0  # the intercepts
        scale = (self.curvature + penalty).reciprocal()
        subsets, labels = self.targets.shape[:2]
        speed = torch.zeros(len(weights), subsets, 1, 1)
        ahead = weights
        for _ in range(MOST_STEPS):
            errors = (self._logits(ahead).softmax(dim=2) - self.targets) * self.rows
            gradient = errors.flatten(1, 2) @ self.features + penalty * ahead
            new = ahead - scale * gradient
            moved = (new - weights).view(len(new), subsets, labels, -1)
            # Each problem restarts on its own, where its step goes uphill.
            uphill = (gradient.view_as(moved) * moved).sum(dim=(2, 3), keepdim=True) > 0
            speed = torch.where(uphill, 0.0, speed + 1)
            weights = new
            ahead = new + (moved * (speed / (speed + 3))).flatten(1, 2)
            size = new.view_as(moved).abs().amax(dim=(2, 3))
            if bool((moved.abs().amax(dim=(2, 3)) <= TOLERANCE * size).all()):
                break
        return weights
