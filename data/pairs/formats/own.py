"""Our own format, read and written: JSONL with an id, a phenomenon and two sentences."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from kasauti.data.pairs.formats.format import Row, RowFormat
from kasauti.data.pairs.formats.pair import Check, Pair
from kasauti.inputs.errors import KasautiError

# What a pair shares with others, where it is not among the tags.
CLUSTERS = ("template", "cluster")


def _pair(row: Row) -> Pair:
    fields, where = row.fields, f"{row.path}, line {row.line}"
    tags = fields.get("tags", {})
    lemmas = fields.get("lemmas", [])
    if not isinstance(tags, dict) or not all(isinstance(v, str) for v in tags.values()):
        raise KasautiError(f"{where}: tags must be an object of strings. Correct it.")
    if not isinstance(lemmas, list) or not all(isinstance(v, str) for v in lemmas):
        raise KasautiError(f"{where}: lemmas must be a list of strings. Correct it.")
    return Pair(
        id=row.text("id"),
        phenomenon=row.text("phenomenon"),
        good=row.text("good"),
        bad=row.text("bad"),
        gloss=str(fields.get("gloss", "")),
        source=str(fields.get("source", "")),
        tags=tags,
        lemmas=tuple(lemmas),
        group=row.text("group") if "group" in fields else "",
        clusters={kind: row.text(kind) for kind in CLUSTERS if kind in fields},
        language=row.text("language") if "language" in fields else None,
        translation=str(fields.get("translation", "")),
        checks=tuple(_checks(where, fields.get("checks", []))),
    )


def _checks(where: str, value: object) -> Iterator[tuple[Check, Check]]:
    for entry in value if isinstance(value, list) else [None]:
        if not isinstance(entry, list) or not all(isinstance(each, str) for each in entry):
            entry = []
        if len(entry) not in (2, 5):
            raise KasautiError(
                f"{where}: checks must be a list of lists of 2 or 5 strings. Correct it."
            )
        rule, *forms = entry if len(entry) == 5 else [entry[0], *[entry[1]] * 4]
        yield Check(rule, forms[0], forms[1]), Check(rule, forms[2], forms[3])


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
            record.update(pair.clusters)
            if pair.language:
                record["language"] = pair.language
            if pair.translation:
                record["translation"] = pair.translation
            if pair.checks:
                record["checks"] = [_compact(good, bad) for good, bad in pair.checks]
            file.write(json.dumps(record, ensure_ascii=False) + "\n")


def _compact(good: Check, bad: Check) -> list[str]:
    """Rule and form where every form is the same, else rule and asked, written form twice."""
    forms = [good.asks, good.has, bad.asks, bad.has]
    return [good.rule, *(forms if len(set(forms)) > 1 else forms[:1])]


FORMAT = RowFormat(
    name="our own",
    cases="phenomenon",
    fields=("id", "phenomenon", "good", "bad"),
    pair=_pair,
    convention="",
)
