"""Probe tasks read at a noun: number, gender, definiteness.

The noun's own form is the same for every label (लड़के is a direct plural and an oblique singular,
घर is singular and plural), or its ending is as common for one gender as for the other; what
tells is a determiner before it, an adjective or a possessor that agrees with it, or knowledge of
the word.
"""

from __future__ import annotations

from kasauti.data.hindi.draw import Draw
from kasauti.data.hindi.inflection import Case, Number, ends_in_vowel, inflect_adjective
from kasauti.data.hindi.lexicon import Lexicon, Noun
from kasauti.data.hindi.phrases import Phrase, spaced
from kasauti.data.hindi.probe_frames import Marked, TaskRecipe
from kasauti.data.hindi.probe_scenes import around_direct, around_oblique
from kasauti.data.hindi.templates.qualities import SPOILT

_GROUPS = ("people", "animals", "things", "places")
# What cannot well be pointed at, looked at or liked.
_ODD = ("कपड़ा", "किनारा", "शादी", "कक्षा", "मेला", "रोना")

_SINGULAR = {"direct": ("यह", "वह", "एक"), "oblique": ("इस", "उस", "एक", "किसी")}
_PLURAL = ("ये", "वे", "दो", "तीन", "चार", "पाँच", "कई", "कुछ", "बहुत-से")


def _seen(lexicon: Lexicon) -> list[Noun]:
    """Nouns for what can be seen and counted."""
    return [
        noun
        for noun in lexicon.nouns.values()
        if noun.group in _GROUPS and noun.count and noun.lemma not in _ODD
    ]


def _adjective(draw: Draw, noun: Noun, number: Number, case: Case) -> str:
    adjective = draw.adjective(noun, other_than=SPOILT) if draw.chance(0.5) else None
    return inflect_adjective(adjective.lemma, noun.gender, number, case) if adjective else ""


def _with(
    draw: Draw,
    noun: Noun,
    number: Number,
    case: Case,
    *modifiers: str,
    owner: Phrase | None = None,
) -> Marked:
    """The noun with what stands before it, in a sentence that fits its case."""
    while True:
        before, after = (
            around_direct(draw, noun, number) if case == "direct" else around_oblique(draw, noun)
        )
        # An owner who does something in the sentence would have अपना: draw another.
        if owner is None or not any(word in _names(owner) for word in before.split()):
            break
    possessive = owner.possessive(noun, number, case) if owner else ""
    return Marked(spaced(before, possessive, *modifiers), noun.form(case, number), after)


# What may stand for the speaker in a sentence.
_SPEAKERS = ("मैं", "मैंने", "मुझे", "हम", "हमने", "हमें")


def _names(owner: Phrase) -> tuple[str, ...]:
    if owner.person == 1:
        return _SPEAKERS
    return (owner.direct, owner.ergative, owner.dative)


def _syncretic(lexicon: Lexicon, _label: str) -> list[Noun]:
    """Masculines: their direct plural looks like a singular form."""
    return [noun for noun in _seen(lexicon) if noun.gender == "m"]


def _number(draw: Draw, label: str, noun: Noun) -> Marked | None:
    if label == "plural":
        determiner = draw.pick(_PLURAL)
        return _with(draw, noun, "pl", "direct", determiner, _adjective(draw, noun, "pl", "direct"))
    case: Case = "oblique" if noun.marked or draw.chance(0.5) else "direct"
    determiner = draw.pick(_SINGULAR[case])
    return _with(draw, noun, "sg", case, determiner, _adjective(draw, noun, "sg", case))


# Endings that one gender has far more often; each class comes equally often in both genders.
_ENDINGS = ("ी", "ा", "")
_FEMININE_SUFFIX = ("िन", "िया")


def _ending(noun: Noun) -> str:
    return next(ending for ending in _ENDINGS if noun.lemma.endswith(ending))


def _opaque(lexicon: Lexicon, label: str) -> list[Noun]:
    """Nouns of a gender, so repeated that their endings do not tell it."""
    gender = "m" if label == "masculine" else "f"
    nouns = [
        noun
        for noun in lexicon.nouns.values()
        if noun.group in _GROUPS
        and noun.count
        and noun.gender == gender
        and noun.lemma not in _ODD
        and not noun.lemma.endswith(_FEMININE_SUFFIX)
        and (_ending(noun) or not ends_in_vowel(noun.lemma))
    ]
    by_ending = {e: [n for n in nouns if _ending(n) == e] for e in _ENDINGS}
    # As many of each ending as both genders can give: a rare one is repeated.
    return [
        noun
        for ending, share in zip(_ENDINGS, (14, 14, 36), strict=True)
        for noun in (by_ending[ending] * share)[:share]
    ]


def _gender(draw: Draw, _label: str, noun: Noun) -> Marked | None:
    """Half of the nouns have a modifier that agrees with them, half have none."""
    case: Case = "direct" if noun.marked or draw.chance(0.5) else "oblique"
    if draw.chance(0.5):
        agreeing = draw.adjective(noun, marked=True, other_than=SPOILT) or draw.adjective(
            noun, marked=True
        )
        if agreeing and (draw.chance(0.5) or not _ownable(noun)):
            modifier = inflect_adjective(agreeing.lemma, noun.gender, "sg", case)
        elif _ownable(noun):
            return _with(draw, noun, "sg", case, owner=_owner(draw))
        else:
            return None
    else:
        plain = draw.adjective(noun, marked=False) if draw.chance(0.4) else None
        modifier = spaced(
            draw.pick(("यह", "वह") if case == "direct" else ("इस", "उस")),
            plain.lemma if plain else "",
        )
    return _with(draw, noun, "sg", case, modifier)


def _ownable(noun: Noun) -> bool:
    if "leaf" in noun.kinds:
        return False
    return noun.group == "things" or bool({"pet", "grazer"} & set(noun.kinds))


def _owner(draw: Draw) -> Phrase:
    return draw.name() if draw.chance(0.5) else draw.pronoun(draw.pick(("मैं", "हम", "वह")))


def _countable(lexicon: Lexicon, _label: str) -> list[Noun]:
    return _seen(lexicon)


_INDEFINITE: dict[tuple[Case, Number], tuple[str, ...]] = {
    ("direct", "sg"): ("एक", "एक और"),
    ("oblique", "sg"): ("एक", "एक और", "किसी"),
    ("direct", "pl"): ("कुछ", "कुछ और", "कई", "कई और"),
    ("oblique", "pl"): ("कुछ", "कुछ और", "कई", "कई और"),
}
_DEFINITE: dict[tuple[Case, Number], tuple[str, ...]] = {
    ("direct", "sg"): ("यह", "वह", "वही"),
    ("oblique", "sg"): ("इस", "उस", "उसी"),
    ("direct", "pl"): ("ये", "वे", "ये दोनों", "वही"),
    ("oblique", "pl"): ("इन", "उन", "इन दोनों", "उन्हीं"),
}


def _definiteness(draw: Draw, label: str, noun: Noun) -> Marked | None:
    """A demonstrative or an indefinite word tells; a possessor, as common with both, does not.

    No bare numerals: दो लताओं को may be "the two creepers".
    """
    case: Case = "direct" if draw.chance(0.5) else "oblique"
    number: Number = "sg" if draw.chance(0.7) else "pl"
    owned = _ownable(noun) and draw.chance(0.3)
    owner = _owner(draw) if owned else None
    determiner = draw.pick((_INDEFINITE if label == "indefinite" else _DEFINITE)[case, number])
    adjective = _adjective(draw, noun, number, case)
    return _with(draw, noun, number, case, determiner, adjective, owner=owner)


NUMBER = TaskRecipe("number", ("singular", "plural"), _syncretic, _number)
GENDER = TaskRecipe("gender", ("masculine", "feminine"), _opaque, _gender)
DEFINITENESS = TaskRecipe("definiteness", ("definite", "indefinite"), _countable, _definiteness)
