"""The trial at the start: a few requests decide what a server can be used for.

A way to score is trusted only if there are as many entries as tokens, the tokens that were sent
are those that were scored, all numbers are finite, and a longer prefix changes a score.

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
from kasauti.engines.backends.served.ways import (
    CHATS,
    SCORINGS,
    Answering,
    Completion,
    Question,
    Scored,
    Scoring,
    ask,
)
from kasauti.engines.protocol.backend import Prompt
from kasauti.engines.protocol.errors import RefusedError, WrongReplyError
from kasauti.engines.protocol.store import Store
from kasauti.engines.store.score_store import key

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
UNKNOWN = "\ufffd"
# Nats per token: more than float32 differs from one batch to another, less than what a training
# step usually changes. A difference that is too large only costs a new computation.
SAME_WEIGHTS = 2e-3
REMEMBERED = 64


@dataclass(frozen=True, slots=True)
class ScoringTrial:
    """The way to score that passed, with its scores of the trial's text; or why none did."""

    way: Scoring | None
    logprobs: tuple[float, ...] = ()
    lack: str = ""


@dataclass(frozen=True, slots=True)
class AnsweringTrial:
    """The way to get answers that passed; or why none did."""

    way: Answering | None
    lack: str = ""


def try_scoring(
    client: Client, model: str, tokenizer: PreTrainedTokenizerBase, prefix: int | None
) -> ScoringTrial:
    """The first way to score that passes."""
    sequences = _trial_sequences(tokenizer, prefix)
    lacks: dict[str, str] = {}
    for way in SCORINGS:
        try:
            what = f"the trial ({way.name})"
            alone, after = (
                ask(client, way, model, ids, what=what, tokens=len(ids), retries=RETRIES)
                for ids in sequences
            )
            _check(alone, after, sequences[1], tokenizer)
        except RefusedError as error:
            if error.status in NOT_ALLOWED:
                raise
            lacks.setdefault(way.name, f"it refuses {way.name} ({error.said})")
        except WrongReplyError as error:
            lacks.setdefault(way.name, error.fact)
        except _UntrueError as error:
            return ScoringTrial(None, lack=f"{way.name}: {error}")
        else:
            return ScoringTrial(way, tuple(alone.logprobs + after.logprobs))
    # vLLM's way and SGLang's are unknown to most servers; what matters is the common one.
    return ScoringTrial(None, lack=lacks["echo"])


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


def chat_ways() -> list[tuple[Answering, Question]]:
    """The ways that need no tokenizer."""
    return [(way, Question(QUESTION, most=QUESTION.max_new_tokens)) for way in CHATS]


class _UntrueError(Exception):
    """Scores that look right and are not; another way of the same server is not tried."""


def _trial_sequences(
    tokenizer: PreTrainedTokenizerBase, prefix: int | None
) -> tuple[list[int], list[int]]:
    """The trial's text, alone and after a context."""
    context, text = (
        list(ids) for ids in tokenizer([CONTEXT, TEXT], add_special_tokens=False)["input_ids"]
    )
    first = [prefix] if prefix is not None else context[:1]
    return [*first, *text], [*first, *context, *text]


def _check(
    alone: Scored, after: Scored, after_context: Sequence[int], tokenizer: PreTrainedTokenizerBase
) -> None:
    tail = after.logprobs[-len(alone.logprobs) :]
    if all(abs(a - b) < LEAST_CHANGE for a, b in zip(alone.logprobs, tail, strict=True)):
        raise _UntrueError("a longer prefix changes no score, so it does not use the prefix")
    for token, shown in zip(after_context[1:], after.shown, strict=True):
        own = str(tokenizer.decode([token]))
        if shown is not None and _differ(shown, own, tokenizer, token):
            raise _UntrueError(
                f"token {token} is {shown[:40]!r} on the server and {own[:40]!r} here, so the "
                "tokenizer is not the model's (pass the right --tokenizer)"
            )


def _differ(shown: str, own: str, tokenizer: PreTrainedTokenizerBase, token: int) -> bool:
    """Return True if two texts cannot be the same token; bytes of a letter have no text."""
    if UNKNOWN in shown or UNKNOWN in own or shown.startswith(("bytes:", "token_id:")):
        return shown.startswith("token_id:") and shown != f"token_id:{token}"
    raw = str(tokenizer.convert_ids_to_tokens(token))
    return shown not in (raw, own) and shown.strip(" \u2581\u0120") != own.strip()


def recognise(store: Store, context: str, logprobs: Sequence[float], *, run: str = "") -> str:
    """The id of the weights that gave these log-probabilities, the same as in earlier runs.

    `run` is what the workers of one run have in common: they share the id of the first, however
    noisy the server.
    """
    place = key("served trial|" + context, b"")
    known = json.loads(store.get([place]).get(place, b"[]"))
    for weights, of_run, values in known:
        if (run and of_run == run) or _close(values, logprobs):
            return str(weights)
    digest = hashlib.sha256(json.dumps(list(logprobs)).encode()).hexdigest()[:16]
    entries = [*known, [digest, run, list(logprobs)]][-REMEMBERED:]
    store.put([(place, json.dumps(entries).encode())])
    return digest


def _close(one: Sequence[float], other: Sequence[float]) -> bool:
    return len(one) == len(other) and all(
        abs(a - b) <= SAME_WEIGHTS for a, b in zip(one, other, strict=True)
    )
