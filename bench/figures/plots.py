"""The plots of docs/benchmark.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.figures.tables import measured
from bench.running.comparison import Compared


def write_plots(parts: Mapping[str, Any], folder: Path) -> None:
    """Draw what was measured; what was not has no plot."""
    import matplotlib

    matplotlib.use("Agg")
    if measured(parts):
        compared = [Compared.read(each) for each in parts["workloads"]]
        _speeds([each for each in compared if each.row("floor")], folder / "benchmark.png")
    if "growth" in parts:
        _growth(parts["growth"], folder / "growth.png")


def _speeds(compared: Sequence[Compared], path: Path) -> None:
    from matplotlib import pyplot

    columns = min(4, len(compared))
    rows = -(-len(compared) // columns)
    figure, axes = pyplot.subplots(
        rows, columns, figsize=(3 * columns, 3 * rows), layout="constrained", squeeze=False
    )
    for axis in axes.flat[len(compared) :]:
        axis.set_visible(False)
    for axis, each in zip(axes.flat, compared, strict=False):
        timed = [row for row in each.rows if row.name != "floor"]
        values = [row.per_s for row in timed]
        below = [row.per_s - row.slowest_per_s for row in timed]
        above = [row.fastest_per_s - row.per_s for row in timed]
        bars = axis.bar([row.name for row in timed], values, yerr=[below, above], capsize=4)
        axis.bar_label(bars, fmt="%.1f", label_type="center", color="white")
        floor = each.row("floor")
        assert floor
        axis.axhline(floor.per_s, color="gray", linestyle="--", linewidth=1, label="floor")
        axis.set_title(each.name.replace(", ", "\n", 1), fontsize=8)
        axis.legend(fontsize=7)
    for row in axes:
        row[0].set_ylabel("pairs per second")
    _save(figure, path)


def _growth(growth: Sequence[Mapping[str, Any]], path: Path) -> None:
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 3, figsize=(10, 3), layout="constrained")
    pairs = [each["pairs"] for each in growth]
    titles = {"seconds": "seconds", "peak_mib": "peak memory, MiB", "report_mib": "reports, MiB"}
    for axis, (name, title) in zip(axes, titles.items(), strict=True):
        axis.plot(pairs, [each[name] for each in growth], marker="o")
        axis.set(title=title, xlabel="pairs", ylim=(0, None), xlim=(0, None))
    _save(figure, path)


def _save(figure: Any, path: Path) -> None:
    from matplotlib import pyplot

    figure.savefig(path, dpi=100, metadata={"Software": None})
    pyplot.close(figure)
