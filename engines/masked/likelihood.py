"""Texts and continuations for a masked model: pseudo-log-likelihoods.

Of a continuation, context and text are one sentence, of which only the text's tokens are
scored, each masked in the whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from kasauti.engines.masked.scorer import MaskedScorer, MaskedSentence, encode, mask_token
from kasauti.engines.passes.likelihood import border
from kasauti.engines.passes.limits import require_positions
from kasauti.engines.passes.text_model import Prepared
from kasauti.engines.passes.tokens import tokenize
from kasauti.engines.protocol.backend import Continuation
from kasauti.engines.protocol.errors import EngineError

if TYPE_CHECKING:
    from kasauti.engines.passes.local_model import LocalModel


class MaskedLikelihood:
    """Scores texts with a masked model, which is loaded when the first score is missing."""

    def __init__(self, model: LocalModel) -> None:
        self._model = model

    @cached_property
    def scorer(self) -> MaskedScorer:
        mask = mask_token(self._model.tokenizer)
        return MaskedScorer(
            self._model.model, mask_token=mask, batch_tokens=self._model.batch_tokens
        )

    def settings(self) -> dict[str, str]:
        return {"pll": self._model.pll}

    def prepare_texts(self, texts: Sequence[str]) -> list[Prepared]:
        if self._model.bos != "auto":
            raise EngineError(
                f"--bos={self._model.bos} does not apply to a masked model. Leave it out."
            )
        sentences = encode(self._model.tokenizer, texts, pll=self._model.pll)
        return [self._prepared(sentence) for sentence in sentences]

    def prepare_continuations(self, continuations: Sequence[Continuation]) -> list[Prepared]:
        return [self._prepared(sentence) for sentence in self._sentences(continuations)]

    def scores(self, prepared: Sequence[Prepared]) -> Iterator[list[tuple[int, float]]]:
        return self.scorer.scores([each.sequence for each in prepared])

    def _prepared(self, sentence: MaskedSentence) -> Prepared:
        score = f"pll-{self._model.pll}"
        return Prepared(score, sentence, sentence.content, len(sentence.scored))

    def _sentences(self, continuations: Sequence[Continuation]) -> list[MaskedSentence]:
        tokenizer = self._model.tokenizer
        if not tokenizer.is_fast:
            raise EngineError(
                f"The tokenizer {type(tokenizer).__name__} does not say which characters a token "
                "covers. Save it as a fast tokenizer (tokenizer.json)."
            )
        pairs = [border(each) for each in continuations]
        texts = [context + text for context, text in pairs]
        sentences = encode(tokenizer, texts, pll=self._model.pll)
        rows = tokenize(tokenizer, texts, return_offsets_mapping=True)["offset_mapping"]
        require_positions(self._model, texts, [len(sentence) for sentence in sentences])
        room = tokenizer.model_max_length
        for sentence in sentences:
            if len(sentence) > room:
                raise EngineError(
                    f"A text of {len(sentence)} tokens is longer than the {room} that this masked "
                    "model takes. Use a model with a longer context."
                )
        return [
            _text_only(sentence, [stop for _, stop in offsets], len(context))
            for sentence, offsets, (context, _) in zip(sentences, rows, pairs, strict=True)
        ]


def _text_only(sentence: MaskedSentence, stops: list[int], border: int) -> MaskedSentence:
    """The sentence with those of its scored tokens that cover a character after the border."""
    kept = np.array([stops[index] > border for index in sentence.scored], dtype=np.bool_)
    if not kept.any():
        raise EngineError("The tokenizer returned no tokens for a text. Use another text.")
    return MaskedSentence(sentence.ids, sentence.scored[kept], sentence.stops[kept])
