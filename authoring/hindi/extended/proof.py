"""The checks of a draft: what is the same in both members, and the part that the edit decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from authoring.hindi.grammar.checks import Clause, all_checks
from kasauti.data.pairs import Check

Described = Iterable[Clause | Check]


def wording(*texts: str) -> tuple[Check, ...]:
    """Clauses around the contrast: the same in both members, and complete in themselves."""
    return tuple(Check("wording", text, text) for text in texts if text.strip(" ,"))


def case_of(role: str, noun: str, asks: str, written: str) -> Check:
    """The postposition after an oblique noun, which no clause has as subject or object."""
    return Check(f"case of the {role}", f"{noun} {asks}", f"{noun} {written}")


def members(
    describe: Callable[[str], Described], good: str, bad: str, *around: str
) -> tuple[tuple[Check, ...], tuple[Check, ...]]:
    """The checks of both members; `describe` says what grammar asks where `written` stands."""
    same = wording(*around)
    return (*same, *all_checks(*describe(good))), (*same, *all_checks(*describe(bad)))
