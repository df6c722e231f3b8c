"""Results by the text itself: where all are stored, neither tokenizer nor torch is loaded.

Beside its key by token ids, each result has one by text, under the same identity of the model,
tokenizer included, and the settings by which a text becomes tokens.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import astuple
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

from kasauti.engines.causal.likelihood import TextPair, score_contrasts
from kasauti.engines.passes.likelihood import score_continuations, score_texts
from kasauti.engines.passes.limits import FIRST_POSITIONS
from kasauti.engines.protocol.backend import (
    Advance,
    Continuation,
    ContinuationScore,
    ContrastScore,
    SequenceScore,
)

if TYPE_CHECKING:
    from kasauti.engines.backends.local.model import LocalModel

Item = TypeVar("Item", bound=str | Continuation | TextPair)
Score = TypeVar("Score", bound=SequenceScore | ContinuationScore | ContrastScore)

TEXT = struct.Struct("<dI")
CONTINUATION = struct.Struct("<dII")
CONTRAST = struct.Struct("<ddIII")


def score_texts_once(
    model: LocalModel, texts: Sequence[str], advance: Advance
) -> list[SequenceScore]:
    """The score of each text; those that were scored before are found by their text."""
    index = _Index[str, SequenceScore](
        model,
        "of a text",
        content=str.encode,
        pack=lambda score: TEXT.pack(score.logprob, score.tokens),
        unpack=lambda value: SequenceScore(*TEXT.unpack(value)),
    )
    return index.scores(texts, score_texts, advance)


def score_continuations_once(
    model: LocalModel, continuations: Sequence[Continuation], advance: Advance
) -> list[ContinuationScore]:
    """The score of each continuation; those that were scored before are found by their texts."""
    index = _Index[Continuation, ContinuationScore](
        model,
        "of a continuation",
        content=_of_continuation,
        pack=lambda score: CONTINUATION.pack(score.logprob, score.tokens, score.left_out),
        unpack=lambda value: ContinuationScore(*CONTINUATION.unpack(value)),
    )
    return index.scores(continuations, score_continuations, advance)


def score_contrasts_once(
    model: LocalModel, pairs: Sequence[TextPair], advance: Advance, *, by_token: bool
) -> list[ContrastScore]:
    """The scores of each pair behind where its texts part; found by both texts."""
    index = _Index[TextPair, ContrastScore](
        model,
        "of a contrast by token" if by_token else "of a contrast",
        content=lambda pair: _of_continuation(Continuation(*pair)),
        pack=lambda score: CONTRAST.pack(*astuple(score)),
        unpack=lambda value: ContrastScore(*CONTRAST.unpack(value)),
    )
    return index.scores(pairs, partial(score_contrasts, by_token=by_token), advance)


class _Index(Generic[Item, Score]):
    """The stored scores of one kind of item."""

    def __init__(
        self,
        model: LocalModel,
        kind: str,
        *,
        content: Callable[[Item], bytes],
        pack: Callable[[Score], bytes],
        unpack: Callable[[bytes], Score],
    ) -> None:
        self._model = model
        self._kind = f"score {kind}|bos:{model.bos}|pll:{model.pll}"
        self._content: Callable[[Item], bytes] = content
        self._pack: Callable[[Score], bytes] = pack
        self._unpack: Callable[[bytes], Score] = unpack

    def scores(
        self,
        items: Sequence[Item],
        compute: Callable[[LocalModel, Sequence[Item], Advance], list[Score]],
        advance: Advance,
    ) -> list[Score]:
        keys = {item: self._model.key(self._kind, self._content(item)) for item in items}
        found = self._model.store.get(list(keys.values()))
        scores = {item: self._unpack(found[key]) for item, key in keys.items() if key in found}
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
            (key, self._pack(score))
            for key, score in scores.items()
            if positions is None or score.tokens < positions - FIRST_POSITIONS
        ]
        self._model.store.put(rows, self._model.owner)


def _of_continuation(continuation: Continuation) -> bytes:
    context = continuation.context.encode()
    return len(context).to_bytes(8, "big") + context + continuation.text.encode()
