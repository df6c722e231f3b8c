"""The ways to ask a server for the scores of a prompt of token ids.

Each reads the log-probability of every token but the first, and refuses a reply that is not about
the tokens that were sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kasauti.engines.backends.served.exchange import Reply, Retries
from kasauti.engines.backends.served.token_texts import TokenTexts
from kasauti.engines.backends.served.ways import Ids, Way, ask, completion

if TYPE_CHECKING:
    from kasauti.engines.backends.served.client import Client


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
        return {**completion(model, sent, 1), "prompt_logprobs": 0}

    def read(self, reply: Reply, sent: Ids) -> Scored:
        entries = _entries(reply, reply.choice(), "prompt_logprobs", len(sent))
        pairs = zip(sent, entries, strict=True)
        found = [each.get(str(token)) if isinstance(each, dict) else None for token, each in pairs]
        rows = [
            (each.get("logprob"), each.get("decoded_token")) if isinstance(each, dict) else None
            for each in found
        ]
        reply.require_count(reply.usage("prompt_tokens"), len(sent))
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
            **completion(model, sent, self.max_tokens),
            "echo": True,
            "logprobs": self.logprobs,
        }

    def read(self, reply: Reply, sent: Ids) -> Scored:
        choice = reply.choice()
        # What the model wrote itself stands at the end.
        written = 0 if reply.usage("completion_tokens") == 0 else self.max_tokens
        found: Any = choice.get("logprobs")
        entries = _entries(reply, found, "token_logprobs", len(sent), written)
        reply.require_count(reply.usage("prompt_tokens"), len(sent))
        told = choice.get("prompt_token_ids")
        if isinstance(told, list) and told != list(sent):
            raise reply.wrong("other tokens were scored than those that were sent")
        shown = found.get("tokens")
        if not isinstance(shown, list) or len(shown) != len(entries):
            if not isinstance(told, list):
                raise reply.wrong("it does not say which tokens were scored")
            shown = [None] * len(entries)
        _check_offsets(reply, found.get("text_offset"), len(entries))
        return _read_scores(reply, sent, list(zip(entries, shown, strict=True))[: len(sent)])


@dataclass(frozen=True, slots=True)
class Generate:
    """SGLang's own endpoint: (log-probability, token, text) for each token."""

    name: str = "generate"
    path: str = "/generate"

    def body(self, model: str, sent: Ids) -> dict[str, Any]:  # noqa: ARG002, it serves one model
        return _generate(sent, 0)

    def read(self, reply: Reply, sent: Ids) -> Scored:
        info: Any = reply.content.get("meta_info")
        entries = _entries(reply, info, "input_token_logprobs", len(sent))
        pairs = zip(sent, entries, strict=True)
        rows = [_row(each) if _token(each) == token else None for token, each in pairs]
        reply.require_count(info.get("prompt_tokens"), len(sent))
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


@dataclass(frozen=True, slots=True)
class Next:
    """A written token: its log-probability, and its text or number as the server shows it."""

    logprob: float
    shown: str | int


@dataclass(frozen=True, slots=True)
class NextToken:
    """The likeliest token after a prompt; None from a server that does not say how likely it is."""

    of: Scoring
    name: str = "one token"

    @property
    def path(self) -> str:
        return self.of.path

    def body(self, model: str, sent: Ids) -> dict[str, Any]:
        if isinstance(self.of, Generate):
            return _generate(sent, 1)
        body = {**completion(model, sent, 1), "logprobs": 1}
        # Else vLLM tells the text alone, which several tokens may have.
        by_number = isinstance(self.of, PromptLogprobs)
        return {**body, "return_tokens_as_token_ids": True} if by_number else body

    def read(self, reply: Reply, sent: Ids) -> Next | None:
        if isinstance(self.of, Generate):
            info = reply.content.get("meta_info")
            rows = info.get("output_token_logprobs") if isinstance(info, dict) else None
            if not isinstance(rows, list) or not rows:
                return None
            token, logprob = _token(rows[0]), rows[0][0]
        else:
            found = reply.choice().get("logprobs")
            reply.require_count(reply.usage("prompt_tokens"), len(sent))
            if not isinstance(found, dict) or not found.get("tokens"):
                return None
            token, logprob = found["tokens"][0], (found.get("token_logprobs") or [None])[0]
        if not isinstance(token, str | int) or logprob is None:
            return None
        return Next(reply.finite([logprob])[0], token)


def score(
    client: Client,
    way: Scoring,
    model: str,
    ids: Ids,
    texts: TokenTexts,
    *,
    what: str,
    retries: Retries | None = None,
) -> list[float]:
    """The log-probability of each token but the first, from a reply that is about these tokens."""
    scored = ask(client, way, model, ids, what=what, tokens=len(ids), retries=retries)
    texts.check(ids[1:], scored.shown, what)
    return scored.logprobs


def _generate(ids: Ids, most: int) -> dict[str, Any]:
    return {
        "input_ids": list(ids),
        "sampling_params": {"max_new_tokens": most, "temperature": 0},
        "return_logprob": True,
        "logprob_start_len": 0,
        "return_text_in_logprobs": True,
    }


def _token(row: object) -> object:
    return row[1] if isinstance(row, list) and len(row) > 1 else None


def _row(row: Sequence[object]) -> tuple[object, object]:
    return row[0], row[2] if len(row) > 2 else None


def _entries(reply: Reply, found: Any, name: str, sent: int, written: int = 0) -> list[Any]:
    """The entries of all tokens that were sent, and of those that were written after them."""
    entries = found.get(name) if isinstance(found, dict) else None
    if not isinstance(entries, list):
        raise reply.wrong(f"it has no {name}")
    if len(entries) != sent + written:
        raise reply.wrong(f"it has {len(entries)} entries for {sent} tokens")
    return entries


def _check_offsets(reply: Reply, offsets: object, count: int) -> None:
    """Check the offsets of the tokens in the text, if the server gives them."""
    if not offsets:
        return
    if not isinstance(offsets, list) or len(offsets) != count:
        raise reply.wrong("its text_offset does not have one entry for each token")
    if not all(isinstance(each, int) for each in offsets) or sorted(offsets) != offsets:
        raise reply.wrong("its text_offset does not rise from token to token")


def _read_scores(reply: Reply, ids: Ids, rows: Sequence[tuple[object, object] | None]) -> Scored:
    """From (log-probability, shown text) of each token; None where another one was scored."""
    # Nothing is before the first: a score of it belongs to another token, or follows a hidden one.
    if rows[0] is not None and rows[0][0] is not None:
        raise reply.wrong("the first token has a log-probability, though nothing is before it")
    known = [row for row in rows[1:] if row is not None]
    if len(known) < len(ids) - 1:
        token = next(token for token, row in zip(ids[1:], rows[1:], strict=True) if row is None)
        raise reply.wrong(f"token {token} was sent, and another was scored")
    logprobs = reply.finite([logprob for logprob, _ in known])
    return Scored(logprobs, [text if isinstance(text, str) else None for _, text in known])
