"""CoNLL-U files: sentences with their words, and where each word stands in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kasauti.inputs.errors import KasautiError
from kasauti.inputs.formats import LONGEST_TEXT
from kasauti.inputs.rows import numbered_lines

# Not the conllu package: it accepts rows of 9 and 11 columns and empty words, splits a form at two
# spaces, lets KeyError and ValueError through (3 columns, an index of 5,000 digits), and its errors
# have no line numbers.
COLUMNS = 10
INDEX = re.compile(r"[0-9]{1,6}(?:[-.][0-9]{1,6})?")
HEAD = re.compile(r"[0-9]{1,6}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A syntactic word that is a written word of its own; `start` is its offset in the text.

    `head` is the number of the word that it depends on, 0 for the root and where it is not given.
    """

    number: int
    form: str
    lemma: str
    upos: str
    features: Mapping[str, str]
    head: int
    relation: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.form)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence's text and its words; the parts of a word written as one are left out."""

    id: str
    text: str
    tokens: tuple[Token, ...]


@dataclass(slots=True)
class _Read:
    """A sentence as the lines of the file are read."""

    first_line: int = 0
    id: str = ""
    text: str = ""
    words: list[tuple[str, bool]] = field(default_factory=list)  # form, space after it
    cells: list[tuple[int, list[str]]] = field(default_factory=list)  # index among the words
    joined_until: int = 0  # the last syntactic word of the surface word just read


def read_sentences(path: Path) -> Iterator[Sentence]:
    """The sentences of a file; errors say which line is wrong."""
    read = _Read()
    for number, line in numbered_lines(path, blank=True):
        if not line.strip():
            if read.words:
                yield _sentence(path, read)
            read = _Read()
        elif line.startswith("# text = "):
            read.text = line.removeprefix("# text = ").strip()
        elif line.startswith("# sent_id = "):
            read.id = line.removeprefix("# sent_id = ").strip()
        elif not line.startswith("#"):
            read.first_line = read.first_line or number
            _add_word(path, number, line, read)


def _add_word(path: Path, number: int, line: str, read: _Read) -> None:
    cells = line.split("\t")
    if len(cells) != COLUMNS:
        raise KasautiError(
            f"{path}, line {number} has {len(cells)} columns, CoNLL-U has {COLUMNS}. "
            "Give a CoNLL-U file."
        )
    index, form = cells[0], cells[1]
    space = "SpaceAfter=No" not in cells[9].split("|")
    if not INDEX.fullmatch(index) or not form:
        raise KasautiError(
            f"{path}, line {number}: {index!r} is not the index of a word, or the word is empty. "
            "Write 1, 2, 3 …, ranges like 1-2, and 1.1 for empty nodes."
        )
    if "-" in index:  # a written word of several syntactic ones
        read.words.append((form, space))
        read.joined_until = int(index.partition("-")[2])
    elif "." not in index and int(index) > read.joined_until:
        read.words.append((form, space))
        read.cells.append((len(read.words) - 1, cells))


def _sentence(path: Path, read: _Read) -> Sentence:
    starts = _starts(path, read)
    tokens = tuple(
        Token(
            number=int(cells[0]),
            form=cells[1],
            lemma=cells[2],
            upos=cells[3],
            features=dict(pair.split("=", 1) for pair in cells[5].split("|") if "=" in pair),
            head=int(cells[6]) if HEAD.fullmatch(cells[6]) else 0,
            relation=cells[7],
            start=starts[index],
        )
        for index, cells in read.cells
    )
    return Sentence(read.id or f"line {read.first_line}", read.text, tokens)


def _starts(path: Path, read: _Read) -> list[int]:
    """Find where each surface word starts in the text, which is built where the file has none."""
    if not read.text:
        parts = [form + (" " if space else "") for form, space in read.words]
        read.text = "".join(parts).strip()
    if len(read.text) > LONGEST_TEXT:
        raise KasautiError(
            f"{path}, sentence of line {read.first_line} has more than {LONGEST_TEXT:,} "
            "characters. Put an empty line after each sentence."
        )
    starts, end = [], 0
    for form, _ in read.words:
        start = read.text.find(form, end)
        if start < 0 or read.text[end:start].strip():
            raise KasautiError(
                f"{path}, sentence of line {read.first_line}: the word {form} is not next "
                "in the text. Correct the sentence's text comment."
            )
        starts.append(start)
        end = start + len(form)
    return starts
