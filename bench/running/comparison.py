"""Several tools on one workload: batch sizes, rounds in turns, exactness; the records of it."""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.running.batch_size import fastest, search
from bench.running.machine import command_line, load
from bench.running.processes import Round, Worker
from bench.tools import Tool
from bench.tools.workload import Workload, spread

WARM_UP = 8  # items


@dataclass(frozen=True, slots=True)
class Plan:
    """The amount of work: rounds, items to choose the batch size by, items of the reference."""

    rounds: int = 3
    tuned_on: int = 64
    checked_on: int = 48


@dataclass(frozen=True, slots=True)
class Errors:
    """The distance of sentence scores from the reference, in nats."""

    largest: float
    median: float


@dataclass(frozen=True, slots=True)
class Row:
    """One tool on one workload; rates are of the median round, the slowest and the fastest."""

    name: str
    per_s: float
    slowest_per_s: float
    fastest_per_s: float
    seconds: list[float]  # of the rounds
    peak_mib: float  # of its process
    batch: int
    tried: dict[int, float]  # seconds by batch size
    errors: Errors | None  # where there is a reference
    equal: float | None  # share of what it computed that is the same as the suite's


@dataclass(frozen=True, slots=True)
class Compared:
    """All tools on one workload."""

    name: str
    unit: str
    note: str
    items: int
    of: int
    checked_on: int  # items that were compared with the reference
    distinct_tokens: int  # those of shared prefixes once
    parameters: int
    threads: int
    load: tuple[float, float]  # of the machine, before and after
    command: str
    rows: list[Row]  # the suite's own first
    checks: dict[str, Errors]  # of what was not timed

    profile: list[tuple[str, float]]  # where the suite's time goes, if that was looked at

    @classmethod
    def read(cls, fields: dict[str, Any]) -> Compared:
        """From bench/results.json."""
        rows = [
            Row(**row | {"errors": row["errors"] and Errors(**row["errors"])})
            for row in fields["rows"]
        ]
        checks = {name: Errors(**each) for name, each in fields["checks"].items()}
        return cls(**fields | {"rows": rows, "checks": checks})

    def row(self, name: str) -> Row | None:
        return next((row for row in self.rows if row.name == name), None)

    def times(self, name: str) -> float | None:
        """The suite's speed as a multiple of another tool's."""
        row = self.row(name)
        return self.rows[0].per_s / row.per_s if row else None


def compare(
    workload: Workload,
    tools: Sequence[Tool],
    plan: Plan,
    *,
    reference: Tool | None = None,
    checked: Sequence[Tool] = (),
) -> Compared:
    """Time the tools in turns, and hold them and those that are only `checked` to the reference."""
    before = load()
    with tempfile.TemporaryDirectory(prefix="kasauti-bench-") as folder:
        file = workload.write(Path(folder) / "workload.json")
        tried, exact, errors = _prepare(file, workload, tools, plan, reference, checked)
        with ExitStack() as stack:
            workers = [stack.enter_context(Worker(tool, file)) for tool in tools]
            batches = {tool.name: fastest(tried[tool.name]) for tool in tools}
            rounds = _rounds(workers, batches, plan)
            ready = [worker.ready for worker in workers]
    facts = {name: value for each in ready for name, value in each.facts.items()}
    ours = rounds[tools[0].name][0].outputs
    rows = [
        _row(tool.name, rounds[tool.name], tried[tool.name], exact, ours, plan) for tool in tools
    ]
    return Compared(
        workload.name,
        workload.unit,
        workload.note,
        len(workload.items),
        workload.of,
        min(plan.checked_on, len(workload.items)) if reference else 0,
        facts.get("distinct_tokens", 0),
        facts.get("parameters", 0),
        ready[0].threads,
        (before, load()),
        command_line(),
        rows,
        errors,
        [],
    )


def look_into(workload: Workload, tool: Tool) -> list[tuple[str, float]]:
    """Run a tool that is not compared on the workload."""
    with tempfile.TemporaryDirectory(prefix="kasauti-bench-") as folder:
        file = workload.write(Path(folder) / "workload.json")
        with Worker(tool, file) as worker:
            worker.run(1, count=WARM_UP)
            return worker.run(1).outputs


def _prepare(
    file: Path,
    workload: Workload,
    tools: Sequence[Tool],
    plan: Plan,
    reference: Tool | None,
    checked: Sequence[Tool],
) -> tuple[dict[str, dict[int, float]], list[float], dict[str, Errors]]:
    """Batch sizes tried, the reference's scores, and the errors of what is only checked.

    In processes of their own: what a large batch needs must not count for the tool.
    """
    count = min(plan.tuned_on, len(workload.items))
    tried: dict[str, dict[int, float]] = {tool.name: {0: 0.0} for tool in tools}
    exact: list[float] = []
    errors: dict[str, Errors] = {}
    with ExitStack() as stack:
        tuned = [tool for tool in tools if tool.first_batch]
        checking = [reference, *checked] if reference else []
        workers = [stack.enter_context(Worker(tool, file)) for tool in [*tuned, *checking]]
        for worker in workers:
            _ = worker.ready  # none is asked while another one still loads
        for worker in workers[: len(tuned)]:
            tried[worker.tool.name] = _tune(worker, count, count * workload.texts_per_item)
            worker.close()
        for worker in workers[len(tuned) :]:
            outputs = worker.run(1, count=plan.checked_on).outputs
            if not exact:
                exact = outputs
            else:
                errors[worker.tool.name] = errors_of(outputs, exact)
    return tried, exact, errors


def _tune(worker: Worker, count: int, most: int) -> dict[int, float]:
    first = worker.tool.first_batch
    worker.run(first, count=min(count, WARM_UP))
    return search(lambda batch: worker.run(batch, count=count).seconds, first, most)


def _rounds(
    workers: Sequence[Worker], batches: dict[str, int], plan: Plan
) -> dict[str, list[Round]]:
    """Each tool warms up; then all take turns, every other time in the opposite order."""
    for worker in workers:
        _ = worker.ready
    for worker in workers:
        worker.run(batches[worker.tool.name], count=WARM_UP)
    found: dict[str, list[Round]] = {worker.tool.name: [] for worker in workers}
    for number in range(plan.rounds):
        for worker in list(workers)[:: -1 if number % 2 else 1]:
            found[worker.tool.name].append(worker.run(batches[worker.tool.name]))
    return found


def _row(
    name: str,
    rounds: Sequence[Round],
    tried: dict[int, float],
    exact: Sequence[float],
    ours: Sequence[Any],
    plan: Plan,
) -> Row:
    seconds = [each.seconds for each in rounds]
    items, outputs = rounds[0].items, rounds[0].outputs
    return Row(
        name,
        items / statistics.median(seconds),
        items / max(seconds),
        items / min(seconds),
        seconds,
        round(max(each.peak_mib for each in rounds)),
        fastest(tried),
        {} if tried == {0: 0.0} else tried,
        errors_of(_sampled(outputs, items, plan), exact) if exact and outputs else None,
        None if exact else share_equal(outputs, ours),
    )


def _sampled(outputs: Sequence[float], items: int, plan: Plan) -> list[float]:
    """The outputs of the items that the reference computed."""
    each = len(outputs) // items
    chosen = spread(range(items), plan.checked_on)
    return [value for index in chosen for value in outputs[index * each : (index + 1) * each]]


def errors_of(found: Sequence[float], exact: Sequence[float]) -> Errors:
    """The distance of scores from those of the reference."""
    errors = [abs(one - other) for one, other in zip(found, exact, strict=True)]
    return Errors(max(errors), statistics.median(errors))


def share_equal(found: Sequence[object], ours: Sequence[object]) -> float:
    """The share of results that are exactly the same."""
    return sum(one == other for one, other in zip(found, ours, strict=True)) / len(ours)
