"""Pseudo-log-likelihoods from a masked model: each token predicted where it is masked.

Two methods (Kauf and Ivanova 2023, https://arxiv.org/abs/2305.10588): "original" masks the
token alone; "within_word_l2r" also masks the later tokens of its word, from which it could
otherwise be guessed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from transformers import BatchEncoding, PreTrainedModel, PreTrainedTokenizerBase

from kasauti.engines.masked.words import word_stops
from kasauti.engines.passes.batching import BatchLimit, close, require_finite
from kasauti.engines.passes.lm_head import target_logprobs
from kasauti.engines.passes.tokens import TEXTS_AT_ONCE, Ids, tokenize
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.placement import input_device

ORIGINAL = "original"
WITHIN_WORD = "within_word_l2r"

# Where the head cannot be narrowed, the logits of all positions are in memory at once.
FULL_LOGITS_TOKENS = 256


@dataclass(frozen=True, slots=True, eq=False)
class MaskedSentence:
    """A sentence's tokens, and which of them are scored behind which masks."""

    ids: Ids  # with the tokenizer's own special tokens
    scored: Ids  # the indices of the scored tokens: all except the special tokens
    stops: Ids  # for each of them, the end of the masked run that begins there

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def content(self) -> bytes:
        """All that its score depends on, except the model."""
        size = np.array([len(self.ids)], dtype=np.int32)
        return np.concatenate([size, self.ids, self.scored, self.stops]).tobytes()


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


def encode(
    tokenizer: PreTrainedTokenizerBase, texts: Sequence[str], *, pll: str
) -> list[MaskedSentence]:
    """Each text with the tokenizer's own special tokens, and what to mask in it.

    `pll` is "original" or "within_word_l2r".
    """
    if pll not in (ORIGINAL, WITHIN_WORD):
        raise EngineError(f"--pll={pll} is unknown. Use {ORIGINAL} or {WITHIN_WORD}.")
    by_word = pll == WITHIN_WORD
    if by_word and not tokenizer.is_fast:
        raise EngineError(
            f"The tokenizer {type(tokenizer).__name__} does not say which characters a token "
            f"covers. Save it as a fast tokenizer (tokenizer.json), or pass --pll={ORIGINAL}."
        )
    encoded: list[MaskedSentence] = []
    for start in range(0, len(texts), TEXTS_AT_ONCE):
        chunk = list(texts[start : start + TEXTS_AT_ONCE])
        rows = tokenize(
            tokenizer, chunk, return_special_tokens_mask=True, return_offsets_mapping=by_word
        )
        encoded += [_sentence(text, rows, row) for row, text in enumerate(chunk)]
    return encoded


def mask_token(tokenizer: PreTrainedTokenizerBase) -> int:
    """The id of the tokenizer's mask."""
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
        self._limit = BatchLimit(batch_tokens)
        self._narrow = self._narrowing_agrees()
        if not self._narrow:
            self._limit.tokens = min(batch_tokens, FULL_LOGITS_TOKENS)

    @property
    def batch_tokens(self) -> int:
        return self._limit.tokens

    def scores(self, sentences: Sequence[MaskedSentence]) -> Iterator[list[tuple[int, float]]]:
        """(index, sum of log-probabilities) of each sentence, as soon as all its tokens are done.

        Sentences of the same length go together: nothing is padded, so no score can depend on
        the others in its batch, and equal copies are always found.
        """
        for indices in _by_length(sentences):
            sums = dict.fromkeys(indices, 0.0)
            left = {index: len(sentences[index].scored) for index in indices}
            copies = masked_copies(sentences, indices, self.mask_token)
            for results in self._limit.run(copies, self._batch_logprobs):
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
        output = self.model(input_ids=ids, attention_mask=torch.ones_like(ids))
        return output.logits.flatten(0, 1)  # type: ignore[no-any-return]

    @torch.inference_mode()
    def _narrowing_agrees(self) -> bool:
        """Return True if the head on a few positions gives the model's own logits."""
        if self.model.base_model is self.model:
            return False
        random = np.random.default_rng(0)
        vocabulary = self.model.config.get_text_config().vocab_size
        tokens = random.integers(0, vocabulary, size=(3, 7))
        sources, targets = np.array([2, 9, 9, 16]), random.integers(0, vocabulary, size=4)
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


def _sentence(text: str, rows: BatchEncoding, row: int) -> MaskedSentence:
    special = np.array(rows["special_tokens_mask"][row], dtype=np.bool_)
    scored = np.flatnonzero(~special).astype(np.int32)
    if not scored.size:
        raise EngineError(f"The sentence {text!r} leaves no token to score. Lengthen it.")
    if "offset_mapping" in rows:
        spans = [rows["offset_mapping"][row][index] for index in scored]
        last = np.array(word_stops(text, spans), dtype=np.int32) - 1
        stops = scored[last] + 1
    else:
        stops = scored + 1
    return MaskedSentence(np.array(rows["input_ids"][row], dtype=np.int32), scored, stops)


def _by_length(sentences: Sequence[MaskedSentence]) -> list[list[int]]:
    """The indices of the sentences of each length, the longest first."""
    groups: dict[int, list[int]] = {}
    for index, sentence in enumerate(sentences):
        groups.setdefault(len(sentence), []).append(index)
    return [groups[length] for length in sorted(groups, reverse=True)]


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
