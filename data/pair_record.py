"""A minimal pair: the record that every format of pairs is read into."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


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
    what results
    can be sliced by (template, tense, distance, …); `lemmas` are the content
    words, by which a linter sees whether one of them dominates. `checks` are
    those of the good and of the bad sentence, rule by rule: a generated pair
    shows by them that it has one error. Pairs of one `group` are crossed: what
    is good in one is bad in another, so that only who looks at the context gets
    all of them right. `starts` are the starts of the two sentences where a protocol scores only
    what follows them.
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
    language: str | None = None  # BCP 47
    translation: str = ""
    starts: tuple[str, str] | None = None
    checks: tuple[tuple[Check, Check], ...] = ()

    @property
    def scored(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """Of the good and of the bad sentence, what it is scored after, and what is scored."""
        good, bad = self.starts or ("", "")
        return (good, self.good[len(good) :]), (bad, self.bad[len(bad) :])

    @property
    def gated(self) -> bool:
        """Whether the pair counts; one that is only documented is shown, but not counted."""
        return self.tags.get("status") != "documented"
