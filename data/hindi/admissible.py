"""Which edits each Hindi phenomenon admits, so that a pair's label can be checked.

A rule sees the words that differ and the whole good sentence. It asks for the kind of change
that the label promises (forms of one verb, a case marker, a negative …), not for its rightness.
"""

from __future__ import annotations

from collections.abc import Callable

Words = tuple[str, ...]
Rule = Callable[[Words, Words, Words], bool]

# The letters that endings are written with, after what two forms of a word share.
_ENDING = frozenset("ािीुूेैोौंँआएईऊओइगतयजन")
_FAMILIES = (
    "है हैं हूँ हो हों होगा होगी होंगे होंगी होगे",
    "था थे थी थीं",
    "का के की",
    "यह ये इस इन इसे इन्हें इसने इन्होंने इसका इसके इसकी इनका इनके इनकी",
    "वह वे उस उन उससे उनसे उसे उन्हें उसने उन्होंने वही उसी उन्हीं उसका उसके उसकी उनका उनके उनकी",
    "जो जिस जिन जिसे जिन्हें जिसने जिन्होंने",
    "मैं मैंने मुझ मुझे मुझको मुझसे मेरा मेरे मेरी",
    "हम हमने हमें हमको हमसे हमारा हमारे हमारी",
    "तू तूने तुझ तुझे तुझसे तुमसे आपसे तेरा तेरे तेरी तुम तुमने तुम्हें तुम्हारा तुम्हारे तुम्हारी आप आपने आपको आपका आपके आपकी",
    "कौन किस किन किसे किन्हें किसने किसको किसका किसके किसकी",
    "कोई किसी किन्हीं",
    "जा जाता जाते जाती जाना जाने गया गए गई गईं",
)
_FAMILY_OF = {word: index for index, words in enumerate(_FAMILIES) for word in words.split()}
CASE_MARKERS = frozenset(("ने", "को", "से", "पर", "में", "का", "के", "की"))
NEGATIVES = frozenset(("नहीं", "मत", "न", "ना", "बिना"))
_PERSONAL = frozenset(
    word for words in _FAMILIES for word in words.split() if _FAMILY_OF[word] in range(3, 9)
)
BINDERS = _PERSONAL | frozenset(
    (
        "अपना",
        "अपने",
        "अपनी",
        "खुद",
        "ख़ुद",
        "स्वयं",
        "एक-दूसरे",
        "आपस",
        "आपसी",
        "परस्पर",
        "अपना-अपना",
        "अपने-अपने",
        "अपनी-अपनी",
    )
)


def related(good: str, bad: str) -> bool:
    """Whether two words are forms of one word: equal but for an ending, or of one family."""
    if good == bad:
        return True
    if good in _FAMILY_OF and _FAMILY_OF[good] == _FAMILY_OF.get(bad):
        return True
    shared = 0
    while shared < min(len(good), len(bad)) and good[shared] == bad[shared]:
        shared += 1
    return shared > 0 and set(good[shared:]) | set(bad[shared:]) <= _ENDING


def _forms(good: Words, bad: Words, _sentence: Words) -> bool:
    """Each word becomes another form of itself."""
    return len(good) == len(bad) and all(map(related, good, bad))


def _case(good: Words, bad: Words, _sentence: Words) -> bool:
    """A case marker comes, goes or changes, or a pronoun takes another case."""
    nouns = [[word for word in side if word not in CASE_MARKERS] for side in (good, bad)]
    return len(nouns[0]) == len(nouns[1]) and all(map(related, *nouns))


def _order(good: Words, bad: Words, _sentence: Words) -> bool:
    return sorted(good) == sorted(bad)


def _negation(good: Words, bad: Words, sentence: Words) -> bool:
    """A negative comes, goes, moves or changes, or a verb has not the form that one asks for."""
    rest = [sorted(word for word in side if word not in NEGATIVES) for side in (good, bad)]
    if NEGATIVES & {*good, *bad}:
        return rest[0] == rest[1]
    return bool(NEGATIVES & set(sentence))


def _binding(good: Words, bad: Words, sentence: Words) -> bool:
    """A reflexive, reciprocal or pronoun is involved: changed, or present with its antecedent."""
    return bool(BINDERS & {*good, *bad, *sentence})


def _infinitive(good: Words, bad: Words, sentence: Words) -> bool:
    """A form of one verb takes the place of another, or an infinitive or its subject changes."""
    if any(_is_infinitive(word) for word in (*good, *bad)):
        return True
    return bool(good and bad and related(good[0], bad[0])) or any(map(_is_infinitive, sentence))


def _control(good: Words, bad: Words, sentence: Words) -> bool:
    """An infinitive, its subject or what governs it changes, or a participle agrees otherwise."""
    return _infinitive(good, bad, sentence) or _forms(good, bad, sentence)


def _is_infinitive(word: str) -> bool:
    return len(word) > 2 and word.endswith(("ना", "ने", "नी", "कर"))


ADMISSIBLE: dict[str, Rule] = {
    "subject_verb_agreement_number": _forms,
    "subject_verb_agreement_person": _forms,
    "subject_verb_agreement_gender": _forms,
    "case_marking_ergative": _case,
    "case_marking_accusative": _case,
    "case_marking_dative": _case,
    "subject_case": _case,
    "word_order": _order,
    "gender_agreement_adjective": _forms,
    "gender_agreement_verb": _forms,
    "number_agreement": _forms,
    "honorific_agreement": _forms,
    "negation": _negation,
    "binding": _binding,
    "control": _control,
    "infinitive_form": _infinitive,
}
