"""Addresses and keys of servers: what is wrong is refused, and nothing secret is shown."""

from __future__ import annotations

import warnings
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasauti.engines.backends.served import server
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.request import KEY_VARIABLE, Address, ApiKey
from kasauti.fixtures.session.remote import server_request
from tests.support.fake_backend import default_options


@pytest.mark.parametrize("key", ["schlüssel-9876543", "two words and more", "a\x00b"])
def test_invalid_key_is_not_shown(key: str) -> None:
    with pytest.raises(EngineError, match=KEY_VARIABLE) as error:
        ApiKey(key)
    assert key not in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        "127.0.0.1:8000", "ftp://host/v1", "http://", "http:///v1", "http://host:0/v1",
        "http://host:99999/v1", "http://[::1/v1", "http://ho st/v1", "", "http://host/v1\x1b[2J",
    ],
)  # fmt: skip
def test_invalid_address_is_refused(text: str) -> None:
    with pytest.raises(EngineError, match=r"^--server (is not|has a)"):
        Address.parse(text)


@pytest.mark.parametrize(
    "text", ["http://me:hunter2@host/v1", "https://host/v1?key=hunter2", "https://host/#hunter2"]
)
def test_address_with_secret_is_refused_and_hidden(text: str) -> None:
    with pytest.raises(EngineError, match=KEY_VARIABLE) as error:
        Address.parse(text)
    assert "hunter2" not in str(error.value)


def test_parts_of_an_address() -> None:
    address = Address.parse(" http://LocalHost:8000/v1/ ")
    assert (address.url, address.root) == ("http://LocalHost:8000/v1", "http://LocalHost:8000")
    assert address.is_loopback
    assert Address.parse("http://[::1]:8000/v1").is_loopback
    assert not Address.parse("https://api.example.org/v1").is_loopback
    assert Address.parse("https://api.example.org/v1").origin[2] == 443


@given(st.text(max_size=60))
def test_any_text_is_parsed_or_refused(text: str) -> None:
    address = None
    with suppress(EngineError):
        address = Address.parse(text)
    assert address is None or (address.url.startswith("http") and address.origin[1])


@pytest.mark.parametrize(
    ("url", "key", "told"),
    [
        ("http://10.0.0.5:8000/v1", "sk-0123456789", True),
        ("http://10.0.0.5:8000/v1", "", False),
        ("https://10.0.0.5:8000/v1", "sk-0123456789", False),
        ("http://127.0.0.1:8000/v1", "sk-0123456789", False),
    ],
)
def test_sending_key_unencrypted_to_remote_host_warns(
    url: str, key: str, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_VARIABLE, key)
    monkeypatch.setattr(server, "choose_models", lambda *_, **__: [])
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        server_request(default_options(server=url))
    assert [each for each in found if "unencrypted" in str(each.message)][1:] == []
    assert any("unencrypted" in str(each.message) for each in found) == told
    assert not any(key and key in str(each.message) for each in found)
