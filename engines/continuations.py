"""How likely a text is after a context: exact, each context computed once for all its texts.

The border between the two is drawn as lm-eval draws it: white space at the end of the
context goes with the text, both are tokenized together, and the tokens beyond as many as
the context alone has are the text's. A masked model gives the pseudo-log-likelihood of the
text's tokens, each masked in the whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kasauti.engines.errors import EngineError
from kasauti.engines.local import TEXTS_AT_ONCE, Advance, Engine, Prepared

if TYPE_CHECKING:
    from kasauti.engines.masked.scorer import MaskedSentence


@dataclass(frozen=True, slots=True)
class Continuation:
    """A text, and the context it is to be scored after."""

    context: str
    text: str


@dataclass(frozen=True, slots=True)
class ContinuationScore:
    """The log-probability (nats) of a text's tokens after its context, and their number."""

    logprob: float
    tokens: int
    left_out: int = 0  # tokens of the context before those that the model has room for


@dataclass(frozen=True, slots=True, eq=False)
class _Split:
    """Token ids, of which the first `given` are the context."""

    ids: Any
    given: int
    left_out: int = 0

    @property
    def prepared(self) -> Prepared:
        content = np.concatenate([np.array([self.given], dtype=np.int32), self.ids])
        return Prepared(self, content.tobytes(), len(self.ids) - self.given)


def score_continuations(
    engine: Engine, continuations: Sequence[Continuation], advance: Advance = lambda _: None
) -> list[ContinuationScore]:
    """The score of each text after its context; `advance` is told how many more are done."""
    for each in continuations:
        if not each.text.strip():
            raise EngineError(f"There is no text to score after {each.context!r}. Give one.")
    score = _score_masked if engine.kind == "masked" else _score_causal
    scores: list[ContinuationScore] = []
    for start in range(0, len(continuations), TEXTS_AT_ONCE):
        scores += score(engine, continuations[start : start + TEXTS_AT_ONCE], advance)
    return scores


def _score_causal(
    engine: Engine, continuations: Sequence[Continuation], advance: Advance
) -> list[ContinuationScore]:
    splits = _splits(engine, continuations)

    def compute(inputs: list[_Split]) -> Iterator[list[tuple[int, float]]]:
        from kasauti.engines.causal.scorer import CausalScorer

        scorer = engine.scorer
        assert isinstance(scorer, CausalScorer)
        ids, given = [each.ids for each in inputs], [each.given for each in inputs]
        return scorer.scores(ids, given=given)

    prepared = [each.prepared for each in splits]
    scores = engine.score_prepared(prepared, "continuation", compute, advance)
    return [
        ContinuationScore(score.logprob, score.tokens, split.left_out)
        for score, split in zip(scores, splits, strict=True)
    ]


def _splits(engine: Engine, continuations: Sequence[Continuation]) -> list[_Split]:
    pairs = [_border(each) for each in continuations]
    contexts = list(dict.fromkeys(context for context, _ in pairs))
    tokens_of = dict(zip(contexts, _token_ids(engine, contexts), strict=True))
    wholes = _token_ids(engine, [context + text for context, text in pairs])
    prefix = [] if engine.prefix is None else [engine.prefix]
    room = _room(engine)
    return [
        _split(prefix, whole, given=len(tokens_of[context]), room=room)
        for (context, _), whole in zip(pairs, wholes, strict=True)
    ]


def _split(prefix: list[int], whole: list[int], *, given: int, room: int | None) -> _Split:
    """The ids that a model is given; a context too long for it is cut from its beginning."""
    if len(prefix) + len(whole) < 2:
        raise EngineError(
            "A text without context leaves no token to score. Do not pass --bos=none."
        )
    # Where context and text melt into fewer tokens than the context has, the last one is scored.
    given = min(given, len(whole) - 1)
    # The last token of a sequence is never an input, so it needs no room.
    over = 0 if room is None else max(0, len(prefix) + len(whole) - 1 - room)
    if over > given:
        raise EngineError(
            f"A text of {len(whole) - given} tokens is longer than the model's {room} positions. "
            "Use a model with a longer context."
        )
    ids = np.array(prefix + whole[over:], dtype=np.int32)
    return _Split(ids, max(1, len(prefix) + given - over), over)


def _border(continuation: Continuation) -> tuple[str, str]:
    context = continuation.context.rstrip()
    return context, continuation.context[len(context) :] + continuation.text


def _token_ids(engine: Engine, texts: Sequence[str]) -> list[list[int]]:
    if not texts:
        return []
    rows = engine.tokenizer(
        list(texts), add_special_tokens=False, return_attention_mask=False, verbose=False
    )
    return [list(ids) for ids in rows["input_ids"]]


def _room(engine: Engine) -> int | None:
    """How many positions the model has, where its config tells."""
    from transformers import AutoConfig

    trust = engine.options.trust_remote_code
    config = AutoConfig.from_pretrained(engine.folder, trust_remote_code=trust)
    room = getattr(config.get_text_config(), "max_position_embeddings", None)
    return room if isinstance(room, int) and room > 0 else None


def _score_masked(
    engine: Engine, continuations: Sequence[Continuation], advance: Advance
) -> list[ContinuationScore]:
    prepared = [
        Prepared(each, each.content, len(each.scored))
        for each in _masked_sentences(engine, continuations)
    ]
    scores = engine.score_prepared(
        prepared, f"pll-{engine.pll}", lambda inputs: engine.scorer.scores(inputs), advance
    )
    return [ContinuationScore(score.logprob, score.tokens) for score in scores]


def _masked_sentences(
    engine: Engine, continuations: Sequence[Continuation]
) -> list[MaskedSentence]:
    """Context and text as one sentence, of which the text's tokens alone are scored."""
    from kasauti.engines.masked import scorer as masked

    tokenizer = engine.tokenizer
    if not tokenizer.is_fast:
        raise EngineError(
            f"The tokenizer {type(tokenizer).__name__} does not tell which characters a token "
            "covers. Save it as a fast tokenizer (tokenizer.json)."
        )
    pairs = [_border(each) for each in continuations]
    texts = [context + text for context, text in pairs]
    sentences = masked.encode(tokenizer, texts, pll=engine.pll)
    rows = tokenizer(texts, return_offsets_mapping=True, verbose=False)["offset_mapping"]
    room = tokenizer.model_max_length
    for sentence in sentences:
        if len(sentence) > room:
            raise EngineError(
                f"A text of {len(sentence)} tokens is longer than this masked model's {room}. "
                "Use a model with a longer context."
            )
    return [
        _text_alone(sentence, [stop for _, stop in offsets], len(context))
        for sentence, offsets, (context, _) in zip(sentences, rows, pairs, strict=True)
    ]


def _text_alone(sentence: MaskedSentence, stops: list[int], border: int) -> MaskedSentence:
    """The sentence with those of its scored tokens that cover a character beyond the border."""
    from kasauti.engines.masked.scorer import MaskedSentence

    kept = np.array([stops[place] > border for place in sentence.scored], dtype=np.bool_)
    if not kept.any():
        raise EngineError("The tokenizer leaves nothing of a text to score. Give another text.")
    return MaskedSentence(sentence.ids, sentence.scored[kept], sentence.stops[kept])
