"""Token sequences as prefix tries, so that shared prefixes are computed once.

Sequences are sorted, so neighbours share their longest prefixes (the two
sentences of a minimal pair always do). A trie holds a run of neighbours. Each of their
tokens occurs in it once, after its parent and before the next sibling; its depth is its
position. The last token of a sequence is never an input: nothing is predicted from it.

A trie is self-contained: all its sequences are scored from it alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, starmap

import numpy as np
from numpy.typing import NDArray

from kasauti.engines.passes.tokens import Ids

ROOT = -1


@dataclass(frozen=True, slots=True)
class Member:
    """A sequence in a trie: its own last predictions, and the one that they continue."""

    sequence: int
    attached_to: int  # the prediction before its own first one, or ROOT
    first: int
    stop: int


@dataclass(slots=True)
class Trie:
    """Inputs (tokens that something is predicted from) and predictions."""

    tokens: list[int] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)  # of each input, or ROOT
    sources: list[int] = field(default_factory=list)  # the input each prediction is made from
    targets: list[int] = field(default_factory=list)  # the token each prediction is of
    members: list[Member] = field(default_factory=list)
    # The last member's path: its inputs and its predictions, by depth.
    _inputs: list[int] = field(default_factory=list)
    _predictions: list[int] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.tokens)

    def growth(self, ids: Ids, shared: int) -> int:
        """Return how many inputs a sequence adds that shares `shared` tokens with the last one."""
        return len(ids) - 1 - min(shared, len(self._inputs))

    def add(self, sequence: int, ids: Ids, shared: int, *, given: int = 1) -> None:
        """Append a sequence whose first `shared` tokens are those of the trie's last one.

        Its first `given` tokens are context, which is not predicted.
        """
        known = min(shared, len(self._inputs))
        del self._inputs[known:]
        for depth in range(known, len(ids) - 1):
            self.parents.append(self._inputs[-1] if self._inputs else ROOT)
            self._inputs.append(len(self.tokens))
            self.tokens.append(int(ids[depth]))
            self.depths.append(depth)
        if given > 1:
            self._add_continuation(sequence, ids, given)
            return
        # The token at depth d is prediction d - 1: nothing predicts the first.
        predicted = max(min(shared - 1, len(self._predictions)), 0)
        del self._predictions[predicted:]
        attached_to = self._predictions[-1] if self._predictions else ROOT
        first = len(self.targets)
        for depth in range(predicted + 1, len(ids)):
            self._predictions.append(len(self.targets))
            self.sources.append(self._inputs[depth - 1])
            self.targets.append(int(ids[depth]))
        self.members.append(Member(sequence, attached_to, first, len(self.targets)))

    def _add_continuation(self, sequence: int, ids: Ids, given: int) -> None:
        """Predict the tokens after the context; they continue no other sequence's predictions."""
        self._predictions.clear()
        first = len(self.targets)
        self.sources += self._inputs[given - 1 :]
        self.targets += ids[given:].tolist()
        self.members.append(Member(sequence, ROOT, first, len(self.targets)))

    def sums(self, logprobs: NDArray[np.float64]) -> Iterator[tuple[int, float]]:
        """Each member's sequence and the sum of its predictions' log-probabilities."""
        running = np.empty(len(logprobs))
        for member in self.members:
            before = 0.0 if member.attached_to == ROOT else float(running[member.attached_to])
            own = slice(member.first, member.stop)
            running[own] = before + np.cumsum(logprobs[own])
            yield (
                member.sequence,
                before if member.first == member.stop else float(running[member.stop - 1]),
            )

    def ancestors(self, index: int) -> list[int]:
        """The inputs from the root to the one at `index`, without itself."""
        path = []
        while (index := self.parents[index]) != ROOT:
            path.append(index)
        return path[::-1]


class Neighbours:
    """Sequences in an order in which neighbours share their prefixes."""

    def __init__(self, sequences: Sequence[Ids], given: Sequence[int] | None = None) -> None:
        """`given`: how many tokens of each sequence are its context (default: one)."""
        self._sequences = sequences
        self._given = given
        self._order = prefix_order(sequences)
        ordered = [sequences[index] for index in self._order]
        self._shared = [0, *starmap(shared_prefix, pairwise(ordered))]
        grown = [len(ids) - 1 for ids in ordered]
        for position, (last, _) in enumerate(pairwise(ordered), start=1):
            grown[position] -= min(self._shared[position], len(last) - 1)
        # Inputs of a trie of all sequences from each one on, without the first one's prefix.
        self._rest = np.cumsum(grown[::-1])[::-1]

    def __len__(self) -> int:
        return len(self._sequences)

    def runs(self, tokens: int) -> list[list[int]]:
        """The indices of all sequences, in runs of neighbours of about so many new tokens."""
        runs: list[list[int]] = []
        size = tokens
        for index, shared in zip(self._order, self._shared, strict=True):
            if size >= tokens:
                runs.append([])
                size = shared  # the first of a run shares nothing with those before
            runs[-1].append(index)
            size += len(self._sequences[index]) - shared
        return runs

    def trie(self, start: int, capacity: int) -> tuple[Trie, int]:
        """A trie of the sequences from `start` on, of at most about `capacity` inputs.

        Also where the next one starts. The remaining sequences are divided evenly, so that
        the last trie is not small. Sequences that are longer than that and share most of
        their tokens (choices after a long context) may add `capacity` inputs to the first.
        """
        rest = int(self._rest[start]) + self._shared[start]
        even = -(-rest // max(1, -(-rest // capacity)))
        trie = Trie()
        for position in range(start, len(self)):
            index = self._order[position]
            ids, shared = self._sequences[index], self._shared[position]
            if trie.members:
                allowed = len(ids) - 1 + capacity if 2 * shared > len(ids) > even else even
                if len(trie) + trie.growth(ids, shared) > allowed:
                    return trie, position
            else:
                shared = 0
            trie.add(index, ids, shared, given=self._given[index] if self._given else 1)
        return trie, len(self)


def alone(sequences: Sequence[Ids], given: Sequence[int] | None = None) -> list[Trie]:
    """One trie per sequence, in the given order."""
    tries = [Trie() for _ in sequences]
    for index, (trie, ids) in enumerate(zip(tries, sequences, strict=True)):
        trie.add(index, ids, 0, given=given[index] if given else 1)
    return tries


def prefix_order(sequences: Sequence[Ids]) -> list[int]:
    """The indices of the sequences in an order in which neighbours share their prefixes."""
    # Big-endian bytes sort like the numbers, and take a tenth of the memory of a list.
    return sorted(range(len(sequences)), key=lambda index: sequences[index].astype(">i4").tobytes())


def shared_prefix(left: Ids, right: Ids) -> int:
    """Return the number of tokens that both sequences start with."""
    length = min(len(left), len(right))
    differing = np.flatnonzero(left[:length] != right[:length])
    return int(differing[0]) if differing.size else length
