"""BHS (Basque, Hindi, Swahili): the end of a sentence is scored after its start.

A file is a list of [[start, start], [right end, wrong end]], and its name tells the language:
swahili-N_of_Poss_V.json. The hub's copy has objects with `context`, `ending_good`, `ending_bad`.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from kasauti.data.pairs.formats.format import DocumentFormat, Part, Row, RowFormat
from kasauti.data.pairs.formats.pair import Pair
from kasauti.inputs.errors import KasautiError
from kasauti.text.languages import iso639_3

LANGUAGES = {"basque": "eu", "hindi": "hi", "swahili": "sw"}


def _matches(content: object) -> bool:
    return isinstance(content, list) and not all(isinstance(row, dict) for row in content)


def _read(path: Path, content: list[object]) -> list[Pair]:
    found = []
    for number, entry in enumerate(content, start=1):
        parts = _strings(entry)
        if len(parts) != 4:
            raise KasautiError(
                f"{path}, entry {number} is not [[start, start], [right end, wrong end]] in "
                "strings. Correct it."
            )
        found.append(_pair(path, number, parts[:2], parts[2:]))
    return found


def _strings(entry: object) -> list[str]:
    halves = entry if isinstance(entry, list) else []
    if [len(half) for half in halves if isinstance(half, list)] != [2, 2] or len(halves) != 2:
        return []
    parts = [part for half in halves for part in half]
    return [part for part in parts if isinstance(part, str) and part.strip()]


def _row(row: Row) -> Pair:
    start = row.text("context")
    return _pair(
        row.path, row.line, [start, start], [row.text("ending_good"), row.text("ending_bad")]
    )


def _pair(path: Path, number: int, starts: list[str], ends: list[str]) -> Pair:
    language, dash, construction = path.stem.partition("-")
    starts = [start.strip() for start in starts]
    good, bad = (f"{start} {end.strip()}" for start, end in zip(starts, ends, strict=True))
    return Pair(
        id=f"{path.stem}-{number}",
        phenomenon=construction if dash and language in LANGUAGES else path.stem,
        good=good,
        bad=bad,
        source=path.name,
        language=LANGUAGES.get(language) if dash else None,
        starts=(starts[0], starts[1]),
    )


def _part(path: PurePosixPath) -> Part | None:
    language, _, construction = path.stem.partition("-")
    code = LANGUAGES.get(language)
    return Part(iso639_3(code), construction) if code and construction else None


FORMATS = (
    RowFormat(name="BHS", cases="file", fields=("context", "ending_good", "ending_bad"), pair=_row),
    DocumentFormat(
        name="BHS",
        cases="file",
        described="JSON of [[start, start], [right end, wrong end]]",
        matches=_matches,
        read=_read,
        part=_part,
    ),
)
