"""External sandhi in SLP1: how two words join, and how they do not.

Each rule gives the right join and the wrong ones: the change left out though
the words are written together, or the change that belongs to another sound.
Two unchanged words written apart are not wrong in modern prose and are never
used as a wrong join, nor is a join that could spell other words.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

_VOWELS = frozenset("aAiIuUfFeEoO")
_VOICED = frozenset("gGjJqQdDbBNYRnmyrlvh")
_LABELS = {"c": "S", "C": "S", "w": "z", "W": "z", "t": "s", "T": "s"}


@dataclass(frozen=True, slots=True)
class Join:
    """How two words are written together, by which rule, and how they may not be.

    A "+" in a wrong join stands between two words written together unchanged.
    """

    rule: str
    right: str
    wrong: tuple[str, ...]


def join(left: str, right: str, *, dual: bool = False) -> Join | None:
    """Join two words in SLP1; nothing where the rules here do not reach.

    `dual` says that `left` is a dual, whose final ई, ऊ or ए never changes (1.1.11).
    """
    if dual and left[-1] in "IUe" and right[0] in _VOWELS:
        return _uncombined(left, right)
    for ending, rule in _RULES:
        if left.endswith(ending):
            return rule(left, right)
    return None


def _uncombined(left: str, right: str) -> Join | None:
    glide = {"I": "y", "U": "v"}.get(left[-1])
    if glide:
        wrong = _unless_before_long_a(left[:-1] + glide, right)
    elif right[0] == "a":
        wrong = (left + "'" + right[1:],)
    else:
        wrong = (left[:-1] + "a " + right,)
    return Join("dual vowel stays", f"{left} {right}", wrong)


def _unless_before_long_a(left: str, right: str) -> tuple[str, ...]:
    """A wrong consonant before the second word, unless with its आ it would end another word.

    नार्वागच्छति would be "the horse does not go" (न अर्वा गच्छति), योगिनरागच्छन्ति
    "men who are yogins go" (योगिनरा गच्छन्ति), गुरुसागच्छति has सा "she".
    """
    return () if right[0] == "A" else (left + right,)


def _visarga(left: str, right: str) -> Join | None:
    stem, vowel, first = left[:-1], left[-2], right[0]
    if first in _LABELS:
        sibilant = _LABELS[first]
        other = "s" if sibilant == "S" else "S"
        wrong = [stem + other + right]
        if vowel == "a":
            wrong.append(stem[:-1] + "o " + right)
        return Join("visarga becomes a sibilant", stem + sibilant + right, tuple(wrong))
    if first not in _VOWELS | _VOICED:
        wrong = [stem + "r" + right]
        if vowel == "a":
            wrong.append(stem[:-1] + "o " + right)
        return Join("visarga stays", f"{left} {right}", tuple(wrong))
    if vowel == "a":
        return _visarga_after_a(stem, right)
    if vowel == "A":
        changed = _unless_before_long_a(stem + "r", right)
        return Join("āḥ loses visarga", f"{stem} {right}", (*changed, f"{left}+{right}"))
    if first == "r":
        return None  # The vowel would also be lengthened.
    changed = _unless_before_long_a(stem + "s", right)
    return Join("visarga becomes r", stem + "r" + right, (*changed, f"{left}+{right}"))


def _visarga_after_a(stem: str, right: str) -> Join:
    if right[0] == "a":
        return Join(
            "aḥ becomes o before a",
            stem[:-1] + "o'" + right[1:],
            (stem + "r" + right, f"{stem}H+{right}"),
        )
    if right[0] in _VOWELS:
        return Join(
            "aḥ loses visarga before a vowel",
            f"{stem} {right}",
            (stem[:-1] + "o " + right, *_unless_before_long_a(stem + "r", right)),
        )
    return Join(
        "aḥ becomes o before a voiced consonant",
        stem[:-1] + "o " + right,
        (stem + "r" + right, stem + "s" + right),
    )


def _final_m(left: str, right: str) -> Join:
    stem = left[:-1]
    if right[0] in _VOWELS:
        # No wrong join: anusvāra is only another spelling, and न् could be the word न
        # (पुत्रीनानयति is "the daughter does not bring").
        return Join("m stays before a vowel", left + right, ())
    # Before a dental, न् would be right too (8.4.59); there the unchanged म् is wrong.
    wrong = f"{left}+{right}" if right[0] in "tTdDn" else stem + "n" + right
    return Join("m becomes anusvāra", f"{stem}M {right}", (wrong,))


def _final_t(left: str, right: str) -> Join | None:
    stem, first = left[:-1], right[0]
    voiced, omitted = stem + "d" + right, f"{left}+{right}"
    if first in _VOWELS or first in "gGdDbByrv":
        return Join("t becomes d", voiced, (omitted,))
    if first in "cjl":
        return Join("t becomes like c, j, l", stem + first + right, (omitted, voiced))
    if first in "nm":
        return Join("t becomes n", stem + "n" + right, (omitted,))
    if first == "h":
        return Join("t and h become ddh", stem + "dD" + right[1:], (omitted,))
    return None


def _final_n(left: str, right: str) -> Join | None:
    stem, first = left[:-1], right[0]
    if first in "ct":
        sibilant, other = ("S", "s") if first == "c" else ("s", "S")
        return Join(
            "n gains a sibilant",
            stem + "M" + sibilant + right,
            (f"{left}+{right}", stem + "M" + other + right),
        )
    if first == "j":
        return Join("n becomes ñ", stem + "Y" + right, (f"{left}+{right}",))
    return None


def _final_vowel(left: str, right: str) -> Join | None:
    if right[0] not in _VOWELS:
        return None
    body, last, first, rest = left[:-1], left[-1], right[0], right[1:]
    omitted = f"{left}+{right}"
    if last in "aA":
        merged = {"a": "A", "A": "A", "i": "e", "I": "e", "u": "o", "U": "o", "f": "ar"}
        merged |= {"e": "E", "E": "E", "o": "O", "O": "O"}
        return Join("a merges", body + merged[first] + rest, (omitted,))
    long, glide = ("I", "y") if last in "iI" else ("U", "v")
    if first in (long, long.lower()):
        return Join("equal vowels merge", body + long + rest, (omitted, body + glide + right))
    other = "v" if glide == "y" else "y"
    changed = _unless_before_long_a(body + other, right)
    return Join("i, u become y, v", body + glide + right, (omitted, *changed))


def _final_au(left: str, right: str) -> Join | None:
    if right[0] not in _VOWELS:
        return None
    return Join("au becomes āv", left[:-1] + "Av" + right, (f"{left}+{right}",))


def _final_e(left: str, right: str) -> Join | None:
    # No wrong join: only the dual above is contrasted. But this is how कन्ये, if it is a
    # vocative, joins, and the wrong join of the dual must not spell that.
    if right[0] not in _VOWELS:
        return None
    written = f"{left}'{right[1:]}" if right[0] == "a" else f"{left[:-1]}a {right}"
    return Join("e before a vowel", written, ())


_RULES: tuple[tuple[tuple[str, ...], Callable[[str, str], Join | None]], ...] = (
    (("aH", "AH", "iH", "IH", "uH", "UH", "eH", "EH", "oH", "OH"), _visarga),
    (("O",), _final_au),
    (("e",), _final_e),
    (("m",), _final_m),
    (("t",), _final_t),
    (("n",), _final_n),
    (("a", "A", "i", "I", "u", "U"), _final_vowel),
)
