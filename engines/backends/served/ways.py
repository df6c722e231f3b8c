"""The ways to ask a server, and those for an answer: with token ids, or with chat messages."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from kasauti.engines.backends.served.exchange import Call, Reply, Retries
from kasauti.engines.protocol.backend import Prompt
from kasauti.engines.sources.request import Software
from kasauti.text.visible import on_one_line

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
SHOWN = 80  # characters of a name in messages


class Way(Protocol[Sent, Got]):
    """One way to ask; its name is for signatures and messages."""

    @property
    def name(self) -> str: ...

    @property
    def path(self) -> str: ...

    def body(self, model: str, sent: Sent) -> dict[str, Any]: ...

    def read(self, reply: Reply, sent: Sent) -> Got:
        """Refuses a reply that does not fit what was sent."""


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
    beside = way.path.startswith("/")
    base = client.address.root if beside else f"{client.address.url}/"
    call = Call(
        url=f"{base}{way.path}",
        what=what,
        body=way.body(model, sent),
        largest=256 * 1024 + 2048 * tokens,
    )
    reply = client.send(call, retries=retries)
    _check_model(client, reply, model)
    return way.read(reply, sent)


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
        body = completion(model, sent.ids, sent.most)
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
    schema: str = ""  # that the server is asked to keep to, as JSON

    def body(self, model: str, sent: Question) -> dict[str, Any]:
        prompt = sent.prompt
        system = [{"role": "system", "content": prompt.system}] if prompt.system else []
        return {
            "model": model,
            "messages": [*system, {"role": "user", "content": prompt.text}],
            self.length_field: sent.most,
            "temperature": 0,
            **({"response_format": _form(self.schema)} if self.schema else {}),
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


def _form(schema: str) -> dict[str, Any]:
    form = {"name": "reply", "strict": True, "schema": json.loads(schema)}
    return {"type": "json_schema", "json_schema": form}


def keeping(schema: str) -> list[Chat]:
    """The chat ways that ask the server to keep to a JSON schema."""
    name = f"chat, schema {hashlib.sha256(schema.encode()).hexdigest()[:8]}"
    return [replace(way, name=name, schema=schema) for way in CHATS]


def _check_model(client: Client, reply: Reply, asked: str) -> None:
    """The name in the first reply may be another one than was asked for; later it is the same."""
    told = reply.content.get("model")
    if told is None:
        return
    if not isinstance(told, str):
        raise reply.wrong("its model is not a name")
    first = client.names.setdefault(asked, told)
    if told != first:
        raise reply.wrong(
            f"it is of the model {on_one_line(told, longest=SHOWN)}, and earlier ones were of "
            f"{on_one_line(first, longest=SHOWN)}"
        )


def completion(model: str, ids: Ids, most: int) -> dict[str, Any]:
    return {"model": model, "prompt": list(ids), "max_tokens": most, "temperature": 0}
