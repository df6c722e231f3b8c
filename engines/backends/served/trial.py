"""The trial at the start: a few requests decide what a server can be used for.

A way to score is trusted only if every reply is about the tokens that were sent, a longer prefix
changes a score, a token that follows changes none, and a token that the server writes has the
same log-probability there as in a prompt.

A server names its model, and nothing proves that the weights are those of yesterday. The scores
of the trial tell different weights apart: each set of them that is seen gets an id, which is
part of the key of every stored result.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kasauti.engines.backends.served.exchange import NOT_ALLOWED, Retries
from kasauti.engines.backends.served.scoring import SCORINGS, Next, NextToken, Scoring, score
from kasauti.engines.backends.served.token_texts import TokenTexts, UntrueError
from kasauti.engines.backends.served.ways import (
    CHATS,
    Answering,
    Completion,
    Question,
    ask,
    keeping,
)
from kasauti.engines.protocol.backend import Prompt
from kasauti.engines.protocol.errors import EngineError, RefusedError, WrongReplyError
from kasauti.engines.protocol.store import Store
from kasauti.engines.store.score_store import key
from kasauti.engines.store.scores import reads_stored

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

    from kasauti.engines.backends.served.client import Client

# Hindi and English, so that the tokens of both kinds of text are compared.
CONTEXT = "The weather was fine, and nobody was in a hurry. मौसम अच्छा था।"
TEXT = " The children read a book at home. लड़कियाँ किताब पढ़ती हैं।"
QUESTION = Prompt("Say yes.", max_new_tokens=4)
RETRIES = Retries(attempts=3)
# Two contexts never give exactly the same log-probabilities to all tokens after them.
LEAST_CHANGE = 1e-6
# Nats per token: more than float32 differs from one batch to another, less than what a training
# step usually changes. A difference that is too large only costs a new computation.
SAME_WEIGHTS = 2e-3
# What bfloat16 may differ by, between batches: on average and at most.
NOISE = 0.05
MOST_NOISE = 0.5
MOST_TOKENS = 4  # with the same text, that are tried for the one that was written
REMEMBERED = 64


@dataclass(frozen=True, slots=True)
class ScoringTrial:
    """The way to score that passed, with its scores of the trial's texts; or why none did."""

    way: Scoring | None
    logprobs: tuple[float, ...] = ()
    lack: str = ""


@dataclass(frozen=True, slots=True)
class AnsweringTrial:
    """The way to get answers that passed; or why none did."""

    way: Answering | None
    lack: str = ""


class Trial:
    """The requests of a trial: the same texts whenever they are asked for."""

    def __init__(
        self, client: Client, model: str, tokenizer: PreTrainedTokenizerBase, prefix: int | None
    ) -> None:
        self._client = client
        self._model = model
        self._texts = TokenTexts(tokenizer)
        self._alone, self._after = _trial_sequences(tokenizer, prefix)

    def run(self) -> ScoringTrial:
        """The first way to score that passes."""
        lacks: dict[str, str] = {}
        for way in SCORINGS:
            try:
                found = self.scores(way)
                self._check_prefix(way, found)
                self._check_next(way, found)
            except RefusedError as error:
                if error.status in NOT_ALLOWED:
                    raise
                lacks.setdefault(way.name, f"it refuses {way.name} ({error.said})")
            except UntrueError as error:
                return ScoringTrial(None, lack=f"{way.name}: {error.fact}")
            except WrongReplyError as error:
                lacks.setdefault(way.name, error.fact)
            else:
                return ScoringTrial(way, tuple(found))
        # vLLM's way and SGLang's are unknown to most servers; what matters is the common one.
        return ScoringTrial(None, lack=lacks["echo"])

    def scores(self, way: Scoring) -> list[float]:
        """Those of the text alone, then those of the context and the text."""
        return self._score(way, self._alone) + self._score(way, self._after)

    def repeat(self, first: ScoringTrial) -> None:
        """Refuse a server that gives other scores than in the first trial."""
        assert first.way is not None
        again = self.scores(first.way)
        if _close(first.logprobs, again):
            return
        if _noisy(first.logprobs, again):
            # The same difference twice is no noise.
            others = [self.scores(first.way) for _ in range(2)]
            if not all(_close(again, other) for other in others):
                return
        differences = [abs(a - b) for a, b in zip(first.logprobs, again, strict=True)]
        raise EngineError(
            f"The server gives other scores than at the start, by up to {max(differences):.3g} "
            f"nats for a token of the same text, so other weights answer to {self._model} now. "
            "Run again when they no longer change; what was stored was confirmed before."
        )

    def _score(self, way: Scoring, ids: Sequence[int]) -> list[float]:
        what = f"the trial ({way.name})"
        return score(self._client, way, self._model, ids, self._texts, what=what, retries=RETRIES)

    def _check_prefix(self, way: Scoring, found: Sequence[float]) -> None:
        count = len(self._alone) - 1
        pairs = zip(found[:count], found[-count:], strict=True)
        if all(abs(a - b) < LEAST_CHANGE for a, b in pairs):
            fact = "a longer prefix changes no score, so it does not use the prefix"
            raise UntrueError.about(f"the trial ({way.name})", fact)

    def _check_next(self, way: Scoring, found: Sequence[float]) -> None:
        """Compare one written token with the same token in a prompt."""
        what = f"the trial ({way.name})"
        alone = found[: len(self._alone) - 1]
        told = self._next(way)
        tokens = self._texts.tokens_of(told.shown) if told else []
        # One that the server shows as many others are shown cannot be found; any other follows.
        known = 0 < len(tokens) <= MOST_TOKENS
        tokens = tokens if known else [self._alone[1]]
        nearest = float("inf")
        for token in tokens:
            *before, last = self._score(way, [*self._alone, token])
            noise = max(abs(a - b) for a, b in zip(alone[:-1], before[:-1], strict=True))
            limit = max(SAME_WEIGHTS, 4 * noise)
            if not _noisy(alone, before) or abs(alone[-1] - before[-1]) > limit:
                fact = "a token that follows changes the scores before it, so they are misplaced"
                raise UntrueError.about(what, fact)
            nearest = min(nearest, abs(last - told.logprob) - limit) if told else 0.0
        if known and nearest > 0:
            fact = "a token has another log-probability where it is written than in a prompt"
            raise UntrueError.about(what, fact)

    def _next(self, way: Scoring) -> Next | None:
        what = f"the trial ({way.name})"
        try:
            return ask(
                self._client,
                NextToken(way),
                self._model,
                self._alone,
                what=what,
                tokens=1,
                retries=RETRIES,
            )
        except RefusedError as error:
            if error.status in NOT_ALLOWED:
                raise
            return None  # it scores prompts alone


def try_answering(
    client: Client, model: str, ways: Sequence[tuple[Answering, Question]]
) -> AnsweringTrial:
    """The first way to get answers that passes."""
    lacks: list[str] = []
    for way, question in ways:
        what = f"the trial ({way.name})"
        try:
            written = ask(
                client, way, model, question, what=what, tokens=question.most, retries=RETRIES
            )
        except RefusedError as error:
            if error.status in NOT_ALLOWED:
                raise
            lacks.append(f"it refuses {way.path} ({error.said})")
        except WrongReplyError as error:
            lacks.append(error.fact)
        else:
            if isinstance(way, Completion) and written.prompt_tokens is None:
                lacks.append("it does not say how many tokens it read")
                continue
            return AnsweringTrial(way)
    return AnsweringTrial(None, "; ".join(dict.fromkeys(lacks)))


def chat_ways(schema: str = "") -> list[tuple[Answering, Question]]:
    """The ways that need no tokenizer; those that keep to the schema come first."""
    ways = [*(keeping(schema) if schema else ()), *CHATS]
    return [(way, Question(QUESTION, most=QUESTION.max_new_tokens)) for way in ways]


def _trial_sequences(
    tokenizer: PreTrainedTokenizerBase, prefix: int | None
) -> tuple[list[int], list[int]]:
    """The trial's text, alone and after a context."""
    context, text = (
        list(ids) for ids in tokenizer([CONTEXT, TEXT], add_special_tokens=False)["input_ids"]
    )
    first = [prefix] if prefix is not None else context[:1]
    return [*first, *text], [*first, *context, *text]


def recognise(store: Store, context: str, logprobs: Sequence[float], *, run: str = "") -> str:
    """The id of the weights that gave these log-probabilities, the same as in earlier runs.

    `run` is what the workers of one run have in common: they share the id of the first, if the
    difference may be noise, and no other one is allowed.
    """
    place = key("served trial|" + context, b"")
    known = _entries(store.get([place]).get(place, b"[]"))
    for weights, of_run, values in known:
        if _close(values, logprobs) or (run and of_run == run and _noisy(values, logprobs)):
            return str(weights)
        if run and of_run == run:
            raise EngineError(
                "The server gives other scores than to another worker of this run, so its weights "
                "changed, or it has several models. Run again when they no longer change."
            )
    digest = hashlib.sha256(json.dumps(list(logprobs)).encode()).hexdigest()[:16]
    entries = [*known, [digest, run, list(logprobs)]][-REMEMBERED:]
    store.put([(place, json.dumps(entries).encode())])
    return digest


@reads_stored
def _entries(value: bytes) -> list[tuple[str, str, list[float]]]:
    rows = json.loads(value)
    return [(str(weights), str(run), list(map(float, each))) for weights, run, each in rows]


def _close(one: Sequence[float], other: Sequence[float]) -> bool:
    return len(one) == len(other) and all(
        abs(a - b) <= SAME_WEIGHTS for a, b in zip(one, other, strict=True)
    )


def _noisy(one: Sequence[float], other: Sequence[float]) -> bool:
    """Return True if the differences may be those of a low precision."""
    if len(one) != len(other):
        return False
    differences = [abs(a - b) for a, b in zip(one, other, strict=True)]
    return max(differences) <= MOST_NOISE and sum(differences) <= NOISE * len(differences)
