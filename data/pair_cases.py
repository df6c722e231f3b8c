"""Cases: what one evaluation test is about, with the data it needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kasauti.data.drawing import drawn
from kasauti.data.errors import DataError
from kasauti.data.pairs import Pair, by_phenomenon
from kasauti.data.pairs.formats.pair import SourcePairs
from kasauti.data.pairs.packs import ReadPack, packs_named, read_pack
from kasauti.data.pairs.reading import read_pair_file
from kasauti.data.translations import glossed, translated
from kasauti.records import CaseId

HINDI_CORE = Path(__file__).parent / "hindi" / "pairs_core.jsonl"
HINDI_TRANSLATIONS = Path(__file__).parent / "hindi" / "translations.tsv"
HINDI_WORD_GLOSSES = Path(__file__).parent / "hindi" / "word_glosses.tsv"
HINDI_FULL = Path(__file__).parent / "hindi" / "pairs_full.jsonl"
HINDI_EXTENDED = Path(__file__).parent / "hindi" / "pairs_extended.jsonl"
# The shipped Hindi sets: what was written by hand; that with what the grammar generates for the
# same phenomena; and both with further phenomena.
PAIR_SETS = {
    "core": (HINDI_CORE,),
    "full": (HINDI_CORE, HINDI_FULL),
    "extended": (HINDI_CORE, HINDI_FULL, HINDI_EXTENDED),
}


@dataclass(frozen=True, slots=True)
class PairCase:
    """One phenomenon of one data pack: a test of its own."""

    suite: str
    name: str
    pack: str  # the data pack and a digest of its file
    pairs: tuple[Pair, ...]
    note: str = ""  # how the pairs came about, where that is worth saying
    convention: str = ""  # what their paper's protocol compares by; empty: the suite's own
    left_out: tuple[Pair, ...] = ()  # pairs of two equal sentences: only a linter looks at them

    @property
    def id(self) -> CaseId:
        """Keys reports and baselines, however the tests are run."""
        return CaseId(self.suite, self.name)

    @property
    def language(self) -> str | None:
        """What all its pairs are in, in BCP 47; None where it is not known or they differ."""
        return common_language(self.pairs)

    @property
    def published(self) -> bool:
        """Whether others wrote the pairs, and document a protocol for them."""
        return bool(self.convention)

    @property
    def gated(self) -> PairCase:
        """The case with the pairs that count."""
        return replace(self, pairs=tuple(pair for pair in self.pairs if pair.gated))

    @property
    def documented(self) -> PairCase:
        """The case with the pairs that are shown, but not counted."""
        return replace(self, pairs=tuple(pair for pair in self.pairs if not pair.gated))

    def limited(self, count: int, *, seed: int) -> PairCase:
        """The case with so many of the pairs that count; crossed pairs stay together."""
        pairs = self.gated.pairs
        if len(pairs) <= count:
            return self
        return replace(
            self, pairs=drawn(pairs, count, seed=seed, name=lambda each: each.group or each.id)
        )

    def good_sentences(self) -> list[str]:
        return [pair.good for pair in self.pairs]

    def sentences(self) -> list[str]:
        """The sentences, whole."""
        return [sentence for pair in self.pairs for sentence in (pair.good, pair.bad)]

    def requests(self) -> list[tuple[str, str]]:
        """What is to be scored: a text, and what stands before it that is not scored."""
        return [asked for pair in self.pairs for asked in pair.scored]


@dataclass(frozen=True, slots=True)
class PairPack:
    """All pairs of one shipped set or of one file, across its phenomena."""

    name: str
    version: str  # the name and a digest of the content
    pairs: tuple[Pair, ...]

    @property
    def language(self) -> str | None:
        """What all its pairs are in, in BCP 47; None where it is not known or they differ."""
        return common_language(self.pairs)


def common_language(pairs: Iterable[Pair]) -> str | None:
    """The language of all these pairs; None where it is not known or they differ."""
    found = {pair.language for pair in pairs}
    return found.pop() if len(found) == 1 else None


def packs_of(cases: Iterable[PairCase]) -> list[PairPack]:
    """The data packs that the cases come from."""
    pairs: dict[str, list[Pair]] = {}
    for case in cases:
        pairs.setdefault(case.pack, []).extend((*case.pairs, *case.left_out))
    return [
        PairPack(version.rpartition("@")[0], version, tuple(pairs[version])) for version in pairs
    ]


def minimal_pair_cases(files: Iterable[Path] = (), *, pairs_set: str = "core") -> list[PairCase]:
    """The shipped Hindi phenomena, and those of what --pairs names under the name of its file."""
    shipped = _shipped(pairs_set)
    return [case for pack in (shipped, *packs_named(files)) for case in _cases(pack)]


def in_language(pairs: Iterable[Pair], language: str | None) -> list[Pair]:
    """The pairs, in this language where they do not say which they are in."""
    return [replace(pair, language=pair.language or language) for pair in pairs]


def _shipped(pairs_set: str) -> ReadPack:
    paths = PAIR_SETS[pairs_set]

    def read(_: Path) -> SourcePairs:
        pairs = [pair for path in paths for pair in read_pair_file(path).pairs]
        in_english = translated(in_language(pairs, "hi"), HINDI_TRANSLATIONS)
        return SourcePairs(tuple(glossed(in_english, HINDI_WORD_GLOSSES)))

    return read_pack(f"hindi-{pairs_set}", "", paths, read)


def _cases(pack: ReadPack) -> list[PairCase]:
    content = pack.content
    groups = by_phenomenon(content.pairs)
    name = pack.version.rpartition("@")[0]
    if any(phenomenon.rpartition("/")[2] == "overall" for phenomenon in groups):
        # Reports give the total of a data pack under this name.
        raise DataError(f"{name} has a phenomenon called overall. Rename it.")
    for phenomenon, group in groups.items():
        if not any(pair.gated for pair in group):
            raise DataError(
                f"{name} has only documented pairs of {phenomenon}, which are not counted. "
                "Add one without that status."
            )
    left_out = _left_out(list(groups), content.equal)
    return [
        PairCase(
            "multiblimp",
            f"{pack.prefix}{phenomenon}",
            pack.version,
            tuple(group),
            "" if index else content.note,  # once for all phenomena
            content.convention,
            left_out.get(phenomenon, ()),
        )
        for index, (phenomenon, group) in enumerate(groups.items())
    ]


def _left_out(groups: Sequence[str], equal: Iterable[Pair]) -> dict[str, tuple[Pair, ...]]:
    """The pairs of two equal sentences by phenomenon; those of one without others, by the first."""
    found: dict[str, tuple[Pair, ...]] = {}
    for pair in equal:
        owner = pair.phenomenon if pair.phenomenon in groups else groups[0]
        found[owner] = (*found.get(owner, ()), pair)
    return found
