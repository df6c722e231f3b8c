"""Minimal pairs: the record, and the readers of the three formats they are published in."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kasauti.data.errors import DataError
from kasauti.data.files import csv_rows, jsonl_rows
from kasauti.data.language_codes import bcp47

Row = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Check:
    """The form that a rule of grammar asks for at some place of a sentence, and what is there."""

    rule: str
    asks: str
    has: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two sentences that differ in one respect; only `good` is grammatical.

    `gloss` says in English what is wrong with `bad`; `tags` are what results
    can be sliced by (template, tense, distance, …); `lemmas` are the content
    words, by which a linter sees whether one of them dominates. `checks` are
    those of the good and of the bad sentence, rule by rule: a generated pair
    shows by them that it has one error. Pairs of one `group` are crossed: what
    is good in one is bad in another, so that only who looks at the context gets
    all of them right.
    """

    id: str
    phenomenon: str
    good: str
    bad: str
    gloss: str = ""
    source: str = ""
    tags: Mapping[str, str] = field(default_factory=dict)
    lemmas: tuple[str, ...] = ()
    group: str = ""
    language: str | None = None  # BCP 47
    checks: tuple[tuple[Check, Check], ...] = ()

    @property
    def gated(self) -> bool:
        """Whether the pair counts; one that is only documented is shown, but not counted."""
        return self.tags.get("status") != "documented"


def read_pairs(path: Path) -> list[Pair]:
    """Every pair of a file: our JSONL, BLiMP's JSONL or MultiBLiMP's TSV, recognized by content."""
    rows = _tsv_rows(path) if path.suffix.lower() == ".tsv" else jsonl_rows(path)
    numbered = [(line, _pair(path, line, row)) for line, row in rows]
    if not numbered:
        raise DataError(f"{path} has no pairs. Give a file with at least one pair.")
    if equal := [str(line) for line, pair in numbered if pair.good == pair.bad]:
        raise DataError(
            f"{path}, line {', '.join(equal)}: the two sentences of the pair are equal. "
            "Remove the pair or correct one of its sentences."
        )
    pairs = [pair for _, pair in numbered]
    _refuse_repeated_ids(path, pairs)
    return pairs


def write_pairs(path: Path, pairs: Iterable[Pair]) -> None:
    """Write our own JSONL, one pair per line, fields in a fixed order."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for pair in pairs:
            record: dict[str, object] = {
                "id": pair.id,
                "phenomenon": pair.phenomenon,
                "good": pair.good,
                "bad": pair.bad,
                "gloss": pair.gloss,
                "source": pair.source,
            }
            if pair.tags:
                record["tags"] = dict(pair.tags)
            if pair.lemmas:
                record["lemmas"] = list(pair.lemmas)
            if pair.group:
                record["group"] = pair.group
            if pair.language:
                record["language"] = pair.language
            if pair.checks:
                record["checks"] = [_compact(good, bad) for good, bad in pair.checks]
            file.write(json.dumps(record, ensure_ascii=False) + "\n")


def _compact(good: Check, bad: Check) -> list[str]:
    """Rule and form where every form is the same, else rule and asked, written form twice."""
    forms = [good.asks, good.has, bad.asks, bad.has]
    return [good.rule, *(forms if len(set(forms)) > 1 else forms[:1])]


def by_phenomenon(pairs: Iterable[Pair]) -> dict[str, list[Pair]]:
    """The pairs of each phenomenon, in the order in which they first appear."""
    groups: dict[str, list[Pair]] = {}
    for pair in pairs:
        groups.setdefault(pair.phenomenon, []).append(pair)
    return groups


def _tsv_rows(path: Path) -> Iterator[tuple[int, Row]]:
    rows = csv_rows(path, delimiter="\t")
    _, header = next(rows, (1, []))
    if len(set(header)) != len(header):
        raise DataError(f"{path} has two columns of the same name. Rename one of them.")
    for line, cells in rows:
        if len(cells) != len(header):
            raise DataError(
                f"{path}, line {line} does not have the columns of the header. "
                "Write one tab between columns and quote cells that contain tabs."
            )
        yield line, dict(zip(header, cells, strict=True))


def _pair(path: Path, line: int, row: Row) -> Pair:
    for signature, read in _FORMATS.items():
        if row.keys() >= set(signature):
            return read(path, line, row)
    known = "; ".join(", ".join(signature) for signature in _FORMATS)
    raise DataError(
        f"{path}, line {line} has the fields {', '.join(map(str, row)) or '(none)'}. "
        f"Give those of one of the formats: {known}."
    )


def _own(path: Path, line: int, row: Row) -> Pair:
    tags = row.get("tags", {})
    lemmas = row.get("lemmas", [])
    if not isinstance(tags, dict) or not all(isinstance(v, str) for v in tags.values()):
        raise DataError(f"{path}, line {line}: tags must be an object of strings. Correct it.")
    if not isinstance(lemmas, list) or not all(isinstance(v, str) for v in lemmas):
        raise DataError(f"{path}, line {line}: lemmas must be a list of strings. Correct it.")
    return Pair(
        id=_string(path, line, row, "id"),
        phenomenon=_string(path, line, row, "phenomenon"),
        good=_string(path, line, row, "good"),
        bad=_string(path, line, row, "bad"),
        gloss=str(row.get("gloss", "")),
        source=str(row.get("source", "")),
        tags=tags,
        lemmas=tuple(lemmas),
        group=_string(path, line, row, "group") if "group" in row else "",
        language=_string(path, line, row, "language") if "language" in row else None,
        checks=tuple(_checks(path, line, row.get("checks", []))),
    )


def _checks(path: Path, line: int, value: object) -> Iterator[tuple[Check, Check]]:
    for entry in value if isinstance(value, list) else [None]:
        if not isinstance(entry, list) or not all(isinstance(each, str) for each in entry):
            entry = []
        if len(entry) not in (2, 5):
            raise DataError(
                f"{path}, line {line}: checks must be a list of lists of 2 or 5 strings. "
                "Correct it."
            )
        rule, *forms = entry if len(entry) == 5 else [entry[0], *[entry[1]] * 4]
        yield Check(rule, forms[0], forms[1]), Check(rule, forms[2], forms[3])


def _blimp(path: Path, line: int, row: Row) -> Pair:
    return Pair(
        # BLiMP's pairID starts again in each UID; some copies have none.
        id=f"{row['UID']}-{row.get('pairID', line)}",
        phenomenon=_string(path, line, row, "UID"),
        good=_string(path, line, row, "sentence_good"),
        bad=_string(path, line, row, "sentence_bad"),
        source=path.name,
        language="en",
    )


def _multiblimp(path: Path, line: int, row: Row) -> Pair:
    language = _string(path, line, row, "lang")
    return Pair(
        id=f"{language}-{line}",
        phenomenon=f"{language}-{_string(path, line, row, 'phenomenon')}",
        good=_string(path, line, row, "sen"),
        bad=_string(path, line, row, "wrong_sen"),
        source=path.name,
        language=bcp47(language),
    )


def _string(path: Path, line: int, row: Row, key: str) -> str:
    value = row[key]
    if not isinstance(value, str) or not value.strip():
        raise DataError(f"{path}, line {line}: {key} is empty or not a string. Fill it in.")
    return value


def _refuse_repeated_ids(path: Path, pairs: list[Pair]) -> None:
    seen: set[str] = set()
    for pair in pairs:
        if pair.id in seen:
            raise DataError(f"{path} has two pairs with the id {pair.id}. Rename one of them.")
        seen.add(pair.id)


_FORMATS: dict[tuple[str, ...], Callable[[Path, int, Row], Pair]] = {
    ("id", "phenomenon", "good", "bad"): _own,
    ("sentence_good", "sentence_bad", "UID"): _blimp,
    ("sen", "wrong_sen", "phenomenon", "lang"): _multiblimp,
}
