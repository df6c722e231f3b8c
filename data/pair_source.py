"""What a named source of pairs gives: `--pairs=NAME:…`."""

from __future__ import annotations

from dataclasses import dataclass

from kasauti.data.pairs import Pair


@dataclass(frozen=True, slots=True)
class SourcePairs:
    """Pairs, and a sentence on what was made and refused (empty where there is nothing to say)."""

    pairs: tuple[Pair, ...]
    note: str = ""
