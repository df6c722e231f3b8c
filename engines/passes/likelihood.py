"""Texts in, sums of log-probabilities out: each computed once for one model."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kasauti.engines.passes.limits import require_known_tokens, require_positions, warn_of_long
from kasauti.engines.protocol.backend import Advance, Continuation, ContinuationScore, SequenceScore
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.store.missing import Keep, Missing

if TYPE_CHECKING:
    from kasauti.engines.passes.text_model import Prepared, TextModel

# Bounds what is held of the data beside the texts and their scores.
TEXTS_AT_ONCE = 16384
RESULT = struct.Struct("<dI")


def score_texts(model: TextModel, texts: Sequence[str], advance: Advance) -> list[SequenceScore]:
    """The score of each text."""
    scores: list[SequenceScore] = []
    long = longest = 0
    for start in range(0, len(texts), TEXTS_AT_ONCE):
        chunk = texts[start : start + TEXTS_AT_ONCE]
        prepared, lengths = prepare_measured(model, chunk)
        long += require_positions(model, chunk, lengths)
        longest = max(longest, *lengths)
        scores += score_prepared(model, prepared, advance)
    warn_of_long(model, long, longest=longest)
    return scores


def prepare_measured(model: TextModel, texts: Sequence[str]) -> tuple[list[Prepared], list[int]]:
    """The texts for a scorer, and how many positions of the model each needs."""
    prepared = model.likelihood.prepare_texts(texts)
    # The last token of a sequence is no input of a causal model.
    return prepared, [len(each.sequence) - (model.kind == "causal") for each in prepared]


def score_continuations(
    model: TextModel, continuations: Sequence[Continuation], advance: Advance
) -> list[ContinuationScore]:
    """The score of each text after its context, which is computed once for all its texts."""
    for each in continuations:
        if not each.text.strip():
            raise EngineError(f"There is no text to score after {each.context!r}. Add a text.")
    scores: list[ContinuationScore] = []
    for start in range(0, len(continuations), TEXTS_AT_ONCE):
        chunk = continuations[start : start + TEXTS_AT_ONCE]
        prepared = model.likelihood.prepare_continuations(chunk)
        scores += [
            ContinuationScore(score.logprob, score.tokens, each.left_out)
            for score, each in zip(score_prepared(model, prepared, advance), prepared, strict=True)
        ]
    return scores


def score_prepared(
    model: TextModel, prepared: Sequence[Prepared], advance: Advance
) -> list[SequenceScore]:
    """The score of each text, from the store or computed."""
    require_known_tokens(model, [each.ids for each in prepared])

    def compute(missing: list[int], keep: Keep) -> None:
        chosen = [prepared[index] for index in missing]
        for batch in model.scores(chosen):
            keep(
                (missing[index], RESULT.pack(logprob, chosen[index].tokens))
                for index, logprob in batch
            )

    def report(indices: list[int], computed: bool) -> None:
        advance(len(indices), stored=not computed)

    missing = Missing.of(model, compute, report)
    keys = [model.key(each.score, each.content) for each in prepared]
    return [SequenceScore(*RESULT.unpack(value)) for value in missing.values(keys)]


def border(continuation: Continuation) -> tuple[str, str]:
    """Context and text, the white space between them with the text, as lm-eval splits them."""
    context = continuation.context.rstrip()
    return context, continuation.context[len(context) :] + continuation.text
