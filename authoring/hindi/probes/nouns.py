"""Probe tasks read at a noun: number and gender.

The noun's own form is the same for every label (घर is singular and plural), or its ending is as
common for one gender as for the other. What tells is a word that agrees with it or, for gender,
knowledge of the noun. Before it stands another noun phrase, whoever sees or buys the thing, with
words of the same kind, of the same or of the other number and gender: एक लड़के को दो बढ़िया कोट, दो
लड़कों को एक बढ़िया कोट. So the words of the sentence do not tell the label; to which noun they belong
does. In two of three examples an adjective that does not inflect stands next to the noun.
"""

from __future__ import annotations

from authoring.hindi.draw import Draw
from authoring.hindi.grammar.inflection import ends_in_vowel
from authoring.hindi.grammar.lexicon import Lexicon, Noun
from authoring.hindi.grammar.phrases import Phrase, noun_phrase, possessed, spaced
from authoring.hindi.probes.frames import Marked, TaskRecipe
from authoring.hindi.probes.scenes import met, of_kind
from kasauti.data.treebank_pairs.inflection import Gender, Number, inflect_adjective, perfective

_GROUPS = ("people", "animals", "things", "places")
# What cannot well be pointed at, looked at or liked.
_ODD = (
    "कपड़ा",
    "किनारा",
    "शादी",
    "कक्षा",
    "मेला",
    "रोना",
    "आसमान",
    "बाज़ार",
    "शहर",
    "गाँव",
    "रास्ता",
    "बंदर",
)
# What one does not show or admire.
_SPOILT = ("टूटा", "फटा", "गीला", "गंदा", "मैला", "सूखा", "भूखा", "प्यासा")
_MANY = ("दो", "तीन", "चार", "कई", "कुछ")
_OWNERS = ("मैं", "हम")

# Adjectives that have one form for all genders and numbers, whatever they end in.
_PLAIN: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("people",), ("मेहनती", "ग़रीब", "बीमार", "ईमानदार")),
    (("wild animal", "climber", "bird", "fish"), ("जंगली", "ख़ूबसूरत", "बीमार")),
    (("animals",), ("बीमार", "ख़ूबसूरत", "बढ़िया")),
    (("text",), ("दिलचस्प", "बढ़िया", "मामूली", "घटिया")),
    (("fruit", "snack", "sweet"), ("बढ़िया", "ख़राब", "स्वादिष्ट", "देसी")),
    (("jewel",), ("असली", "नक़ली", "ख़ूबसूरत", "बढ़िया")),
    (("tree", "plant", "flower", "leaf", "water"), ("ख़ूबसूरत", "बढ़िया", "मामूली")),
    (("places",), ("ख़ूबसूरत", "मामूली", "बढ़िया")),
    (("things",), ("बढ़िया", "ख़राब", "मामूली", "घटिया", "बेकार", "क़ीमती")),
)


def _plain_quality(draw: Draw, noun: Noun) -> str:
    return draw.pick(next(words for kinds, words in _PLAIN if of_kind(noun, kinds)))


def _seen(lexicon: Lexicon) -> list[Noun]:
    """Nouns for what can be seen and counted."""
    return [
        noun
        for noun in lexicon.nouns.values()
        if noun.group in _GROUPS and noun.count and noun.lemma not in _ODD and met(noun)
    ]


# What is not said to be someone's when it comes into sight.
_NOBODYS = ("leaf", "flower", "tree", "plant", "medicine", "wall", "fruit", "snack", "sweet")


def _ownable(noun: Noun) -> bool:
    if of_kind(noun, _NOBODYS):
        return False
    return noun.group == "things" or of_kind(noun, ("pet", "grazer"))


def _bystander(draw: Draw, noun: Noun, number: Number, gender: Gender | None = None) -> Phrase:
    """Someone else in the sentence, singular or plural, with words that tell it."""
    if draw.chance(0.25):
        kin = [k for k in draw.lexicon.of_kind("young kin") if gender in (None, k.gender)]
        owner = draw.pronoun(draw.pick(_OWNERS))
        return possessed(owner, draw.pick(kin), number)
    person = draw.human(gender, other_than=[noun.lemma])
    how_many = "एक" if number == "sg" else draw.pick(_MANY)
    return noun_phrase(person, number, determiner=(how_many, how_many))


def _scene(draw: Draw, noun: Noun, number: Number, bystander: Phrase) -> tuple[str, str]:
    """The text before and after the noun phrase; the word after it does not agree with it."""
    came = perfective("आना", noun.gender, number, alone=True)
    given = perfective("देना", noun.gender, number, alone=True)
    time, place = draw.time("perfective"), draw.pick(met(noun))
    frames = [
        (spaced(time, bystander.dative, place), f"दिखाई {given}"),
        (spaced(bystander.dative, place), f"नज़र {came}"),
        (spaced(time, place, bystander.dative), f"दिखाई {given}"),
    ]
    if noun.group == "things":
        frames.append((spaced(time, bystander.dative), f"बहुत पसंद {came}"))
    return draw.pick(frames)


def _syncretic(lexicon: Lexicon, _label: str) -> list[Noun]:
    """Masculines whose direct plural looks like their direct singular."""
    return [noun for noun in _seen(lexicon) if noun.gender == "m" and not noun.shows_number]


def _number(draw: Draw, label: str, noun: Noun) -> Marked | None:
    number: Number = "sg" if label == "singular" else "pl"
    other: Number = "pl" if number == "sg" else "sg"
    bystander = _bystander(draw, noun, other if draw.chance(0.6) else number)
    before, after = _scene(draw, noun, number, bystander)
    telling = "एक" if number == "sg" else draw.pick(_MANY)
    if _ownable(noun) and draw.chance(0.4):
        owner = draw.pronoun(draw.pick(_OWNERS))
        telling = owner.possessive(noun, number, "direct")
    between = _plain_quality(draw, noun) if draw.chance(0.7) else ""
    return Marked(spaced(before, telling, between), noun.form("direct", number), after)


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
        for noun in _seen(lexicon)
        if noun.gender == gender
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
    """A third has a modifier that agrees, a third one that does not inflect, a third neither."""
    bystander = _bystander(draw, noun, "sg", draw.gender())
    before, after = _scene(draw, noun, "sg", bystander)
    modifier = draw.pick((_agreeing, _plain, _pointing))(draw, noun)
    return Marked(spaced(before, modifier), noun.form("direct", "sg"), after) if modifier else None


def _agreeing(draw: Draw, noun: Noun) -> str:
    adjective = draw.adjective(noun, marked=True, other_than=_SPOILT)
    if adjective and (draw.chance(0.5) or not _ownable(noun)):
        return f"एक {inflect_adjective(adjective.lemma, noun.gender, 'sg', 'direct')}"
    if not _ownable(noun):
        return ""
    return draw.pronoun(draw.pick(_OWNERS)).possessive(noun, "sg", "direct")


def _plain(draw: Draw, noun: Noun) -> str:
    return f"एक {_plain_quality(draw, noun)}"


def _pointing(draw: Draw, noun: Noun) -> str:  # noqa: ARG001
    return draw.pick(("वह", "एक", "यही", "कोई"))


NUMBER = TaskRecipe("number", ("singular", "plural"), _syncretic, _number)
GENDER = TaskRecipe("gender", ("masculine", "feminine"), _opaque, _gender)
