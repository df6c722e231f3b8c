"""`python -m bench`: the suite beside its peers, each tool in a process of its own.

What is compared is in bench/figures/catalogue.py; results go into bench/results.json after each
part, and `python -m bench.pages --write` puts them into the documentation.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from bench.figures import results
from bench.figures.catalogue import Entry, entries
from bench.figures.tables import benchmark_page, measured, missed_by
from bench.running.comparison import Compared, Errors, Plan, compare, look_into
from bench.running.machine import Machine, this_machine

STORED_RESULTS = 20_000


@dataclass(frozen=True, slots=True)
class Part:
    """Something that can be measured by itself, and about how many seconds it takes."""

    name: str
    about: float
    measure: Callable[[], str | None]  # returns what was left out or why, if anything


def main() -> None:
    arguments = _arguments()
    chosen = [part for part in _parts(arguments) if _is_named(part.name, arguments)]
    if arguments.list:
        print("\n".join(f"{part.name} (about {part.about:.0f} s)" for part in chosen))
        return
    left_out = _measure(chosen, minutes=None if arguments.full else arguments.minutes)
    if measured(parts := results.read()):
        print(f"\n{benchmark_page(parts)}\n")
    for line in left_out:
        print(f"Left out: {line}")
    print(f"Written: {results.PATH}. Now: python -m bench.pages --write")


def _measure(parts: list[Part], *, minutes: float | None) -> list[str]:
    """Measure the parts in turn, as far as the time allows; what was left out, and why."""
    ends = None if minutes is None else time.monotonic() + 60 * minutes
    left_out = []
    expected = spent = 0.0
    for part in parts:
        # On a machine that has been slower so far than expected, the rest is expected to be too.
        about = part.about * max(1.0, spent / expected if expected else 1.0)
        if ends is not None and time.monotonic() + about > ends:
            left_out.append(f"{part.name} (about {about:.0f} s, and the time was up)")
            continue
        started = time.monotonic()
        print(f"\n{part.name} …", flush=True)
        try:
            reason = part.measure()
        except Exception as error:  # one part that fails must not cost the others
            reason = f"failed: {type(error).__name__}: {error}"
        if reason:
            left_out.append(f"{part.name} ({reason.splitlines()[0]})")
            print(reason, flush=True)
        seconds = time.monotonic() - started
        expected, spent = expected + part.about, spent + seconds
        print(f"{part.name}: {seconds:.0f} s", flush=True)
    return left_out


def _parts(arguments: argparse.Namespace) -> list[Part]:
    """In the order of importance."""
    machine = this_machine()
    rounds = arguments.rounds
    samples = _samples(arguments)
    compared = [_comparison(entry, samples[entry.name], arguments, machine) for entry in entries()]
    commands = Part("commands", 130, lambda: _commands(rounds))
    growth = Part("growth", 50, _growth)
    return [
        Part("store", 2, _store),
        *compared[:4],
        commands,
        *compared[4:6],
        growth,
        *compared[6:],
        Part("ray", 180, lambda: _ray(rounds)),
    ]


def _is_named(name: str, arguments: argparse.Namespace) -> bool:
    return not arguments.names or any(each.lower() in name.lower() for each in arguments.names)


def _samples(arguments: argparse.Namespace) -> dict[str, int]:
    """Number of items of each workload: workloads that are asked for by name share the time."""
    samples = {each.name: min(arguments.sample or each.sample, each.sample) for each in entries()}
    if arguments.names and not arguments.full:
        rounds = arguments.rounds
        named = [each for each in entries() if _is_named(each.name, arguments)]
        needed = sum(each.about(samples[each.name], rounds) for each in named)
        if (share := 60 * arguments.minutes / max(1.0, needed)) < 1:
            for each in named:
                seconds = share * each.about(samples[each.name], rounds)
                samples[each.name] = each.items_within(seconds, rounds)
    return samples


def _comparison(entry: Entry, sample: int, arguments: argparse.Namespace, machine: Machine) -> Part:
    plan = Plan(rounds=arguments.rounds)

    def measure() -> str | None:
        with tempfile.TemporaryDirectory(prefix="kasauti-bench-") as folder:
            workload = entry.workload(Path(folder), None if arguments.full else sample)
            if workload is None:
                return "the data is not there"
            found = compare(
                workload, entry.tools, plan, reference=entry.reference, checked=entry.checked
            )
            if missed_by(found, entry):
                found = replace(found, profile=look_into(workload, entry.profile))
        workloads = results.with_compared(asdict(found), [each.name for each in entries()])
        results.keep(machine=asdict(machine), workloads=workloads)
        print(summary(found), flush=True)
        if found.items < found.of:
            return f"{found.of - found.items} of its {found.of} {found.unit}; --full takes all"
        return None

    return Part(entry.name, entry.about(sample, arguments.rounds), measure)


def summary(found: Compared) -> str:
    """A few lines for the terminal."""
    lines = [f"{found.items} of {found.of} {found.unit}, load {found.load[0]} to {found.load[1]}"]
    ours = found.rows[0].per_s
    for row in found.rows:
        error = f", {_shown(row.errors)}" if row.errors else ""
        batch = f", batch {row.batch} of {list(row.tried)}" if row.batch else ""
        lines.append(
            f"{row.name:15} {row.per_s:7.1f} {found.unit}/s ({row.slowest_per_s:.1f} to "
            f"{row.fastest_per_s:.1f}), kasauti {ours / row.per_s:.2f} x, "
            f"{row.peak_mib:.0f} MiB{batch}{error}"
        )
    lines += [f"{name:15} {_shown(errors)}" for name, errors in found.checks.items()]
    return "\n".join(lines)


def _shown(errors: Errors) -> str:
    return f"largest error {errors.largest:.1e}, median {errors.median:.1e}"


def _commands(rounds: int) -> None:
    from bench.running.commands import measure_commands

    found = measure_commands(rounds=rounds, batch=results.best_batch("Hindi core", "lm-eval"))
    results.keep(commands=asdict(found))
    for row in found.rows:
        print(f"{row.name}: {row.cold:.1f} s, again {row.warm_median:.1f} s", flush=True)


def _growth() -> None:
    from bench.growth import measure_growth

    found = measure_growth()
    results.keep(growth=[asdict(size) for size in found])
    for size in found:
        print(size, flush=True)


def _store() -> None:
    from bench.store_size import measure_store

    results.keep(store=asdict(measure_store(STORED_RESULTS)))


def _ray(rounds: int) -> None:
    from bench.ray_overhead import MODEL, measure_overhead, print_overhead
    from kasauti.data.pairs import read_pairs
    from kasauti.fixtures.suites.pairs.cases import HINDI_CORE

    overhead = measure_overhead(MODEL, read_pairs(HINDI_CORE)[:120], rounds=rounds)
    print_overhead(overhead)
    results.keep(ray=asdict(overhead))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", help="only parts whose name contains one of these")
    parser.add_argument("--full", action="store_true", help="whole files, and no limit of time")
    parser.add_argument("--minutes", type=float, default=39, help="what does not fit is left out")
    parser.add_argument("--rounds", type=int, default=3, help="of each tool (default 3)")
    parser.add_argument("--sample", type=int, help="at most so many items of every workload")
    parser.add_argument("--list", action="store_true", help="list the parts")
    return parser.parse_args()


if __name__ == "__main__":
    main()
