"""The model that is asked for, and where and how it runs. Imports nothing heavy."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from kasauti.engines.protocol.store import Store
from kasauti.engines.sources.address import Address
from kasauti.engines.sources.loading import LoadOptions
from kasauti.engines.sources.model_source import ModelSource

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
