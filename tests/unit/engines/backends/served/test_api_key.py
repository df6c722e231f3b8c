"""The key of a server is sent to it, and shown to nobody."""

from __future__ import annotations

import base64
import json
import traceback
from collections.abc import Callable

import pytest

from kasauti.engines.sources.request import KEY_VARIABLE, ApiKey
from tests.support.servers.rude_server import Rude, answering
from tests.support.servers.served_client import call, client_of, good, refusal

SECRET = "sk-4f9a2c7781d0"


def test_key_is_sent_and_hidden_in_replies() -> None:
    def repeats(handler: Rude, number: int) -> None:
        told = handler.headers["Authorization"]
        handler.tell(json.dumps({"text": [told], told: {"a": f"x{told}y"}}).encode())

    def refuses(handler: Rude, number: int) -> None:
        told = handler.headers["Authorization"].replace("sk", "\\u0073k")
        handler.tell(b'{"detail": "%s"}' % told.encode(), status=400)

    key = ApiKey(SECRET)
    with answering(repeats) as (url, seen), client_of(url, key=key) as client:
        content = client.send(call(url)).content
    assert seen.seen[0][1]["Authorization"] == f"Bearer {SECRET}"
    assert SECRET not in repr(content)
    assert "Bearer ***" in content
    error, _ = refusal(refuses, r"Bearer \*\*\*", key=key)
    assert SECRET not in str(error)
    assert SECRET not in repr(key) + str(key) + repr(client) + repr(vars(client))


def encoded_forms() -> dict[str, str]:
    raw = f"Bearer {SECRET}".encode()
    return {
        "plain": SECRET,
        "upper case": SECRET.upper(),
        "percent": "".join(f"%{ord(each):02x}" for each in SECRET),
        "percent twice": "".join(f"%25{ord(each):02X}" for each in SECRET),
        "escapes": "".join(f"\\u{ord(each):04x}" for each in SECRET),
        "entities": "".join(f"&#{ord(each)};" for each in SECRET),
        "base64": base64.b64encode(SECRET.encode()).decode(),
        "base64 of the header": base64.b64encode(raw).decode(),
        "base64 of a pair": base64.urlsafe_b64encode(f"u:{SECRET}".encode()).decode(),
        "hex": SECRET.encode().hex().upper(),
        "backwards": SECRET[::-1],
        "spaced": " ".join(SECRET),
        "its first half": SECRET[:8],
    }


def by_message(handler: Rude, form: str) -> None:
    handler.tell(json.dumps({"error": {"message": f"bad {form}"}}).encode(), status=400)


def by_redirect(handler: Rude, form: str) -> None:
    host = "".join(each for each in form if each.isalnum())
    handler.tell(b"", status=307, Location=f"http://{host}.example/{form}")


def by_broken_header(handler: Rude, form: str) -> None:
    handler.wfile.write(f"HTTP/1.1 200 OK\r\n{form}\r\n\r\n".encode())
    handler.hang_up()


def by_reason(handler: Rude, form: str) -> None:
    line = f"HTTP/1.1 404 {form}\r\nX-Key: {form}\r\nContent-Length: 0\r\n\r\n"
    handler.wfile.write(line.encode())


@pytest.mark.parametrize("way", [by_message, by_redirect, by_broken_header, by_reason])
@pytest.mark.parametrize("form", list(encoded_forms()))
def test_the_key_is_in_no_message_chain_or_log(
    way: Callable[[Rude, str], None], form: str, caplog: pytest.LogCaptureFixture
) -> None:
    text = encoded_forms()[form]
    caplog.set_level("DEBUG")
    error, _ = refusal(lambda handler, _: way(handler, text), ".", key=ApiKey(SECRET))
    shown = "".join(traceback.format_exception(error)) + caplog.text + repr(vars(error))
    bare = "".join(each for each in text if each.isalnum())
    assert text.lower() not in shown.lower()
    assert bare.lower() not in shown.lower()
    assert error.__cause__ is None
    assert error.__context__ is None


def test_the_key_in_another_form_is_in_no_content() -> None:
    forms = {name: form for name, form in encoded_forms().items() if "half" not in name}
    content = json.dumps({"model": forms, "text": "nothing of it", "n": [1, 2.5, None]}).encode()
    with (
        answering(lambda handler, _: handler.tell(content)) as (url, _),
        client_of(url, key=ApiKey(SECRET)) as client,
    ):
        found = client.send(call(url)).content
    assert set(found["model"].values()) == {"***"}
    assert (found["text"], found["n"]) == ("nothing of it", [1, 2.5, None])


def test_short_key_is_not_redacted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, " EMPTY\n")
    repeats = b'{"text": "EMPTY"}'
    with (
        answering(lambda handler, _: handler.tell(repeats)) as (url, seen),
        client_of(url, key=None) as client,
    ):
        assert client.send(call(url)).content == {"text": "EMPTY"}
    assert seen.seen[0][1]["Authorization"] == "Bearer EMPTY"


def test_without_a_key_none_is_sent() -> None:
    with answering(good) as (url, seen), client_of(url) as client:
        client.send(call(url))
    assert "Authorization" not in seen.seen[0][1]
