"""gender_agreement_verb: the past verb has the gender of the argument that it agrees with.

With ने the verb agrees with a bare object, with को it is masculine singular; a passive agrees
with what was the object, and a dative construction with the thing felt or received.
"""

from __future__ import annotations

from dataclasses import replace

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Draw
from authoring.hindi.grammar.checks import Clause, Paradigm, fixed
from authoring.hindi.grammar.conjugation import compound, passive, verb_group
from authoring.hindi.grammar.phrases import TenseKey, noun_phrase, spaced
from authoring.hindi.templates.case.dative import GAINS
from authoring.hindi.templates.clauses import action, clause, miswritten
from authoring.hindi.templates.qualities import counted
from kasauti.data.pairs import Check
from kasauti.data.treebank_pairs.inflection import Gender, Number, perfective

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


def _draft(
    main: Clause,
    gender: Gender,
    *,
    before: str,
    lemmas: tuple[str, ...],
    gloss: str,
    between: str,
    attractor: str = "oblique",
    after: str = "",
    outside: tuple[Clause | Check, ...] = (),
) -> Draft:
    """The verb as it must be, and in the other gender."""
    other = replace(main.controller, gender=_other(gender))
    bad = main.verb(other)
    return Draft(
        before=before,
        good=main.written,
        bad=bad,
        after=after,
        gloss=gloss,
        tense="past",
        lemmas=lemmas,
        between=between,
        attractor=attractor,
        checks=miswritten(main, bad, *outside),
    )


def _past(lemma: str) -> Paradigm:
    return lambda agreement: perfective(lemma, agreement.gender, agreement.number, alone=True)


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
        return _draft(
            action(verb, tense, agent, noun_phrase(thing, number)),
            gender,
            before=spaced(agent.ergative, draw.time(tense, verb=verb), *order),
            gloss=_gloss(gender, text),
            lemmas=(*agent.lemmas, thing.lemma, *place.lemmas, verb.lemma),
            between=place.text if object_first else "",
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
    return _draft(
        clause(_past(lemma), agent, noun_phrase(thing), marking="ने"),
        gender,
        before=spaced(agent.ergative, draw.time("perfective"), thing.lemma, middle),
        gloss=_gloss(gender, thing.lemma),
        lemmas=(*agent.lemmas, thing.lemma, verb.lemma),
        between=middle,
    )


def _blocked(draw: Draw, direction: str) -> Draft | None:
    """A feminine person in को leaves the verb masculine; a feminine bare object does not."""
    agent, gender = draw.person(), _gender(direction)
    if direction == "f>m":
        verb = draw.lexicon.verb(draw.pick(("पकड़ना", "देखना", "बाँधना")))
        thing = draw.object(verb, lambda n: n.gender == "f" and n.animate)
        if thing is None:
            return None
        patient, text = noun_phrase(thing), thing.lemma
        main, gloss = action(verb, "perfective", agent, patient), _gloss("f", text)
    else:
        verb = draw.verb("human_object", "perfective")
        patient = draw.person("f", other_than=agent.lemmas)
        text = patient.dative
        main = action(verb, "perfective", agent, patient, object_marking="को")
        gloss = f"the verb is feminine, but '{text}' with को does not control agreement"
    place = draw.place(verb)
    return _draft(
        main,
        gender,
        before=spaced(agent.ergative, draw.time("perfective"), place.text, text),
        gloss=gloss,
        lemmas=(*agent.lemmas, *place.lemmas, *patient.lemmas, verb.lemma),
        between="",
    )


def _passive(draw: Draw, direction: str) -> Draft | None:
    gender = _gender(direction)
    verb = draw.verb("transitive", "perfective", lambda v: v.lemma not in NOT_PASSIVE)
    thing = draw.object(verb, lambda n: n.gender == gender and not n.animate)
    if thing is None:
        return None
    place, time = draw.place(verb), draw.time("perfective")
    lead = time if draw.chance(0.5) else ""
    middle = place.text if lead else spaced(time, place.text)
    return _draft(
        clause(_passive_forms(verb.lemma, perfect=draw.chance(0.4)), noun_phrase(thing)),
        gender,
        before=spaced(lead, thing.lemma, middle),
        gloss=_gloss(gender, thing.lemma),
        lemmas=(thing.lemma, *place.lemmas, verb.lemma),
        between=middle,
        attractor="none",
    )


def _passive_forms(lemma: str, *, perfect: bool) -> Paradigm:
    if perfect:
        return lambda a: verb_group(passive(lemma, a.gender, a.number), "perfective", "past", a)
    return lambda a: perfective(passive(lemma, a.gender, a.number), a.gender, a.number, alone=True)


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
    return _draft(
        clause(_past(verb), person, noun_phrase(noun), marking="को"),
        gender,
        before=spaced(draw.time("perfective"), person.dative, degree, noun.lemma),
        gloss=_gloss(gender, noun.lemma),
        lemmas=(*person.lemmas, noun.lemma, *(() if verb == "होना" else (verb,))),
        between="",
    )


def _relative(draw: Draw, direction: str) -> Draft | None:
    """The object is the head of a relative clause and stands far before the verb."""
    gender = _gender(direction)
    verb = draw.verb("transitive", "perfect_past", lambda v: v.takes_names and bool(v.places))
    thing = draw.object(
        verb, lambda n: n.gender == gender and n.count and not set(n.kinds) & set(PERISHABLE)
    )
    keeping = draw.lexicon.verb("रखना")
    if thing is None or verb.lemma in CONSUMING or thing.lemma in IMMATERIAL:
        return None
    # A name: जो आदमी ने would at first be read as "which man".
    agent, place, now = draw.name(), draw.place(verb), draw.place(keeping)
    middle = spaced("जो", agent.ergative, draw.time("perfect_past"), place.text)
    return _draft(
        action(verb, "perfect_past", agent, noun_phrase(thing)),
        gender,
        before=spaced("वह", thing.lemma, ",", middle),
        after=f", अब {now.text} है",
        gloss=_gloss(gender, thing.lemma),
        lemmas=(thing.lemma, *agent.lemmas, *place.lemmas, verb.lemma, *now.lemmas),
        between=middle,
        outside=(fixed("being", f"{now.text} है", f"{now.text} है"),),
    )


# What is told, sold or sent is not there any more.
CONSUMING = ("सुनाना", "बेचना", "भेजना", "रखना", "काटना", "फेंकना", "सजाना", "पकड़ना", "बाँधना")
IMMATERIAL = ("कहानी", "कविता", "लेख", "नाटक")
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
