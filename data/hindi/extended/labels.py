"""Which edits each phenomenon of the extended set admits, so that a pair's label can be checked."""

from __future__ import annotations

from kasauti.data.hindi.admissible import CASE_MARKERS, NEGATIVES, Rule, Words, related

CORRELATIVES = frozenset(
    ("जिस", "जिन", "जिसे", "जिससे", "वह", "उसे", "उन्हें", "जितनी", "उतनी", "जैसी", "वैसी")
)
QUESTIONS = frozenset((
    "कौन", "किसने", "किसे", "किस", "किन", "किसके", "कब", "कहाँ", "कौन-सा", "कौन-सी", "कितने", "कितनी",
    "जब", "जहाँ", "जिसने", "जिसके", "साथ",
))  # fmt: skip
GENITIVES = frozenset(("का", "के", "की"))


def _forms(good: Words, bad: Words, _sentence: Words) -> bool:
    """Each word becomes another form of itself."""
    return len(good) == len(bad) and all(map(related, good, bad))


def _marker_or_form(good: Words, bad: Words, sentence: Words) -> bool:
    """A postposition comes, goes or changes, or a word takes another form."""
    right, wrong = (tuple(w for w in side if w not in CASE_MARKERS) for side in (good, bad))
    return _forms(right, wrong, sentence)


def _of(words: frozenset[str]) -> Rule:
    return lambda good, bad, _sentence: {*good, *bad} <= words


def _valency(good: Words, bad: Words, sentence: Words) -> bool:
    """A postposition changes, or one verb takes the place of another."""
    if {*good, *bad} <= CASE_MARKERS:
        return True
    return len(good) == len(bad) == 1 and _last_words(good, bad, sentence)


def _moved_negative(good: Words, bad: Words, _sentence: Words) -> bool:
    """The same words, one of them a negative, in another order."""
    return sorted(good) == sorted(bad) and bool(NEGATIVES & set(good))


def _last_words(good: Words, bad: Words, sentence: Words) -> bool:
    """The verb at the end of the sentence, before an auxiliary if it has one, is another one."""
    end = sentence[:-1] if sentence[-1] in ("था", "थी", "है", "हूँ") else sentence
    if not (good and bad):  # पी, पी सकी: the two begin alike
        return {*good, *bad} <= {"रहा", "रही", "सका", "सकी", "पाया", "पाई"}
    return good in (sentence[-len(good) :], end[-len(good) :])


def _light_verb(good: Words, bad: Words, sentence: Words) -> bool:
    """The verb at the end is another one, or the main verb before it has another form."""
    kept = bad if len(bad) == len(good) else bad[: len(good)]
    return _last_words(good, bad, sentence) or _forms(good, kept, sentence)


def _owners(good: Words, bad: Words, sentence: Words) -> bool:
    """अपना-अपना comes or changes, or its owners become fewer in a sentence that has it."""
    distributive = {"अपना-अपना", "अपनी-अपनी", "अपने-अपने"}
    return bool(distributive & {*good, *bad, *sentence})


EXTENDED_ADMISSIBLE: dict[str, Rule] = {
    "long_distance_agreement": _forms,
    "relative_correlative": _of(CORRELATIVES),
    "causative": _valency,
    "polarity_scope": _moved_negative,
    "light_verbs": _light_verb,
    "modal_agreement": _marker_or_form,
    "ditransitive_attraction": _forms,
    "participles": _marker_or_form,
    "distributive": _owners,
    "split_ergativity": _last_words,
    "genitive_agreement": _of(GENITIVES),
    "wh_clauses": _of(QUESTIONS),
    "comparative": _marker_or_form,
}
