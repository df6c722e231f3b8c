"""Whether the checks of a generated pair show that its bad sentence has exactly one error.

The checks come from the template (`checks.py`). Here they are held against the two sentences: what
they speak of must be there, and of every word that bears case or agrees there must be a check.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from kasauti.data.hindi.checks import why_not_one_error
from kasauti.data.pairs import Check, Pair

GENERATED = "grammar"  # how the source of a generated pair begins
PUNCTUATION = "।,"
AUXILIARIES = frozenset(["है", "हैं", "हूँ", "हो", "था", "थे", "थी", "थीं", "रहा", "रहे", "रही"])
MARKERS = frozenset(["ने", "को", "का", "के", "की"])
# को of a day and के of a compound postposition are not case markers of arguments.
DAYS = frozenset(("रविवार",))
COMPOUND = frozenset(
    ["किनारे", "साथ", "लिए", "सामने", "नीचे", "पास", "बाद", "पहले", "ऊपर", "अंदर", "पीछे", "आगे", "बारे"]
)


def why_unproved(pair: Pair) -> str:
    """What is missing from the proof; "" if nothing is, or if the pair was written by hand."""
    if not pair.checks:
        return "a generated pair without checks" if pair.source.startswith(GENERATED) else ""
    good, bad = ([sides[index] for sides in pair.checks] for index in (0, 1))
    if refused := why_not_one_error(good, bad):
        return refused
    return _not_covered(pair.good, good) or _not_covered(pair.bad, bad)


def _not_covered(sentence: str, checks: Sequence[Check]) -> str:
    words = _words(sentence)
    for check in checks:
        if check.has and f" {' '.join(_words(check.has))} " not in f" {' '.join(words)} ":
            return f"the check of the {check.rule} speaks of '{check.has}', not in {sentence!r}"
    covered = Counter(word for check in checks for word in _words(check.has))
    for word, count in Counter(_bearing(words)).items():
        if covered[word] < count:
            return f"no check speaks of '{word}' in {sentence!r}"
    return ""


def _words(text: str) -> list[str]:
    return [word for word in (part.strip(PUNCTUATION) for part in text.split()) if word]


def _bearing(words: Sequence[str]) -> Iterable[str]:
    """The case markers, the auxiliaries, and the last word, which is the verb."""
    for before, word, after in zip(["", *words], words, [*words[1:], ""], strict=False):
        if (word == "को" and before in DAYS) or (word == "के" and after in COMPOUND):
            continue
        if word in MARKERS or word in AUXILIARIES or not after:
            yield word
