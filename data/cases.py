"""Cases: what one evaluation test is about, with the data it needs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from data.errors import DataError
from data.pairs import Pair, by_phenomenon, read_pairs

HINDI_CORE = Path(__file__).parent / "hindi" / "pairs_core.jsonl"


@dataclass(frozen=True, slots=True)
class PairCase:
    """One phenomenon of one data pack: a test of its own."""

    suite: str
    name: str
    pack: str  # the data pack and a digest of its file
    pairs: tuple[Pair, ...]

    @property
    def id(self) -> str:
        """Keys reports and baselines; never changes with the way the tests are run."""
        return f"{self.suite}/{self.name}"

    def sentences(self) -> list[str]:
        return [sentence for pair in self.pairs for sentence in (pair.good, pair.bad)]


def minimal_pair_cases(files: Iterable[Path] = ()) -> list[PairCase]:
    """The shipped Hindi phenomena, and those of the user's files under the file's name."""
    cases = _cases("hindi-core", HINDI_CORE, prefix="")
    stems: set[str] = set()
    for path in files:
        if path.stem in stems:
            raise DataError(f"Two pairs files are called {path.stem}. Rename one of them.")
        stems.add(path.stem)
        cases += _cases(path.stem, path, prefix=f"{path.stem}/")
    return cases


def _cases(pack: str, path: Path, *, prefix: str) -> list[PairCase]:
    groups = by_phenomenon(read_pairs(path))
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:8]
    return [
        PairCase("multiblimp", f"{prefix}{phenomenon}", f"{pack}@{digest}", tuple(pairs))
        for phenomenon, pairs in groups.items()
    ]


def unique_sentences(cases: Sequence[PairCase]) -> list[str]:
    """Every sentence of the cases once, in a stable order."""
    return list(dict.fromkeys(text for case in cases for text in case.sentences()))
