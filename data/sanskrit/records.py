"""The documented record of a contrast pair, and its reader and writer. Needs no vidyut."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from kasauti.data.pairs import Pair
from kasauti.data.pairs.formats.contrast import cells, contrast_tags
from kasauti.inputs.errors import KasautiError
from kasauti.inputs.rows import jsonl_rows

FOLDER = Path(__file__).parent
ISOLATED = FOLDER / "morph_contrast_sets.jsonl"
IN_CONTEXT = FOLDER / "in_context.jsonl"
GENDER_AGREEMENT = FOLDER / "gender_agreement.jsonl"
VERB_CONJUGATION = FOLDER / "verb_conjugation.jsonl"
EXTERNAL_SANDHI = FOLDER / "external_sandhi.jsonl"
SENTENCES = (IN_CONTEXT, GENDER_AGREEMENT, VERB_CONJUGATION, EXTERNAL_SANDHI)
FILES = (ISOLATED, *SENTENCES)
WORD_GLOSSES = FOLDER / "word_glosses.tsv"

TEXTS = ("id", "phenomenon", "grammatical", "ungrammatical", "stem", "context")


@dataclass(frozen=True, slots=True, kw_only=True)
class ContrastSet:
    """Two strings of which only `grammatical` is right.

    `stem` is the word that is inflected, `context` the sentence with ___ in its
    place (empty for a word in isolation); `metadata` is what results can be
    sliced by, with `gloss` saying what is wrong and `source` whence the stem is.
    """

    id: str
    phenomenon: str
    grammatical: str
    ungrammatical: str
    stem: str
    context: str
    metadata: Mapping[str, str]


def read_contrast_sets(path: Path) -> list[ContrastSet]:
    """Every record of a file that `python -m authoring.sanskrit.generate` wrote."""
    records = [_record(path, number, row) for number, row in jsonl_rows(path)]
    if not records:
        raise KasautiError(
            f"{path} has no pairs. Write it with `python -m authoring.sanskrit.generate`."
        )
    return records


def as_pair(record: ContrastSet) -> Pair:
    """The record as the minimal-pair tests take it; what can be sliced by becomes a tag."""
    return Pair(
        id=record.id,
        phenomenon=record.phenomenon,
        good=record.grammatical,
        bad=record.ungrammatical,
        gloss=record.metadata.get("gloss", "") or cells(record.metadata),
        source=record.metadata.get("source", ""),
        tags=contrast_tags(record.stem, record.metadata),
        lemmas=(record.stem,),
        group=record.metadata.get("quadruple", ""),
    )


def _record(path: Path, number: int, row: Mapping[str, object]) -> ContrastSet:
    metadata = row.get("metadata")
    found = [row.get(name) for name in TEXTS]
    values = [*found, *metadata.values()] if isinstance(metadata, dict) else [None]
    if not all(isinstance(value, str) for value in values):
        raise KasautiError(
            f"{path}, line {number} is not a contrast set, whose fields are {', '.join(TEXTS)} "
            "and metadata, all of them text. Correct it."
        )
    texts = dict(zip(TEXTS, found, strict=True))
    return ContrastSet(**texts, metadata=metadata)  # type: ignore[arg-type]
