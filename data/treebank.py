"""Probe tasks from a treebank: the words of a CoNLL-U file that have a feature."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from kasauti.data.errors import DataError
from kasauti.data.files import numbered_lines
from kasauti.data.probes import LEAST_LEMMAS, ProbeExample, ProbeTask, checked_task
from kasauti.records.outside_formats import LONGEST_TEXT

COLUMNS = 10
INDEX = re.compile(r"[0-9]{1,6}(?:[-.][0-9]{1,6})?")
UD_NAME = re.compile(r"(?P<language>[a-z]{2,3})_\w+-ud-\w+")
# More examples would cost memory and time without changing the result.
MOST_EXAMPLES = 2400
# A label that is rarer than this share of the examples cannot be learned.
LEAST_SHARE = 0.01


@dataclass(slots=True)
class _Sentence:
    """The surface words of a sentence as the lines of the file are read."""

    first_line: int = 0
    text: str = ""
    words: list[tuple[str, bool]] = field(default_factory=list)  # form, space after it
    features: list[tuple[int, str, dict[str, str]]] = field(default_factory=list)
    joined_until: int = 0  # the last syntactic word of the surface word just read


def read_treebank(path: Path, feature: str) -> ProbeTask:
    """Which value the feature (Number, Case, …) has, for each word that has it.

    Labels with very few examples or lemmas are left out, and words that are only part of a
    written word. Of more than MOST_EXAMPLES examples a random selection is taken, always the same.
    """
    found: list[ProbeExample] = []
    known: set[str] = set()
    for sentence in _sentences(path):
        starts = _starts(path, sentence)
        for index, lemma, features in sentence.features:
            known.update(features)
            if feature in features:
                start = starts[index]
                found.append(
                    ProbeExample(
                        sentence=sentence.text,
                        start=start,
                        end=start + len(sentence.words[index][0]),
                        label=features[feature],
                        lemma=lemma,
                    )
                )
    if not found:
        raise DataError(
            f"{path} has no word with the feature {feature}. "
            f"Give one of its features: {', '.join(sorted(known)) or '(it has none)'}."
        )
    task = checked_task(path, feature, _selected(path, feature, found))
    return replace(task, language=_language(path))


def _language(path: Path) -> str | None:
    """The language that Universal Dependencies' file names begin with."""
    name = UD_NAME.fullmatch(path.stem)
    return name["language"] if name else None


def _selected(path: Path, feature: str, examples: list[ProbeExample]) -> list[ProbeExample]:
    counts = Counter(example.label for example in examples)
    lemmas = {(example.label, example.lemma) for example in examples}
    variety = Counter(label for label, _ in lemmas)
    kept = [
        example
        for example in examples
        if counts[example.label] >= LEAST_SHARE * len(examples)
        and variety[example.label] >= LEAST_LEMMAS
    ]
    if not kept:
        raise DataError(
            f"{path}: no value of {feature} occurs with at least {LEAST_LEMMAS} lemmas. "
            "Give a larger file."
        )
    if len(kept) <= MOST_EXAMPLES:
        return kept
    indices = random.Random(0).sample(range(len(kept)), MOST_EXAMPLES)
    return [kept[index] for index in sorted(indices)]


def _sentences(path: Path) -> Iterator[_Sentence]:
    sentence = _Sentence()
    for number, line in numbered_lines(path, blank=True):
        if not line.strip():
            if sentence.words:
                yield sentence
            sentence = _Sentence()
        elif line.startswith("# text = "):
            sentence.text = line.removeprefix("# text = ").strip()
        elif not line.startswith("#"):
            sentence.first_line = sentence.first_line or number
            _add_word(path, number, line, sentence)


def _add_word(path: Path, number: int, line: str, sentence: _Sentence) -> None:
    cells = line.split("\t")
    if len(cells) != COLUMNS:
        raise DataError(
            f"{path}, line {number} has {len(cells)} columns, CoNLL-U has {COLUMNS}. "
            "Give a CoNLL-U file."
        )
    index, form, lemma, features = cells[0], cells[1], cells[2], cells[5]
    space = "SpaceAfter=No" not in cells[9].split("|")
    if not INDEX.fullmatch(index) or not form:
        raise DataError(
            f"{path}, line {number}: {index!r} is not the index of a word, or the word is empty. "
            "Write 1, 2, 3 …, ranges like 1-2, and 1.1 for empty nodes."
        )
    if "-" in index:  # a written word of several syntactic ones
        sentence.words.append((form, space))
        sentence.joined_until = int(index.partition("-")[2])
    elif "." not in index and int(index) > sentence.joined_until:
        sentence.words.append((form, space))
        values = dict(pair.split("=", 1) for pair in features.split("|") if "=" in pair)
        sentence.features.append((len(sentence.words) - 1, lemma, values))


def _starts(path: Path, sentence: _Sentence) -> list[int]:
    """Where each surface word starts in the text, which is built where the file has none."""
    if not sentence.text:
        parts = [form + (" " if space else "") for form, space in sentence.words]
        sentence.text = "".join(parts).strip()
    if len(sentence.text) > LONGEST_TEXT:
        raise DataError(
            f"{path}, sentence of line {sentence.first_line} has more than {LONGEST_TEXT:,} "
            "characters. Put an empty line after each sentence."
        )
    starts, end = [], 0
    for form, _ in sentence.words:
        start = sentence.text.find(form, end)
        if start < 0 or sentence.text[end:start].strip():
            raise DataError(
                f"{path}, sentence of line {sentence.first_line}: the word {form} is not next "
                "in the text. Correct the sentence's text comment."
            )
        starts.append(start)
        end = start + len(form)
    return starts
