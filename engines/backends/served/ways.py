"""The ways to ask a server: for the scores of a prompt of token ids, or for an answer.

A way to score reads the log-probability of every token but the first. An answer is asked for with
token ids, or with chat messages.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from kasauti.engines.backends.served.exchange import Call, Reply, Retries
from kasauti.engines.protocol.backend import Prompt
from kasauti.engines.sources.request import Software

if TYPE_CHECKING:
    from kasauti.engines.backends.served.client import Client

Ids = Sequence[int]
Sent = TypeVar("Sent", contravariant=True)
Got = TypeVar("Got", covariant=True)

# The reasons for which an answer ends, as servers call them; "eos" and the like are older names.
ENDED = frozenset({"stop", "eos", "eos_token", "stop_sequence", "content_filter"})
LENGTH = frozenset({"length", "max_tokens"})
# What the OpenAI API takes.
MOST_STOPS = 4


class Way(Protocol[Sent, Got]):
    """One way to ask; its name is for signatures and messages."""

    @property
    def name(self) -> str: ...

    @property
    def path(self) -> str: ...

    def body(self, model: str, sent: Sent) -> dict[str, Any]: ...

    def read(self, reply: Reply, sent: Sent) -> Got:
        """Refuses a reply that does not fit what was sent."""
        ...


def ask(
    client: Client,
    way: Way[Sent, Got],
    model: str,
    sent: Sent,
    *,
    what: str,
    tokens: int,
    retries: Retries | None = None,
) -> Got:
    """Send one request; a reply may have so many bytes as `tokens` scored or written ones take."""
    # SGLang's own endpoint is beside the OpenAI API, not below it.
    base = client.address.root if isinstance(way, Generate) else client.address.url
    call = Call(
        url=f"{base}/{way.path}",
        what=what,
        body=way.body(model, sent),
        largest=256 * 1024 + 2048 * tokens,
    )
    return way.read(client.send(call, retries=retries), sent)


@dataclass(frozen=True, slots=True)
class Scored:
    """The log-probability of each token but the first, and how the server shows the tokens."""

    logprobs: list[float]
    shown: list[str | None]  # as many as there are log-probabilities


@dataclass(frozen=True, slots=True)
class PromptLogprobs:
    """vLLM's: an object for each token, by its number, so that every token can be checked."""

    name: str = "prompt_logprobs"
    path: str = "completions"

    def body(self, model: str, sent: Ids) -> dict[str, Any]:
        return {**_completion(model, sent, 1), "prompt_logprobs": 0}

    def read(self, reply: Reply, sent: Ids) -> Scored:
        entries = _entries(reply, reply.choice(), "prompt_logprobs", len(sent))
        pairs = zip(sent, entries, strict=True)
        found = [each.get(str(token)) if isinstance(each, dict) else None for token, each in pairs]
        rows = [
            (each.get("logprob"), each.get("decoded_token")) if isinstance(each, dict) else None
            for each in found
        ]
        return _read_scores(reply, sent, rows)


@dataclass(frozen=True, slots=True)
class Echo:
    """The way of the OpenAI API: the prompt comes back with the log-probabilities of its tokens.

    Some servers take 0 for "none", and some cannot write nothing.
    """

    logprobs: int = 0
    max_tokens: int = 0
    name: str = "echo"
    path: str = "completions"

    def body(self, model: str, sent: Ids) -> dict[str, Any]:
        return {
            **_completion(model, sent, self.max_tokens),
            "echo": True,
            "logprobs": self.logprobs,
        }

    def read(self, reply: Reply, sent: Ids) -> Scored:
        choice = reply.choice()
        # What the model wrote itself stands at the end.
        written = 0 if reply.usage("completion_tokens") == 0 else self.max_tokens
        found = choice.get("logprobs")
        entries = _entries(reply, found, "token_logprobs", len(sent), written)
        told = choice.get("prompt_token_ids")
        if isinstance(told, list) and told != list(sent):
            raise reply.wrong("other tokens were scored than those that were sent")
        tokens = found.get("tokens") if found else None
        shown = tokens if isinstance(tokens, list) and len(tokens) == len(entries) else None
        rows = zip(entries, shown or [None] * len(entries), strict=True)
        return _read_scores(reply, sent, list(rows)[: len(sent)])


@dataclass(frozen=True, slots=True)
class Generate:
    """SGLang's own endpoint: (log-probability, token, text) for each token."""

    name: str = "generate"
    path: str = "generate"

    def body(self, model: str, sent: Ids) -> dict[str, Any]:  # noqa: ARG002, it serves one model
        return {
            "input_ids": list(sent),
            "sampling_params": {"max_new_tokens": 0, "temperature": 0},
            "return_logprob": True,
            "logprob_start_len": 0,
            "return_text_in_logprobs": True,
        }

    def read(self, reply: Reply, sent: Ids) -> Scored:
        entries = _entries(reply, reply.content.get("meta_info"), "input_token_logprobs", len(sent))
        rows = [
            (each[0], each[2] if len(each) > 2 else None)
            if isinstance(each, list) and len(each) > 1 and each[1] == token
            else None
            for token, each in zip(sent, entries, strict=True)
        ]
        return _read_scores(reply, sent, rows)


Scoring = Way[Ids, Scored]
# In the order in which they are tried: the first two say which tokens were scored.
SCORINGS: tuple[Scoring, ...] = (
    PromptLogprobs(),
    Generate(),
    Echo(),
    Echo(logprobs=1),
    Echo(logprobs=1, max_tokens=1),
)


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A prompt as it is sent: with its token ids where a tokenizer made them."""

    prompt: Prompt
    ids: Ids = ()
    most: int = 0  # tokens of the answer


@dataclass(frozen=True, slots=True)
class Written:
    """An answer as the store keeps it, with the usage that the server reported."""

    text: str
    tokens: int
    finished: bool
    prompt_tokens: int | None = None

    def pack(self) -> bytes:
        values = [self.text, self.tokens, self.finished, self.prompt_tokens]
        return json.dumps(values, ensure_ascii=False).encode()

    @classmethod
    def unpack(cls, value: bytes) -> Written:
        return cls(*json.loads(value))

    @classmethod
    def read(cls, reply: Reply, text: object, reason: object, most: int) -> Written:
        if not isinstance(text, str):
            raise reply.wrong("it has no text")
        if reason not in ENDED | LENGTH:
            raise reply.wrong(f"the answer ended for the reason {str(reason)[:40]!r}")
        tokens = reply.usage("completion_tokens")
        # One more than asked for: some servers count the token that ends the answer.
        if tokens is not None and tokens > most + 1:
            raise reply.wrong(f"it has {tokens} tokens where at most {most} were asked for")
        text = text.encode("utf-8", "replace").decode()  # halves of surrogate pairs
        return cls(text, tokens or 0, reason in ENDED, reply.usage("prompt_tokens"))


@dataclass(frozen=True, slots=True)
class Completion:
    """From token ids: the prompt is made here, as for a model in this process."""

    software: Software = "other"
    stops: tuple[int, ...] = ()
    stop_texts: tuple[str, ...] = ()
    name: str = "completions"
    path: str = "completions"

    def body(self, model: str, sent: Question) -> dict[str, Any]:
        body = _completion(model, sent.ids, sent.most)
        if self.software != "other":
            # A model's own generation_config may have a penalty, which the server would apply.
            body |= {"stop_token_ids": list(self.stops), "repetition_penalty": 1.0}
        elif self.stop_texts:
            body["stop"] = list(self.stop_texts[:MOST_STOPS])
        return body

    def read(self, reply: Reply, sent: Question) -> Written:
        choice = reply.choice()
        written = Written.read(reply, choice.get("text"), choice.get("finish_reason"), sent.most)
        counted = written.prompt_tokens
        if counted is not None and counted != len(sent.ids):
            raise reply.wrong(f"{len(sent.ids)} tokens were sent, and {counted} were read")
        text = written.text
        for stop in self.stop_texts:
            text = text.partition(stop)[0]
        if text == written.text:
            return written
        return Written(text, written.tokens, finished=True, prompt_tokens=counted)


@dataclass(frozen=True, slots=True)
class Chat:
    """From messages, which the server puts into its own format."""

    length_field: str = "max_tokens"
    name: str = "chat"
    path: str = "chat/completions"

    def body(self, model: str, sent: Question) -> dict[str, Any]:
        prompt = sent.prompt
        system = [{"role": "system", "content": prompt.system}] if prompt.system else []
        return {
            "model": model,
            "messages": [*system, {"role": "user", "content": prompt.text}],
            self.length_field: sent.most,
            "temperature": 0,
        }

    def read(self, reply: Reply, sent: Question) -> Written:
        choice = reply.choice()
        message = choice.get("message")
        if not isinstance(message, dict):
            raise reply.wrong("it has no message")
        # Models that think first may end before they have said anything.
        content = message.get("content")
        text = "" if content is None else content
        return Written.read(reply, text, choice.get("finish_reason"), sent.most)


Answering = Way[Question, Written]
CHATS = (Chat(), Chat(length_field="max_completion_tokens"))


def _completion(model: str, ids: Ids, most: int) -> dict[str, Any]:
    return {"model": model, "prompt": list(ids), "max_tokens": most, "temperature": 0}


def _entries(reply: Reply, found: Any, name: str, sent: int, written: int = 0) -> list[Any]:
    """The entries of all tokens that were sent, and of those that were written after them."""
    entries = found.get(name) if isinstance(found, dict) else None
    if not isinstance(entries, list):
        raise reply.wrong(f"it has no {name}")
    if len(entries) != sent + written:
        raise reply.wrong(f"it has {len(entries)} entries for {sent} tokens")
    return entries


def _read_scores(reply: Reply, ids: Ids, rows: Sequence[tuple[object, object] | None]) -> Scored:
    """From (log-probability, shown text) of each token; None where another one was scored."""
    known = [row for row in rows[1:] if row is not None]
    if len(known) < len(ids) - 1:
        token = next(token for token, row in zip(ids[1:], rows[1:], strict=True) if row is None)
        raise reply.wrong(f"token {token} was sent, and another was scored")
    logprobs = reply.finite([logprob for logprob, _ in known])
    return Scored(logprobs, [text if isinstance(text, str) else None for _, text in known])
