"""Probe tasks read at a verb whose form does not tell them: mood and voice.

बैठे is a perfective plural and a subjunctive singular, बैठो a subjunctive and an imperative. What
asks for the subjunctive stands as often in the clause before, about something else. जा रही थी ends
the passive लिखी जा रही थी and the actives लिखने जा रही थी, लिखती जा रही थी of the same verbs; it is
read without the verb before it, and mostly a particle stands between them.
"""

from __future__ import annotations

from authoring.hindi.draw import Draw
from authoring.hindi.grammar.conjugation import Tense, copula, imperative, infinitive
from authoring.hindi.grammar.lexicon import Lexicon, Noun, Verb
from authoring.hindi.grammar.phrases import Phrase, noun_phrase, spaced
from authoring.hindi.probes.frames import Marked, TaskRecipe, place_of
from authoring.hindi.probes.verbs import action_verbs, third_person
from kasauti.data.treebank_pairs.inflection import (
    Agreement,
    Number,
    imperfective,
    perfective,
    subjunctive,
)


def _syncretic_verbs(lexicon: Lexicon, label: str) -> list[Verb]:
    """Verbs whose perfective plural is a subjunctive too (not करना, देना, लेना, जाना)."""
    return [
        verb
        for verb in action_verbs(lexicon, label)
        if perfective(verb.lemma, "m", "pl") == subjunctive(verb.lemma, 3, "sg")
        and verb.ergative != "optional"
        and (not verb.objects or _counted(verb))
    ]


def _counted(verb: Verb) -> list[Noun]:
    """The masculine things that one does this to by the dozen: nobody wears three coats."""
    if verb.lemma in ("पहनना", "चलाना", "माँगना", "ढूँढ़ना"):
        return []
    return [noun for noun in verb.objects if noun.gender == "m" and noun.count]


# Each asks for a subjunctive. Not कहना: what is said may be an order in its own words.
_WISHES = (
    "ज़रूरी है कि", "माँ चाहती हैं कि", "नानी चाहती हैं कि", "दादी की इच्छा है कि", "पिता जी चाहते हैं कि",
)  # fmt: skip
_WATCHERS = ("माँ", "नानी", "दादी", "पिता जी")
_SOME = ("दो", "तीन", "कई", "कुछ")


def _mood(draw: Draw, label: str, verb: Verb) -> Marked | None:
    """All do something or are to do it, so someone does it, is to do it, or is told to."""
    things = _counted(verb)
    thing = draw.pick(things) if things else None
    place = place_of(draw, verb, thing)
    wishes = (_WISHES[1:] if label == "indicative" else _WISHES) if draw.chance(0.5) else ()
    before = _reason(draw, verb, spaced(place, thing.form("direct", "pl") if thing else ""), wishes)
    some = f"{draw.pick(_SOME)} {thing.form('direct', 'pl')}" if thing else ""
    rest = spaced("" if draw.chance(0.5) else place, some)
    if label == "indicative":
        return _indicative(draw, verb, before, rest)
    if label == "imperative":
        return Marked(spaced(before, "तुम भी", rest), imperative(verb.lemma, "तुम"), "")
    wish = draw.pick([wish for wish in _WISHES if wish not in before])
    if draw.chance(0.5):
        return Marked(spaced(before, wish, "तुम भी", rest), subjunctive(verb.lemma, 2, "pl"), "")
    subject = third_person(draw, verb).direct
    return Marked(spaced(before, wish, subject, "भी", rest), subjunctive(verb.lemma, 3, "sg"), "")


def _reason(draw: Draw, verb: Verb, rest: str, wishes: tuple[str, ...]) -> str:
    """A thing that all are to do, or do, from which the rest follows."""
    if wishes:
        return spaced(
            draw.pick(wishes), "सब लोग", rest, f"{subjunctive(verb.lemma, 3, 'pl')}, इसलिए"
        )
    habit = f"{imperfective(verb.lemma, 'm', 'pl')} हैं, इसलिए"
    return spaced(draw.pick(_WATCHERS), "ने देखा है कि सब लोग", rest, habit)


def _indicative(draw: Draw, verb: Verb, before: str, rest: str) -> Marked | None:
    """A perfective plural: several men did it, or someone did it to several things."""
    form = perfective(verb.lemma, "m", "pl", alone=True)
    if verb.objects:
        subject = draw.pick((third_person(draw, verb).ergative, "तुमने"))
        return Marked(spaced(before, subject, "भी", rest), form, "")
    people = [noun for noun in verb.subjects if noun.human and noun.gender == "m"]
    if not people:
        return None
    if draw.chance(0.4):
        return Marked(spaced(before, "तुम भी", rest), form, "")
    who = f"{draw.pick(_SOME)} {draw.pick(people).form('direct', 'pl')}"
    return Marked(spaced(before, who, "भी", rest), form, "")


def _voice_verbs(lexicon: Lexicon, _label: str) -> list[Verb]:
    """The same verbs for both voices."""
    return [verb for verb in lexicon.verbs["transitive"] if verb.takes_names and _undergoers(verb)]


# What goes on for a while; one goes on doing it, with several things or with a long one.
_GOING_ON = (
    "पढ़ना", "लिखना", "खाना", "काटना", "धोना", "पकाना", "बनाना", "सुनाना", "परोसना", "बेचना",
    "सुखाना", "ख़रीदना", "सजाना",
)  # fmt: skip


def _undergoers(verb: Verb) -> list[Noun]:
    """Things done to by people who need not be named: one's clothes are worn by one."""
    if verb.lemma in ("पहनना", "देखना", "पालना", "चखना", "पीना", "उगाना"):
        return []
    if verb.lemma == "माँगना":
        return [noun for noun in verb.objects if noun.lemma in ("सलाह", "मदद", "छुट्टी")]
    return list(verb.objects)


def _agent(draw: Draw, verb: Verb) -> Phrase:
    people = [noun for noun in verb.subjects if noun.human]
    if people and draw.chance(0.3):
        return noun_phrase(draw.pick(people), "pl")
    return draw.agent(verb)


_VOICE_TENSES: tuple[Tense, ...] = ("present", "past", "presumptive")


def _voice(draw: Draw, label: str, verb: Verb) -> Marked | None:
    """The verb before जा रहा is outside the span: a participle in the passive."""
    someone = _agent(draw, verb)
    gender = draw.gender()
    nouns = _undergoers(verb)
    noun = draw.pick([each for each in nouns if each.gender == gender] or nouns)
    number: Number = "pl" if noun.count and draw.chance(0.3) else "sg"
    thing = noun.form("direct", number)
    place = place_of(draw, verb, noun, tense="progressive_past")
    particle = draw.pick(("नहीं", "भी", "ही")) if draw.chance(0.7) else ""
    tense = draw.pick(_VOICE_TENSES)
    for_whom = (
        f"{draw.name(other_than=someone.lemmas).oblique} के {draw.pick(('लिए', 'यहाँ', 'सामने'))}"
    )
    if "यहाँ" in for_whom:
        place = ""
    opener = draw.pick(("उस समय", "कल") if tense == "past" else ("आज", "इस समय"))
    if label == "passive":
        agreement = Agreement(noun.gender, number)
        main = perfective(verb.lemma, noun.gender, number)
        before = spaced(opener if draw.chance(0.6) else "", for_whom, place, thing)
    else:
        agreement = someone.agreement
        goes_on = verb.lemma in _GOING_ON and draw.chance(0.5) and particle in ("ही", "")
        if goes_on and noun.count:
            thing = noun.form("direct", "pl")
        main = (
            imperfective(verb.lemma, someone.gender, someone.number)
            if goes_on
            else infinitive(verb.lemma, ending="ने")
        )
        helped = for_whom if draw.chance(0.7) else ""
        before = spaced(opener if draw.chance(0.4) else "", someone.direct, helped, place, thing)
    going = "रही" if agreement.gender == "f" else ("रहा", "रहे")[agreement.number == "pl"]
    form = f"जा {going} {copula(tense, agreement)}"
    return Marked(spaced(before, main, particle), form, "")


MOOD = TaskRecipe("mood", ("indicative", "subjunctive", "imperative"), _syncretic_verbs, _mood)
VOICE = TaskRecipe("voice", ("active", "passive"), _voice_verbs, _voice)
