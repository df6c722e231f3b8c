"""Begin a quiz of your own: a folder with two questions and a commented persona.toml.

`kasauti quiz init DIR` writes what runs as it is: kasauti -m quiz --quiz-data=DIR
"""

from __future__ import annotations

import argparse
from pathlib import Path

from kasauti.commands import say
from kasauti.data import PACKS
from kasauti.inputs.errors import KasautiError
from kasauti.inputs.files import files_in, is_anything
from kasauti.reports.files.writing import write_files

TEMPLATE = PACKS / "quiz_template"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(dest="action", required=True, metavar="init")
    init = commands.add_parser("init", help="write the folder of a new quiz")
    init.add_argument("folder", type=Path, metavar="DIR", help="the folder to write")


def run(arguments: argparse.Namespace) -> int:
    """Write the files of a new quiz; none of them replaces another."""
    folder: Path = arguments.folder
    texts = {path.name: path.read_text(encoding="utf-8") for path in files_in(TEMPLATE, "*.*")}
    for name in texts:
        if is_anything(folder / name):
            raise KasautiError(f"{folder / name} exists. Give another folder.")
    write_files(folder, texts)
    say(
        [
            f"Wrote {' and '.join(texts)} to {folder}. Run it as it is, then write your own:",
            f"  kasauti -m quiz --quiz-data={folder} --model=MODEL",
        ]
    )
    return 0
