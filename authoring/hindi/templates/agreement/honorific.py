"""honorific_agreement: forms that fit तू, तुम, आप, and people spoken of with जी.

The simple perfective is not used, because its plural (बैठे) is a subjunctive singular too.
आप with तुम-forms (आप जाओ, आप जाते हो) is widely said and never a wrong member. Third persons
with जी are masculine, where the singular verb (पिता जी आता है) is beyond doubt wrong; they have
a possessor or a surname that excludes a vocative. Others are marked by मेरा or छोटा.
"""

from __future__ import annotations

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Adjunct, Draw
from authoring.hindi.grammar.checks import concord, fixed, in_tense
from authoring.hindi.grammar.conjugation import imperative
from authoring.hindi.grammar.phrases import ASPECT_OF, TENSE_TAG, Phrase, TenseKey, spaced
from authoring.hindi.templates.clauses import both, clause, miswritten
from kasauti.data.treebank_pairs.inflection import Agreement, Number, inflect_adjective

ADDRESS = ("आप>तू", "तू>आप", "तुम>तू", "तू>तुम")
THIRD = ("जी>plain", "plain>जी")


def _address(draw: Draw, tense: TenseKey, direction: str, verb_group: str) -> Draft | None:
    """A second person with its verb; the wrong verb is that of the other pronoun."""
    pronoun, _, other = direction.partition(">")
    # In the past, तुम गई is as common as तुम गईं: only men are addressed there.
    past = TENSE_TAG[tense] == "past"
    subject = draw.pronoun(pronoun, "m" if past else None)
    wrong = draw.pronoun(other, subject.gender)
    verb = draw.verb(verb_group, tense, lambda v: v.takes_names)
    thing = draw.object(verb) if verb_group == "transitive" else None
    if verb_group == "transitive" and thing is None:
        return None
    place, time = draw.place(verb, tense=tense), draw.time(tense, verb=verb)
    lead = time if ASPECT_OF[tense] != "habitual" and draw.chance(0.3) else ""
    middle = spaced("" if lead else time, place.text, thing.lemma if thing else "")
    main = clause(in_tense(verb, tense), subject)
    bad = main.verb(wrong.agreement)
    return Draft(
        before=spaced(lead, subject.direct, middle),
        good=main.written,
        bad=bad,
        after="",
        gloss=f"the verb has the form for {other}, but the person addressed is {pronoun}",
        tense=TENSE_TAG[tense],
        lemmas=(*place.lemmas, *((thing.lemma,) if thing else ()), verb.lemma),
        between=middle,
        checks=miswritten(main, bad),
    )


def _second_person(name: str, group: str, *tenses: TenseKey) -> Template:
    def build(draw: Draw, direction: str) -> Draft | None:
        return _address(draw, draw.pick(tenses), direction, group)

    return Template(name, ADDRESS, build)


def _imperative(draw: Draw, direction: str) -> Draft | None:
    """The imperative that fits the pronoun."""
    pronoun, _, other = direction.partition(">")
    if draw.chance(0.5):
        verb = draw.verb("transitive", "future", lambda v: v.takes_names and v.times != "season")
        thing = draw.object(verb)
        if thing is None:
            return None
        things: tuple[str, ...] = (thing.lemma,)
    else:
        verb, things = draw.verb("intransitive", "future", lambda v: v.takes_names), ()
    place = draw.place(verb)
    # Not कल: an order for later has the infinitive.
    middle = spaced(draw.pick(("अब", "आज", "अभी", "पहले")), place.text, *things)
    forms = {
        "तू": imperative(verb.lemma, "तू"),
        "तुम": imperative(verb.lemma, "तुम"),
        "आप": imperative(verb.lemma, "आप"),
    }
    return Draft(
        before=spaced(pronoun, middle),
        good=forms[pronoun],
        bad=forms[other],
        after="",
        gloss=f"the imperative has the form for {other}, but the person addressed is {pronoun}",
        tense="none",
        lemmas=(*place.lemmas, *things, verb.lemma),
        between=middle,
        checks=both(
            good=[fixed("rank of the imperative", forms[pronoun], forms[pronoun])],
            bad=[fixed("rank of the imperative", forms[pronoun], forms[other])],
        ),
    )


def _respected(draw: Draw) -> Adjunct:
    """A respected man, with a possessor or a surname: मोहन के पिता जी, शर्मा जी."""
    if draw.chance(0.3):
        surname = draw.pick(draw.lexicon.surnames)
        return Adjunct(f"{surname} जी", (surname,))
    elder = draw.pick(draw.lexicon.of_kind("elder"))
    owner = draw.name() if draw.chance(0.6) else draw.pronoun(draw.pick(("मैं", "हम", "वह")))
    possessive = inflect_adjective(owner.genitive, "m", "pl", "direct")
    return Adjunct(f"{possessive} {elder.lemma} जी", (*owner.lemmas, elder.lemma))


def _young(draw: Draw) -> Adjunct:
    """A young man spoken of without respect: मेरा छोटा भाई, गीता का बेटा."""
    noun = draw.pick([n for n in draw.lexicon.of_kind("kin") if n.gender == "m"])
    owner = draw.name() if draw.chance(0.6) else draw.pronoun(draw.pick(("मैं", "हम", "वह")))
    little = "छोटा" if draw.chance(0.3) else ""
    possessive = owner.possessive(noun, "sg", "direct")
    lemmas = (*owner.lemmas, *((little,) if little else ()), noun.lemma)
    return Adjunct(spaced(possessive, little, noun.lemma), lemmas)


def _third(name: str, group: str, *tenses: TenseKey) -> Template:
    """A plural verb for someone with जी, a singular one for a younger relative."""

    def build(draw: Draw, direction: str) -> Draft | None:
        tense, respected = draw.pick(tenses), direction == "जी>plain"
        verb = draw.verb(group, tense, lambda v: v.takes_names)
        thing = draw.object(verb) if group == "transitive" else None
        if group == "transitive" and thing is None:
            return None
        subject = _respected(draw) if respected else _young(draw)
        place = draw.place(verb, tense=tense)
        middle = spaced(draw.time(tense, verb=verb), place.text, thing.lemma if thing else "")
        main = clause(in_tense(verb, tense), _spoken_of(subject, respected=respected))
        bad = main.verb(Agreement("m", "sg" if respected else "pl"))
        return Draft(
            before=spaced(subject.text, middle),
            good=main.written,
            bad=bad,
            after="",
            gloss=(
                f"'{subject.text}' is spoken of with respect, but the verb is singular"
                if respected
                else f"'{subject.text}' is not honorific, but the verb is"
            ),
            tense=TENSE_TAG[tense],
            lemmas=(*subject.lemmas, *place.lemmas, *((thing.lemma,) if thing else ()), verb.lemma),
            between=middle,
            checks=miswritten(main, bad),
        )

    return Template(name, THIRD, build)


def _spoken_of(who: Adjunct, *, respected: bool) -> Phrase:
    """The person as a subject: plural where spoken of with respect."""
    return Phrase(
        direct=who.text,
        oblique="",
        ergative="",
        dative="",
        genitive="",
        gender="m",
        number="pl" if respected else "sg",
        lemmas=who.lemmas,
    )


def _possessor(draw: Draw, direction: str) -> Draft | None:
    """मेरे पिता जी, but मेरा भाई."""
    respected = direction == "जी>plain"
    tense: TenseKey = draw.pick(("progressive_present", "perfective", "future"))
    verb = draw.verb("intransitive", tense, lambda v: v.takes_names and bool(v.places))
    owner = draw.name() if draw.chance(0.5) else draw.pronoun(draw.pick(("मैं", "हम", "वह", "तुम")))
    kind = "elder" if respected else "young kin"
    noun = draw.pick([n for n in draw.lexicon.of_kind(kind) if n.gender == "m"])
    plural, singular = (inflect_adjective(owner.genitive, "m", n, "direct") for n in ("pl", "sg"))
    place = draw.place(verb, tense=tense)
    text = f"{noun.lemma} जी" if respected else noun.lemma
    main = clause(
        in_tense(verb, tense), _spoken_of(Adjunct(text, (noun.lemma,)), respected=respected)
    )
    good, bad = (plural, singular) if respected else (singular, plural)
    number: Number = "pl" if respected else "sg"
    return Draft(
        before=draw.time(tense, verb=verb),
        good=good,
        bad=bad,
        after=spaced(text, place.text, main.written),
        gloss=(
            f"'{noun.lemma} जी' asks for the honorific plural possessive '{plural}'"
            if respected
            else f"'{noun.lemma}' is not honorific, but its possessive is"
        ),
        tense=TENSE_TAG[tense],
        lemmas=(*owner.lemmas, noun.lemma, *place.lemmas, verb.lemma),
        between="",
        checks=both(
            main,
            good=[concord(owner.genitive, "m", number, "direct", good)],
            bad=[concord(owner.genitive, "m", number, "direct", bad)],
        ),
    )


TEMPLATES = (
    _second_person("address_present", "intransitive", "habitual_present", "progressive_present"),
    _second_person("address_past", "intransitive", "perfect_past"),
    _second_person("address_future", "intransitive", "future"),
    _second_person(
        "address_transitive", "transitive", "habitual_present", "progressive_present", "future"
    ),
    Template("imperative", ADDRESS, _imperative),
    _third(
        "third_person",
        "intransitive",
        "habitual_present",
        "progressive_present",
        "future",
        "perfect_past",
    ),
    _third(
        "third_person_transitive", "transitive", "progressive_present", "habitual_present", "future"
    ),
    Template("possessor", THIRD, _possessor),
)
