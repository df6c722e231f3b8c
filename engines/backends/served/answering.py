"""The ways in which servers answer a prompt: from token ids, or from chat messages."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from kasauti.engines.backends.served.replies import Reply
from kasauti.engines.protocol.backend import Prompt
from kasauti.engines.sources.request import Software

# The reasons for which an answer ends, as servers call them; "eos" and the like are older names.
ENDED = frozenset({"stop", "eos", "eos_token", "stop_sequence", "content_filter"})
LENGTH = frozenset({"length", "max_tokens"})
# What the OpenAI API takes.
MOST_STOPS = 4


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A prompt as it is sent: with its token ids where a tokenizer made them."""

    prompt: Prompt
    ids: Sequence[int] = ()
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


class Answering(Protocol):
    """One way to get an answer."""

    @property
    def name(self) -> str:
        """The name in signatures and messages."""
        ...

    @property
    def path(self) -> str: ...

    def body(self, model: str, question: Question) -> dict[str, Any]: ...

    def read(self, reply: Reply, question: Question) -> Written: ...


@dataclass(frozen=True, slots=True)
class Completion:
    """From token ids: the prompt is made here, as for a model in this process."""

    software: Software = "other"
    stops: tuple[int, ...] = ()
    stop_texts: tuple[str, ...] = ()
    name: str = "completions"
    path: str = "completions"

    def body(self, model: str, question: Question) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": model,
            "prompt": list(question.ids),
            "max_tokens": question.most,
            "temperature": 0,
        }
        if self.software != "other":
            # A model's own generation_config may have a penalty, which the server would apply.
            body |= {"stop_token_ids": list(self.stops), "repetition_penalty": 1.0}
        elif self.stop_texts:
            body["stop"] = list(self.stop_texts[:MOST_STOPS])
        return body

    def read(self, reply: Reply, question: Question) -> Written:
        choice = reply.choice()
        written = _written(reply, choice.get("text"), choice.get("finish_reason"), question.most)
        sent, counted = len(question.ids), written.prompt_tokens
        if counted is not None and counted != sent:
            raise reply.wrong(f"{sent} tokens were sent, and {counted} were read")
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

    def body(self, model: str, question: Question) -> dict[str, Any]:
        prompt = question.prompt
        system = [{"role": "system", "content": prompt.system}] if prompt.system else []
        return {
            "model": model,
            "messages": [*system, {"role": "user", "content": prompt.text}],
            self.length_field: question.most,
            "temperature": 0,
        }

    def read(self, reply: Reply, question: Question) -> Written:
        choice = reply.choice()
        message = choice.get("message")
        if not isinstance(message, dict):
            raise reply.wrong("it has no message")
        # Models that think first may end before they have said anything.
        content = message.get("content")
        text = "" if content is None else content
        return _written(reply, text, choice.get("finish_reason"), question.most)


CHATS = (Chat(), Chat(length_field="max_completion_tokens"))


def largest_answer(most: int) -> int:
    """The most bytes that an answer of so many tokens may take."""
    return 256 * 1024 + 1024 * most


def _written(reply: Reply, text: object, reason: object, most: int) -> Written:
    if not isinstance(text, str):
        raise reply.wrong("it has no text")
    if reason not in ENDED | LENGTH:
        raise reply.wrong(f"the answer ended for the reason {str(reason)[:40]!r}")
    tokens = reply.usage("completion_tokens")
    # One more than asked for: some servers count the token that ends the answer.
    if tokens is not None and tokens > most + 1:
        raise reply.wrong(f"it has {tokens} tokens where at most {most} were asked for")
    text = text.encode("utf-8", "replace").decode()  # halves of surrogate pairs
    finished = reason in ENDED
    return Written(text, tokens or 0, finished, reply.usage("prompt_tokens"))
