"""Texts in, sums of log-probabilities out: each computed once for one model.

Beside its key by token ids, a result may have one by text, under the same identity of the model,
tokenizer included, and the settings by which a text becomes tokens: where all are stored, neither
tokenizer nor torch is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, TypeVar

from kasauti.engines.passes.limits import (
    FIRST_POSITIONS,
    require_known_tokens,
    require_positions,
    warn_of_long,
)
from kasauti.engines.protocol.backend import (
    Advance,
    Continuation,
    ContinuationScore,
    ContrastScore,
    SequenceScore,
)
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.store.missing import Keep
from kasauti.engines.store.scores import pack_score, unpack_score

if TYPE_CHECKING:
    from kasauti.engines.passes.text_model import LocalModel, Prepared, TextModel

Item = TypeVar("Item", bound=str | Continuation | tuple[str, str])
Score = TypeVar("Score", bound=SequenceScore | ContinuationScore | ContrastScore)

# Bounds what is held of the data beside the texts and their scores.
TEXTS_AT_ONCE = 16384


def score_texts(model: TextModel, texts: Sequence[str], advance: Advance) -> list[SequenceScore]:
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
                (missing[index], pack_score(logprob, chosen[index].tokens))
                for index, logprob in batch
            )

    def report(indices: list[int], computed: bool) -> None:
        advance(len(indices), stored=not computed)

    keys = [model.key(each.score, each.content) for each in prepared]
    values = model.missing(compute, report).values(keys)
    scores = [unpack_score(value, SequenceScore) for value in values]
    if any(score.tokens != each.tokens for score, each in zip(scores, prepared, strict=True)):
        raise EngineError(
            f"The score store {model.store.path} has scores of other numbers of tokens than the "
            "texts have, so somebody else wrote them. Pass another --store=FILE."
        )
    return scores


def border(continuation: Continuation) -> tuple[str, str]:
    """Context and text, the white space between them with the text, as lm-eval splits them."""
    context = continuation.context.rstrip()
    return context, continuation.context[len(context) :] + continuation.text


def scores_by_text(
    model: LocalModel,
    items: Sequence[Item],
    compute: Callable[[LocalModel, Sequence[Item], Advance], list[Score]],
    advance: Advance,
    *,
    kind: str,
    score_type: type[Score],
) -> list[Score]:
    """The score of each item; those that were scored before are found by their texts."""
    context = f"score {kind}|bos:{model.bos}|pll:{model.pll}"
    keys = {item: model.key(context, _content(item)) for item in items}
    found = model.store.get(list(keys.values()))
    scores = {
        item: unpack_score(found[key], score_type) for item, key in keys.items() if key in found
    }
    if scores:
        model.counter["stored"] += len(scores)
        advance(sum(item in scores for item in items), stored=True)
    missing = [item for item in items if item not in scores]
    if missing:
        new = dict(zip(missing, compute(model, missing, advance), strict=True))
        values = attrgetter(*score_type.__slots__)
        # Not of texts near the model's limit: those warn in every run.
        most = float("inf") if model.positions is None else model.positions - FIRST_POSITIONS
        rows = [
            (keys[item], pack_score(*values(score)))
            for item, score in new.items()
            if score.tokens < most
        ]
        model.store.put(rows, model.owner)
        scores |= new
    return [scores[item] for item in items]


def _content(item: str | Continuation | tuple[str, str]) -> bytes:
    if isinstance(item, str):
        return item.encode()
    before, after = (item.context, item.text) if isinstance(item, Continuation) else item
    first = before.encode()
    return len(first).to_bytes(8, "big") + first + after.encode()
