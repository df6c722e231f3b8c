"""What is asked of a server: which one, which models, and how. Imports nothing heavy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kasauti.engines.served.address import Address

SECONDS = 300.0  # that a request may take

Software = Literal["vllm", "sglang", "other"]


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

    def model(self, name: str) -> ServedModel:
        found = (each for each in self.models if each.name == name)
        return next(found, None) or ServedModel(name=name)
