"""gender_agreement_verb: the past verb has the gender of the argument that it agrees with.

With ने the verb agrees with a bare object, with को it is masculine singular; a passive agrees
with what was the object, and a dative construction with the thing felt or received.
"""

from __future__ import annotations

from kasauti.data.hindi.conjugation import Agreement, compound, passive, perfective, verb_group
from kasauti.data.hindi.draft import Draft, Template
from kasauti.data.hindi.draw import Draw
from kasauti.data.hindi.inflection import Gender, Number
from kasauti.data.hindi.phrases import TenseKey, finite, spaced
from kasauti.data.hindi.templates.dative_exchange import GAINS
from kasauti.data.hindi.templates.qualities import counted

DIRECTIONS = ("m>f", "f>m")
WORD = {"m": "masculine", "f": "feminine"}


def _gender(direction: str) -> Gender:
    return "m" if direction.startswith("m") else "f"


def _other(gender: Gender) -> Gender:
    return "f" if gender == "m" else "m"


def _gloss(gender: Gender, controller: str) -> str:
    return (
        f"the verb is {WORD[_other(gender)]}, but it must agree with '{controller}', "
        f"which is {WORD[gender]}"
    )


def _ergative(name: str, number: Number, *tenses: TenseKey) -> Template:
    def build(draw: Draw, direction: str) -> Draft | None:
        gender, tense = _gender(direction), draw.pick(tenses)
        verb = draw.verb("transitive", tense, lambda v: v.takes_names)
        thing = draw.object(
            verb, lambda n: n.gender == gender and (number == "sg" or n.shows_number)
        )
        if thing is None or not counted(verb.lemma, thing, number):
            return None
        agent = draw.agent(verb, draw.wearer(thing) if verb.lemma == "पहनना" else None)
        place, text = draw.place(verb, tense=tense), thing.form("direct", number)
        object_first = draw.chance(0.4)
        order = (text, place.text) if object_first and place.text else (place.text, text)
        return Draft(
            before=spaced(agent.ergative, draw.time(tense, verb=verb), *order),
            good=finite(verb, tense, Agreement(gender, number)),
            bad=finite(verb, tense, Agreement(_other(gender), number)),
            after="",
            gloss=_gloss(gender, text),
            tense="past",
            lemmas=(*agent.lemmas, thing.lemma, *place.lemmas, verb.lemma),
            between=place.text if object_first else "",
            attractor="matching" if agent.gender == gender else "mismatching",
        )

    return Template(name, DIRECTIONS, build)


def _compound(draw: Draw, direction: str) -> Draft | None:
    gender = _gender(direction)
    verb = draw.verb(
        "transitive", "perfective", lambda v: v.takes_names and v.vector in ("लेना", "देना")
    )
    # An animal would take को: लोमड़ी को देख लिया.
    thing = draw.object(verb, lambda n: n.gender == gender and not n.animate)
    if thing is None:
        return None
    agent, lemma = draw.agent(verb), compound(verb.lemma, verb.vector)
    middle = draw.pick(("", "जल्दी से", "आख़िरकार", "चुपचाप"))
    return Draft(
        before=spaced(agent.ergative, draw.time("perfective"), thing.lemma, middle),
        good=perfective(lemma, gender, "sg", alone=True),
        bad=perfective(lemma, _other(gender), "sg", alone=True),
        after="",
        gloss=_gloss(gender, thing.lemma),
        tense="past",
        lemmas=(*agent.lemmas, thing.lemma, verb.lemma),
        between=middle,
        attractor="matching" if agent.gender == gender else "mismatching",
    )


def _blocked(draw: Draw, direction: str) -> Draft | None:
    """A feminine person in को leaves the verb masculine; a feminine bare object does not."""
    agent, gender = draw.person(), _gender(direction)
    lemmas: tuple[str, ...]
    if direction == "f>m":
        verb = draw.lexicon.verb(draw.pick(("पकड़ना", "देखना", "बाँधना")))
        thing = draw.object(verb, lambda n: n.gender == "f" and n.animate)
        if thing is None:
            return None
        patient, lemmas = thing.lemma, (thing.lemma,)
        gloss = _gloss("f", patient)
    else:
        verb = draw.verb("human_object", "perfective")
        person = draw.person("f", other_than=agent.lemmas)
        patient, lemmas = person.dative, person.lemmas
        gloss = f"the verb is feminine, but '{patient}' with को does not control agreement"
    place = draw.place(verb)
    return Draft(
        before=spaced(agent.ergative, draw.time("perfective"), place.text, patient),
        good=perfective(verb.lemma, gender, "sg", alone=True),
        bad=perfective(verb.lemma, _other(gender), "sg", alone=True),
        after="",
        gloss=gloss,
        tense="past",
        lemmas=(*agent.lemmas, *place.lemmas, *lemmas, verb.lemma),
        between="",
        attractor="matching" if agent.gender == gender else "mismatching",
    )


def _passive(draw: Draw, direction: str) -> Draft | None:
    gender = _gender(direction)
    verb = draw.verb("transitive", "perfective", lambda v: v.lemma not in NOT_PASSIVE)
    thing = draw.object(verb, lambda n: n.gender == gender and not n.animate)
    if thing is None:
        return None
    place, time = draw.place(verb), draw.time("perfective")
    other = _other(gender)
    perfect = draw.chance(0.4)
    good, bad = (
        verb_group(passive(verb.lemma, g, "sg"), "perfective", "past", Agreement(g, "sg"))
        if perfect
        else perfective(passive(verb.lemma, g, "sg"), g, "sg", alone=True)
        for g in (gender, other)
    )
    lead = time if draw.chance(0.5) else ""
    middle = place.text if lead else spaced(time, place.text)
    return Draft(
        before=spaced(lead, thing.lemma, middle),
        good=good,
        bad=bad,
        after="",
        gloss=_gloss(gender, thing.lemma),
        tense="past",
        lemmas=(thing.lemma, *place.lemmas, verb.lemma),
        between=middle,
    )


# पी गई is also "(she) drank up"; the others are hardly said in the passive.
NOT_PASSIVE = ("पीना", "पहनना", "चखना", "देखना", "ढूँढ़ना", "माँगना", "पालना", "चुराना")


def _experience(draw: Draw, direction: str) -> Draft | None:
    gender = _gender(direction)
    kind, verb = draw.pick(
        (("sensation", "लगना"), ("coming", "आना"), ("emotion", "होना"), ("gain", "मिलना"))
    )
    nouns = [
        n
        for n in draw.lexicon.of_kind(kind)
        if n.gender == gender and (kind != "gain" or n.lemma in GAINS)
    ]
    noun, person = draw.pick(nouns), draw.person()
    degree = "" if kind == "gain" else draw.pick(("", "बहुत", "काफ़ी"))
    return Draft(
        before=spaced(draw.time("perfective"), person.dative, degree, noun.lemma),
        good=perfective(verb, gender, "sg", alone=True),
        bad=perfective(verb, _other(gender), "sg", alone=True),
        after="",
        gloss=_gloss(gender, noun.lemma),
        tense="past",
        lemmas=(*person.lemmas, noun.lemma, *(() if verb == "होना" else (verb,))),
        between="",
        attractor="matching" if person.gender == gender else "mismatching",
    )


def _relative(draw: Draw, direction: str) -> Draft | None:
    """The object is the head of a relative clause and stands far before the verb."""
    gender = _gender(direction)
    verb = draw.verb("transitive", "perfect_past", lambda v: v.takes_names and bool(v.places))
    thing = draw.object(
        verb, lambda n: n.gender == gender and n.count and not set(n.kinds) & set(PERISHABLE)
    )
    keeping = draw.lexicon.verb("रखना")
    if thing is None or verb.lemma in CONSUMING:
        return None
    # A name: जो आदमी ने would at first be read as "which man".
    agent, place, now = draw.name(), draw.place(verb), draw.place(keeping)
    middle = spaced("जो", agent.ergative, draw.time("perfect_past"), place.text)
    return Draft(
        before=spaced("वह", thing.lemma, ",", middle),
        good=finite(verb, "perfect_past", Agreement(gender, "sg")),
        bad=finite(verb, "perfect_past", Agreement(_other(gender), "sg")),
        after=f", अब {now.text} है",
        gloss=_gloss(gender, thing.lemma),
        tense="past",
        lemmas=(thing.lemma, *agent.lemmas, *place.lemmas, verb.lemma, *now.lemmas),
        between=middle,
        attractor="matching" if agent.gender == gender else "mismatching",
    )


# What is told, sold or sent is not there any more.
CONSUMING = ("सुनाना", "बेचना", "भेजना", "रखना", "काटना", "फेंकना", "सजाना", "पकड़ना", "बाँधना")
PERISHABLE = ("fruit", "snack", "sweet", "dish", "drink", "furniture", "tree", "flower", "plant")

TEMPLATES = (
    _ergative("ergative_past", "sg", "perfective"),
    _ergative("ergative_past_perfect", "sg", "perfect_past"),
    _ergative("ergative_plural", "pl", "perfective"),
    Template("compound_verb", DIRECTIONS, _compound),
    Template("blocked_by_ko", DIRECTIONS, _blocked),
    Template("passive", DIRECTIONS, _passive),
    Template("dative_theme", DIRECTIONS, _experience),
    Template("relative_clause", DIRECTIONS, _relative),
)
