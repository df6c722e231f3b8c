"""How a model is spread over a Ray cluster."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RayOptions:
    """The options of the command line; None leaves the choice to the cluster's resources."""

    address: str  # "auto" is the cluster that runs on this machine
    actors: int | None = None
    gpus_per_actor: float | None = None
    threads: int | None = None
    timeout: float = 600.0  # seconds without any progress after which a run gives up
