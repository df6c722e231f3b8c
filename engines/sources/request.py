"""The model that is asked for, and where and how it runs. Imports nothing heavy.

The key that a server may ask for is never shown.
"""

from __future__ import annotations

import base64
import html
import ipaddress
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import unquote, urlsplit

from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.protocol.store import Store
from kasauti.engines.sources.loading import LoadOptions
from kasauti.engines.sources.model_source import ModelSource

SECONDS = 300.0  # that a request may take

Software = Literal["vllm", "sglang", "other"]
KEY_VARIABLE = "KASAUTI_API_KEY"
# A judge may be another company's: it never gets the key of the model under test.
JUDGE_KEY_VARIABLE = "KASAUTI_JUDGE_API_KEY"
# Shorter ones ("EMPTY", "none") are no secrets, and hiding them would change answers.
SHORTEST_SECRET = 8
HIDDEN = "***"
DECODINGS = 4  # that are undone one after the other
ESCAPES = re.compile(r"\\+(?:u00|U000000|x)([0-9a-fA-F]{2})")
EXAMPLE = "Give one such as --server=http://127.0.0.1:8000/v1."


@dataclass(frozen=True, slots=True)
class Address:
    """The URL of an OpenAI-compatible API, without anything secret in it."""

    url: str  # without a slash at its end

    @classmethod
    def parse(cls, text: str) -> Address:
        """The address that the user gave; nothing of a wrong one is shown, it may hold a key."""
        try:
            parts = urlsplit(text.strip())
            host, port, userinfo = parts.hostname, parts.port, "@" in parts.netloc
        except ValueError:
            raise EngineError(f"--server is not a URL. {EXAMPLE}") from None
        if userinfo or parts.query or parts.fragment:
            raise EngineError(
                "--server has a user name, a query or a fragment, which would appear in reports. "
                f"Give the bare URL, and a key in the environment variable {KEY_VARIABLE}."
            )
        if parts.scheme not in ("http", "https") or not host or port == 0:
            raise EngineError(f"--server is not an http or https URL. {EXAMPLE}")
        if any(ord(character) <= 32 or ord(character) == 127 for character in text.strip()):
            raise EngineError(f"--server has a space or a control character. {EXAMPLE}")
        return cls(f"{parts.scheme}://{parts.netloc}{parts.path}".rstrip("/"))

    @property
    def origin(self) -> tuple[str, str, int]:
        return origin_of(self.url)

    @property
    def root(self) -> str:
        """URL of the server's own endpoints, beside those of the OpenAI API."""
        return self.url.removesuffix("/v1")

    @property
    def is_loopback(self) -> bool:
        host = self.origin[1]
        try:
            return ipaddress.ip_address(host).is_loopback
        except ValueError:
            return host == "localhost"


def origin_of(url: str) -> tuple[str, str, int]:
    """Scheme, host and port."""
    parts = urlsplit(url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    return parts.scheme, (parts.hostname or "").lower(), port


class ApiKey:
    """A key that is sent to the server and shown nowhere, not even by `repr`."""

    __slots__ = ("_text", "variable")

    def __init__(self, text: str = "", *, variable: str = KEY_VARIABLE) -> None:
        self._text = text.strip()
        self.variable = variable  # of the environment, for messages
        if not all(33 <= ord(character) <= 126 for character in self._text):
            raise EngineError(
                f"The key in {variable} has characters that no key has. Copy it again."
            )

    @classmethod
    def from_environment(cls, variable: str = KEY_VARIABLE) -> ApiKey:
        return cls(os.environ.get(variable, ""), variable=variable)

    def __repr__(self) -> str:
        return f"ApiKey({HIDDEN})"

    def __bool__(self) -> bool:
        return bool(self._text)

    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._text}"} if self._text else {}

    def hidden_in(self, value: object) -> object:
        """A value of JSON in which the key, should a server repeat it, is not to be read."""
        if isinstance(value, str):
            return self.hide(value)
        if isinstance(value, list):
            return [self.hidden_in(each) for each in value]
        if isinstance(value, dict):
            return {self.hidden_in(name): self.hidden_in(each) for name, each in value.items()}
        return value

    def hide(self, text: str, *, parts: bool = False) -> str:
        """A text without the key; nothing is left of one that has it in another form.

        Other forms: other case, separators within, reversed, percent-encoded, escaped, as
        entities, base64, hex; `parts`: also where half of it in a row is there, for messages.
        """
        if len(self._text) < SHORTEST_SECRET:
            return text
        text = text.replace(self._text, HIDDEN)
        forms = self._forms(parts)
        return HIDDEN if any(form in view for view in _views(text) for form in forms) else text

    def _forms(self, parts: bool) -> set[str]:
        raw, plain = self._text.encode(), _letters(self._text)
        forms = {plain, plain[::-1], raw.hex()}
        for shift in range(3):
            # Of the characters at both ends only some bits belong to the key.
            whole = base64.b64encode(b"\0" * shift + raw).decode().rstrip("=")
            forms.add(_letters(whole[(0, 2, 3)[shift] : -1]))
        size = max(6, len(plain) // 2)
        if parts:
            forms |= {plain[at : at + size] for at in range(len(plain) - size + 1)}
        return {form for form in forms if len(form) >= 6}


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()


def _views(text: str) -> Iterator[str]:
    """Letters and digits of a text, and of what it is decoded."""
    for _ in range(DECODINGS):
        yield _letters(text)
        decoded = ESCAPES.sub(lambda found: chr(int(found[1], 16)), html.unescape(unquote(text)))
        if decoded == text:
            return
        text = decoded


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedModel:
    """One model that a server lists."""

    name: str
    folder: str = ""  # where the server has it from, where it says so
    software: Software = "other"
    max_length: int | None = None  # tokens of a prompt and its answer together


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerRequest:
    """The server that runs the models under test."""

    address: Address
    models: tuple[ServedModel, ...] = ()
    tokenizer: str | None = None  # a folder or a name; None for the model's own
    concurrency: int | None = None  # requests in flight; None for a short ramp
    seconds: float = SECONDS
    run: str = ""  # what pytest-xdist's workers of one run have in common
    key_variable: str = KEY_VARIABLE  # of the environment
    schema: str = ""  # the JSON schema of answers, for servers that can keep to one

    def model(self, name: str) -> ServedModel:
        found = (each for each in self.models if each.name == name)
        return next(found, None) or ServedModel(name=name)


@dataclass(frozen=True, slots=True, kw_only=True)
class RayOptions:
    """Options for a Ray cluster; None leaves the choice to the cluster's resources."""

    address: str  # "auto" is the cluster that runs on this machine
    actors: int | None = None
    gpus_per_actor: float | None = None
    threads: int | None = None
    timeout: float = 600.0  # seconds without any progress after which a run gives up


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """The model that is asked for, and how it is to be run."""

    source: ModelSource
    load: LoadOptions = field(default_factory=LoadOptions)
    store: Store
    bos: str = "auto"
    pll: str = "within_word_l2r"
    batch_tokens: int | None = None
    prompt_format: str = "auto"
    server: ServerRequest | None = None  # where the model is served
    ray: RayOptions | None = None  # the cluster to run it on; None is this process
