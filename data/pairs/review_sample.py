"""Drawing pairs for a blind reading, and reading the key and the filled-in sheets back."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from kasauti.data.pairs import Pair
from kasauti.fixtures.suites.pairs.cases import PairCase
from kasauti.inputs.errors import KasautiError
from kasauti.inputs.rows import csv_rows, json_content
from kasauti.records.review import (
    ANSWER_COLUMNS,
    CHOICES,
    NATURALNESS,
    Answer,
    ReviewItem,
    ReviewSample,
)

REQUIRED = ("sample", "item", "choice", "naturalness")
KEY_FIELDS = ("item", "pair", "phenomenon", "template", "sentence_a", "sentence_b", "good")


def draw_sample(cases: Iterable[PairCase], count: int, *, seed: int = 0) -> ReviewSample:
    """Pairs spread evenly over phenomena and, within each, over its templates.

    Which sentence comes first is random, and so is the order of the items, so that neither
    tells a reader anything.
    """
    chance = random.Random(f"review {seed}")
    strata = [_by_template(case, chance) for case in cases]
    drawn = list(_in_turn([_in_turn(templates) for templates in strata], count))
    chance.shuffle(drawn)
    width = len(str(len(drawn)))
    items = tuple(
        _item(f"{number:0{width}}", case, pair, first=chance.random() < 0.5)
        for number, (case, pair) in enumerate(drawn, start=1)
    )
    return ReviewSample(_digest(items), items)


def _by_template(case: PairCase, chance: random.Random) -> list[Iterator[tuple[PairCase, Pair]]]:
    groups: dict[str, list[tuple[PairCase, Pair]]] = {}
    for pair in case.pairs:
        groups.setdefault(pair.tags.get("template", ""), []).append((case, pair))
    for group in groups.values():
        chance.shuffle(group)
    shuffled = list(groups.values())
    chance.shuffle(shuffled)  # a phenomenon may get fewer items than it has templates
    return [iter(group) for group in shuffled]


def _in_turn(
    sources: Sequence[Iterator[tuple[PairCase, Pair]]], count: int | None = None
) -> Iterator[tuple[PairCase, Pair]]:
    """One of each source in turn, until all are empty or there are enough."""
    left, taken = list(sources), 0
    while left:
        for source in list(left):
            if count is not None and taken >= count:
                return
            found = next(source, None)
            if found is None:
                left.remove(source)
            else:
                taken += 1
                yield found


def _item(number: str, case: PairCase, pair: Pair, *, first: bool) -> ReviewItem:
    return ReviewItem(
        item=number,
        pair=pair.id,
        phenomenon=case.name,
        template=pair.tags.get("template", ""),
        sentence_a=pair.good if first else pair.bad,
        sentence_b=pair.bad if first else pair.good,
        good="A" if first else "B",
        language=pair.language,
    )


def _digest(items: Sequence[ReviewItem]) -> str:
    seen = [(item.item, item.sentence_a, item.sentence_b) for item in items]
    return hashlib.sha256(json.dumps(seen, ensure_ascii=False).encode()).hexdigest()[:12]


def read_key(path: Path) -> ReviewSample:
    """The key that was written when the sample was drawn."""
    content = json_content(path)
    rows = content.get("items") if isinstance(content, dict) else None
    if not isinstance(content, dict) or not isinstance(rows, list) or not rows:
        raise KasautiError(
            f"{path} is not the key of a review. Give the key.json of `review draw`."
        )
    items = tuple(_key_item(path, number, row) for number, row in enumerate(rows, start=1))
    if content.get("sample") != _digest(items) or len({each.item for each in items}) < len(items):
        raise KasautiError(
            f"{path} was changed after it was written: its sentences do not match its sample. "
            "Restore it, or draw the sample again with the same options."
        )
    return ReviewSample(_digest(items), items)


def _key_item(path: Path, number: int, row: object) -> ReviewItem:
    good = row if isinstance(row, dict) else {}
    language = good.get("language")
    if (
        not all(isinstance(good.get(field), str) for field in KEY_FIELDS)
        or good["good"] not in ("A", "B")
        or not isinstance(language, str | None)
    ):
        raise KasautiError(f"{path}, item {number} is not complete. Draw the sample again.")
    return ReviewItem(**{field: good[field] for field in KEY_FIELDS}, language=language)


def read_answers(path: Path, sample: ReviewSample) -> list[Answer]:
    """Read a filled-in sheet; items without a choice are left out."""
    rows = csv_rows(path)
    _, header = next(rows, (1, []))
    if missing := [column for column in REQUIRED if column not in header]:
        raise KasautiError(
            f"{path} has no column {', '.join(missing)}. Give a sheet of `review draw`, or what "
            "its page saves."
        )
    known = {item.item for item in sample.items}
    answers: dict[str, Answer] = {}
    for line, cells in rows:
        row = dict(zip(header, (cell.strip() for cell in cells), strict=False))
        if row.get("sample") != sample.sample or row.get("item") not in known:
            raise KasautiError(
                f"{path}, line {line} is not an item of the sample {sample.sample}. "
                "Give the key that was written with this sheet."
            )
        answer = _answer(path, line, row)
        if answer is None:
            continue
        if answer.item in answers:
            raise KasautiError(
                f"{path}, line {line}: item {answer.item} is answered twice. Keep one."
            )
        answers[answer.item] = answer
    if len({each.reader for each in answers.values()}) > 1:
        raise KasautiError(f"{path} names several readers. Give one file per reader.")
    return list(answers.values())


def _answer(path: Path, line: int, row: dict[str, str]) -> Answer | None:
    choice = {each.casefold(): each for each in CHOICES}.get(row.get("choice", "").casefold())
    if choice is None and row.get("choice"):
        raise KasautiError(
            f"{path}, line {line}: the choice is {row['choice']!r}. "
            f"Write {', '.join(CHOICES[:-1])} or {CHOICES[-1]}."
        )
    naturalness = row.get("naturalness", "")
    if naturalness and naturalness not in NATURALNESS:
        levels = ", ".join(f"{level} ({name})" for level, name in NATURALNESS.items())
        raise KasautiError(
            f"{path}, line {line}: the naturalness is {naturalness!r}. Write one of {levels}."
        )
    if choice is None:
        return None
    return Answer(
        reader=row.get("reader") or path.stem,
        item=row["item"],
        choice=choice,
        naturalness=int(naturalness) if naturalness else None,
        comment=row.get("comment", ""),
    )


def sheet_rows(sample: ReviewSample) -> list[list[str]]:
    """The empty sheet, for readers who prefer a spreadsheet to the page."""
    rows = [
        [sample.sample, item.item, item.sentence_a, item.sentence_b, "", "", "", ""]
        for item in sample.items
    ]
    return [list(ANSWER_COLUMNS), *rows]
