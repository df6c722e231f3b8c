"""Proof by its checks that the bad sentence of a generated pair has exactly one error.

The checks come from the template that made the pair. Here they are held against the two sentences:
what they speak of must be there, and of every word that bears case or agrees there must be a check.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from kasauti.data.lint.edits import words_of
from kasauti.data.lint.languages import languages
from kasauti.data.pairs import Check, Pair

GENERATED = "grammar"  # how the source of a generated pair begins


def why_unproved(pair: Pair) -> str:
    """Return what is missing from the proof; "" if nothing is, or if the pair is hand-written."""
    if not pair.checks:
        return "a generated pair without checks" if pair.source.startswith(GENERATED) else ""
    good, bad = ([sides[index] for sides in pair.checks] for index in (0, 1))
    if refused := why_not_one_error(good, bad):
        return refused
    return _not_covered(pair.good, good) or _not_covered(pair.bad, bad)


def _not_covered(sentence: str, checks: Sequence[Check]) -> str:
    words = words_of(sentence)
    for check in checks:
        if check.has and f" {' '.join(words_of(check.has))} " not in f" {' '.join(words)} ":
            return f"the check of the {check.rule} speaks of '{check.has}', not in {sentence!r}"
    covered = Counter(word for check in checks for word in words_of(check.has))
    language = next((each for each in languages() if each.writes(sentence)), None)
    bearing = Counter(language.bearing_words(words) if language else ())
    for word, count in bearing.items():
        if covered[word] < count:
            return f"no check speaks of '{word}' in {sentence!r}"
    return ""


def find_failing(checks: Iterable[Check]) -> tuple[Check, ...]:
    """The checks that do not hold."""
    return tuple(check for check in checks if check.asks != check.has)


def why_not_one_error(good: Sequence[Check], bad: Sequence[Check]) -> str:
    """Return why the checks do not show exactly one error; "" if they do."""
    if [check.rule for check in good] != [check.rule for check in bad]:
        return "the two members are not described by the same checks"
    if wrong := find_failing(good):
        return f"the good member fails: {_list(wrong)}"
    if len(wrong := find_failing(bad)) != 1:
        return f"the bad member fails {len(wrong)} checks: {_list(wrong)}"
    return ""


def _list(checks: Iterable[Check]) -> str:
    return "; ".join(f"{each.rule} asks for '{each.asks}', has '{each.has}'" for each in checks)
