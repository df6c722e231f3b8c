"""The tables of docs/benchmark.md, from the parts of bench/results.json."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bench.figures.catalogue import Entry, Goal, entries
from bench.running.comparison import Compared, Errors, Row

PEERS = ("lm-eval", "minicons")
MOST_ERROR = 2e-4  # nats
WARM_GOAL = 10  # times as fast as lm-eval's second run
FLAT = 1.25  # times the memory at a hundred times the pairs


def measured(parts: Mapping[str, Any]) -> bool:
    """Return whether there are results of this benchmark, not of its first version."""
    return "command" in parts.get("machine", {})


def benchmark_page(parts: Mapping[str, Any]) -> str:
    """Everything that was measured, and what was not."""
    causal, others = _compared(parts)
    plot = ["", "![Pairs per second of each tool](benchmark.png)"] if causal else []
    sections = [
        ("Sentences", [*_speed(causal), *plot]),
        ("Exactness and memory", _exactness(causal, others)),
        ("Other workloads", _other_speeds(others, parts.get("commands"))),
        ("Whole commands", _commands(parts.get("commands"))),
        ("Growth", _growth(parts.get("growth"))),
        ("Goals", _goals(parts)),
        ("Where the time goes", _profiles([*causal, *others])),
        ("Measured on", _machine(parts, [*causal, *others])),
        ("Not measured", [f"- {name}" for name in _missing(parts)]),
    ]
    return "\n\n".join(f"### {title}\n\n" + "\n".join(lines) for title, lines in sections if lines)


def _compared(parts: Mapping[str, Any]) -> tuple[list[Compared], list[Compared]]:
    """Of causal models and pairs, and all others."""
    found = [Compared.read(each) for each in parts.get("workloads", [])]
    return [each for each in found if each.row("floor")], [e for e in found if not e.row("floor")]


def _speed(compared: Sequence[Compared]) -> list[str]:
    lines = [
        "| model, pairs | kasauti | lm-eval | minicons | floor (share reached) |",
        "| --- | --- | --- | --- | --- |",
    ]
    for each in compared:
        cells = [_cell(each.rows[0])]
        for name in PEERS:
            row = each.row(name)
            times = f" ({each.times(name):.1f} x)"
            cells.append(_cell(row) + times if row else "")
        floor = each.row("floor")
        assert floor
        share = each.times("floor")
        cells.append(f"{_cell(floor)} ({share:.2f})")
        lines.append(f"| {_named(each)} | {' | '.join(cells)} |")
    return lines


def _named(each: Compared) -> str:
    count = f"{each.items:,}" if each.items == each.of else f"{each.items:,} of {each.of:,}"
    note = f" ({each.note})" if each.note else ""
    return f"{each.name}{note}, {count} {each.unit}"


def _cell(row: Row) -> str:
    return f"{row.per_s:.1f}, {row.slowest_per_s:.1f} to {row.fastest_per_s:.1f}"


def _errors(each: Compared) -> dict[str, Errors]:
    """The differences to the reference, by tool."""
    timed = {row.name: row.errors for row in each.rows}
    return {k: v for k, v in {**timed, **each.checks}.items() if v is not None}


def _exactness(causal: Sequence[Compared], others: Sequence[Compared]) -> list[str]:
    names = ["kasauti", *PEERS, "loop"]
    heads = [*(f"{name}: error" for name in names), *(f"{name}: MiB" for name in names[:-1])]
    lines = [
        "The differences of sentences' log-probabilities to a reference in float64, in nats: the "
        "median, and the largest in brackets. Then the peak of resident memory of each tool's "
        "process.",
        "",
        f"| workload | compared with the reference | {' | '.join(heads)} |",
        "| --- |" + " --- |" * (len(heads) + 1),
    ]
    for each in [*causal, *(other for other in others if other.checked_on)]:
        errors = _errors(each)
        cells = [_median_and_largest(errors[name]) if name in errors else "" for name in names]
        rows = [each.row(name) for name in names[:-1]]
        cells += [f"{row.peak_mib:,.0f}" if row else "" for row in rows]
        lines.append(f"| {each.name} | {each.checked_on} {each.unit} | {' | '.join(cells)} |")
    return lines


def _median_and_largest(errors: Errors) -> str:
    return f"{errors.median:.1e} ({errors.largest:.1e})"


def _other_speeds(others: Sequence[Compared], commands: Mapping[str, Any] | None) -> list[str]:
    lines = ["| what | kasauti | beside | times as fast |", "| --- | --- | --- | --- |"]
    for each in others:
        ours, theirs = each.rows
        equal = "" if theirs.equal is None else f", {theirs.equal:.0%} of the results equal"
        unit = f"{each.unit}/s"
        lines.append(
            f"| {_named(each)}{equal} | {ours.per_s:.2f} {unit} | {theirs.name}: "
            f"{theirs.per_s:.2f} {unit} | {each.times(theirs.name):.1f} |"
        )
    if commands:
        ours, theirs = commands["rows"]
        what = f"whole command, {commands['model']}, Hindi core"
        for title, key in (("nothing stored", "cold"), ("again", "warm_median")):
            lines.append(
                f"| {what}, {title} | {ours[key]:.1f} s | {theirs['name']}: {theirs[key]:.1f} s "
                f"| {theirs[key] / ours[key]:.1f} |"
            )
    return lines if len(lines) > 2 else []


def _commands(commands: Mapping[str, Any] | None) -> list[str]:
    if not commands:
        return []
    lines = []
    for row in commands["rows"]:
        warm = ", ".join(f"{seconds:.1f}" for seconds in row["warm"])
        lines.append(
            f"- `{row['command']}`: {row['cold']:.1f} s, then {warm} s; "
            f"{row['peak_mib']:,.0f} MiB; accuracy {row['accuracy']:.4f}."
        )
    return lines


def _growth(growth: Sequence[Mapping[str, Any]] | None) -> list[str]:
    if not growth:
        return []
    lines = [
        "Whole commands with a model of two layers and made-up pairs, nothing stored:",
        "",
        "| pairs | seconds | peak MiB | reports, MiB | store, MiB |",
        "| --- | --- | --- | --- | --- |",
    ]
    lines += [
        f"| {each['pairs']:,} | {each['seconds']:.1f} | {each['peak_mib']:,.0f} "
        f"| {each['report_mib']:.2f} | {each['store_mib']:.2f} |"
        for each in growth
    ]
    return [*lines, "", "![Seconds, memory and size by the number of pairs](growth.png)"]


def missed(parts: Mapping[str, Any]) -> list[str]:
    """The goals that were measured and not reached."""
    found = []
    by_name = {entry.name: entry for entry in entries()}
    for each in (Compared.read(one) for one in parts.get("workloads", [])):
        found += missed_by(each, by_name[each.name])
    if commands := parts.get("commands"):
        ours, theirs = commands["rows"]
        times = theirs["warm_median"] / ours["warm_median"]
        if times < WARM_GOAL:
            found.append(f"whole command again: {times:.1f} x lm-eval (goal {WARM_GOAL})")
    if growth := parts.get("growth"):
        times = growth[-1]["peak_mib"] / growth[0]["peak_mib"]
        if times > FLAT:
            pairs = growth[-1]["pairs"] // growth[0]["pairs"]
            found.append(
                f"growth: {times:.2f} times the memory at {pairs} times the pairs (goal: flat)"
            )
    return found


def missed_by(each: Compared, entry: Entry) -> list[str]:
    """The goals of one workload that were not reached."""
    found = []
    for goal in entry.goals:
        times = each.times(goal.tool)
        if times is not None and times < goal.at_least:
            unit = "of the floor" if goal.tool == "floor" else f"x {goal.tool}"
            found.append(
                f"{each.name}: {times:.2f} {unit} (goal {goal.at_least}{_most(each, goal)})"
            )
    errors = each.rows[0].errors
    if errors and errors.largest > MOST_ERROR:
        found.append(
            f"{each.name}: largest error {errors.largest:.1e} nats (goal {MOST_ERROR:.0e})"
        )
    return found


def _most(each: Compared, goal: Goal) -> str:
    """The fastest possible speed, where that is less than the goal."""
    floor, peer = each.row("floor"), each.row(goal.tool)
    if not floor or not peer or floor is peer or floor.per_s >= goal.at_least * peer.per_s:
        return ""
    return f"; the floor itself is at {floor.per_s / peer.per_s:.2f}"


def _goals(parts: Mapping[str, Any]) -> list[str]:
    found = missed(parts)
    if not found:
        return ["All goals of bench/figures/catalogue.py are reached."]
    return ["Not reached:", "", *(f"- {line}" for line in found)]


def _profiles(compared: Sequence[Compared]) -> list[str]:
    return [
        f"- {each.name}: " + ", ".join(f"{name} {share:.0%}" for name, share in each.profile)
        for each in compared
        if each.profile
    ]


def _machine(parts: Mapping[str, Any], compared: Sequence[Compared]) -> list[str]:
    machine = parts["machine"]
    versions = ", ".join(f"{name} {number}" for name, number in machine["versions"].items())
    lines = [
        f"- {machine['cpu']}, {machine['cores']} cores, {machine['memory_gib']} GiB; "
        f"{' '.join(machine['flags'])}",
        f"- {machine['system']}; {versions}; commit {machine['commit']}",
        "",
        "| workload | command | rounds | threads | load average | batch size, of those tried |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for each in compared:
        batches = [f"{row.name} {row.batch} of {_tried(row)}" for row in each.rows if row.tried]
        lines.append(
            f"| {each.name} | `{each.command}` | {len(each.rows[0].seconds)} | {each.threads} "
            f"| {each.load[0]} to {each.load[1]} | {', '.join(batches)} |"
        )
    return lines


def _tried(row: Row) -> str:
    return "/".join(str(size) for size in row.tried)


def _missing(parts: Mapping[str, Any]) -> list[str]:
    """The entries of the catalogue that are not in the results."""
    there = {each["name"] for each in parts.get("workloads", [])}
    names = [entry.name for entry in entries() if entry.name not in there]
    return names + [name for name in ("commands", "growth") if name not in parts]
