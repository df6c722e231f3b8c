"""The ways in which servers score a prompt that is given as token ids.

Each makes the body of a request and reads the log-probability of every token but the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from kasauti.engines.backends.served.replies import Reply

Ids = Sequence[int]


@dataclass(frozen=True, slots=True)
class Scored:
    """The log-probability of each token but the first, and how the server shows the tokens."""

    logprobs: list[float]
    shown: list[str | None]  # as many as there are log-probabilities


class Scoring(Protocol):
    """One way to score a prompt."""

    @property
    def name(self) -> str:
        """The name in signatures and messages."""
        ...

    @property
    def path(self) -> str: ...

    @property
    def at_root(self) -> bool:
        """True if the path is beside the OpenAI API, not below it."""
        ...

    def body(self, model: str, ids: Ids) -> dict[str, Any]: ...

    def read(self, reply: Reply, ids: Ids) -> Scored:
        """Refuses a reply that has not one finite entry for each token that was sent."""
        ...


@dataclass(frozen=True, slots=True)
class PromptLogprobs:
    """vLLM's: an object for each token, by its number, so that every token can be checked."""

    name: str = "prompt_logprobs"
    path: str = "completions"
    at_root: bool = False

    def body(self, model: str, ids: Ids) -> dict[str, Any]:
        return {
            "model": model,
            "prompt": list(ids),
            "max_tokens": 1,
            "temperature": 0,
            "prompt_logprobs": 0,
        }

    def read(self, reply: Reply, ids: Ids) -> Scored:
        entries = reply.choice().get("prompt_logprobs")
        if not isinstance(entries, list):
            raise reply.wrong("it has no prompt_logprobs")
        if len(entries) != len(ids):
            raise reply.wrong(f"it has {len(entries)} entries for {len(ids)} tokens")
        logprobs: list[object] = []
        shown: list[str | None] = []
        for token, entry in zip(ids[1:], entries[1:], strict=True):
            found = entry.get(str(token)) if isinstance(entry, dict) else None
            if not isinstance(found, dict):
                raise reply.wrong(f"token {token} was sent, and another was scored")
            logprobs.append(found.get("logprob"))
            shown.append(_text(found.get("decoded_token")))
        return Scored(reply.finite(logprobs, expected=len(ids) - 1), shown)


@dataclass(frozen=True, slots=True)
class Echo:
    """The way of the OpenAI API: the prompt comes back with the log-probabilities of its tokens.

    Some servers take 0 for "none", and some cannot write nothing.
    """

    logprobs: int = 0
    max_tokens: int = 0
    name: str = "echo"
    path: str = "completions"
    at_root: bool = False

    def body(self, model: str, ids: Ids) -> dict[str, Any]:
        return {
            "model": model,
            "prompt": list(ids),
            "max_tokens": self.max_tokens,
            "temperature": 0,
            "echo": True,
            "logprobs": self.logprobs,
        }

    def read(self, reply: Reply, ids: Ids) -> Scored:
        choice = reply.choice()
        found = choice.get("logprobs")
        entries = found.get("token_logprobs") if isinstance(found, dict) else None
        if not isinstance(entries, list):
            raise reply.wrong("it has no log-probabilities of the prompt")
        # What the model wrote itself stands at the end.
        written = 0 if reply.usage("completion_tokens") == 0 else self.max_tokens
        if len(entries) != len(ids) + written:
            raise reply.wrong(f"it has {len(entries)} entries for {len(ids)} tokens")
        told = choice.get("prompt_token_ids")
        if isinstance(told, list) and told != list(ids):
            raise reply.wrong("other tokens were scored than those that were sent")
        tokens = found.get("tokens") if isinstance(found, dict) else None
        shown = tokens if isinstance(tokens, list) and len(tokens) == len(entries) else None
        return Scored(
            reply.finite(entries[1 : len(ids)], expected=len(ids) - 1),
            [_text(each) for each in shown[1 : len(ids)]] if shown else [None] * (len(ids) - 1),
        )


@dataclass(frozen=True, slots=True)
class Generate:
    """SGLang's own endpoint: (log-probability, token, text) for each token."""

    name: str = "generate"
    path: str = "generate"
    at_root: bool = True

    def body(self, model: str, ids: Ids) -> dict[str, Any]:  # noqa: ARG002, it serves one model
        return {
            "input_ids": list(ids),
            "sampling_params": {"max_new_tokens": 0, "temperature": 0},
            "return_logprob": True,
            "logprob_start_len": 0,
            "return_text_in_logprobs": True,
        }

    def read(self, reply: Reply, ids: Ids) -> Scored:
        meta = reply.content.get("meta_info")
        entries = meta.get("input_token_logprobs") if isinstance(meta, dict) else None
        if not isinstance(entries, list):
            raise reply.wrong("it has no input_token_logprobs")
        if len(entries) != len(ids):
            raise reply.wrong(f"it has {len(entries)} entries for {len(ids)} tokens")
        logprobs: list[object] = []
        shown: list[str | None] = []
        for token, entry in zip(ids[1:], entries[1:], strict=True):
            if not isinstance(entry, list) or len(entry) < 2 or entry[1] != token:
                raise reply.wrong(f"token {token} was sent, and another was scored")
            logprobs.append(entry[0])
            shown.append(_text(entry[2]) if len(entry) > 2 else None)
        return Scored(reply.finite(logprobs, expected=len(ids) - 1), shown)


# In the order in which they are tried: the first two say which tokens were scored.
WAYS: tuple[Scoring, ...] = (
    PromptLogprobs(),
    Generate(),
    Echo(),
    Echo(logprobs=1),
    Echo(logprobs=1, max_tokens=1),
)


def largest_reply(tokens: int) -> int:
    """The most bytes that scores of so many tokens may take."""
    return 256 * 1024 + 2048 * tokens


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
