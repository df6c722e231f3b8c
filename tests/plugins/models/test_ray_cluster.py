"""A model on a Ray cluster of two nodes: the scores of this process, also when a node dies.

The cluster is real: its processes, its network and its actors. Where only the handing out of work
is looked at, actors without a model keep the tests quick.
"""

from __future__ import annotations

import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kasauti.engines.backends.choosing import open_backend
from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.backends.ray import actors
from kasauti.engines.backends.ray.actors import ActorGroup
from kasauti.engines.backends.ray.backend import RayBackend
from kasauti.engines.backends.ray.cluster import connect
from kasauti.engines.backends.ray.worker import Worker
from kasauti.engines.protocol.backend import Continuation, Prompt, TextSpan
from kasauti.engines.protocol.errors import EngineError, PlaceError
from kasauti.engines.sources.loading import LoadOptions
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.sources.request import ModelRequest, RayOptions
from kasauti.engines.store.score_store import ScoreStore
from kasauti.fixtures.suites.pairs.cases import minimal_pair_cases
from tests.support.servers.ray_cluster import (
    NODE,
    actor_processes,
    ended,
    fake_worker,
)

pytestmark = pytest.mark.skipif(find_spec("ray") is None, reason="ray is not installed")
TEXTS = sorted({text for case in minimal_pair_cases() for text in case.sentences()})[::4]


@pytest.fixture
def options(cluster: Any) -> RayOptions:
    return RayOptions(address=cluster.address, threads=1, timeout=300)


def request(model: Path, store: Path, ray: RayOptions | None) -> ModelRequest:
    return ModelRequest(
        source=ModelSource.find(str(model)),
        load=LoadOptions(),
        store=ScoreStore(store),
        batch_tokens=256,  # so that there are many chunks
        ray=ray,
    )


@pytest.fixture
def local(tiny_llama: Path, tmp_path: Path) -> LocalBackend:
    backend = open_backend(request(tiny_llama, tmp_path / "local.sqlite", None))
    assert type(backend) is LocalBackend
    return backend


@pytest.fixture
def remote(tiny_llama: Path, tmp_path: Path, options: RayOptions) -> Iterator[RayBackend]:
    backend = open_backend(request(tiny_llama, tmp_path / "remote.sqlite", options))
    assert isinstance(backend, RayBackend)
    yield backend
    backend.release()


def test_everything_is_computed_as_in_this_process(
    remote: RayBackend, local: LocalBackend, cluster: Any
) -> None:
    """A node dies in the middle of the scores: its chunks are computed by the other one."""
    killed: list[int] = []

    def kill_a_node(count: int, **_: int) -> None:
        if not killed:
            killed.append(len(actor_processes(cluster)))
            cluster.remove_node(cluster.list_all_nodes()[-1], allow_graceful=False)

    scores = remote.score_texts(TEXTS, kill_a_node)
    assert killed == [2]
    for found, expected in zip(scores, local.score_texts(TEXTS), strict=True):
        assert found.tokens == expected.tokens
        assert found.logprob == pytest.approx(expected.logprob, abs=1e-3)
    assert remote.work.computed == len(TEXTS)
    cluster.add_node(**NODE)

    choices = [Continuation(text, f" {word}") for text in TEXTS[:20] for word in ("है", "हैं")]
    chosen = [score.logprob for score in local.score_continuations(choices)]
    assert [score.logprob for score in remote.score_continuations(choices)] == pytest.approx(
        chosen, abs=1e-3
    )

    prompts = [Prompt(text, max_new_tokens=5, chat=False) for text in TEXTS[:9]]
    assert remote.answer(prompts) == local.answer(prompts)

    spans = [TextSpan(text, 0, 3) for text in TEXTS[:30]]
    for ours, theirs in ((remote, local), (remote.untrained(), local.untrained())):
        vectors, expected_vectors = (
            each.read_vectors(spans, pool="mean") for each in (ours, theirs)
        )
        np.testing.assert_allclose(vectors, expected_vectors, atol=1e-4)
    assert remote.embedding_rows() == local.embedding_rows() == 400
    assert remote.settings() == local.settings()

    processes = actor_processes(cluster)
    assert processes
    remote.release()
    assert ended(processes)


def test_a_second_run_needs_no_actor(
    remote: RayBackend, local: LocalBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    scores = local.score_texts(TEXTS[:10])
    remote.store = local.store
    monkeypatch.setattr(ActorGroup, "results", None)
    assert remote.score_texts(TEXTS[:10]) == scores


def test_an_actor_refuses_another_model_than_the_drivers(remote: RayBackend) -> None:
    assignment = remote._assignment(1)
    identity = {**assignment.identity, "weights": "of another checkpoint"}
    with pytest.raises(EngineError, match="a different value of weights for") as raised:
        Worker(replace(assignment, identity=identity)).load()
    assert "Give all nodes the same files and versions." in str(raised.value)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


@pytest.fixture
def group(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., tuple[ActorGroup, Callable[[], list[tuple[int, int]]]]]]:
    """Makes a group of fake actors, and what tells the (process, chunk) that were begun."""
    made: list[ActorGroup] = []

    def make(options: RayOptions, worker: type) -> Any:
        monkeypatch.setattr(actors, "Worker", worker)
        monkeypatch.setattr(actors, "SECONDS_BETWEEN_LOOKS", 0.3)
        made.append(ActorGroup(options, lambda threads: log))  # type: ignore[arg-type,return-value]

        def begun() -> list[tuple[int, int]]:
            rows = (line.split() for line in log.read_text().splitlines())
            return [(int(pid), int(chunk)) for pid, chunk in rows]

        return made[-1], begun

    yield make
    for each in made:
        each.close()


def slowly(log: Path, chunk: int) -> None:
    time.sleep(0.1)


def wait(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not happened() and time.monotonic() < deadline:
        time.sleep(0.05)


def test_a_killed_actor_costs_one_chunk(log: Path, options: RayOptions, group: Any) -> None:
    loaded, died = log.parent / "loaded", log.parent / "died"

    def note() -> None:
        with loaded.open("a") as file:
            file.write(f"{os.getpid()}\n")

    def die_once(log: Path, chunk: int) -> None:
        time.sleep(0.05)
        if chunk == 8 and not died.exists():
            died.touch()
            time.sleep(1)  # what it did before reaches the driver meanwhile
            os.kill(os.getpid(), signal.SIGKILL)
        if chunk == 19:
            wait(lambda: len(loaded.read_text().split()) == 3)

    actors, begun = group(options, fake_worker(die_once, load=note))
    results = dict(actors.results("scores", range(20)))
    assert results == {chunk: chunk * chunk for chunk in range(20)}
    times = Counter(chunk for _, chunk in begun())
    assert times == Counter(range(20)) + Counter([8])
    assert len(set(loaded.read_text().split())) == 3  # another actor took its place


def test_a_node_that_joins_later_gets_work(cluster: Any, options: RayOptions, group: Any) -> None:
    def wait_for_another(log: Path, chunk: int) -> None:
        if chunk > 4:
            wait(lambda: len({line.split()[0] for line in log.read_text().splitlines()}) == 2)

    node = cluster.list_all_nodes()[-1]
    cluster.remove_node(node)
    actors, begun = group(options, fake_worker(wait_for_another))
    results = {}
    for chunk, result in actors.results("scores", range(12)):
        results[chunk] = result
        if len(results) == 3:
            cluster.add_node(**NODE)
    assert len(results) == 12
    assert len({pid for pid, _ in begun()}) == 2


def test_a_chunk_that_ends_every_actor_is_one_error(options: RayOptions, group: Any) -> None:
    def deadly(log: Path, chunk: int) -> None:
        if chunk == 3:
            os.kill(os.getpid(), signal.SIGKILL)

    actors, begun = group(options, fake_worker(deadly))
    with pytest.raises(EngineError, match="keep dying .* smaller --batch-tokens"):
        list(actors.results("scores", range(6)))
    # A death may be put down to a chunk that was just done; even then there is a limit.
    assert 3 <= Counter(chunk for _, chunk in begun())[3] <= 7


def test_an_actor_that_hangs_is_replaced(log: Path, options: RayOptions, group: Any) -> None:
    def hangs_once(log: Path, chunk: int) -> None:
        time.sleep(0.1)
        if chunk == 2 and not (log.parent / "hung").exists():
            (log.parent / "hung").touch()
            time.sleep(600)

    actors, _ = group(options, fake_worker(hangs_once))
    assert len(list(actors.results("scores", [0, 1]))) == 2  # both have loaded
    actors._options = replace(options, timeout=2)
    # The other one works for longer than that, so that the group as a whole makes progress.
    assert len(list(actors.results("scores", range(40)))) == 40


def test_full_cluster_gives_one_error(options: RayOptions, group: Any) -> None:
    large = RayOptions(address=options.address, threads=64, timeout=2)
    actors, _ = group(large, fake_worker(slowly))
    with pytest.raises(EngineError) as raised:
        list(actors.results("scores", range(3)))
    assert "Each needs 64 CPUs and 0 GPUs; the cluster has 2 nodes with 2 CPUs" in str(raised.value)


def test_actor_that_fails_to_load_is_left_out(log: Path, options: RayOptions, group: Any) -> None:
    mark = log.parent / "failed"

    def fails_once() -> None:
        try:
            mark.touch(exist_ok=False)
        except FileExistsError:
            time.sleep(0.5)  # the other one fails first
            return
        raise EngineError("This node lacks the model. Copy it.")

    actors, _ = group(options, fake_worker(slowly, load=fails_once))
    with pytest.warns(UserWarning, match="An actor was left out. This node lacks the model"):
        assert len(list(actors.results("scores", range(6)))) == 6


def test_unreachable_address_gives_one_error(monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    with pytest.raises(PlaceError, match=r"can be reached there \(Connection refused\)"):
        connect(RayOptions(address="127.0.0.1:9"))
