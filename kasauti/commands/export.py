"""Export a finished run: to MLflow, Weights & Biases, lm-eval's results.json, a model card.

A run is a results folder, an evaluation_results.json, or the name of a model in the history.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from kasauti.commands import say
from kasauti.commands.compare import add_results_dir, read_one
from kasauti.inputs.errors import KasautiError
from kasauti.reports.exports import EXPORTS, PROJECT, Target
from kasauti.reports.files.writing import failure


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run", metavar="RUN", help="the run to export")
    forms = "; ".join(f"{name}: {export.what}" for name, export in EXPORTS.items())
    parser.add_argument("--to", required=True, choices=list(EXPORTS), metavar="FORM", help=forms)
    parser.add_argument(
        "--out",
        type=Path,
        metavar="PATH",
        help="the file or folder (lm-eval: results.json; model-card: a "
        "README.md to put the figures into, without it the block is printed)",
    )
    parser.add_argument(
        "--project",
        default=PROJECT,
        metavar="NAME",
        help="the project in Weights & Biases, the experiment in MLflow (default: %(default)s)",
    )
    add_results_dir(parser)


def run(arguments: argparse.Namespace) -> int:
    measured = read_one(arguments.run, arguments.results_dir)
    target = Target(arguments.out, arguments.project)
    try:
        message = EXPORTS[arguments.to].write(measured, target)
    except OSError as error:
        raise KasautiError(
            f"The run was not exported ({failure(error)}). Check --out and the network."
        ) from None
    say(message.split("\n"))
    return 0
