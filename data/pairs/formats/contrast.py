"""Contrast sets in the documented form of the Sanskrit ones: two forms, a stem and metadata."""

from __future__ import annotations

from collections.abc import Mapping

from kasauti.data.pairs.formats.format import Row, RowFormat, in_script
from kasauti.data.pairs.formats.pair import Pair
from kasauti.inputs.errors import KasautiError

# What is in other fields of a pair.
NOT_TAGS = ("gloss", "source", "quadruple")
# The words themselves and their ends: as tags they would divide a case into single pairs.
WORDS = ("form", "wrong_form", "ending_from", "ending_to")
SWAPPED = ("case", "number", "gender")


def contrast_tags(stem: str, metadata: Mapping[str, str]) -> dict[str, str]:
    """Return the metadata as tags, with the stem and which cell is right and which is wrong."""
    tags = {name: value for name, value in metadata.items() if name not in NOT_TAGS}
    for name in SWAPPED:
        right, wrong = metadata.get(f"correct_{name}"), metadata.get(f"incorrect_{name}")
        if right and wrong:
            found = {name: right, "swap": f"{right}>{wrong}"}
            tags = {**found, "contrast": "/".join(sorted((right, wrong))), **tags}
    return {**tags, **({"stem": stem} if stem else {})}


def cells(metadata: Mapping[str, str]) -> str:
    """Name the two forms of a word without a sentence."""
    named = [
        f"{metadata.get(f'{which}_case') or metadata.get('case', '')} "
        f"{metadata.get(f'{which}_number') or metadata.get('number', '')}".strip()
        for which in ("correct", "incorrect")
    ]
    return f"{named[0]}, not {named[1]}" if all(named) else ""


def _pair(row: Row) -> Pair:
    stem, metadata = _texts(row)
    tags = contrast_tags(stem, metadata)
    group = metadata.get("quadruple", "")
    sanskrit = "sa" if in_script(row.text("grammatical"), "DEVANAGARI") else None
    return Pair(
        id=row.text("id"),
        phenomenon=row.text("phenomenon"),
        good=row.text("grammatical"),
        bad=row.text("ungrammatical"),
        gloss=metadata.get("gloss") or cells(metadata),
        source=metadata.get("source", row.path.name),
        tags={name: value for name, value in tags.items() if name not in WORDS},
        lemmas=(stem,) if stem else (),
        group=group,
        # Crossed pairs are clustered as they are where they are shipped.
        clusters={"lemma": stem} if stem and not group else {},
        language=row.text("language") if "language" in row.fields else sanskrit,
    )


def _texts(row: Row) -> tuple[str, Mapping[str, str]]:
    stem, metadata = row.fields.get("stem", ""), row.fields.get("metadata", {})
    values = [stem, *metadata.values()] if isinstance(metadata, dict) else [None]
    if (
        isinstance(stem, str)
        and isinstance(metadata, dict)
        and all(isinstance(each, str) for each in values)
    ):
        return stem, metadata
    raise KasautiError(
        f"{row.path}, line {row.line}: stem and the values of metadata must be text. Correct them."
    )


FORMAT = RowFormat(
    name="contrast sets",
    cases="phenomenon",
    fields=("id", "phenomenon", "grammatical", "ungrammatical"),
    pair=_pair,
)
