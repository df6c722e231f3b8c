"""Our own format: two sentences, good and bad; an id and a phenomenon where the file has them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches

from kasauti.data.pairs.formats.format import Row, RowFormat, name_of_file
from kasauti.data.pairs.formats.pair import Check, Pair
from kasauti.inputs.errors import KasautiError

# What a pair shares with others, where it is not among the tags.
CLUSTERS = ("template", "cluster")
PHENOMENON = "phenomenon"


def _pair(row: Row) -> Pair:
    fields, where = row.fields, f"{row.path}, line {row.line}"
    tags = fields.get("tags", {})
    lemmas = fields.get("lemmas", [])
    if not isinstance(tags, dict) or not all(isinstance(v, str) for v in tags.values()):
        raise KasautiError(f"{where}: tags must be an object of strings. Correct it.")
    if not isinstance(lemmas, list) or not all(isinstance(v, str) for v in lemmas):
        raise KasautiError(f"{where}: lemmas must be a list of strings. Correct it.")
    return Pair(
        id=row.text("id") if "id" in fields else f"{row.path.stem}-{row.line}",
        phenomenon=_phenomenon(row),
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


def _phenomenon(row: Row) -> str:
    """Return the phenomenon of a row, else the name of its file."""
    if PHENOMENON in row.fields:
        return row.text(PHENOMENON)
    if meant := get_close_matches(PHENOMENON, map(str, row.fields), n=1, cutoff=0.8):
        raise KasautiError(
            f"{row.path}, line {row.line} has the field {meant[0]}. Did you mean {PHENOMENON}?"
        )
    return re.sub(r"[\s/:]+", "_", name_of_file(row.path))


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


FORMAT = RowFormat(
    name="our own",
    cases="phenomenon",
    fields=("good", "bad"),
    pair=_pair,
    convention="",
)
