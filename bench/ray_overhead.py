"""`python -m bench.ray_overhead`: what a Ray cluster costs and gains on one machine.

One actor is compared with the local engine on as many threads, and two one-thread actors with one.
All of them stay loaded and take turns, so that what slows the machine slows them all. Loading is
not counted; tokenizing, handing out and storing are.
"""

from __future__ import annotations

import argparse
import os
import secrets
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import torch

from bench.figures import results
from kasauti.data.pairs import Pair, read_pairs
from kasauti.engines.backends.choosing import open_backend
from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.sources.loading import LoadOptions
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.sources.request import ModelRequest, RayOptions
from kasauti.engines.store.score_store import IN_MEMORY, ScoreStore, opened
from kasauti.fixtures.suites.pairs.cases import HINDI_CORE

MODEL = "smollm2-135m-instruct"
WARM_UP = 16  # sentences


@dataclass(frozen=True, slots=True)
class Overhead:
    """Pairs per second of each engine, and the medians of the rounds' ratios."""

    model: str
    pairs: int
    rounds: int
    threads: int
    load: float  # of the machine, the average over the minute before
    pairs_per_s: dict[str, float]
    one_actor_to_local: float
    two_actors_to_one: float


def measure_overhead(model: str, pairs: Sequence[Pair], *, rounds: int) -> Overhead:
    """All engines in turns, each with an empty store."""
    threads, load = torch.get_num_threads(), os.getloadavg()[0]
    sentences = [sentence for pair in pairs for sentence in (pair.good, pair.bad)]
    seconds: dict[str, list[float]] = {}
    with _engines(model, threads) as engines:
        # The two actors first: the second one loads while the others warm up.
        for engine in reversed(engines.values()):
            _seconds(engine, sentences[:WARM_UP])
        for number in range(rounds):
            # Every other round backwards: a load that grows or falls then favours nobody.
            for name in list(engines)[:: -1 if number % 2 else 1]:
                seconds.setdefault(name, []).append(_seconds(engines[name], sentences))
    local, one, single, two = seconds.values()
    return Overhead(
        model,
        len(pairs),
        rounds,
        threads,
        load,
        {name: len(pairs) * rounds / sum(each) for name, each in seconds.items()},
        _median_ratio(local, one),
        _median_ratio(single, two),
    )


@contextmanager
def _engines(model: str, threads: int) -> Iterator[dict[str, LocalBackend]]:
    """The engines by name, on a cluster of this machine alone."""
    options = {
        "local": None,
        "one actor": RayOptions(address="auto", actors=1, gpus_per_actor=0, threads=threads),
        "one one-thread actor": RayOptions(
            address="auto", actors=1, gpus_per_actor=0, threads=1
        ),
        "two one-thread actors": RayOptions(
            address="auto", actors=2, gpus_per_actor=0, threads=1
        ),
    }  # fmt: skip
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    # Otherwise Ray writes a token into the home folder, which changes how later clusters start.
    os.environ.setdefault("RAY_AUTH_MODE", "token")
    os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))
    import ray

    # Room for all actors at once: those that have no turn are idle.
    ray.init(
        address="local",
        num_cpus=threads + 3,
        object_store_memory=80_000_000,
        include_dashboard=False,
        log_to_driver=False,
        _node_ip_address="127.0.0.1",
    )
    with ExitStack() as stack:
        stack.callback(ray.shutdown)
        engines = {name: _engine(model, each) for name, each in options.items()}
        for engine in engines.values():
            stack.callback(engine.release)
        yield engines


def _engine(model: str, ray: RayOptions | None) -> LocalBackend:
    backend = open_backend(
        ModelRequest(
            source=ModelSource.find(model),
            load=LoadOptions(device="cpu"),
            store=ScoreStore(IN_MEMORY),
            ray=ray,
        )
    )
    assert isinstance(backend, LocalBackend)
    return backend


def _seconds(engine: LocalBackend, sentences: Sequence[str]) -> float:
    with tempfile.TemporaryDirectory(prefix="kasauti-bench-") as folder:
        started = time.perf_counter()
        with opened(Path(folder) / "scores.sqlite") as engine.store:
            engine.score_texts(sentences)
        return time.perf_counter() - started


def _median_ratio(slower: Sequence[float], faster: Sequence[float]) -> float:
    """The speed of the second as a multiple of the first, by the median of the rounds."""
    return statistics.median(one / other for one, other in zip(slower, faster, strict=True))


def print_overhead(found: Overhead) -> None:
    """The figures on the terminal."""
    print(f"\nRay on this machine, {found.model} ({found.pairs} pairs, load {found.load:.1f})")
    for name, speed in found.pairs_per_s.items():
        print(f"{name:22} {speed:6.1f} pairs/s")
    print(
        f"one actor is {found.one_actor_to_local:.2f} times as fast as the local engine, "
        f"two one-thread actors are {found.two_actors_to_one:.2f} times as fast as one",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.ray_overhead", description=__doc__)
    parser.add_argument("--model", default=MODEL)
    parser.add_argument("--count", type=int, help="the first pairs of the Hindi set (default: all)")
    parser.add_argument("--rounds", type=int, default=4, help="rounds in turns (default 4)")
    arguments = parser.parse_args()
    pairs = read_pairs(HINDI_CORE)[: arguments.count]
    found = measure_overhead(arguments.model, pairs, rounds=arguments.rounds)
    print_overhead(found)
    results.keep(ray=asdict(found))


if __name__ == "__main__":
    main()
