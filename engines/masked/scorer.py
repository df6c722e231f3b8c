"""Pseudo-log-likelihoods from a masked model: each token predicted where it is masked.

Two methods (Kauf and Ivanova 2023, https://arxiv.org/abs/2305.10588): "original" masks the
token alone; "within_word_l2r" also masks the later tokens of its word, from which it could
otherwise be guessed. Of a continuation, context and text are one sentence, of which only the text's
tokens are scored.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from kasauti.engines.masked.sentences import MaskedSentence, encode
from kasauti.engines.passes.batching import BatchLimit, by_length, require_finite
from kasauti.engines.passes.likelihood import border
from kasauti.engines.passes.limits import require_positions, reset_rope
from kasauti.engines.passes.lm_head import target_logprobs
from kasauti.engines.passes.text_model import LocalModel, Prepared
from kasauti.engines.passes.tokens import Ids, tokenize_with_offsets
from kasauti.engines.protocol.backend import Continuation
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.placement import input_device
from kasauti.engines.sources.plain import close, plain_logits, same_predictions, trial_tokens

# Where the head cannot be narrowed, the logits of all positions are in memory at once.
FULL_LOGITS_TOKENS = 256
ROWS, WIDTH = 3, 7  # of the trial


@dataclass(frozen=True, slots=True)
class Prediction:
    """A token to be predicted from a masked copy, for one sentence."""

    sentence: int
    index: int
    token: int


@dataclass(frozen=True, slots=True, eq=False)
class MaskedCopy:
    """One input of the model, and everything that is predicted from it."""

    ids: Ids
    predictions: list[Prediction]

    def __len__(self) -> int:
        return len(self.ids)


def mask_token(tokenizer: PreTrainedTokenizerBase) -> int:
    if tokenizer.mask_token_id is None:
        raise EngineError(
            "The tokenizer has no mask token, which a masked model needs to be scored. "
            "Save it with its mask_token."
        )
    return int(tokenizer.mask_token_id)


class MaskedScorer:
    """Scores sentences with one masked model, in batches of bounded size."""

    def __init__(self, model: PreTrainedModel, *, mask_token: int, batch_tokens: int) -> None:
        self.model = model
        self.mask_token = mask_token
        self.limit = BatchLimit(batch_tokens)
        self._together = True  # as the trial runs it
        self._together = self._rows_agree()
        self._narrow = self._together and self._narrowing_agrees()
        if not self._together:
            self.limit.tokens = 1  # one row at a time
        elif not self._narrow:
            self.limit.tokens = min(batch_tokens, FULL_LOGITS_TOKENS)

    def scores(self, sentences: Sequence[MaskedSentence]) -> Iterator[list[tuple[int, float]]]:
        """(index, sum of log-probabilities) of each sentence, as soon as all its tokens are done.

        Sentences of the same length go together: nothing is padded, so no score can depend on
        the others in its batch, and equal copies are always found.
        """
        for indices in by_length(sentences):
            sums = dict.fromkeys(indices, 0.0)
            left = {index: len(sentences[index].scored) for index in indices}
            copies = masked_copies(sentences, indices, self.mask_token)
            for results in self.limit.run(copies, self._batch_logprobs):
                finished = []
                for index, logprob in results:
                    sums[index] += logprob
                    left[index] -= 1
                    if not left[index]:
                        finished.append((index, sums[index]))
                if finished:
                    yield finished

    @torch.inference_mode()
    def _batch_logprobs(self, batch: Sequence[MaskedCopy]) -> list[tuple[int, float]]:
        """(sentence, log-probability) of every prediction of the batch."""
        predictions = [each for copy in batch for each in copy.predictions]
        sources = [
            row * len(copy) + each.index
            for row, copy in enumerate(batch)
            for each in copy.predictions
        ]
        logprobs = self._logprobs(
            np.stack([copy.ids for copy in batch]).astype(np.int64),
            np.array(sources, dtype=np.int64),
            np.array([each.token for each in predictions], dtype=np.int64),
            narrow=self._narrow,
        )
        require_finite(logprobs)
        return [
            (each.sentence, value)
            for each, value in zip(predictions, logprobs.tolist(), strict=True)
        ]

    def _logprobs(
        self,
        tokens: NDArray[np.int64],
        sources: NDArray[np.int64],
        targets: NDArray[np.int64],
        *,
        narrow: bool,
    ) -> NDArray[np.float64]:
        """The log-probability of each target at its source, an index into the flattened tokens.

        tokens: [copies, width]; sources, targets: [predictions].
        narrow: whether the vocabulary head runs on the used positions only.
        """
        ids = self._tensor(tokens)
        used, rows = np.unique(sources, return_inverse=True)
        if narrow:
            with _only_positions(self.model.base_model, self._tensor(used)):
                logits = self._logits(ids)
        else:
            logits = self._logits(ids)[self._tensor(used)]
        chosen = target_logprobs(logits, self._tensor(rows), self._tensor(targets))
        return chosen.double().cpu().numpy()

    def _logits(self, ids: Tensor) -> Tensor:
        reset_rope(self.model)
        if not self._together:
            return plain_logits(self.model, ids[0].cpu().numpy())
        output = self.model(input_ids=ids, attention_mask=torch.ones_like(ids))
        return output.logits.flatten(0, 1)  # type: ignore[no-any-return]

    @torch.inference_mode()
    def _rows_agree(self) -> bool:
        """Return True if a row gives the same logits in a batch; refuse random ones."""
        tokens, dtype = trial_tokens(self.model, ROWS * WIDTH).reshape(ROWS, -1), self.model.dtype
        own = plain_logits(self.model, tokens[0])
        require_finite(own.logsumexp(dim=-1).float().cpu().numpy())
        try:
            together = self._logits(self._tensor(tokens.astype(np.int64)))[:WIDTH]
            if same_predictions(together, own, dtype=dtype):
                return True
        except (RuntimeError, TypeError, ValueError, LookupError, AttributeError):
            pass  # the architecture takes no mask, or no batch
        if not same_predictions(plain_logits(self.model, tokens[0]), own, dtype=dtype):
            raise EngineError(
                f"{type(self.model).__name__} predicts something else each time that it is asked, "
                "so it has no scores. Pass a model without random parts."
            )
        warnings.warn(
            f"Scores of {type(self.model).__name__} depend on the other texts of a batch, so each "
            "is scored alone, which is slower.",
            stacklevel=2,
        )
        return False

    @torch.inference_mode()
    def _narrowing_agrees(self) -> bool:
        """Return True if the head on a few positions gives the model's own logits."""
        if self.model.base_model is self.model:
            return False
        ids = trial_tokens(self.model, ROWS * WIDTH + 4).astype(np.int64)
        tokens, targets = ids[:-4].reshape(ROWS, WIDTH), ids[-4:]
        sources = np.array([2, 9, 9, 16])
        own = self._logprobs(tokens, sources, targets, narrow=False)
        try:
            narrowed = self._logprobs(tokens, sources, targets, narrow=True)
        except (RuntimeError, TypeError, ValueError, LookupError, AttributeError):
            return False  # the architecture uses its hidden states in another way
        return close(torch.from_numpy(narrowed), torch.from_numpy(own), dtype=self.model.dtype)

    def _tensor(self, array: NDArray[np.int64]) -> Tensor:
        return torch.from_numpy(array).to(input_device(self.model))


def masked_copies(
    sentences: Sequence[MaskedSentence], indices: Sequence[int], mask: int
) -> list[MaskedCopy]:
    """The different masked copies of some sentences, in their order.

    Where two sentences are equal once masked, as minimal pairs are where they differ, one
    copy predicts the tokens of both.
    """
    copies: dict[bytes, MaskedCopy] = {}
    for index in indices:
        sentence = sentences[index]
        for start, stop in zip(sentence.scored.tolist(), sentence.stops.tolist(), strict=True):
            ids = sentence.ids.copy()
            ids[start:stop] = mask
            copy = copies.setdefault(ids.tobytes(), MaskedCopy(ids, []))
            copy.predictions.append(Prediction(index, start, int(sentence.ids[start])))
    return list(copies.values())


@contextmanager
def _only_positions(base: torch.nn.Module, positions: Tensor) -> Iterator[None]:
    """Show the model's own head only these positions [positions] of the base model's output.

    This works whatever an architecture calls its head and does in it.
    """

    def gather(_: torch.nn.Module, __: object, output: dict[str, Tensor]) -> object:
        hidden = output["last_hidden_state"]  # [copies, width, hidden]
        output["last_hidden_state"] = hidden.flatten(0, 1)[positions].unsqueeze(0)
        return output

    handle = base.register_forward_hook(gather)
    try:
        yield
    finally:
        handle.remove()


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
        return [self._prepare(sentence) for sentence in sentences]

    def prepare_continuations(self, continuations: Sequence[Continuation]) -> list[Prepared]:
        return [self._prepare(sentence) for sentence in self._sentences(continuations)]

    def scores(self, prepared: Sequence[Prepared]) -> Iterator[list[tuple[int, float]]]:
        return self.scorer.scores([each.sequence for each in prepared])

    def _prepare(self, sentence: MaskedSentence) -> Prepared:
        score = f"pll-{self._model.pll}"
        return Prepared(score, sentence, sentence.content, len(sentence.scored))

    def _sentences(self, continuations: Sequence[Continuation]) -> list[MaskedSentence]:
        tokenizer = self._model.tokenizer
        pairs = [border(each) for each in continuations]
        texts = [context + text for context, text in pairs]
        rows = tokenize_with_offsets(tokenizer, texts, special_tokens=True)["offset_mapping"]
        sentences = encode(tokenizer, texts, pll=self._model.pll)
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
