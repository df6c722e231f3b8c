"""Our own format: JSONL with an id, a phenomenon and two sentences."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kasauti.data.errors import DataError
from kasauti.data.pair_formats.rows import Row, RowFormat, text_of
from kasauti.data.pair_record import Check, Pair


def _pair(path: Path, line: int, row: Row) -> Pair:
    tags = row.get("tags", {})
    lemmas = row.get("lemmas", [])
    if not isinstance(tags, dict) or not all(isinstance(v, str) for v in tags.values()):
        raise DataError(f"{path}, line {line}: tags must be an object of strings. Correct it.")
    if not isinstance(lemmas, list) or not all(isinstance(v, str) for v in lemmas):
        raise DataError(f"{path}, line {line}: lemmas must be a list of strings. Correct it.")
    return Pair(
        id=text_of(path, line, row, "id"),
        phenomenon=text_of(path, line, row, "phenomenon"),
        good=text_of(path, line, row, "good"),
        bad=text_of(path, line, row, "bad"),
        gloss=str(row.get("gloss", "")),
        source=str(row.get("source", "")),
        tags=tags,
        lemmas=tuple(lemmas),
        group=text_of(path, line, row, "group") if "group" in row else "",
        language=text_of(path, line, row, "language") if "language" in row else None,
        translation=str(row.get("translation", "")),
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


OWN = RowFormat("our own", ("id", "phenomenon", "good", "bad"), _pair, convention="")
