"""Token sequences laid out as rows: a prefix trie, so that shared prefixes are computed once.

Sequences are sorted, so neighbours share their longest prefixes (the two
sentences of a minimal pair always do). A row holds a few neighbours: each token
of their common trie stands in it once and may see its ancestors only, at the
position that its depth gives. The last token of a sequence is never an input:
nothing is predicted from it.

A row is complete in itself: every sequence in it is scored from it alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Ids = NDArray[np.int32]
ROOT = -1


@dataclass(frozen=True, slots=True)
class Member:
    """A sequence's place in a row: its last predictions, and the one that they continue."""

    sequence: int
    attached_to: int  # the prediction before its own first one, or ROOT
    first: int
    stop: int


@dataclass(slots=True)
class Row:
    """Inputs (tokens that something is predicted from) and predictions of one row."""

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
        """How many inputs a sequence adds that shares `shared` tokens with the last one."""
        return len(ids) - 1 - min(shared, len(self._inputs))

    def add(self, sequence: int, ids: Ids, shared: int, *, given: int = 1) -> None:
        """Append a sequence whose first `shared` tokens are those of the row's last one.

        Its first `given` tokens are a context that nothing is predicted of.
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
        """Predict the tokens after the context; they continue nobody's predictions."""
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

    def visible(self) -> NDArray[np.bool_]:
        """The mask [inputs, inputs]: each input sees itself and its ancestors."""
        mask = np.eye(len(self), dtype=np.bool_)
        for place, parent in enumerate(self.parents):
            if parent != ROOT:
                mask[place] |= mask[parent]
        return mask


def prefix_order(sequences: Sequence[Ids]) -> list[int]:
    """The indices of the sequences in an order in which neighbours share their prefixes."""
    # Big-endian bytes sort as the numbers do, and take a tenth of the memory of a list.
    return sorted(range(len(sequences)), key=lambda index: sequences[index].astype(">i4").tobytes())


def pack(
    sequences: Sequence[Ids],
    *,
    capacity: int,
    given: Sequence[int] | None = None,
    longest: int = 0,
) -> list[Row]:
    """Rows of about `capacity` inputs that hold every sequence once.

    A capacity of 0 gives each sequence a row of its own, in which the mask is
    the ordinary causal one. `given` tells how many tokens of each sequence are
    its context (default: one). A sequence that has its greater part in the row
    already, as one choice after another under a long context, may make the row
    longer, up to twice its own length and up to `longest` inputs.
    """
    rows: list[Row] = []
    last: Ids | None = None
    for index in prefix_order(sequences):
        ids = sequences[index]
        shared = 0 if last is None else _shared_prefix(last, ids)
        allowed = capacity
        if 2 * shared > len(ids):
            allowed = max(capacity, min(longest, 2 * len(ids)))
        if last is None or len(rows[-1]) + rows[-1].growth(ids, shared) > allowed:
            rows.append(Row())
            shared = 0
        rows[-1].add(index, ids, shared, given=given[index] if given else 1)
        last = ids
    return rows


def _shared_prefix(left: Ids, right: Ids) -> int:
    length = min(len(left), len(right))
    differing = np.flatnonzero(left[:length] != right[:length])
    return int(differing[0]) if differing.size else length
