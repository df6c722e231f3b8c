"""Whether a server still runs the weights that stored scores are of.

A server names its model, and nothing proves that the weights are those of yesterday. The scores
of the trial tell different weights apart: each set of them that is seen gets an id, which is
part of the key of every stored result.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from kasauti.engines.protocol.store import Store
from kasauti.engines.store.score_store import key

# Nats per token: more than float32 differs from one batch to another, less than what a training
# step usually changes. A difference that is too large only costs a new computation.
TOLERANCE = 2e-3
REMEMBERED = 64


def recognise(store: Store, context: str, logprobs: Sequence[float], *, run: str = "") -> str:
    """The id of the weights that gave these log-probabilities, the same as in earlier runs.

    `run` is what the workers of one run have in common: they share the id of the first, however
    noisy the server.
    """
    place = key("served trial|" + context, b"")
    known = _known(store.get([place]).get(place, b"[]"))
    for weights, of_run, values in known:
        if (run and of_run == run) or _close(values, logprobs):
            return weights
    digest = hashlib.sha256(json.dumps(list(logprobs)).encode()).hexdigest()[:16]
    entries = [*known, (digest, run, list(logprobs))][-REMEMBERED:]
    store.put([(place, json.dumps(entries).encode())])
    return digest


def _known(value: bytes) -> list[tuple[str, str, list[float]]]:
    return [(str(weights), str(run), list(values)) for weights, run, values in json.loads(value)]


def _close(one: Sequence[float], other: Sequence[float]) -> bool:
    return len(one) == len(other) and all(
        abs(a - b) <= TOLERANCE for a, b in zip(one, other, strict=True)
    )
