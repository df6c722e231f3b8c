"""Probe tasks read at a verb whose form does not tell them: mood, voice, honorific.

बैठे is a perfective plural and a subjunctive singular, बैठो a subjunctive and an imperative. गया
ends the passive खाया गया and the active बैठ गया, and is read without what stands before it. The
level of address is read at a verb whose subject is the one addressed, but which agrees with the
object or with nothing: तूने, तुमने or आपने चिट्ठी लिखी. So the verb belongs to the level and does not
spell it.
"""

from __future__ import annotations

from kasauti.data.hindi.conjugation import (
    Agreement,
    Tense,
    compound,
    future,
    imperative,
    infinitive,
    passive,
    perfective,
    subjunctive,
    verb_group,
)
from kasauti.data.hindi.draw import Draw
from kasauti.data.hindi.inflection import Number
from kasauti.data.hindi.lexicon import Lexicon, Noun, Verb
from kasauti.data.hindi.phrases import ASPECT_OF, Phrase, TenseKey, finite, spaced
from kasauti.data.hindi.probe_frames import (
    ERGATIVE_TENSES,
    Marked,
    TaskRecipe,
    arranged,
    doers,
    place_of,
    thing_of,
    time_of,
)
from kasauti.data.hindi.probe_verbs import action_verbs, third_person


def _syncretic_verbs(lexicon: Lexicon, label: str) -> list[Verb]:
    """Verbs whose perfective plural is a subjunctive too (not करना, देना, लेना, जाना)."""
    return [
        verb
        for verb in action_verbs(lexicon, label)
        if perfective(verb.lemma, "m", "pl") == subjunctive(verb.lemma, 3, "sg")
        and (label != "indicative" or verb.ergative != "optional")
        and (label != "indicative" or not verb.objects or _counted(verb))
    ]


def _counted(verb: Verb) -> list[Noun]:
    """The masculine things that one does this to by the dozen: nobody wears three coats."""
    if verb.lemma in ("पहनना", "चलाना"):
        return []
    return [noun for noun in verb.objects if noun.gender == "m" and noun.count]


# Each asks for a subjunctive. Not कहना: what is said may be an order in its own words.
_WISHES = (
    "ज़रूरी है कि", "अच्छा होगा कि", "माँ चाहती हैं कि", "मैं चाहता हूँ कि", "सब चाहते हैं कि", "उचित होगा कि",
    "दादी की इच्छा है कि",
)  # fmt: skip


def _mood(draw: Draw, label: str, verb: Verb) -> Marked | None:
    if label == "indicative":
        return _indicative(draw, verb)
    thing = thing_of(draw, verb)
    # Not कल: for tomorrow one asks with पढ़ना, not with पढ़ो.
    time = draw.pick(("आज", "अब", "अभी", ""))
    rest = spaced(time, place_of(draw, verb, thing), thing.lemma if thing else "")
    if label == "imperative":
        return Marked(
            spaced(draw.pick(("तुम", "तुम", "बेटा, तुम")), rest), imperative(verb.lemma, "तुम"), ""
        )
    wish = draw.pick(_WISHES)
    if draw.chance(0.5):
        return Marked(spaced(wish, "तुम", rest), subjunctive(verb.lemma, 2, "pl"), "")
    subject = third_person(draw, verb).direct
    return Marked(spaced(wish, subject, rest), subjunctive(verb.lemma, 3, "sg"), "")


def _indicative(draw: Draw, verb: Verb) -> Marked | None:
    """A perfective plural: several men did it, or someone did it to several things."""
    time = time_of(draw, "perfective", verb) if draw.chance(0.7) else ""
    thing = draw.pick(_counted(verb)) if verb.objects else None
    place = place_of(draw, verb, thing)
    form = perfective(verb.lemma, "m", "pl", alone=True)
    how_many = draw.pick(("दो", "तीन", "कई", "कुछ", "सारे"))
    if thing is not None:
        things = thing.form("direct", "pl")
        return Marked(
            spaced(time, third_person(draw, verb).ergative, place, how_many, things), form, ""
        )
    people = [noun for noun in verb.subjects if noun.human and noun.gender == "m"]
    if not people:
        return None
    return Marked(spaced(time, how_many, draw.pick(people).form("direct", "pl"), place), form, "")


# Verbs that go with जाना as a light verb; of the lexicon's others, its own vector says so.
_COMPLETED = (
    "सोना", "बैठना", "लेटना", "लौटना", "पहुँचना", "निकलना", "आना", "चढ़ना", "उतरना", "ठहरना", "छिपना",
    "भागना", "रुकना", "बिकना",
)  # fmt: skip


def _voice_verbs(lexicon: Lexicon, label: str) -> list[Verb]:
    if label == "passive":
        return [verb for verb in lexicon.verbs["transitive"] if _undergoers(verb)]
    return [
        verb
        for verb in lexicon.verbs["intransitive"]
        if verb.vector == "जाना" or verb.lemma in _COMPLETED
    ]


def _undergoers(verb: Verb) -> list[Noun]:
    """What something is done to by people who need not be named: one's clothes are worn by one."""
    if verb.lemma == "पहनना":
        return []
    if verb.lemma == "माँगना":
        return [noun for noun in verb.objects if noun.lemma in ("सलाह", "मदद", "छुट्टी")]
    return list(verb.objects)


def _voice(draw: Draw, label: str, verb: Verb) -> Marked | None:
    """The verb before जाना is outside the span: a participle in the passive, else a stem."""
    nouns = _undergoers(verb) if label == "passive" else verb.subjects
    # Both genders equally often, so that the form of गया does not tell the voice.
    gender = draw.gender()
    noun = draw.pick([noun for noun in nouns if noun.gender == gender] or nouns)
    number: Number = "pl" if noun.count and draw.chance(0.4) else "sg"
    tense: TenseKey = draw.pick(("perfective", "perfect_present", "perfect_past", "future"))
    if ASPECT_OF[tense] not in verb.aspects:
        return None
    if label == "passive":
        lemma = passive(verb.lemma, noun.gender, number)
        if lemma == compound(verb.lemma, "जाना"):
            return None  # चाय पी गई: the tea was drunk, or she drank it up
    else:
        lemma = compound(verb.lemma, "जाना")
    main, _, _ = lemma.rpartition(" ")
    going = _going(tense, Agreement(noun.gender, number))
    before = arranged(draw, noun.form("direct", number), verb, tense, None)
    return Marked(spaced(before, main), going, "")


def _going(tense: TenseKey, agreement: Agreement) -> str:
    if tense == "future":
        return future("जाना", agreement)
    if tense == "perfective":
        return perfective("जाना", agreement.gender, agreement.number, alone=True)
    told: Tense = "present" if tense == "perfect_present" else "past"
    return verb_group("जाना", "perfective", told, agreement)


_LEVELS = {"intimate": "तू", "informal": "तुम", "formal": "आप"}


def _honorific(draw: Draw, label: str, verb: Verb) -> Marked | None:
    return draw.pick((_done, _due, _unable))(draw, draw.pronoun(_LEVELS[label]), verb)


def _done(draw: Draw, addressed: Phrase, verb: Verb) -> Marked | None:
    """What the one addressed has done: the verb agrees with the object."""
    thing = thing_of(draw, verb)
    if thing is None or verb.ergative != "always":
        return None
    tense = draw.pick(ERGATIVE_TENSES)
    before = arranged(draw, addressed.ergative, verb, tense, thing)
    return Marked(before, finite(verb, tense, Agreement(thing.gender, "sg")), "")


def _due(draw: Draw, addressed: Phrase, verb: Verb) -> Marked | None:
    """What the one addressed should, must or had to do: the infinitive agrees with the object."""
    thing = thing_of(draw, verb)
    feminine = thing is not None and thing.gender == "f"
    past: TenseKey = "perfective"
    coming: TenseKey = "future"
    tense, duty = draw.pick(
        (
            (coming, "चाहिए"),
            (coming, "है"),
            (coming, "पड़ेगी" if feminine else "पड़ेगा"),
            (past, "पड़ी" if feminine else "पड़ा"),
            (past, "थी" if feminine else "था"),
        )
    )
    main = infinitive(verb.lemma, ending="नी" if feminine else "ना")
    return Marked(arranged(draw, addressed.dative, verb, tense, thing), f"{main} {duty}", "")


# What nobody fails to do; जाना, which has another participle here (जाया); and माँगना, with which
# आपसे may be the one who is asked.
_EASY = (
    "जाना", "पहनना", "ख़रीदना", "बेचना", "छिपाना", "चखना", "रखना", "निकलना", "लौटना", "फेंकना", "भेजना",
    "देखना", "उगाना", "पालना", "माँगना",
)  # fmt: skip


def _unable(draw: Draw, addressed: Phrase, verb: Verb) -> Marked | None:
    """What the one addressed cannot do: the passive agrees with the object."""
    tense: TenseKey = draw.pick(("perfective", "future"))
    if verb.lemma in _EASY or ASPECT_OF[tense] not in verb.aspects:
        return None
    thing = thing_of(draw, verb)
    gender = thing.gender if thing else "m"
    main, _, _ = passive(verb.lemma, gender, "sg").rpartition(" ")
    before = arranged(draw, f"{addressed.oblique}से", verb, tense, thing)
    return Marked(f"{before} नहीं", f"{main} {_going(tense, Agreement(gender, 'sg'))}", "")


def _doer_verbs(lexicon: Lexicon, _label: str) -> list[Verb]:
    return [v for v in doers(lexicon, "intransitive", "transitive") if "future" in v.aspects]


MOOD = TaskRecipe("mood", ("indicative", "subjunctive", "imperative"), _syncretic_verbs, _mood)
VOICE = TaskRecipe("voice", ("active", "passive"), _voice_verbs, _voice)
HONORIFIC = TaskRecipe("honorific", tuple(_LEVELS), _doer_verbs, _honorific)
