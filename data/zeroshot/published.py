"""Readers of the formats that the benchmarks are published in."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path

from kasauti.data.fields import text_field
from kasauti.data.zeroshot.items import ChoiceItem, NumberItem, Sentences, TextItem
from kasauti.data.zeroshot.prompts import LETTERS
from kasauti.inputs.errors import KasautiError
from kasauti.inputs.formats import MOST_DIGITS
from kasauti.inputs.rows import json_content, jsonl_rows, numbered_lines

SIB_COLUMNS = ("index_id", "category", "text")
NUMBER = re.compile(r"[-−]?\d+(,\d+)*(\.\d+)?")
MINUS = "−"
BELEBELE_CHOICES = ("1", "2", "3", "4")


def read_sib(path: Path) -> list[TextItem]:
    """SIB-200: a TSV of index_id, category and text."""
    lines = list(numbered_lines(path))
    header = lines[0][1].split("\t") if lines else []
    for column in SIB_COLUMNS:
        if column not in header:
            raise KasautiError(
                f"{path} has no column {column}. SIB-200 has {', '.join(SIB_COLUMNS)}."
            )
    items = []
    for number, line in lines[1:]:
        # No quoting: a text may contain quotation marks.
        fields = line.split("\t")
        if len(fields) != len(header):
            raise KasautiError(
                f"{path}, line {number} has {len(fields)} fields and the header {len(header)}. "
                "Separate them by tabs."
            )
        row = dict(zip(header, fields, strict=True))
        items.append(TextItem(row["index_id"], row["text"].strip(), row["category"].strip()))
    return items


def read_flores(path: Path) -> Sentences:
    """FLORES-200: one sentence per line; the same line of every language has the same meaning."""
    return {f"line {number}": line.strip() for number, line in numbered_lines(path)}


def read_mgsm(path: Path) -> list[NumberItem]:
    """MGSM: a TSV of problem and number, without a header."""
    items = []
    for number, line in numbered_lines(path):
        question, tab, answer = line.rpartition("\t")
        if not tab:
            raise KasautiError(f"{path}, line {number} has no tab. Write problem, tab, number.")
        where = f"{path}, line {number}"
        items.append(NumberItem(f"line {number}", question.strip(), plain_number(answer, where)))
    return items


def read_gsm_symbolic(path: Path) -> list[NumberItem]:
    """GSM-Symbolic: JSONL whose `answer` ends in #### and the number."""
    items = []
    for number, row in jsonl_rows(path):
        where = f"{path}, line {number}"
        _, marks, final = text_field(where, row, "answer").rpartition("####")
        if not marks:
            raise KasautiError(f"{where} has an answer without ####. Write #### before the number.")
        items.append(
            NumberItem(
                str(row.get("id", f"line {number}")),
                text_field(where, row, "question"),
                plain_number(final, where),
            )
        )
    return items


def read_mlmm_choices(path: Path) -> list[ChoiceItem]:
    """ARC and MMLU of the multilingual release: instruction, option_a and on, answer a letter."""
    items = []
    for number, row in enumerate(_json_rows(path), start=1):
        where = f"{path}, item {number}"
        options = sorted(name for name in row if name.startswith("option_") and row[name])
        choices = tuple(text_field(where, row, name) for name in options)
        letters = [name.removeprefix("option_").upper() for name in options]
        _check_count(choices, where)
        letter = text_field(where, row, "answer").upper()
        if letter not in letters:
            raise KasautiError(f"{where} has the answer {letter}, which is not one of its options.")
        items.append(
            ChoiceItem(
                str(row.get("id", f"item {number}")),
                text_field(where, row, "instruction"),
                choices,
                letters.index(letter),
            )
        )
    return items


def read_mlmm_truthfulqa(path: Path) -> list[ChoiceItem]:
    """TruthfulQA of the multilingual release, with the one true choice of its mc1 form."""
    items = []
    for number, row in enumerate(_json_rows(path), start=1):
        where = f"{path}, item {number}"
        choices, labels = row.get("mc1_targets_choices"), row.get("mc1_targets_labels")
        if not isinstance(choices, list) or not isinstance(labels, list):
            raise KasautiError(f"{where} has no mc1 choices and labels. Give those of TruthfulQA.")
        _check_count(choices, where)
        if len(choices) != len(labels) or labels.count(1) != 1:
            raise KasautiError(
                f"{where} does not have exactly one true choice among its mc1 choices."
            )
        items.append(
            ChoiceItem(
                f"item {number}",
                text_field(where, row, "question"),
                tuple(str(choice).strip() for choice in choices),
                labels.index(1),
            )
        )
    return items


def read_belebele(path: Path) -> list[ChoiceItem]:
    """Belebele: JSONL of flores_passage, question, mc_answer1 to 4 and the right one's number.

    The link and the number of the question name it in every language; where two passages are from
    one page, their order does too.
    """
    items: list[ChoiceItem] = []
    seen: Counter[str] = Counter()
    for number, row in jsonl_rows(path):
        where = f"{path}, line {number}"
        choices = tuple(text_field(where, row, f"mc_answer{each}") for each in BELEBELE_CHOICES)
        right = str(row.get("correct_answer_num")).strip()  # a number, or the same as text
        if right not in BELEBELE_CHOICES:
            raise KasautiError(f"{where} has the correct_answer_num {right[:80]}. Give 1 to 4.")
        name = f"{text_field(where, row, 'link')} {row.get('question_number')}"
        seen[name] += 1
        items.append(
            ChoiceItem(
                name if seen[name] == 1 else f"{name} ({seen[name]})",
                text_field(where, row, "question"),
                choices,
                BELEBELE_CHOICES.index(right),
                text_field(where, row, "flores_passage"),
            )
        )
    return items


def _check_count(choices: Sequence[object], where: str) -> None:
    if len(choices) > len(LETTERS):
        raise KasautiError(
            f"{where} has {len(choices)} choices. Give at most {len(LETTERS)}, one for each letter."
        )


def plain_number(text: str, where: str) -> Decimal:
    """A number of the data, in the digits of any script; commas only group its digits."""
    digits = "".join(
        str(unicodedata.decimal(character)) if character.isdecimal() else character
        for character in text.strip()
    )
    if not NUMBER.fullmatch(digits) or len(digits) > MOST_DIGITS:
        raise KasautiError(f"{where} has the answer {text.strip()[:80]!r}, which is not a number.")
    return Decimal(digits.replace(",", "").replace(MINUS, "-"))


def _json_rows(path: Path) -> Sequence[Mapping[str, object]]:
    rows = json_content(path)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise KasautiError(f"{path} is not a JSON list of objects. Give the file as published.")
    return rows
