"""A minimal pair, and what a file of pairs is read into."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from kasauti.data.pairs.formats.regions import RegionSuite


@dataclass(frozen=True, slots=True)
class Check:
    """The form that a rule of grammar asks for at some place of a sentence, and what is there."""

    rule: str
    asks: str
    has: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two sentences that differ in one respect; only `good` is grammatical.

    `gloss` says in English what is wrong with `bad`, `translation` what `good` means; `tags` are
    what results can be sliced by (template, tense, distance, …); `lemmas` are the content words, by
    which a linter sees whether one of them dominates. `checks` are those of the good and of the bad
    sentence, rule by rule: a generated pair shows by them that it has one error. Pairs of one
    `group` are crossed: what is good in one is bad in another, so that only a model that uses the
    context gets all of them right. `clusters` are what else it shares with other pairs, by kind (a
    lemma, a sentence of a corpus). `starts` are the starts of the two sentences where a protocol
    scores only what follows them.
    """

    id: str
    phenomenon: str
    good: str
    bad: str
    gloss: str = ""
    source: str = ""
    tags: Mapping[str, str] = field(default_factory=dict)
    lemmas: tuple[str, ...] = ()
    group: str = ""
    clusters: Mapping[str, str] = field(default_factory=dict)
    language: str | None = None  # BCP 47
    translation: str = ""
    starts: tuple[str, str] | None = None
    checks: tuple[tuple[Check, Check], ...] = ()

    @property
    def scored(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """(prefix, scored text) of both sentences."""
        good, bad = self.starts or ("", "")
        return (good, self.good[len(good) :]), (bad, self.bad[len(bad) :])

    @property
    def gated(self) -> bool:
        """False for a pair that is only documented: it is shown, but not counted."""
        return self.tags.get("status") != "documented"


@dataclass(frozen=True, slots=True)
class SourcePairs:
    """Pairs, and what is to be said of them.

    note: what was made and refused; empty where there is nothing to say.
    convention: what the protocol of their paper compares two sentences by; empty where there is
    none, so that the suite's own applies.
    equal: pairs of two equal sentences, which are left out.
    regions: suites of SyntaxGym, which are not pairs.
    """

    pairs: tuple[Pair, ...]
    note: str = ""
    convention: str = ""
    equal: tuple[Pair, ...] = ()
    regions: tuple[RegionSuite, ...] = ()


def by_phenomenon(pairs: Iterable[Pair]) -> dict[str, list[Pair]]:
    """The pairs of each phenomenon, in the order in which they first appear."""
    groups: dict[str, list[Pair]] = {}
    for pair in pairs:
        groups.setdefault(pair.phenomenon, []).append(pair)
    return groups
