"""Have speakers read minimal pairs blind, and read their answers back.

`kasauti review draw` writes a page that works offline (review.html), the same as a sheet
(review.csv), and the key (key.json), which the readers must not see. `kasauti review read` takes
the key and the filled-in sheets, one per reader.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from kasauti.analysis.review import review
from kasauti.commands import say
from kasauti.fixtures.suites.pairs.cases import PAIR_SETS, PairCase, minimal_pair_cases
from kasauti.fixtures.suites.pairs.review_sample import (
    draw_sample,
    read_answers,
    read_key,
    sheet_rows,
)
from kasauti.inputs.errors import KasautiError
from kasauti.inputs.files import is_anything
from kasauti.inputs.option_types import positive
from kasauti.records.review import Answer, ReviewSample
from kasauti.reports.files.writing import BYTE_ORDER_MARK, csv_text, write_files
from kasauti.reports.pages.review import review_page
from kasauti.reports.terminal.review import review_lines

DEFAULT_COUNT = 200


def add_arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(dest="action", required=True, metavar="draw|read")
    draw = commands.add_parser("draw", help="draw a sample and write the page, the sheet, the key")
    draw.set_defaults(act=_draw)
    draw.add_argument(
        "--pairs",
        action="append",
        default=[],
        metavar="FILE",
        help="draw from this file, or from treebank:FILE.conllu, instead of a shipped set "
        "(repeatable)",
    )
    draw.add_argument(
        "--pairs-set",
        choices=list(PAIR_SETS),
        help="draw from this shipped Hindi set (default: core, unless --pairs is given)",
    )
    draw.add_argument(
        "--count",
        type=positive,
        default=DEFAULT_COUNT,
        help="how many pairs, spread evenly over phenomena and templates "
        f"(default: {DEFAULT_COUNT})",
    )
    draw.add_argument("--seed", type=int, default=0, help="another seed draws other pairs")
    draw.add_argument(
        "--output", type=Path, default=Path("review"), help="the folder to write (default: review)"
    )
    read = commands.add_parser("read", help="print what the filled-in sheets say")
    read.set_defaults(act=_read)
    read.add_argument("key", type=Path, metavar="key.json", help="the key of the sample")
    read.add_argument(
        "sheets", type=Path, nargs="+", metavar="SHEET.csv", help="filled in, one per reader"
    )


def run(arguments: argparse.Namespace) -> int:
    """Draw a sample, or read the answers to one."""
    return int(arguments.act(arguments))


def _draw(arguments: argparse.Namespace) -> int:
    folder: Path = arguments.output
    sample = draw_sample(_cases(arguments), arguments.count, seed=arguments.seed)
    written = {
        "review.html": review_page(sample, title="Which sentence is correct?"),
        "review.csv": BYTE_ORDER_MARK + csv_text(sheet_rows(sample)),
        "key.json": json.dumps(asdict(sample), ensure_ascii=False, indent=1) + "\n",
    }
    if _has_other_key(folder / "key.json", sample):
        raise KasautiError(
            f"{folder} holds another sample, whose key would be lost. Give another folder "
            "with --output."
        )
    write_files(folder, written, remedy="Give a folder with --output.")
    say(
        [
            f"{len(sample.items)} pairs drawn (sample {sample.sample}).",
            f"For the readers: {folder / 'review.html'} or {folder / 'review.csv'}.",
            f"For you alone, the key: {folder / 'key.json'}.",
        ]
    )
    return 0


def _has_other_key(path: Path, sample: ReviewSample) -> bool:
    """Return True if the folder has the key of another sample."""
    if not is_anything(path):
        return False
    try:
        return read_key(path).sample != sample.sample
    except KasautiError:
        return True


def _cases(arguments: argparse.Namespace) -> list[PairCase]:
    files = [Path(path) for path in arguments.pairs]
    cases = minimal_pair_cases(files, pairs_set=arguments.pairs_set or "core")
    if files and arguments.pairs_set is None:
        return [case for case in cases if "/" in case.name]  # the name of a file, then its own
    return cases


def _read(arguments: argparse.Namespace) -> int:
    sample = read_key(arguments.key)
    answers: list[Answer] = []
    readers: dict[str, Path] = {}
    for path in arguments.sheets:
        found = read_answers(path, sample)
        for reader in {answer.reader for answer in found}:
            if reader in readers:
                raise KasautiError(
                    f"{path} and {readers[reader]} have the same reader, {reader}. "
                    "Give one file per reader, or correct the column reader."
                )
            readers[reader] = path
        answers += found
    if not answers:
        raise KasautiError("No sheet has an answer. Give filled-in sheets.")
    say(review_lines(review(sample, answers)))
    return 0
