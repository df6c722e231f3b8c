"""The output of a template: one pair in the making, and the record of the template itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from authoring.hindi.draw import Draw
from authoring.hindi.grammar.phrases import spaced
from kasauti.data.lint.pairs import why_not_one_error
from kasauti.data.pairs import Check


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A pair as the text before the edit, the two versions of the edit, and the text after it.

    `between` is the text between controller and target (None where there is no such
    pair of words). `attractor` is a noun phrase that may distract: a bare one between them,
    which could control agreement, is matching or mismatching by its features; one before a
    postposition is oblique.
    `checks` are what grammar asks of the good and of the bad member, in the same order.
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
    checks: tuple[Sequence[Check], Sequence[Check]] = ((), ())
    end: str = "।"

    def sentences(self) -> tuple[str, str]:
        """The good and the bad sentence."""
        return (
            spaced(self.before, self.good, self.after) + self.end,
            spaced(self.before, self.bad, self.after) + self.end,
        )

    def why_refused(self) -> str:
        """The reason why the checks do not show exactly one error; "" if they do."""
        return why_not_one_error(*self.checks)

    def distance(self) -> str:
        """The distance of the target from its controller: none, adjacent, near (1 to 3) or far."""
        if self.between is None:
            return "none"
        words = len(self.between.split())
        if words == 0:
            return "adjacent"
        return "near" if words <= 3 else "far"

    def attraction(self) -> str:
        """A bare noun phrase between controller and target, and how far they are apart."""
        real = self.attractor in ("matching", "mismatching")
        return f"{self.attractor} {self.distance()}" if real else "none"


@dataclass(frozen=True, slots=True)
class Template:
    """A way to make pairs; `build` gives one for a direction, or None when the draw does not fit.

    Directions are drawn equally often, so that no form is always the right one.
    """

    name: str
    directions: tuple[str, ...]
    build: Callable[[Draw, str], Draft | None]
