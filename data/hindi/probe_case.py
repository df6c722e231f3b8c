"""The probe task on case, read at a noun with its postposition.

ने and का tell their case by themselves; को does not: it marks an accusative where a clause
already has its subject and no object, and a dative on whoever feels or gets something. A noun
without a postposition is a nominative, also in the plural that looks like an oblique singular.
"""

from __future__ import annotations

from kasauti.data.hindi.conjugation import Agreement, perfective
from kasauti.data.hindi.draw import Draw
from kasauti.data.hindi.inflection import Number, inflect_adjective
from kasauti.data.hindi.lexicon import Lexicon, Noun
from kasauti.data.hindi.phrases import TenseKey, finite, noun_phrase, spaced
from kasauti.data.hindi.probe_frames import (
    Marked,
    TaskRecipe,
    doers,
    happens,
    place_of,
    speaker,
    thing_of,
    time_of,
    verb_clause,
)
from kasauti.data.hindi.templates.qualities import SPOILT

LABELS = (
    "nominative", "ergative", "accusative", "dative", "genitive", "instrumental", "locative",
)  # fmt: skip

# What is done with a thing, by someone in the ergative; of some things it takes several.
_MEANS = {
    "चाक़ू": "सेब काटा", "हथौड़ा": "ताला तोड़ा", "रस्सी": "गाय को बाँधा", "चाबी": "दरवाज़ा खोला",
    "सुई": "कुर्ता सिला", "पेंसिल": "चिट्ठी लिखी", "बाल्टी": "पौधों को पानी दिया", "लोटा": "दूध नापा",
    "गिलास": "चावल नापे", "कपड़ा": "मेज़ पोंछी", "हल्दी": "चावल रँगे", "पत्ता": "थाली ढकी",
    "चादर": "पलंग ढका", "कंबल": "बच्चे को ढका", "रज़ाई": "बच्ची को ढका", "दुपट्टा": "सिर ढका",
    "पर्दा": "खिड़की ढकी", "माला": "दरवाज़ा सजाया", "बाँस": "टोकरी बनाई", "लोहा": "हथौड़ा बनाया",
    "सोना": "अँगूठी बनवाई", "ताँबा": "लोटा बनवाया", "चमड़ा": "जूता बनाया", "शीशम": "मेज़ बनवाई",
    "मोम": "गुड़िया बनाई", "दूध": "खीर बनाई", "पानी": "बर्तन धोया", "बर्फ़": "शरबत ठंडा किया",
    "सीढ़ी": "दीवार पार की", "छाता": "कुत्ते को भगाया", "ताला": "दरवाज़ा बंद किया", "कटोरी": "दाल नापी",
}  # fmt: skip
_VEHICLES = ("साइकिल", "गाड़ी", "नाव", "ताँगा", "रिक्शा")
# What someone cannot do, so that the one who cannot stands with से.
_TOO_MUCH = (
    "यह संदूक़ नहीं उठाया गया", "इतनी मिठाई नहीं खाई गई", "वह दरवाज़ा नहीं खोला गया",
    "कड़वा काढ़ा नहीं पिया गया", "वह लंबी चिट्ठी नहीं पढ़ी गई",
)  # fmt: skip
_GIFTS = ("किताब", "मिठाई", "गुड़िया", "घड़ी", "तस्वीर", "चिट्ठी", "टोपी", "अँगूठी")


# One feels hungry on a day, not in a week.
_DAYS = ("कल", "परसों", "आज सुबह", "कल शाम", "उस दिन")


def _people(lexicon: Lexicon) -> list[Noun]:
    return [noun for noun in lexicon.nouns.values() if noun.group == "people"]


def _places(lexicon: Lexicon) -> dict[str, list[str]]:
    """The postpositions, में or पर, with which each place occurs."""
    found: dict[str, list[str]] = {}
    for verb in [verb for verbs in lexicon.verbs.values() for verb in verbs]:
        for place in verb.places:
            lemma, _, postposition = place.partition(" ")
            if postposition in ("में", "पर") and postposition not in found.setdefault(lemma, []):
                found[lemma].append(postposition)
    return {lemma: postpositions for lemma, postpositions in found.items() if postpositions}


def _words(lexicon: Lexicon, label: str) -> list[Noun]:
    people = _people(lexicon)
    if label == "instrumental":
        return people[::2] + [lexicon.nouns[lemma] for lemma in (*_MEANS, *_VEHICLES)]
    if label == "locative":
        return [lexicon.nouns[lemma] for lemma in _places(lexicon)]
    if label == "nominative":
        animals = [noun for noun in lexicon.nouns.values() if noun.group == "animals"]
        return people + animals
    if label == "genitive":
        things = [*lexicon.of_kind("furniture", "opening", "garment", "vessel")]
        return people + things
    return people


def _case(draw: Draw, label: str, noun: Noun) -> Marked | None:
    return _BUILDERS[label](draw, noun)


def _number(draw: Draw) -> Number:
    return "sg" if draw.chance(0.6) else "pl"


def _marked(draw: Draw, noun: Noun) -> str:
    """The noun as it stands before a postposition."""
    return noun.form("oblique", _number(draw))


def _nominative(draw: Draw, noun: Noun) -> Marked | None:
    verbs = [v for v in draw.lexicon.verbs["intransitive"] if noun in v.subjects]
    tenses: tuple[TenseKey, ...] = ("habitual_present", "progressive_past", "future")
    fitting = [v for v in verbs if {"habitual", "progressive", "future"} <= set(v.aspects)]
    if not fitting:
        return None
    verb, tense = draw.pick(fitting), draw.pick(tenses)
    phrase = noun_phrase(noun, _number(draw))
    rest = spaced(draw.place(verb, tense=tense).text, finite(verb, tense, phrase.agreement))
    time = time_of(draw, tense, verb)
    if draw.chance(0.5):
        return Marked(time, phrase.direct, rest)
    return Marked("", phrase.direct, spaced(time, rest))


def _ergative(draw: Draw, noun: Noun) -> Marked | None:
    tense: TenseKey = draw.pick(("perfective", "perfect_past"))
    verb = draw.pick([v for v in doers(draw.lexicon, "transitive") if noun in v.subjects])
    thing = thing_of(draw, verb)
    if thing is None:
        return None
    finite_verb = finite(verb, tense, Agreement(thing.gender, "sg"))
    rest = spaced(place_of(draw, verb, thing), thing.lemma, finite_verb)
    time = time_of(draw, tense, verb) if draw.chance(0.6) else ""
    return Marked(time, f"{_marked(draw, noun)} ने", rest)


def _accusative(draw: Draw, noun: Noun) -> Marked | None:
    tense: TenseKey = draw.pick(("perfective", "perfect_past", "progressive_past", "future"))
    # One explains something to a person: with समझाना को may be a dative.
    verb = draw.verb("human_object", tense, lambda verb: verb.lemma != "समझाना")
    subject = speaker(draw)
    clause = verb_clause(draw, verb, tense, subject)
    if clause is None:
        return None
    return Marked(clause.before, f"{_marked(draw, noun)} को", finite(verb, tense, clause.agreement))


def _dative(draw: Draw, noun: Noun) -> Marked | None:
    return _recipient(draw, noun) if draw.chance(0.5) else _experiencer(draw, noun)


def _recipient(draw: Draw, noun: Noun) -> Marked:
    """Someone gave the gift, already named, to the noun."""
    gift = draw.noun(draw.pick(_GIFTS))
    giver = speaker(draw)
    verb = draw.pick(("देना", "दिखाना", "भेजना"))
    given = perfective(verb, gift.gender, "sg", alone=True)
    adjective = draw.adjective(gift, marked=True, other_than=SPOILT)
    kind = inflect_adjective(adjective.lemma, gift.gender, "sg", "direct") if adjective else ""
    time = draw.time("perfective") if draw.chance(0.5) else ""
    before = spaced(time, giver.ergative, draw.pick(("अपनी", "वह", "एक")), kind, gift.lemma)
    return Marked(before, f"{_marked(draw, noun)} को", given)


def _experiencer(draw: Draw, noun: Noun) -> Marked:
    """The noun feels, knows or needs something."""
    kind, verb = draw.pick((("sensation", "लगना"), ("coming", "आना"), ("emotion", "होना")))
    feeling = draw.pick(draw.lexicon.of_kind(kind))
    felt = perfective(verb, feeling.gender, "sg", alone=True)
    rest = draw.pick((f"बहुत {feeling.lemma} {felt}", f"अचानक {feeling.lemma} {felt}"))
    if draw.chance(0.3):
        rest = draw.pick(("यह बात पता थी", "जल्दी घर जाना पड़ा", "एक किताब चाहिए थी"))
    return Marked(draw.pick(_DAYS), f"{_marked(draw, noun)} को", rest)


_OWNED = (("m", "घर"), ("f", "बात"), ("m", "नाम"), ("f", "कहानी"), ("m", "थैला"), ("f", "घड़ी"))
_PROPERTIES = (("m", "रंग"), ("f", "क़ीमत"), ("m", "दाम"), ("f", "हालत"), ("m", "आकार"))


def _genitive(draw: Draw, noun: Noun) -> Marked:
    gender, owned = draw.pick(_OWNED if noun.human else _PROPERTIES)
    marker, liked, known = ("का", "पसंद आया", "बताया") if gender == "m" else ("की", "पसंद आई", "बताई")
    someone = speaker(draw)
    before, after = draw.pick(
        (
            ("", f"{owned} सबको {liked}"),
            (someone.dative, f"{owned} {liked}"),
            (spaced(draw.time("perfective"), someone.ergative), f"{owned} {known}"),
            (draw.time("perfective"), f"{owned} किसी को {liked.replace('पसंद', 'पसंद नहीं')}"),
        )
    )
    return Marked(before, f"{_marked(draw, noun)} {marker}", after)


def _instrumental(draw: Draw, noun: Noun) -> Marked | None:
    time = draw.time("perfective") if draw.chance(0.6) else ""
    someone = speaker(draw)
    if noun.human:
        return Marked(time, f"{_marked(draw, noun)} से", draw.pick(_TOO_MUCH))
    with_it = f"{noun.form('oblique', 'sg')} से"
    if noun.lemma in _VEHICLES:
        went = perfective("जाना", someone.gender, someone.number, alone=True)
        goal = draw.pick(("शहर", "गाँव", "बाज़ार", "दफ़्तर", "अस्पताल"))
        if noun.lemma == "नाव":
            goal = "उस पार"
        return Marked(spaced(time, someone.direct), with_it, f"{goal} {went}")
    return Marked(spaced(time, someone.ergative), with_it, _MEANS[noun.lemma])


def _locative(draw: Draw, noun: Noun) -> Marked | None:
    tense: TenseKey = draw.pick(("perfective", "habitual_present", "progressive_past", "future"))
    postposition = draw.pick(_places(draw.lexicon)[noun.lemma])
    place = f"{noun.lemma} {postposition}"
    verbs = [v for v in doers(draw.lexicon, "intransitive", "transitive") if happens(v, place)]
    if not verbs:
        return None
    verb, subject = draw.pick(verbs), speaker(draw)
    clause = verb_clause(draw, verb, tense, subject)
    if clause is None or (verb.objects and tense == "perfective"):
        return None
    before = spaced(time_of(draw, tense, verb), subject.direct)
    thing = thing_of(draw, verb)
    after = spaced(thing.lemma if thing else "", finite(verb, tense, subject.agreement))
    return Marked(before, f"{noun.form('oblique', 'sg')} {postposition}", after)


_BUILDERS = {
    "nominative": _nominative,
    "ergative": _ergative,
    "accusative": _accusative,
    "dative": _dative,
    "genitive": _genitive,
    "instrumental": _instrumental,
    "locative": _locative,
}

CASE = TaskRecipe("case", LABELS, _words, _case)
