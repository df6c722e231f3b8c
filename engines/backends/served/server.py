"""A server's models, software, version and dtype, as it reports them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from kasauti.engines.backends.served.client import Client
from kasauti.engines.backends.served.exchange import Call, Retries
from kasauti.engines.backends.served.exchange import name as shown_name
from kasauti.engines.protocol.errors import EngineError, RefusedError, WrongReplyError
from kasauti.engines.sources.request import SECONDS, Address, ApiKey, ServedModel, Software

# A server that is not there is said at once, not after minutes.
FIRST_CONTACT = Retries(attempts=2)
UNREPORTED = "unreported"
SHOWN_MODELS = 10
# vLLM tells its settings as one text; SGLang's have a field.
DTYPE = re.compile(r"dtype=torch\.(\w+)")


def list_models(client: Client) -> list[ServedModel] | None:
    """The models of a server; None where it has no list."""
    call = Call(url=f"{client.address.url}/models", what="the request for its models")
    try:
        reply = client.send(call, retries=FIRST_CONTACT)
    except RefusedError as error:
        if error.status in (404, 405, 501):
            return None
        raise
    entries = reply.content.get("data")
    if not isinstance(entries, list):
        raise reply.wrong("it has no list of models")
    found = [_model(entry) for entry in entries if isinstance(entry, dict)]
    return [model for model in found if model.name]


def choose_models(
    address: Address,
    names: Sequence[str],
    *,
    seconds: float = SECONDS,
    key: ApiKey | None = None,
) -> list[ServedModel]:
    """The models that the user named, or the only one that the server lists."""
    client = Client(address, key=key, seconds=seconds)
    try:
        listed = list_models(client)
    finally:
        client.close()
    # A server may answer for models that it does not list: its list can be empty.
    if not listed and not names:
        raise EngineError(f"The server {address.url} does not list its models. Give --model=NAME.")
    if not listed:
        return [ServedModel(name=name) for name in names]
    by_name = {model.name: model for model in listed}
    shown = ", ".join(list(by_name)[:SHOWN_MODELS]) or "none"
    shown += ", …" if len(by_name) > SHOWN_MODELS else ""
    if not names:
        if len(by_name) != 1:
            raise EngineError(
                f"The server {address.url} serves {len(by_name)} models ({shown}). "
                "Give one of them as --model."
            )
        return list(by_name.values())
    for name in names:
        if name not in by_name:
            raise EngineError(
                f"The server {address.url} does not serve {name}; it serves {shown}. "
                "Give one of these as --model."
            )
    return [by_name[name] for name in names]


def server_info(client: Client, software: Software) -> tuple[str, str]:
    """The version and the dtype that the server reports."""
    root = client.address.root
    version = shown_name(_optional(client, f"{root}/version").get("version"))
    settings: dict[str, Any] = {}
    paths = {"vllm": ("server_info",), "sglang": ("get_server_info", "server_info"), "other": ()}
    for path in paths[software]:
        settings = settings or _optional(client, f"{root}/{path}")
    version = version or shown_name(settings.get("version"))
    return version or UNREPORTED, _dtype(settings)


def _model(entry: dict[str, Any]) -> ServedModel:
    owner, length = entry.get("owned_by"), entry.get("max_model_len")
    return ServedModel(
        name=shown_name(entry.get("id")),
        folder=shown_name(entry.get("root")),
        software="vllm" if owner == "vllm" else "sglang" if owner == "sglang" else "other",
        max_length=length if isinstance(length, int) and length > 0 else None,
    )


def _optional(client: Client, url: str) -> dict[str, Any]:
    """Return the reply of an endpoint that few servers have; empty without it."""
    try:
        return client.send(
            Call(url=url, what="a request for its version"), retries=FIRST_CONTACT
        ).content
    except (RefusedError, WrongReplyError):
        return {}


def _dtype(settings: dict[str, Any]) -> str:
    """Of all settings the dtype alone: some servers list their keys among them."""
    told = shown_name(settings.get("dtype"))
    if not told and isinstance(settings.get("vllm_config"), str):
        found = DTYPE.search(settings["vllm_config"])
        told = found[1] if found else ""
    return told.removeprefix("torch.") or UNREPORTED
