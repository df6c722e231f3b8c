"""`python -m bench`: sentence scoring beside minicons, lm-eval and a plain loop."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from bench.limit import limit_seconds
from bench.memory import with_peak
from bench.tools import Score, Tool, tools
from data.cases import HINDI_CORE
from data.pairs import Pair, read_pairs
from engines.scoring import Engine
from engines.tokens import encode

HERE = Path(__file__).parent
MODELS = ("gemma-3-270m", "smollm2-135m-instruct")
TUNING_PAIRS = 12


@dataclass(frozen=True, slots=True)
class Row:
    """One tool on one workload."""

    name: str
    pairs_per_s: float
    max_abs_diff: float
    peak_mb: float
    setting: int


@dataclass(frozen=True, slots=True)
class Workload:
    """All tools on one model and one file of pairs."""

    name: str
    pairs: int
    rows: list[Row]
    limit_share: float


def main() -> None:
    arguments = _arguments()
    files = [HINDI_CORE, *arguments.pairs]
    workloads = []
    for model in arguments.models:
        engine, compared = tools(model)
        for path in files:
            workload = _run(f"{model}, {path.stem}", engine, compared, path, arguments)
            _print(workload)
            workloads.append(workload)
            _write(workloads)  # after each: a run that is stopped has not run for nothing
    print(f"Written: {HERE / 'results.json'}, {HERE / 'results.png'}")


def _write(workloads: Sequence[Workload]) -> None:
    results = {"workloads": [asdict(workload) for workload in workloads]}
    (HERE / "results.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    _plot(workloads)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--pairs", type=Path, action="append", default=[], help="more pairs files")
    parser.add_argument("--models", nargs="+", default=MODELS)
    parser.add_argument("--count", type=int, default=60, help="pairs of each file (default 60)")
    parser.add_argument("--rounds", type=int, default=3, help="interleaved rounds (default 3)")
    return parser.parse_args()


def _run(
    name: str, engine: Engine, compared: Sequence[Tool], path: Path, arguments: argparse.Namespace
) -> Workload:
    pairs = _sample(path, arguments.count)
    sentences = [sentence for pair in pairs for sentence in (pair.good, pair.bad)]
    chosen = {tool.name: _best(tool, sentences[: 2 * TUNING_PAIRS]) for tool in compared}
    times: dict[str, list[float]] = {tool.name: [] for tool in compared}
    peaks: dict[str, float] = {}
    scores: dict[str, list[float]] = {}
    for _ in range(arguments.rounds):
        for tool in compared:  # interleaved: what slows the machine slows all of them
            score = chosen[tool.name][1]
            started = time.perf_counter()
            scores[tool.name], peak = with_peak(lambda score=score: score(sentences))  # type: ignore[misc]
            times[tool.name].append(time.perf_counter() - started)
            peaks[tool.name] = max(peak, peaks.get(tool.name, 0.0))
    sequences = encode(engine.tokenizer, sentences, prefix=engine.prefix)
    fastest = {tool: min(seconds) for tool, seconds in times.items()}
    rows = [
        Row(
            tool.name,
            len(pairs) / fastest[tool.name],
            max(abs(a - b) for a, b in zip(scores[tool.name], scores["loop"], strict=True)),
            peaks[tool.name],
            chosen[tool.name][0],
        )
        for tool in compared
    ]
    return Workload(name, len(pairs), rows, limit_seconds(engine, sequences) / fastest["kasauti"])


def _sample(path: Path, count: int) -> list[Pair]:
    """Pairs from all over the file, not the first phenomenon alone."""
    pairs = read_pairs(path)
    step = max(1, len(pairs) // count)
    return pairs[::step][:count]


def _best(tool: Tool, sentences: Sequence[str]) -> tuple[int, Score]:
    """The tool at the batch size that is fastest on a few sentences."""
    candidates = [(setting, tool.make(setting)) for setting in tool.settings]
    if len(candidates) == 1:
        return candidates[0]
    candidates[0][1](sentences)  # the first call warms up
    seconds = []
    for _, score in candidates:
        started = time.perf_counter()
        score(sentences)
        seconds.append(time.perf_counter() - started)
    return candidates[seconds.index(min(seconds))]


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
    print(f"share of the physical limit: {workload.limit_share:.2f}", flush=True)


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
        axis.set_title(workload.name, fontsize=8)
        axis.tick_params(axis="x", labelrotation=45)
    axes[0][0].set_ylabel("pairs per second")
    figure.savefig(HERE / "results.png", dpi=120)
    pyplot.close(figure)


if __name__ == "__main__":
    main()
