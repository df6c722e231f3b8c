"""The benchmark's driver: batch sizes, turns, medians, workers, and figures on pages."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest

from bench import __main__ as driver
from bench import pages
from bench.figures import results
from bench.figures.catalogue import entries
from bench.figures.tables import missed
from bench.running import comparison
from bench.running.batch_size import fastest, search
from bench.running.commands import run
from bench.running.comparison import Errors, Plan, compare, errors_of, share_equal
from bench.running.processes import Round, Worker, WorkerError
from bench.running.worker import serve
from bench.tools import Tool
from bench.tools.workload import Workload, spread
from tests.support.bench.bench_parts import parts_of_a_run
from tests.support.bench.fake_tool import FATAL, Fake

FAKE = Tool("kasauti", "tests.support.bench.fake_tool:Fake")
OTHER = Tool("peer", "tests.support.bench.fake_tool:Other", first_batch=4)


@pytest.mark.parametrize("best", [1, 2, 4, 16, 64, 128])
@pytest.mark.parametrize("first", [1, 8, 32, 200])
def test_the_best_batch_size_has_slower_ones_on_both_sides(best: int, first: int) -> None:
    tried = search(lambda size: max(size / best, best / size), first, most=128)
    assert fastest(tried) == best
    # Unless there is no such size.
    assert min(tried) < best or best == 1
    assert max(tried) > best or best == 128


def test_search_continues_over_equally_fast_sizes() -> None:
    seconds = {1: 9.0, 2: 5.0, 4: 3.0, 8: 2.0, 16: 2.02, 32: 1.5, 64: 4.0, 128: 9.0}
    tried = search(seconds.__getitem__, 8, most=128)
    assert fastest(tried) == 32
    assert list(tried) == [8, 16, 32, 64]


def test_items_are_spread_evenly_over_a_file() -> None:
    assert spread(range(10), 5) == [0, 2, 4, 6, 8]
    assert spread(range(3), 5) == spread(range(3), None) == [0, 1, 2]
    workload = Workload("made", "", tuple((str(n),) for n in range(100)), 100)
    assert [len(workload.sample(most).items) for most in (7, None)] == [7, 100]
    assert workload.sample(7).of == 100


def test_worker_answers_each_line(tmp_path: Path) -> None:
    workload = _workload(tmp_path, 4)
    requests = io.StringIO('{"batch": 2, "count": null}\n{"batch": 3, "count": 1}\n')
    replies = io.StringIO()
    serve(Fake(workload), workload, requests, replies)
    ready, whole, one = map(json.loads, replies.getvalue().splitlines())
    assert ready["facts"] == {"parameters": 7}
    assert (whole["items"], len(whole["outputs"]), one["items"]) == (4, 8, 1)
    assert whole["seconds"] > 0
    assert whole["peak_mib"] > 1
    assert _turns(tmp_path) == ["Fake 4 2", "Fake 1 3"]


def test_a_worker_is_a_process_whose_printing_does_no_harm(tmp_path: Path) -> None:
    file = _workload(tmp_path, 3).write(tmp_path / "workload.json")
    with Worker(FAKE, file) as worker:
        assert worker.ready.facts == {"parameters": 7}
        assert worker.run(5).outputs == [6.0, 4.0, 7.0, 4.0, 8.0, 4.0]
        assert worker.run(5, count=2).items == 2


def test_dead_worker_is_reported_with_its_output(tmp_path: Path) -> None:
    workload = Workload("made", str(tmp_path / "turns"), ((FATAL, "b"),), 1)
    file = workload.write(tmp_path / "workload.json")
    with (
        Worker(FAKE, file) as worker,
        pytest.raises(WorkerError, match="(?s)kasauti.*a fatal text"),
    ):
        worker.run(1)


def test_tools_take_turns_over_the_same_items(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(comparison, "search", lambda seconds, first, most: {first: seconds(first)})
    workload = _workload(tmp_path, 12)
    plan = Plan(rounds=3, tuned_on=6, checked_on=5)
    found = compare(workload, [FAKE, OTHER], plan, reference=FAKE, checked=[OTHER])
    tuning, checks, warm_up = (
        ["Other 6 4"] * 2,
        ["Fake 5 1", "Other 5 1"],
        ["Fake 8 0", "Other 8 4"],
    )
    forth, back = ["Fake 12 0", "Other 12 4"], ["Other 12 4", "Fake 12 0"]
    assert _turns(tmp_path) == [*tuning, *checks, *warm_up, *forth, *back, *forth]
    ours, peer = found.rows
    assert (ours.errors, peer.errors) == (Errors(0.0, 0.0), Errors(0.25, 0.25))
    assert found.checks == {"peer": Errors(0.25, 0.25)}
    assert (found.items, found.checked_on, found.parameters) == (12, 5, 7)
    assert (peer.batch, len(peer.seconds), ours.batch) == (4, 3, 0)


def test_rates_are_of_the_median_round() -> None:
    rounds = [Round(seconds, 6, seconds, []) for seconds in (6.0, 1.0, 2.0)]
    row = comparison._row("made", rounds, {8: 1.0}, [1.0], [], Plan())
    assert (row.per_s, row.slowest_per_s, row.fastest_per_s) == (3.0, 1.0, 6.0)
    assert row.peak_mib == 6


def test_differences_are_of_the_same_sentences() -> None:
    assert errors_of([1.0, 2.5, -1.0], [1.0, 2.0, -0.75]) == Errors(0.5, 0.25)
    with pytest.raises(ValueError, match="zip"):
        errors_of([1.0], [1.0, 2.0])
    assert share_equal(["a", "b", "c", "d"], ["a", "b", "c", "x"]) == 0.75


def test_pages_have_the_figures_of_the_results() -> None:
    assert pages.differing(results.read()) == []


def test_a_changed_figure_is_found(tmp_path: Path) -> None:
    parts = parts_of_a_run()
    for page, figures in pages.expected(parts).items():
        path = tmp_path / page
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"Before\n\n{pages.BEGIN}\nold\n{pages.END}\n\nAfter\n", encoding="utf-8")
        path.write_text(pages.written(path, figures), encoding="utf-8")
    assert pages.differing(parts, tmp_path) == []
    shown = tmp_path / "docs" / "benchmark.md"
    text = shown.read_text(encoding="utf-8")
    assert "| 40.0, 39.0 to 41.0 | 16.0, 15.0 to 17.0 (2.5 x) | 12.0, 11.0 to 13.0" in text
    assert "| 50.0, 49.0 to 51.0 (0.80) |" in text
    assert text.startswith("Before\n")
    assert text.endswith("After\n")
    shown.write_text(text.replace("40.0", "44.0"), encoding="utf-8")
    assert pages.differing(parts, tmp_path) == ["docs/benchmark.md"]
    shown.write_text(text, encoding="utf-8")
    parts["workloads"][0]["rows"][0]["per_s"] = 44.0
    assert "docs/benchmark.md" in pages.differing(parts, tmp_path)


def test_a_page_without_a_place_for_figures_is_named(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("nothing", encoding="utf-8")
    with pytest.raises(ValueError, match="page.md has no place for figures"):
        pages.written(tmp_path / "page.md", "")


def test_missed_goals_are_reported() -> None:
    parts = parts_of_a_run()
    name = entries()[0].name
    assert missed(parts) == [f"{name}: 0.80 of the floor (goal 0.85)"]
    parts["workloads"][0]["rows"][0] |= {"per_s": 43.0, "errors": {"largest": 3e-4, "median": 1e-5}}
    assert missed(parts) == [f"{name}: largest error 3.0e-04 nats (goal 2e-04)"]


def test_unreachable_goal_is_reported() -> None:
    parts = parts_of_a_run()
    ours, lm_eval, _, floor = parts["workloads"][0]["rows"]
    ours["per_s"], lm_eval["per_s"], floor["per_s"] = 40.0, 20.0, 44.0
    goal = f"{entries()[0].name}: 2.00 x lm-eval (goal 2.5"
    assert missed(parts) == [f"{goal}; the floor itself is at 2.20)"]
    floor["per_s"] = 50.0
    assert f"{goal})" in missed(parts)


def test_the_memory_of_a_command_is_its_own(tmp_path: Path) -> None:
    held = bytearray(b"x") * (200 << 20)  # of the process that starts it
    ran = run([sys.executable, "-c", "held = bytearray(b'x') * (64 << 20)"], tmp_path)
    assert 64 < ran.peak_mib < len(held) >> 20
    with pytest.raises(RuntimeError, match="(?s)ended with 3.*words"):
        run([sys.executable, "-c", "print('words'); raise SystemExit(3)"], tmp_path)


def _workload(folder: Path, items: int) -> Workload:
    pairs = tuple((f"right {'!' * number}", "left") for number in range(items))
    return Workload("made", str(folder / "turns"), pairs, items)


def _turns(folder: Path) -> list[str]:
    return (folder / "turns").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    ("slowness", "done"), [(1.0, ["first", "second"]), (2.0, ["first", "third"]), (4.0, ["first"])]
)
def test_slow_machine_skips_parts_beyond_time_limit(
    slowness: float, done: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now, measured = [0.0], []
    monkeypatch.setattr("time.monotonic", lambda: now[0])

    def part(name: str, about: float) -> driver.Part:
        def measure() -> None:
            measured.append(name)
            now[0] += slowness * about

        return driver.Part(name, about, measure)

    parts = [part("first", 20.0), part("second", 35.0), part("third", 10.0)]
    left_out = driver._measure(parts, minutes=1)
    assert measured == done
    assert len(left_out) == len(parts) - len(done)
    assert now[0] <= 60 or measured == ["first"]


@pytest.mark.parametrize("seconds", [0, 100, 200, 400, 10_000])
def test_sample_fits_into_the_time(seconds: int) -> None:
    entry = entries()[0]
    items = entry.items_within(seconds, rounds=3)
    assert items == 12 or entry.about(items, 3) <= seconds
    assert items == entry.sample or entry.about(items + 1, 3) > seconds


def test_named_workloads_share_the_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["bench", "--minutes=6", "--list", "Hindi core"])
    driver.main()
    seconds = [int(each) for each in re.findall(r"about (\d+) s", capsys.readouterr().out)]
    assert len(seconds) == 2
    assert 300 < sum(seconds) <= 360
