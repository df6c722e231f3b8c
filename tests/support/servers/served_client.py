"""A client of a rude server, and the error that its answers end in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from kasauti.engines.backends.served.client import Client
from kasauti.engines.backends.served.exchange import Call, Retries
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.request import Address, ApiKey
from tests.support.servers.rude_server import Answer, Rude, answering

QUICK = Retries(attempts=4, first=0.01, longest=0.05, longest_asked=30)


@contextmanager
def client_of(url: str, **changes: Any) -> Iterator[Client]:
    settings = {"key": ApiKey(), "seconds": 5.0, "retries": QUICK, **changes}
    client = Client(Address.parse(url), **settings)
    try:
        yield client
    finally:
        client.close()


def call(url: str, **changes: Any) -> Call:
    settings = {"what": "request 7 (scoring “लड़का”)", "body": {"prompt": [1, 2]}, **changes}
    return Call(url=f"{url}/completions", **settings)


def refusal(
    answer: Answer, match: str, *, kind: type[EngineError] = EngineError, **settings: Any
) -> tuple[Any, type[Rude]]:
    """The error that a server's answers end in, and what the server saw."""
    with (
        answering(answer) as (url, seen),
        client_of(url, **settings) as client,
        pytest.raises(kind, match=match) as error,
    ):
        client.send(call(url, largest=2**20))
    return error.value, seen


def good(handler: Rude, number: int) -> None:
    handler.tell(json.dumps({"number": number}).encode())
