"""Estimate the noise of a recipe: from seeds, or its last checkpoints.

A run is a results folder, an evaluation_results.json, a baseline, or the name of a model in the
history. The file is for --baseline=RUN --noise=FILE: a later run is then compared with what the
recipe commonly does, and not with one set of weights.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import msgspec

from kasauti.analysis.case_record import is_whole
from kasauti.analysis.finished_run import read_finished_run
from kasauti.analysis.history.history_file import FILE, read_history
from kasauti.analysis.history.past_runs import training_of
from kasauti.analysis.recipe import RecipeNoise, noise_of
from kasauti.commands import say
from kasauti.commands.compare import add_results_dir, path_of, write_page
from kasauti.inputs.errors import KasautiError
from kasauti.inputs.option_types import positive
from kasauti.records import CaseId
from kasauti.reports.terminal.table import table_lines
from kasauti.scorers.statistics.retraining import common_deviation, common_drop

OUT = "noise.json"
MARK = '"kasauti_noise"'  # of every file
HEADER = ("case", "n", "mean", "deviation", "95 % interval", "1 in 20 drops by")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("runs", nargs="*", metavar="RUN", help="two runs or more of one recipe")
    parser.add_argument(
        "--last",
        type=positive,
        metavar="K",
        help="the last K checkpoints in the history of --results-dir instead",
    )
    add_results_dir(parser)
    parser.add_argument(
        "--out", type=Path, default=Path(OUT), metavar="FILE", help=f"the file (default: {OUT})"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the standard deviation of each case between the runs, and write the file."""
    paths = _paths(arguments)
    if len(set(paths)) < max(2, len(paths)):
        raise KasautiError("Noise is between two different runs or more. Give each run once.")
    found = noise_of([read_finished_run("RUN", str(each)) for each in paths])
    text = json.dumps(msgspec.to_builtins(found), ensure_ascii=False, indent=1)
    write_page(arguments.out, f"{text}\n", mark=MARK)
    say([*_lines(found), f"Noise: {arguments.out}"])
    return 0


def _paths(arguments: argparse.Namespace) -> list[Path]:
    folder: Path = arguments.results_dir
    if arguments.last is None:
        return [path_of(each, folder).resolve() for each in arguments.runs]
    if arguments.runs:
        raise KasautiError("Give runs or --last=K, not both.")
    history = folder / FILE
    runs = [each for each in read_history(history).runs if each.step is not None]
    if runs:
        training = training_of(runs[-1].model)
        runs = [each for each in runs if training_of(each.model) == training]
    steps = {each.step: each for each in runs}  # of a step that was run twice, the later run
    if len(steps) < arguments.last:
        raise KasautiError(
            f"{history} has {len(steps)} checkpoints of the last training, not {arguments.last}. "
            "A checkpoint has its step in its name: checkpoint-500."
        )
    last = sorted(steps, key=int)[-arguments.last :]  # type: ignore[arg-type]
    return [(folder / steps[each].results).resolve() for each in last]


def _lines(found: RecipeNoise) -> Iterator[str]:
    rows = [
        (
            name,
            str(each.n),
            f"{sum(each.scores) / len(each.scores):.3f}",
            f"{each.deviation:.4f}",
            f"{each.low:.4f} to {each.high:.4f}",
            f"{common_drop(each.deviation):.3f}",
        )
        for name, each in found.cases.items()
    ]
    table = table_lines(HEADER, rows)
    yield f"Standard deviation between {len(found.models)} runs:"
    yield from (*table.head, *table.rows)
    single = [each for name, each in found.cases.items() if not is_whole(CaseId.parse(name))]
    for metric in dict.fromkeys(each.metric for each in single):
        deviations = [each.deviation for each in single if each.metric == metric]
        common, interval = common_deviation(deviations, runs=len(found.models))
        yield (
            f"Common to {len(deviations)} cases ({metric}): {common:.4f}, 95 % interval "
            f"{interval.low:.4f} to {interval.high:.4f} if cases vary independently."
        )
