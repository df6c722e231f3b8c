"""The linter of minimal pairs: pairs in, findings out.

It works for any language; rules of a language (`languages.py`) apply only to texts in its script
and to phenomena that it names. `scorers.baselines` measures whether length
or word frequency gives the answer away.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from kasauti.data.lint.edits import PUNCTUATION, Edit, edits_of, whole_edit, words_of
from kasauti.data.lint.languages import languages
from kasauti.data.pairs import Check, Pair

JOINERS = "\u200c\u200d"
# A joiner is allowed after a virama, where it selects another shape of a conjunct.
VIRAMA = "\N{DEVANAGARI SIGN VIRAMA}"
INVISIBLE = "\u00ad\u200b\u200e\u200f\u2060\ufeff"
# Phenomena in which the two sentences may have the same words in another order.
REORDERED = ("word_order", "negation", "binding", "control", "polarity_scope", "distributive")
GENDER = "-G"  # how MultiBLiMP's names of gender agreement end
LONGEST_CASE_PHRASE = 4
GENERATED = "grammar"  # how the source of a generated pair begins


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault: the pair's id (or the phenomenon), the rule and the fact."""

    where: str
    rule: str
    fact: str

    def __str__(self) -> str:
        return f"{self.where}: {self.rule}: {self.fact}"


def lint_pairs(pairs: Sequence[Pair]) -> list[Finding]:
    """Every finding about the pairs, and about several of them together."""
    findings = [finding for pair in pairs for finding in lint_pair(pair)]
    return [*findings, *_repeated(pairs), *_not_crossed(pairs), *_contradictory(pairs)]


def lint_pair(pair: Pair) -> Iterator[Finding]:
    """The findings about one pair by itself."""
    if pair.good == pair.bad:
        yield Finding(pair.id, "identical", f"both sentences are {pair.good!r}")
        return
    for check in _PAIR_RULES:
        fact = check(pair)
        if fact:
            yield Finding(pair.id, check.__name__.strip("_"), fact)


def _not_nfc(pair: Pair) -> str:
    for sentence in (pair.good, pair.bad):
        if not unicodedata.is_normalized("NFC", sentence):
            return f"{sentence!r} is not in Unicode normal form C"
    return ""


def _stray_character(pair: Pair) -> str:
    for sentence in (pair.good, pair.bad):
        for before, character in zip(" " + sentence, sentence, strict=False):
            stray_joiner = character in JOINERS and before != VIRAMA
            if stray_joiner or character in INVISIBLE:
                return f"U+{ord(character):04X} in {sentence!r}"
    return ""


def _spacing(pair: Pair) -> str:
    for sentence in (pair.good, pair.bad):
        if sentence != " ".join(sentence.split()):
            return f"{sentence!r} has leading, trailing, double or unusual white space"
    return ""


def _punctuation(pair: Pair) -> str:
    good, bad = (
        [character for character in sentence if character in PUNCTUATION]
        for sentence in (pair.good, pair.bad)
    )
    if good != bad:
        return f"punctuation differs: {''.join(good)!r} and {''.join(bad)!r}"
    return ""


def _one_edit(pair: Pair) -> str:
    whole = whole_edit(pair)
    if whole.reorders:
        if pair.phenomenon in REORDERED:
            return ""
        return f"the words {' '.join(whole.good)!r} are only reordered"
    if pair.phenomenon == "word_order":
        return f"the words differ: {' '.join(whole.good)!r} and {' '.join(whole.bad)!r}"
    edits = edits_of(pair)
    longest = max(len(whole.good), len(whole.bad))
    if (
        pair.phenomenon.startswith(("case_marking", "subject_case"))
        and longest <= LONGEST_CASE_PHRASE
    ):
        return ""  # मेरे भाई को, मेरा भाई: the case of a phrase shows at both of its ends
    if len(edits) > 1:
        changes = "; ".join(f"{' '.join(e.good)!r} > {' '.join(e.bad)!r}" for e in edits)
        return f"{len(edits)} separate edits: {changes}"
    return ""


def _label(pair: Pair) -> str:
    """Check that the edit is one that the phenomenon's name promises."""
    whole = whole_edit(pair)
    for language in languages():
        if pair.phenomenon in language.phenomena and language.writes(pair.good):
            if language.admits(pair.phenomenon, whole, words_of(pair.good)):
                return ""
            return f"{_change(whole)} is not an edit of {pair.phenomenon}"
    return ""


def _second_reading(pair: Pair) -> str:
    """Find a reading that makes the bad sentence of a generated pair right."""
    if not pair.source.startswith(GENERATED):
        return ""  # a documented pair stays as it is documented
    return second_reading(pair)


def second_reading(pair: Pair) -> str:
    """Return the reading that makes the bad sentence right; "" if no rule knows one."""
    whole, good, bad = whole_edit(pair), words_of(pair.good), words_of(pair.bad)
    start = next((i for i, (a, b) in enumerate(zip(good, bad, strict=False)) if a != b), 0)
    edit = f"‹{' '.join(whole.good)}|{' '.join(whole.bad)}›"
    change = " ".join([*good[:start], edit, *good[start + len(whole.good) :]])
    for language in languages():
        if language.writes(pair.good):
            for reading in language.second_readings:
                if reading.rescues(pair.phenomenon, change, " ".join(bad)):
                    return f"{pair.bad!r} can be read as {reading.name}"
    return ""


def _gender_flip(pair: Pair) -> str:
    """Check that a pair of MultiBLiMP's SV-G or SP-G differs in gender alone."""
    if not pair.phenomenon.endswith(GENDER):
        return ""
    whole = whole_edit(pair)
    for language in languages():
        if pair.language in (language.code, None) and language.writes(pair.good):
            one_word = len(whole.good) == len(whole.bad) == 1
            if one_word and language.is_gender_flip(whole.good[0], whole.bad[0]):
                return ""
            return f"{_change(whole)} is not a change of gender alone"
    return ""


def _change(edit: Edit) -> str:
    return f"{' '.join(edit.good)!r} > {' '.join(edit.bad)!r}"


def one_error(pair: Pair) -> str:
    """Return why its checks do not prove that a generated pair has one error; "" if they do.

    The checks come from the template that made the pair. What they speak of must be there, and of
    every word that bears case or agrees there must be a check.
    """
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


_PAIR_RULES: tuple[Callable[[Pair], str], ...] = (
    _not_nfc,
    _stray_character,
    _spacing,
    _punctuation,
    _one_edit,
    _label,
    _second_reading,
    _gender_flip,
    one_error,
)


def _repeated(pairs: Iterable[Pair]) -> Iterator[Finding]:
    first: dict[tuple[str, str], str] = {}
    for pair in pairs:
        key = (pair.good, pair.bad)
        if key in first:
            yield Finding(pair.id, "repeated", f"the same two sentences as {first[key]}")
        first.setdefault(key, pair.id)


def contrasted_words(pair: Pair) -> tuple[str, str]:
    """The good and the bad word: what the pair says of them, or else what differs."""
    if "form" in pair.tags and "wrong_form" in pair.tags:
        return pair.tags["form"], pair.tags["wrong_form"]
    whole = whole_edit(pair)
    return " ".join(whole.good), " ".join(whole.bad)


def _not_crossed(pairs: Iterable[Pair]) -> Iterator[Finding]:
    """Groups in which a word is good more often than bad, so that preferring it gains."""
    groups: dict[str, Counter[str]] = {}
    for pair in pairs:
        if pair.group:
            good, bad = contrasted_words(pair)
            balance = groups.setdefault(pair.group, Counter())
            balance[good] += 1
            balance[bad] -= 1
    for group, balance in groups.items():
        if uneven := sorted(word for word, times in balance.items() if times):
            fact = f"{', '.join(uneven)}: not as often good as bad in the group"
            yield Finding(group, "not_crossed", fact)


def _contradictory(pairs: Sequence[Pair]) -> Iterator[Finding]:
    good = {pair.good: pair.id for pair in reversed(pairs)}
    for pair in pairs:
        if pair.good != pair.bad and pair.bad in good:
            yield Finding(
                pair.id, "contradictory", f"{pair.bad!r} is the good sentence of {good[pair.bad]}"
            )
