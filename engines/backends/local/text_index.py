"""Results by the text itself: where all are stored, neither tokenizer nor torch is loaded.

Beside its key by token ids, each result has one by text, under the same identity of the model,
tokenizer included, and the settings by which a text becomes tokens.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Generic, TypeVar

from kasauti.engines.passes.limits import FIRST_POSITIONS
from kasauti.engines.protocol.backend import (
    Advance,
    Continuation,
    ContinuationScore,
    ContrastScore,
    SequenceScore,
)

if TYPE_CHECKING:
    from kasauti.engines.passes.text_model import LocalModel

Item = TypeVar("Item", bound=str | Continuation | tuple[str, str])
Score = TypeVar("Score", bound=SequenceScore | ContinuationScore | ContrastScore)

LAYOUTS = {SequenceScore: "<dI", ContinuationScore: "<dII", ContrastScore: "<ddIII"}


class TextIndex(Generic[Item, Score]):
    """The stored scores of one kind of item."""

    def __init__(self, model: LocalModel, kind: str, score: type[Score]) -> None:
        self._model = model
        self._kind = f"score {kind}|bos:{model.bos}|pll:{model.pll}"
        self._score = score
        self._layout = struct.Struct(LAYOUTS[score])
        self._values = attrgetter(*score.__slots__)

    def scores(
        self,
        items: Sequence[Item],
        advance: Advance,
        compute: Callable[[LocalModel, Sequence[Item], Advance], list[Score]],
    ) -> list[Score]:
        """The score of each item; those that were scored before are found by their texts."""
        keys = {item: self._model.key(self._kind, _content(item)) for item in items}
        found = self._model.store.get(list(keys.values()))
        scores = {
            item: self._score(*self._layout.unpack(found[key]))
            for item, key in keys.items()
            if key in found
        }
        if scores:
            self._model.counter.stored += len(scores)
            advance(sum(item in scores for item in items), stored=True)
        missing = [item for item in items if item not in scores]
        if missing:
            new = dict(zip(missing, compute(self._model, missing, advance), strict=True))
            self._keep({keys[item]: score for item, score in new.items()})
            scores |= new
        return [scores[item] for item in items]

    def _keep(self, scores: dict[bytes, Score]) -> None:
        """Store scores by text, except of texts near the model's limit: those warn in every run."""
        positions = self._model.positions
        rows = [
            (key, self._layout.pack(*self._values(score)))
            for key, score in scores.items()
            if positions is None or score.tokens < positions - FIRST_POSITIONS
        ]
        self._model.store.put(rows, self._model.owner)


def _content(item: str | Continuation | tuple[str, str]) -> bytes:
    if isinstance(item, str):
        return item.encode()
    before, after = (item.context, item.text) if isinstance(item, Continuation) else item
    first = before.encode()
    return len(first).to_bytes(8, "big") + first + after.encode()
