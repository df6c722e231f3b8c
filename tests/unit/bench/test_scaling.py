"""The estimate of docs/scaling.md is computed, and what it rests on is measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from bench import ray_overhead
from bench.cost import CHECKPOINTS, GPU_FLOPS, PAIRS, UTILISATION, Measured, cost, measured, report
from bench.figures import results
from bench.store_size import measure_store
from kasauti.data.pairs import Pair
from tests.support import ROOT

PAGE = (ROOT / "docs" / "scaling.md").read_text(encoding="utf-8")
FOUND = Measured((10.0, 40.0), (1e12, 3e12), 2, 100.0)


def test_page_matches_script_output() -> None:
    assert f"\n{report(measured(results.read()))}\n" in PAGE


def test_hours_follow_the_operations_of_all_tokens() -> None:
    found = cost("1 B", 1e9, FOUND)
    seconds = PAIRS * CHECKPOINTS * 10 * 2e9 / (GPU_FLOPS * UTILISATION)
    assert found.gpu_hours == pytest.approx((seconds / 3600, 4 * seconds / 3600))
    assert found.cpu_hours[0] == pytest.approx(PAIRS * CHECKPOINTS * 10 * 2e9 / 2e12 / 3600)
    assert found.store_bytes == PAIRS * CHECKPOINTS * 2 * 100


def test_a_model_on_two_gpus_takes_the_hours_of_both() -> None:
    one, two = cost("7 B", 7e9, FOUND), cost("70 B", 70e9, FOUND)
    assert (one.gpus_per_model, two.gpus_per_model) == (1, 2)
    assert two.gpu_hours[0] == pytest.approx(20 * one.gpu_hours[0])
    assert two.cpu_hours[0] == pytest.approx(10 * one.cpu_hours[0])


def test_speed_and_tokens_match_suite() -> None:
    workload = {"items": 4, "distinct_tokens": 20, "parameters": 100}
    rows = [{"per_s": 3.0}, {"per_s": 1.0}]
    found = measured(
        {
            "machine": {"cores": 8},
            "store": {"results": 10, "bytes": 800},
            "workloads": [
                {**workload, "rows": rows},
                {**workload, "items": 2, "rows": rows},
                {"items": 16, "distinct_tokens": 0, "parameters": 0, "rows": rows},  # answers
            ],
        }
    )
    assert found == Measured((5.0, 10.0), (3000.0, 6000.0), 8, 80.0)


def test_a_result_still_takes_the_recorded_bytes() -> None:
    recorded = results.read()["store"]
    found = measure_store(recorded["results"])
    assert found.bytes == pytest.approx(recorded["bytes"], rel=0.05)
    assert found.bytes / found.results > 20 + 12 + 8  # a key, a value and a checksum at least


def test_engines_take_turns_and_ratios_are_of_neighbours(monkeypatch: pytest.MonkeyPatch) -> None:
    speeds = {"local": 1.0, "one actor": 2.0, "one one-thread actor": 4.0, "two": 1.0}
    turns: list[str] = []

    @contextmanager
    def engines(model: str, threads: int) -> Iterator[dict[str, str]]:
        yield {name: name for name in speeds}

    def seconds(engine: str, sentences: Sequence[str]) -> float:
        turns.append(engine)
        # The machine gets slower with each round, for all of them.
        return speeds[engine] * (1 + (len(turns) - 1) // 4)

    monkeypatch.setattr(ray_overhead, "_engines", engines)
    monkeypatch.setattr(ray_overhead, "_seconds", seconds)
    pairs = [Pair(id="1", phenomenon="made", good="a", bad="b")] * 4
    found = ray_overhead.measure_overhead("made", pairs, rounds=3)
    # To warm up, then forwards and backwards in turns.
    assert turns == [*reversed(speeds), *speeds, *reversed(speeds), *speeds]
    assert (found.one_actor_to_local, found.two_actors_to_one) == (0.5, 4.0)
    assert found.pairs_per_s["local"] == pytest.approx(4 * 3 / (2 + 3 + 4))
