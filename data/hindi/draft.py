"""What a template gives: one pair in the making, and the record of the template itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kasauti.data.hindi.draw import Draw
from kasauti.data.hindi.phrases import spaced


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A pair as the text before the edit, the two versions of the edit, and the text after it.

    `between` is the text between controller and target (None where there is no such
    pair of words); `attractor` says whether a noun in it, or before it, has other features.
    """

    before: str
    good: str
    bad: str
    after: str
    gloss: str
    tense: str
    lemmas: tuple[str, ...]
    between: str | None = None
    attractor: str = "none"

    def sentences(self) -> tuple[str, str]:
        """The good and the bad sentence."""
        return (
            spaced(self.before, self.good, self.after) + "।",
            spaced(self.before, self.bad, self.after) + "।",
        )

    def distance(self) -> str:
        """How far the target is from what controls it: none, adjacent, near (1 to 3) or far."""
        if self.between is None:
            return "none"
        words = len(self.between.split())
        if words == 0:
            return "adjacent"
        return "near" if words <= 3 else "far"


@dataclass(frozen=True, slots=True)
class Template:
    """A way to make pairs; `build` gives one for a direction, or None when the draw does not fit.

    Directions are drawn equally often, so that no form is always the right one.
    """

    name: str
    directions: tuple[str, ...]
    build: Callable[[Draw, str], Draft | None]
