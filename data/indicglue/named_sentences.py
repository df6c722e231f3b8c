"""Sentences with named entities in CoNLL, JSONL and Parquet, with readable and broken tags.

A tag that is neither O nor a position and a type (B-PER) is broken. It is read as O and
counted, so that the word keeps its index and the results can mention it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kasauti.data.indicglue.rows import named_rows
from kasauti.data.indicglue.splits import FileContent
from kasauti.inputs.errors import KasautiError
from kasauti.inputs.formats import LONGEST_TEXT
from kasauti.inputs.rows import numbered_lines, toml_tables

OUTSIDE = "O"
TAG = re.compile(r"O|[BIES]-[^\W\d_][\w-]*")
# WikiANN is published with the language before each word.
LANGUAGE = re.compile(r"[a-z]{2,3}:(?=\S)")
# More broken tags than this are not slips: it is probably another kind of file.
MOST_BROKEN = 0.1
WORD_FIELDS, TAG_FIELDS = ("tokens", "words"), ("tags", "ner_tags", "ner", "labels")


@dataclass(frozen=True, slots=True)
class NamedSentence:
    """Words and their tags (BIO); `id` is the sentence's number in the file."""

    id: str
    words: tuple[str, ...]
    tags: tuple[str, ...]

    @property
    def shown(self) -> tuple[str, str]:
        """The question and the right answer, as text for a report."""
        return " ".join(self.words), " ".join(self.tags)

    def types(self) -> set[str]:
        return {tag[2:] for tag in self.tags if tag != OUTSIDE}


def read_names(path: Path) -> FileContent[NamedSentence]:
    """The sentences of a CoNLL file (word first, tag last), or of a JSONL or Parquet file."""
    sentences: list[NamedSentence] = []
    broken: list[tuple[int, str]] = []
    blocks = _rows(path) if path.suffix in (".jsonl", ".parquet") else _conll(path)
    for number, block in enumerate(blocks, start=1):
        broken += [(line, tag) for line, _, tag in block if not TAG.fullmatch(tag)]
        words = tuple(word for _, word, _ in block)
        if sum(map(len, words)) > LONGEST_TEXT:
            raise KasautiError(
                f"{path}, sentence of line {block[0][0]} has more than {LONGEST_TEXT:,} "
                "characters. Put an empty line after each sentence."
            )
        tags = tuple(tag if TAG.fullmatch(tag) else OUTSIDE for _, _, tag in block)
        sentences.append(NamedSentence(str(number), words, tags))
    if not sentences:
        raise KasautiError(f"{path} has no sentences. Give a file with at least one.")
    total = sum(len(sentence.words) for sentence in sentences)
    if len(broken) > MOST_BROKEN * total:
        line, tag = broken[0]
        raise KasautiError(
            f"{path} has {len(broken)} broken tags among {total} words, the first on line {line} "
            f"({tag!r}). Write a word and its tag (O, B-PER, I-PER …) on each line."
        )
    return FileContent(_without_language(sentences), _repair(path, broken))


def _repair(path: Path, broken: Sequence[tuple[int, str]]) -> str:
    """Say in one sentence which broken tags, by their lines, were read as O; empty without any."""
    if not broken:
        return ""
    kinds = Counter(tag or "none" for _, tag in broken).most_common()
    counts = ", ".join(
        f"{tag} {'once' if count == 1 else f'{count} times'}" for tag, count in kinds
    )
    total = f"{len(broken)} broken tag{'s' if len(broken) > 1 else ''}"
    return f"{path.name} has {total} ({counts}; the first on line {broken[0][0]}), read as O."


def rarest_types(sentences: Sequence[NamedSentence]) -> list[str]:
    """The kind of each sentence to draw by: its entity type that the fewest sentences have."""
    counts = Counter(kind for sentence in sentences for kind in sentence.types())
    return [
        min(sentence.types(), key=lambda kind: (counts[kind], kind), default=OUTSIDE)
        for sentence in sentences
    ]


@cache
def type_names() -> Mapping[str, str]:
    """The type that each word stands for in answers, besides the words that the prompt offers."""
    tables = toml_tables(Path(__file__).with_name("type_names.toml"))
    return {name: kind for kind, names in tables.items() for name in names}


def _conll(path: Path) -> Iterator[list[tuple[int, str, str]]]:
    block: list[tuple[int, str, str]] = []
    for line, text in numbered_lines(path, blank=True):
        if not text.strip():
            if block:
                yield block
            block = []
        elif not text.startswith(("# ", "-DOCSTART-")):
            block.append(_word_and_tag(path, line, text))


def _word_and_tag(path: Path, line: int, text: str) -> tuple[int, str, str]:
    cells = text.split("\t") if "\t" in text else text.split()
    word = cells[0].strip()
    if not word or len(word.split()) > 1:
        raise KasautiError(
            f"{path}, line {line}: {word!r} is not one word. Give one word per line."
        )
    return line, word, cells[-1].strip() if len(cells) > 1 else ""


def _rows(path: Path) -> Iterator[list[tuple[int, str, str]]]:
    for line, row in named_rows(path):
        if path.suffix == ".parquet" and row.get("tokens") == []:
            continue  # between two blank lines of the file that the hub's was made from
        words, tags = _strings(row, WORD_FIELDS), _strings(row, TAG_FIELDS)
        if not words or len(words) != len(tags):
            raise KasautiError(
                f"{path}, line {line} needs as many tags as tokens, all of them strings. "
                'Write {"tokens": […], "tags": […]}.'
            )
        if any(not word.strip() or len(word.split()) > 1 for word in words):
            raise KasautiError(f"{path}, line {line}: a token is not one word. Correct it.")
        yield [(line, word, tag) for word, tag in zip(words, tags, strict=True)]


def _strings(row: Mapping[str, object], names: Sequence[str]) -> list[str]:
    """The strings in the first of these fields that the row has; empty for other values."""
    value = next((row[name] for name in names if name in row), None)
    if not isinstance(value, list):
        return []
    strings = [each for each in value if isinstance(each, str)]
    return strings if len(strings) == len(value) else []


def _without_language(sentences: Sequence[NamedSentence]) -> tuple[NamedSentence, ...]:
    if not all(LANGUAGE.match(word) for sentence in sentences for word in sentence.words):
        return tuple(sentences)
    return tuple(
        NamedSentence(
            sentence.id, tuple(LANGUAGE.sub("", word, 1) for word in sentence.words), sentence.tags
        )
        for sentence in sentences
    )
