"""Public Hindi text that is not part of the package, to train n-gram baselines on.

The folder holds UD Hindi-PUD (`ud/`), SIB-200 (`sib200/`), and the BBC headlines and reviews of
IndicGLUE (`indicglue/`). Nothing of it is shipped; what the baselines get on the pairs is.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kasauti.inputs.errors import KasautiError
from kasauti.inputs.files import files_in
from kasauti.inputs.rows import csv_rows, numbered_lines

TREEBANKS = ("ud", "hi_*.conllu")
# Folder, pattern of the file names, delimiter, and the column of the text.
TABLES = (
    ("sib200/hin_Deva", "*.tsv", "\t", "text"),
    ("indicglue", "BBC_*_data.tsv", "\t", "Sentence"),
    ("indicglue", "PR_*_data.tsv", "\t", "Sentence"),
    ("indicglue", "inltk_movie_reviews_*.csv", ",", "text"),
)


def outside_sentences(folder: Path) -> list[str]:
    """Every sentence, or line of text, of the files that are there."""
    found = [*_treebank_sentences(folder), *_table_texts(folder)]
    if not found:
        raise KasautiError(
            f"{folder} has no Hindi text. Give the folder that holds ud, sib200 and indicglue."
        )
    return found


def _treebank_sentences(folder: Path) -> Iterator[str]:
    for path in files_in(folder / TREEBANKS[0], TREEBANKS[1]):
        for _, line in numbered_lines(path):
            if line.startswith("# text = "):
                yield line.removeprefix("# text = ")


def _table_texts(folder: Path) -> Iterator[str]:
    for name, pattern, delimiter, column in TABLES:
        for path in files_in(folder / name, pattern):
            rows = csv_rows(path, delimiter=delimiter)
            _, header = next(rows, (1, []))
            if column not in header:
                raise KasautiError(f"{path} has no column {column}. Give the published file.")
            index = header.index(column)
            for _, cells in rows:
                yield from cells[index].replace("\n", "।").split("।")
