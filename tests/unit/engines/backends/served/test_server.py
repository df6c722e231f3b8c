"""The models of a server: those that it lists, or those that are named where it lists none."""

from __future__ import annotations

import pytest

from kasauti.engines.backends.served import server
from kasauti.engines.backends.served.server import choose_models
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.request import Address, ServedModel

ADDRESS = Address.parse("http://127.0.0.1:1/v1")


@pytest.mark.parametrize("listed", [None, []])
def test_named_model_of_a_server_that_lists_none_is_asked_for(
    listed: list[ServedModel] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "list_models", lambda _: listed)
    assert [each.name for each in choose_models(ADDRESS, ["mine"])] == ["mine"]
    with pytest.raises(EngineError, match="does not list its models. Give --model=NAME"):
        choose_models(ADDRESS, [])


def test_model_that_is_not_among_the_listed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "list_models", lambda _: [ServedModel(name="other")])
    with pytest.raises(EngineError, match="does not serve mine; it serves other"):
        choose_models(ADDRESS, ["mine"])
