"""Probe tasks: the record, our own JSONL, and published word-in-context tasks in TSV."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kasauti.inputs.errors import KasautiError
from kasauti.inputs.files import is_file
from kasauti.inputs.rows import jsonl_rows, numbered_lines

SPLITS = ("train", "dev", "test")
# With fewer lemmas of a label, a fold would lack the label.
LEAST_LEMMAS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbeExample:
    """A word span in a sentence, and the label to be predicted from its vectors.

    `start` and `end` are character offsets; all forms of a `lemma`
    are on the same side of a fold; `split` is train, dev or test where the data has splits.
    """

    sentence: str
    start: int
    end: int
    label: str
    lemma: str
    split: str = ""

    @property
    def span(self) -> str:
        return self.sentence[self.start : self.end]


@dataclass(frozen=True, slots=True)
class ProbeTask:
    """The examples of one task, under its name."""

    name: str
    examples: tuple[ProbeExample, ...]
    language: str | None = None  # BCP 47; None where it is not known
    note: str = ""  # what of the data is not in the task
    pack: str = ""  # the data pack and a digest of its files

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels, in the order in which they first appear."""
        return tuple(dict.fromkeys(example.label for example in self.examples))


def read_probe_jsonl(path: Path) -> list[ProbeTask]:
    """The tasks of a file of our own format: one JSON object per example."""
    groups: dict[str, list[ProbeExample]] = {}
    for line, row in jsonl_rows(path):
        example = _example(path, line, row)
        groups.setdefault(_string(path, line, row, "task"), []).append(example)
    if not groups:
        raise KasautiError(f"{path} has no examples. Give a file with at least one task.")
    return [check_task(path, name, examples) for name, examples in groups.items()]


def read_probe_folder(folder: Path) -> ProbeTask:
    """The task in a folder of train.tsv, dev.tsv and test.tsv; the splits are kept.

    A line has the sentence, the word, the word's index among the sentence's words (counted
    from 0, separated by spaces) and the label. The lemma is not given, so the word is used.
    """
    missing = [f"{split}.tsv" for split in SPLITS if not is_file(folder / f"{split}.tsv")]
    if missing:
        raise KasautiError(
            f"{folder} has no {' and no '.join(missing)}. Give a folder with train.tsv, "
            "dev.tsv and test.tsv, a JSONL file or a CoNLL-U file."
        )
    examples: list[ProbeExample] = []
    for split in SPLITS:
        path = folder / f"{split}.tsv"
        found = [_tsv_example(path, line, text, split) for line, text in numbered_lines(path)]
        if not found:
            raise KasautiError(f"{path} has no examples. Fill it, or give data without splits.")
        examples += found
    task = check_task(folder, folder.name, examples)
    trained = {example.label for example in examples if example.split == "train"}
    for example in examples:
        if example.label not in trained:
            raise KasautiError(
                f"{folder / example.split}.tsv has the label {example.label}, which train.tsv does "
                "not have. Correct the label, or add it to train.tsv."
            )
    return task


def check_task(source: Path, name: str, examples: Iterable[ProbeExample]) -> ProbeTask:
    """The task, refused where it cannot be learned or tested."""
    task = ProbeTask(name, tuple(examples))
    if len(task.labels) < 2:
        raise KasautiError(
            f"{source}: the task {name} has only the label {task.labels[0]}. Give at least two."
        )
    lemmas: dict[str, set[str]] = {label: set() for label in task.labels}
    for example in task.examples:
        lemmas[example.label].add(example.lemma)
    divided = any(example.split for example in task.examples)
    for label, found in lemmas.items():
        if len(found) < LEAST_LEMMAS and not divided:
            raise KasautiError(
                f"{source}: the label {label} of the task {name} has {len(found)} lemmas. "
                f"Give examples of at least {LEAST_LEMMAS}, so that every fold can have some."
            )
    return task


def _example(path: Path, line: int, row: Mapping[str, object]) -> ProbeExample:
    sentence = _string(path, line, row, "sentence")
    start, end = row.get("start"), row.get("end")
    if type(start) is not int or type(end) is not int or not 0 <= start < end <= len(sentence):
        raise KasautiError(
            f"{path}, line {line}: start {start} and end {end} are not a span of the sentence's "
            f"{len(sentence)} characters. Give character offsets with start < end."
        )
    if not sentence[start:end].strip():
        raise KasautiError(f"{path}, line {line}: the span is blank. Give the offsets of a word.")
    return ProbeExample(
        sentence=sentence,
        start=start,
        end=end,
        label=_string(path, line, row, "label"),
        lemma=_string(path, line, row, "lemma"),
    )


def _string(path: Path, line: int, row: Mapping[str, object], key: str) -> str:
    value = row.get(key)
    if not isinstance(value, str) or not value.strip():
        raise KasautiError(f"{path}, line {line}: {key} is empty or not a string. Fill it in.")
    return value


def _tsv_example(path: Path, line: int, text: str, split: str) -> ProbeExample:
    cells = text.split("\t")
    if len(cells) != 4:
        raise KasautiError(
            f"{path}, line {line} has {len(cells)} columns. "
            "Write the sentence, the word, its index and the label, with tabs between them."
        )
    sentence, word, index, label = cells
    words = sentence.split(" ")
    # No sentence has so many words that their number has ten digits.
    is_index = index.isdecimal() and len(index) < 10
    if not is_index or int(index) >= len(words) or words[int(index)] != word:
        raise KasautiError(
            f"{path}, line {line}: the word at index {index} is not {word}. "
            "Count the words from 0, separated by single spaces."
        )
    if not label.strip() or not word:
        raise KasautiError(f"{path}, line {line}: the word or the label is empty. Fill it in.")
    start = len(" ".join(words[: int(index)])) + (int(index) > 0)
    return ProbeExample(
        sentence=sentence,
        start=start,
        end=start + len(word),
        label=label,
        lemma=unicodedata.normalize("NFC", word),
        split=split,
    )
