"""BHS (Basque, Hindi, Swahili): the end of a sentence is scored after its start.

A file is a list of [[start, start], [right end, wrong end]], and its name tells the language:
swahili-N_of_Poss_V.json. The hub's copy has objects with `context`, `ending_good`, `ending_bad`.
"""

from __future__ import annotations

from pathlib import Path

from kasauti.data.errors import DataError
from kasauti.data.pair_formats.rows import Row, RowFormat, text_of
from kasauti.data.pair_record import Pair

LANGUAGES = {"basque": "eu", "hindi": "hi", "swahili": "sw"}


def pairs_of_lists(path: Path, content: list[object]) -> list[Pair]:
    """The pairs of the set's own files."""
    found = []
    for number, entry in enumerate(content, start=1):
        parts = _strings(entry)
        if len(parts) != 4:
            raise DataError(
                f"{path}, entry {number} is not [[start, start], [right end, wrong end]] in "
                "strings. Correct it."
            )
        found.append(_pair(path, number, parts[:2], parts[2:]))
    return found


def _strings(entry: object) -> list[str]:
    """The strings of two lists of two."""
    halves = entry if isinstance(entry, list) else []
    if [len(half) for half in halves if isinstance(half, list)] != [2, 2] or len(halves) != 2:
        return []
    parts = [part for half in halves for part in half]
    return [part for part in parts if isinstance(part, str) and part.strip()]


def _row(path: Path, line: int, row: Row) -> Pair:
    start = text_of(path, line, row, "context")
    ends = [text_of(path, line, row, key) for key in ("ending_good", "ending_bad")]
    return _pair(path, line, [start, start], ends)


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


BHS = RowFormat("BHS", ("context", "ending_good", "ending_bad"), _row)
