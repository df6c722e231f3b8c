"""Probe tasks on a verb's subject that the verb does not spell: person and level of address.

The verb agrees with the object or with nothing, so its form is the same for all subjects: मैंने,
तुमने or उसने चिट्ठी लिखी. Most sentences have a second such pronoun that is not the subject, before the
clause (तुमने बताया कि मैंने … लिखी) or inside of it, nearer to the verb than the subject (मैंने वह
चिट्ठी, जो तुमने माँगी थी, … लिखी; तुमने मेहमान से “आप बैठिए” कहकर … लिखी).
"""

from __future__ import annotations

from authoring.hindi.draw import Draw
from authoring.hindi.grammar.conjugation import infinitive
from authoring.hindi.grammar.lexicon import Lexicon, Noun, Verb
from authoring.hindi.grammar.phrases import ASPECT_OF, Phrase, TenseKey, finite, noun_phrase, spaced
from authoring.hindi.probes.frames import (
    ERGATIVE_TENSES,
    Marked,
    TaskRecipe,
    doers,
    place_of,
    thing_of,
    time_of,
)
from kasauti.data.treebank_pairs.inflection import Agreement, perfective

_PERSONS = ("first", "second", "third")
_PRONOUNS = {"first": ("मैं", "हम"), "second": ("तुम", "आप", "तू"), "third": ("वह", "वे")}


def _subject(draw: Draw, person: str, verb: Verb) -> Phrase:
    if person != "third" or draw.chance(0.4):
        return draw.pronoun(draw.pick(_PRONOUNS[person]))
    nouns = [noun for noun in verb.subjects if noun.human]
    if nouns and draw.chance(0.5):
        return noun_phrase(draw.pick(nouns), draw.number())
    return draw.name() if verb.takes_names else draw.pronoun("वह")


def _transitives(lexicon: Lexicon, _label: str) -> list[Verb]:
    return [verb for verb in doers(lexicon, "transitive") if verb.ergative == "always"]


def _person(draw: Draw, label: str, verb: Verb) -> Marked | None:
    tense = draw.pick(ERGATIVE_TENSES)
    thing = thing_of(draw, verb)
    if thing is None or ASPECT_OF[tense] not in verb.aspects:
        return None
    subject = _subject(draw, label, verb)
    form = finite(verb, tense, Agreement(thing.gender, "sg"))
    named = draw.pick(_PERSONS)
    other = draw.name(other_than=[subject.direct])
    if named != "third":
        other = draw.pronoun(draw.pick(_PRONOUNS[named]))
    if _wanted(verb, thing) and draw.chance(0.6):
        if named == label != "third":
            return None
        return Marked(_wanted_by(draw, subject, other, thing, tense), form, "")
    told = draw.pick(("बताया था कि", "कहा था कि", "देखा था कि", "सुना था कि"))
    place = place_of(draw, verb, thing, tense=tense)
    clause = spaced(subject.ergative, time_of(draw, tense, verb), place, thing.lemma)
    if draw.chance(0.1):
        return Marked(clause, form, "")
    if named == label != "third":
        # Nobody is तुम and आप in one sentence, and of oneself one need not hear.
        other, told = subject, draw.pick(("बताया था कि", "कहा था कि"))
    return Marked(spaced(other.ergative, told, clause), form, "")


# What is not handed over, or not looked for any more once it was asked for.
_NOT_ASKED_FOR = (
    "माँगना", "उगाना", "पालना", "पकड़ना", "सींचना", "सजाना", "बाँधना", "ढूँढ़ना", "तोड़ना", "चुराना", "देखना",
)  # fmt: skip


def _wanted(verb: Verb, thing: Noun) -> bool:
    return verb.lemma not in _NOT_ASKED_FOR and thing.group == "things"


def _wanted_by(draw: Draw, subject: Phrase, other: Phrase, thing: Noun, tense: TenseKey) -> str:
    """The subject, and what it did something to, which the other one had asked for or chosen."""
    gender = thing.gender
    was = "था" if gender == "m" else "थी"
    chosen = draw.pick(
        (f"{perfective('माँगना', gender, 'sg')}", f"पसंद {perfective('करना', gender, 'sg')}")
    )
    time = draw.pick(("आज", "आज ही", "अभी") if tense == "perfect_present" else ("कल", "परसों"))
    return f"{subject.ergative} वह {thing.lemma}, जो {other.ergative} {chosen} {was}, {time}"


_LEVELS = {"intimate": "तू", "informal": "तुम", "formal": "आप"}
# Who is spoken to at each level.
_SPOKEN_TO = {
    "intimate": ("छोटे भाई से", "छोटी बहन से", "बच्चे से", "बेटे से"),
    "informal": ("दोस्त से", "पड़ोसी से", "छात्र से", "सहेली से"),
    "formal": ("मेहमान से", "दादा जी से", "गुरु जी से", "नानी जी से"),
}


def _said(draw: Draw, level: str) -> str:
    """Something said to someone else, with the pronoun in one of the cases of the subject."""
    other = draw.pronoun(_LEVELS[level])
    words = draw.pick(
        (
            f"{other.ergative} बहुत मदद की", f"{other.ergative} ठीक कहा",
            f"{other.dative} थोड़ा रुकना होगा", f"{other.dative} यह काम आता है",
            f"{other.oblique}से बाद में बात करनी है", f"{other.oblique}से कल मिलना है",
        )
    )  # fmt: skip
    return f"{draw.pick(_SPOKEN_TO[level])} “{words}”"


def _honorific(draw: Draw, label: str, verb: Verb) -> Marked | None:
    addressed = draw.pronoun(_LEVELS[label])
    parts = draw.pick((_done, _due))(draw, addressed, verb)
    if parts is None:
        return None
    subject, rest, form = parts
    if draw.chance(0.1):
        return Marked(spaced(subject, rest), form, "")
    said = _said(draw, draw.pick([level for level in _LEVELS if level != label]))
    past = form.split()[-1] in ("था", "थी", "पड़ा", "पड़ी")
    if not past or draw.chance(0.4):
        opener = draw.pick(("उस दिन", "कल") if past else ("अब", "")) if draw.chance(0.7) else ""
        return Marked(spaced(opener, subject, said, "कहने के बाद", rest), form, "")
    return Marked(spaced("जब", draw.name().ergative, said, "कहा, तब", subject, rest), form, "")


def _done(draw: Draw, addressed: Phrase, verb: Verb) -> tuple[str, str, str] | None:
    """A deed of the one addressed: the verb agrees with the object."""
    thing = thing_of(draw, verb)
    tense = draw.pick(ERGATIVE_TENSES)
    if thing is None or verb.ergative != "always" or ASPECT_OF[tense] not in verb.aspects:
        return None
    rest = spaced(place_of(draw, verb, thing, tense=tense), thing.lemma)
    return addressed.ergative, rest, finite(verb, tense, Agreement(thing.gender, "sg"))


def _due(draw: Draw, addressed: Phrase, verb: Verb) -> tuple[str, str, str]:
    """A duty of the one addressed: the infinitive agrees with the object."""
    thing = thing_of(draw, verb)
    feminine = thing is not None and thing.gender == "f"
    duty = draw.pick(
        ("चाहिए", "है", *(("पड़ेगी", "पड़ी", "थी") if feminine else ("पड़ेगा", "पड़ा", "था")))
    )
    main = infinitive(verb.lemma, ending="नी" if feminine else "ना")
    rest = spaced(place_of(draw, verb, thing), thing.lemma if thing else "")
    return addressed.dative, rest, f"{main} {duty}"


def _doer_verbs(lexicon: Lexicon, _label: str) -> list[Verb]:
    return [v for v in doers(lexicon, "intransitive", "transitive") if "future" in v.aspects]


PERSON = TaskRecipe("person", _PERSONS, _transitives, _person)
HONORIFIC = TaskRecipe("honorific", tuple(_LEVELS), _doer_verbs, _honorific)
