"""`python -m bench`: sentence scoring beside minicons, lm-eval and a plain loop, and on Ray."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import torch

from bench import results
from bench.layers import Extraction, extract_layers
from bench.ray_overhead import MODEL, measure_overhead, print_overhead
from bench.store_size import measure_store
from bench.tools import tools
from bench.workload import Workload, compare
from kasauti.data.pair_cases import HINDI_CORE
from kasauti.data.pairs import read_pairs

HERE = Path(__file__).parent
MODELS = ("gemma-3-270m", "smollm2-135m-instruct")


def main() -> None:
    arguments = _arguments()
    files = [HINDI_CORE, *arguments.pairs]
    workloads: list[Workload] = []
    extractions: list[Extraction] = []
    for model in arguments.models:
        backend, compared = tools(model)
        extractions.append(extract_layers(model, backend))
        _print_extraction(extractions[-1])
        for path in files:
            name = f"{model}, {path.stem}"
            pairs = read_pairs(path)[: arguments.count]
            workloads.append(compare(name, backend, compared, pairs, rounds=arguments.rounds))
            _print(workloads[-1])
            _write(workloads, extractions)  # after each, so that a stopped run keeps its results
    results.keep(store=asdict(measure_store()))
    pairs = read_pairs(HINDI_CORE)[: arguments.count]
    overhead = measure_overhead(MODEL, pairs, rounds=arguments.rounds)
    print_overhead(overhead)
    results.keep(ray=asdict(overhead))
    print(f"Written: {results.PATH}, {HERE / 'results.png'}")


def _write(workloads: Sequence[Workload], extractions: Sequence[Extraction]) -> None:
    results.keep(
        machine={"cores": os.cpu_count(), "threads": torch.get_num_threads()},
        workloads=[asdict(workload) for workload in workloads],
        layers=[asdict(extraction) for extraction in extractions],
    )
    _plot(workloads)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--pairs", type=Path, action="append", default=[], help="more pairs files")
    parser.add_argument("--models", nargs="+", default=MODELS)
    parser.add_argument("--count", type=int, help="the first pairs of each file (default: all)")
    parser.add_argument("--rounds", type=int, default=4, help="interleaved rounds (default 4)")
    return parser.parse_args()


def _print(workload: Workload) -> None:
    print(f"\n{workload.name} ({workload.pairs} pairs)")
    print(f"{'tool':10} {'pairs/s':>8} {'kasauti is':>11} {'max |diff|':>11} {'peak MiB':>9}")
    ours = workload.rows[0].pairs_per_s
    for row in workload.rows:
        ratio = "" if row.name == "kasauti" else f"{ours / row.pairs_per_s:.1f} x"
        print(
            f"{row.name:10} {row.pairs_per_s:8.1f} {ratio:>11} {row.max_abs_diff:11.1e} "
            f"{row.peak_mb:9.0f}"
        )
    limit = ours / workload.limit_share
    beyond = ", ".join(f"{limit / row.pairs_per_s:.1f} x {row.name}" for row in workload.rows[1:])
    print(f"share of the physical limit: {workload.limit_share:.2f} (at it: {beyond})", flush=True)


def _print_extraction(extraction: Extraction) -> None:
    print(f"\n{extraction.name}: vectors of all layers at {extraction.spans} spans")
    ours, loop = extraction.rows
    print(
        f"{loop.passes / ours.passes:.0f} times fewer sentences through the model than with one "
        f"pass per layer ({ours.passes} and {loop.passes}), "
        f"{ours.spans_per_s / loop.spans_per_s:.0f} times as fast, "
        f"largest difference {extraction.max_abs_diff:.1e}",
        flush=True,
    )


def _plot(workloads: Sequence[Workload]) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(
        1, len(workloads), figsize=(3.2 * len(workloads), 3.2), layout="constrained", squeeze=False
    )
    for axis, workload in zip(axes[0], workloads, strict=True):
        names = [row.name for row in workload.rows]
        bars = axis.bar(names, [row.pairs_per_s for row in workload.rows])
        axis.bar_label(bars, fmt="%.1f")
        limit = workload.rows[0].pairs_per_s / workload.limit_share
        axis.axhline(limit, color="gray", linestyle="--", linewidth=1)
        axis.annotate(
            "physical limit",
            (1, limit),
            xycoords=("axes fraction", "data"),
            xytext=(-3, 3),
            textcoords="offset points",
            ha="right",
            fontsize=8,
        )
        axis.set_ylim(top=1.12 * limit)
        axis.set_title(workload.name, fontsize=8)
        axis.tick_params(axis="x", labelrotation=45)
    axes[0][0].set_ylabel("pairs per second")
    figure.savefig(HERE / "results.png", dpi=120)
    pyplot.close(figure)


if __name__ == "__main__":
    main()
