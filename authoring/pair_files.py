"""The writer of our own format of pairs, which `kasauti.data.pairs.formats.own` reads."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from kasauti.data.pairs import Check, Pair


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
