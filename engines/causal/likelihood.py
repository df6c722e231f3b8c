"""Texts and continuations for a causal model: exact log-probabilities of their tokens.

A continuation is tokenized as lm-eval does it: context and text together; the tokens beyond
as many as the context alone has belong to the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

from kasauti.engines.causal.trie import shared_prefix
from kasauti.engines.passes.likelihood import border, prepare_measured, score_prepared
from kasauti.engines.passes.limits import require_positions, warn_of_long
from kasauti.engines.passes.text_model import LocalModel, Prepared, TextModel
from kasauti.engines.passes.tokens import encode, tokenize
from kasauti.engines.protocol.backend import Advance, Continuation, ContrastScore
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.store.scores import reads_stored

if TYPE_CHECKING:
    from kasauti.engines.causal.scorer import CausalScorer
    from kasauti.engines.passes.tokens import Ids

TextPair = tuple[str, str]
Model = TypeVar("Model", bound=TextModel)


class CausalTexts(Generic[Model]):
    """Texts and continuations as the token ids that a causal model is given."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def settings(self) -> dict[str, str]:
        return {"bos": self._shown_prefix()}

    def prepare_texts(self, texts: Sequence[str]) -> list[Prepared]:
        sequences = encode(self._model.tokenizer, texts, prefix=self._model.prefix)
        return [prepare_sequence(ids) for ids in sequences]

    def prepare_continuations(self, continuations: Sequence[Continuation]) -> list[Prepared]:
        pairs = [border(each) for each in continuations]
        contexts = list(dict.fromkeys(context for context, _ in pairs))
        tokens_of = dict(zip(contexts, self._token_ids(contexts), strict=True))
        wholes = self._token_ids([context + text for context, text in pairs])
        model = self._model
        prefix = [] if model.prefix is None else [model.prefix]
        return [
            _split(prefix, whole, given=len(tokens_of[context]), room=model.positions)
            for (context, _), whole in zip(pairs, wholes, strict=True)
        ]

    def _shown_prefix(self) -> str:
        """The token before every text; kept in the store, so that it needs no tokenizer."""
        model = self._model
        key = model.key("prefix token", model.bos.encode())
        if stored := model.store.get([key]):
            return reads_stored(stored[key].decode)()
        prefix = model.prefix
        shown = "none" if prefix is None else str(model.tokenizer.decode([prefix]))
        model.store.put([(key, shown.encode())], model.owner)
        return shown

    def _token_ids(self, texts: Sequence[str]) -> list[list[int]]:
        if not texts:
            return []
        rows = tokenize(self._model.tokenizer, list(texts), add_special_tokens=False)
        return [list(ids) for ids in rows["input_ids"]]


class CausalLikelihood(CausalTexts[LocalModel]):
    """Scores texts with a causal model, which is loaded when the first score is missing."""

    @cached_property
    def scorer(self) -> CausalScorer:
        from kasauti.engines.causal.scorer import CausalScorer

        return CausalScorer(self._model.model, batch_tokens=self._model.batch_tokens)

    def scores(self, prepared: Sequence[Prepared]) -> Iterator[list[tuple[int, float]]]:
        sequences = [each.sequence for each in prepared]
        return self.scorer.scores(sequences, given=[each.given for each in prepared])


def prepare_sequence(ids: Ids) -> Prepared:
    """A sequence whose tokens are all scored, except the first."""
    return Prepared("logprob", ids, ids.tobytes(), len(ids) - 1)


def _split(prefix: list[int], whole: list[int], *, given: int, room: int | None) -> Prepared:
    """The ids for the model; a context that is too long is cut at its start."""
    if len(prefix) + len(whole) < 2:
        raise EngineError(
            "A text without context leaves no token to score. Do not pass --bos=none."
        )
    # Context and text may merge into no more tokens than the context has; then the last is scored.
    given = min(given, len(whole) - 1)
    # The last token of a sequence is never an input, so it needs no room.
    over = 0 if room is None else max(0, len(prefix) + len(whole) - 1 - room)
    if over > given:
        raise EngineError(
            f"A text of {len(whole) - given} tokens is longer than the model's {room} positions. "
            "Use a model with a longer context."
        )
    ids = np.array(prefix + whole[over:], dtype=np.int32)
    given = max(1, len(prefix) + given - over)
    content = np.concatenate([np.array([given], dtype=np.int32), ids]).tobytes()
    return Prepared("continuation", ids, content, len(ids) - given, given=given, left_out=over)


def score_contrasts(
    model: TextModel, pairs: Sequence[TextPair], advance: Advance, *, by_token: bool
) -> list[ContrastScore]:
    """The scores of both texts of each pair; whole where the difference needs all of them.

    by_token: the sums will be divided by the number of tokens, so that nothing cancels where the
    two texts have different numbers of them.
    """
    texts = list(dict.fromkeys(text for pair in pairs for text in pair))
    sequences, lengths = prepare_measured(model, texts)
    warn_of_long(model, require_positions(model, texts, lengths), longest=max(lengths, default=0))
    prepared = dict(zip(texts, sequences, strict=True))
    rests: list[Prepared] = []
    shares = []
    for good, bad in pairs:
        both = prepared[good], prepared[bad]
        share = shared_tokens(*both, by_token=by_token) if model.kind == "causal" else 0
        rests += [rest_of(each, share) for each in both]
        shares.append(share)
    scores = score_prepared(model, rests, advance)
    return [
        ContrastScore(
            scores[2 * index].logprob,
            scores[2 * index + 1].logprob,
            prepared[good].tokens,
            prepared[bad].tokens,
            share,
        )
        for index, ((good, bad), share) in enumerate(zip(pairs, shares, strict=True))
    ]


def shared_tokens(good: Prepared, bad: Prepared, *, by_token: bool) -> int:
    """Return the number of scored tokens to leave out at the start; each text keeps one."""
    if by_token and good.tokens != bad.tokens:
        return 0
    first: Ids = good.ids
    other: Ids = bad.ids
    return max(0, min(shared_prefix(first, other), len(first) - 1, len(other) - 1) - 1)


def rest_of(whole: Prepared, shared: int) -> Prepared:
    """The text without its first `shared` scored tokens, which it is scored after."""
    if not shared:
        return whole
    given = shared + 1
    content = np.concatenate([np.array([given], dtype=np.int32), whole.ids]).tobytes()
    return Prepared("rest", whole.ids, content, len(whole.ids) - given, given=given)
