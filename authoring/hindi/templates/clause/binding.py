"""binding: reflexives, reciprocals and pronouns with their antecedents.

Third person pronouns are free to refer to someone else, so a pronoun is wrong only where it is
first or second person like its subject (मैंने … मुझे देखा). मैं … मेरा is colloquial and not used;
nor is अपना without an antecedent, which is said for "our".
"""

from __future__ import annotations

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Draw
from authoring.hindi.grammar.checks import Clause, fixed
from authoring.hindi.grammar.phrases import (
    TENSE_TAG,
    Phrase,
    TenseKey,
    conjoined,
    noun_phrase,
    spaced,
)
from authoring.hindi.templates.clauses import action, both, set_phrase
from kasauti.data.pairs import Check
from kasauti.data.treebank_pairs.inflection import inflect_adjective

# Two persons that can see each other; their object forms differ.
# आप is left out: it is an old reflexive itself.
PAIRS = (("मैं", "तुम"), ("मैं", "तू"), ("हम", "तुम"), ("हम", "तू"))
VERBS = (
    "देखना", "पहचानना", "बचाना", "समझाना", "रोकना", "मनाना", "डराना", "बुलाना", "डाँटना", "जगाना",
    "कोसना", "सँभालना",
)  # fmt: skip
# What one plausibly does to oneself, and where.
REFLEXIVE_PLACES = {
    "देखना": ("शीशा में", "तस्वीर में", "तालाब में"),
    "पहचानना": ("तस्वीर में", "शीशा में"),
    "बचाना": ("जंगल में", "मेला में"),
    "समझाना": ("कमरा में", "बरामदा में"),
    "रोकना": ("दफ़्तर में", "शादी में"),
    "कोसना": ("दफ़्तर में", "कमरा में"),
    "सँभालना": ("सड़क पर", "रास्ता में"),
    "डाँटना": ("शीशा के सामने", "कमरा में"),
}


def _tense(draw: Draw) -> TenseKey:
    return draw.pick(("perfective", "perfect_past"))


def _place(draw: Draw, lemma: str, *, reflexive: bool = False) -> tuple[str, tuple[str, ...]]:
    if reflexive:
        place = draw.located(draw.pick(REFLEXIVE_PLACES[lemma]))
    elif lemma == "देखना":
        place = draw.located(draw.pick(("मेला में", "बाज़ार में", "गली में", "शादी में", "शहर में")))
    else:
        place = draw.place(draw.lexicon.verb(lemma))
    return place.text, place.lemmas


def _checks(
    what: str, good: str, bad: str, *settled: Clause | Check
) -> tuple[tuple[Check, ...], tuple[Check, ...]]:
    return both(*settled, good=[fixed(what, good, good)], bad=[fixed(what, good, bad)])


OTHER = "the object is not the subject"
ANTECEDENT = "antecedent of एक-दूसरे"


def _seen(draw: Draw, lemma: str, tense: TenseKey, subject: Phrase) -> Clause:
    """The clause of a verb whose object has को, so that nothing is left to agree with."""
    return action(draw.lexicon.verb(lemma), tense, subject)


def _object_person(draw: Draw, direction: str) -> Draft | None:
    """मैंने … तुम्हें देखा; मैंने … मुझे देखा is out. The object is changed."""
    pair = draw.pick(PAIRS)
    speaker, addressee = draw.pronoun(pair[0]), draw.pronoun(pair[1])
    subject, other = (speaker, addressee) if direction == "1>2" else (addressee, speaker)
    lemma, tense = draw.pick(VERBS), _tense(draw)
    place, lemmas = _place(draw, lemma)
    middle, main = spaced(draw.time(tense), place), _seen(draw, lemma, tense, subject)
    return Draft(
        before=spaced(subject.ergative, middle),
        good=other.dative,
        bad=subject.dative,
        after=main.written,
        gloss=f"the object '{subject.dative}' is the subject itself; it must be a reflexive",
        tense="past",
        lemmas=(*lemmas, lemma),
        between=middle,
        checks=_checks(OTHER, other.dative, subject.dative, main),
    )


def _subject_person(draw: Draw, direction: str) -> Draft | None:
    """तुमने … मुझे देखा; मैंने … मुझे देखा is out. The subject is changed."""
    pair = draw.pick(PAIRS)
    speaker, addressee = draw.pronoun(pair[0]), draw.pronoun(pair[1])
    patient, agent = (speaker, addressee) if direction == "2>1" else (addressee, speaker)
    lemma, tense = draw.pick(VERBS), _tense(draw)
    place, lemmas = _place(draw, lemma)
    middle, main = spaced(draw.time(tense), place), _seen(draw, lemma, tense, agent)
    verb = fixed("agreement of the verb", main.written, main.written)
    object_case = fixed("case of the object", patient.dative, patient.dative)
    return Draft(
        before="",
        good=agent.ergative,
        bad=patient.ergative,
        after=spaced(middle, patient.dative, main.written),
        gloss=f"the object '{patient.dative}' is the subject itself; it must be a reflexive",
        tense="past",
        lemmas=(*lemmas, lemma),
        between=middle,
        checks=_checks(OTHER, agent.ergative, patient.ergative, verb, object_case),
    )


def _embedded(draw: Draw, direction: str) -> Draft | None:
    """The same inside a reported clause, with a third person before it."""
    pair = draw.pick(PAIRS)
    speaker, addressee = draw.pronoun(pair[0]), draw.pronoun(pair[1])
    subject, other = (speaker, addressee) if direction == "1>2" else (addressee, speaker)
    witness, tense = draw.name(), _tense(draw)
    opening = draw.pick(("को पता है कि", "को याद है कि", "ने बताया कि", "ने सुना है कि"))
    lemma = draw.pick(VERBS)
    place, lemmas = _place(draw, lemma)
    middle, main = spaced(draw.time(tense), place), _seen(draw, lemma, tense, subject)
    report = set_phrase(spaced(witness.direct, opening))
    return Draft(
        before=spaced(witness.direct, opening, subject.ergative, middle),
        good=other.dative,
        bad=subject.dative,
        after=main.written,
        gloss=f"the object '{subject.dative}' is the subject itself; it must be a reflexive",
        tense="past",
        lemmas=(*witness.lemmas, *lemmas, lemma),
        between=middle,
        attractor="oblique",
        checks=_checks(OTHER, other.dative, subject.dative, report, main),
    )


def _reciprocal(draw: Draw, direction: str) -> Draft | None:
    """एक-दूसरे needs several; ख़ुद is what a single one takes."""
    reflexive = direction == "reflexive>reciprocal"
    lemma = draw.pick(tuple(REFLEXIVE_PLACES) if reflexive else VERBS)
    tense = _tense(draw)
    place, lemmas = _place(draw, lemma, reflexive=reflexive)
    time = draw.time(tense)
    noun = draw.human()
    group = _seen(draw, lemma, tense, noun_phrase(noun)).written
    verb = fixed("agreement of the verb", group, group)
    ko = fixed("case of the object", "को", "को")
    if direction == "several>one":
        one, several = noun_phrase(noun), noun_phrase(noun, "pl")
        return Draft(
            before=time,
            good=several.ergative,
            bad=one.ergative,
            after=spaced(place, "एक-दूसरे को", group),
            gloss=f"एक-दूसरे (each other) needs several, but '{one.oblique}' is singular",
            tense="past",
            lemmas=(noun.lemma, *lemmas, lemma),
            between=place,
            checks=_checks(ANTECEDENT, several.ergative, one.ergative, verb, ko),
        )
    one, self = noun_phrase(noun, determiner=("एक", "एक")), draw.pick(("ख़ुद", "अपने आप"))
    subject = fixed("case of the subject", one.ergative, one.ergative)
    return Draft(
        before=spaced(time, one.ergative, place),
        good=self,
        bad="एक-दूसरे",
        after=spaced("को", group),
        gloss=f"एक-दूसरे (each other) needs several, but '{one.oblique}' is singular",
        tense="past",
        lemmas=(noun.lemma, *lemmas, lemma),
        between=place,
        checks=_checks(ANTECEDENT, self, "एक-दूसरे", verb, ko, subject),
    )


def _with_each_other(draw: Draw, direction: str) -> Draft | None:
    """एक-दूसरे से with a plural subject; a single subject talks to someone else."""
    tense: TenseKey = draw.pick(("progressive_present", "habitual_present", "progressive_past"))
    verb = draw.lexicon.verb(draw.pick(("बात करना", "झगड़ना", "लड़ना", "बहस करना", "मज़ाक़ करना")))
    if verb.lemma == "बहस करना" and tense == "progressive_past":
        return None
    place, time = draw.place(verb, tense=tense), draw.time(tense)
    first = draw.name()
    if direction == "someone>each other":
        other, main = draw.person(other_than=first.lemmas), action(verb, tense, first)
        return Draft(
            before=spaced(first.direct, time, place.text),
            good=other.oblique,
            bad="एक-दूसरे",
            after=spaced("से", main.written),
            gloss=f"एक-दूसरे (each other) needs several, but '{first.direct}' is one person",
            tense=TENSE_TAG[tense],
            lemmas=(*first.lemmas, *other.lemmas, *place.lemmas, verb.lemma),
            between=spaced(time, place.text),
            checks=_checks(ANTECEDENT, other.oblique, "एक-दूसरे", main),
        )
    second = draw.name(first.gender, other_than=first.lemmas)
    several, one = conjoined(first, second).direct, f"{first.direct} जी"
    group = action(verb, tense, conjoined(first, second)).written
    plural = fixed("agreement of the verb", group, group)
    return Draft(
        before="",
        good=several,
        bad=one,
        after=spaced(time, place.text, "एक-दूसरे से", group),
        gloss=f"एक-दूसरे (each other) needs several, but '{first.direct} जी' is one person",
        tense=TENSE_TAG[tense],
        lemmas=(*first.lemmas, *second.lemmas, *place.lemmas, verb.lemma),
        between=spaced(time, place.text),
        checks=_checks(ANTECEDENT, several, one, plural),
    )


def _reciprocal_subject(draw: Draw, _direction: str) -> Draft | None:
    """एक-दूसरे needs an antecedent in its clause, so it cannot be the subject itself."""
    lemma, tense = draw.pick([verb for verb in VERBS if verb != "देखना"]), _tense(draw)
    patient = draw.name() if draw.chance(0.5) else draw.pronoun(draw.pick(("मैं", "तुम", "हम")))
    place, lemmas = _place(draw, lemma)
    they = draw.pick(("उन दोनों", "उन लोगों", "उन बच्चों"))
    group = _seen(draw, lemma, tense, patient).written
    return Draft(
        before=draw.time(tense),
        good=they,
        bad="एक-दूसरे",
        after=spaced("ने", place, patient.dative, group),
        gloss="एक-दूसरे (each other) is the subject and has no antecedent",
        tense="past",
        lemmas=(*lemmas, *patient.lemmas, lemma),
        checks=_checks(
            ANTECEDENT,
            they,
            "एक-दूसरे",
            fixed("case of the subject", "ने", "ने"),
            fixed("case of the object", patient.dative, patient.dative),
            fixed("agreement of the verb", group, group),
        ),
    )


# What people do with what belongs to one another, and where.
SHARED: dict[str, tuple[str, ...]] = {
    "पढ़ना": ("किताब", "चिट्ठी", "कविता", "कहानी", "लेख"),
    "पहनना": ("टोपी", "अँगूठी", "घड़ी", "कोट", "क़मीज़"),
    "धोना": ("क़मीज़", "चादर", "कुर्ता", "थाली"),
    "छिपाना": ("चाबी", "चिट्ठी", "अँगूठी"),
    "ढूँढ़ना": ("घड़ी", "चाबी", "अँगूठी", "चश्मा", "पेंसिल"),
    "उठाना": ("थैला", "टोकरी", "किताब", "बाल्टी"),
    "चखना": ("खीर", "दाल", "मिठाई", "हलवा"),
}


def _possessor(draw: Draw, direction: str) -> Draft | None:
    """एक-दूसरे की किताब with several readers; a single one reads that of someone else."""
    tense, verb = _tense(draw), draw.lexicon.verb(draw.pick(tuple(SHARED)))
    thing = draw.noun(draw.pick(SHARED[verb.lemma]))
    owner_marker = inflect_adjective("का", thing.gender, "sg", "direct")
    first = draw.name()
    main = action(verb, tense, first, noun_phrase(thing))
    rest = spaced(owner_marker, thing.lemma, main.written)
    owned = fixed("agreement of का", owner_marker, owner_marker)
    second = draw.name(other_than=first.lemmas)
    time = draw.time(tense, verb=verb)
    lemmas = (*first.lemmas, *second.lemmas, thing.lemma, verb.lemma)
    gloss = f"एक-दूसरे (each other) needs several, but '{first.direct}' is one person"
    if direction == "someone>each other":
        return Draft(
            before=spaced(first.ergative, time),
            good=second.oblique,
            bad="एक-दूसरे",
            after=rest,
            gloss=gloss,
            tense="past",
            lemmas=lemmas,
            between=time,
            checks=_checks(ANTECEDENT, second.oblique, "एक-दूसरे", main, owned),
        )
    several, one = f"{first.direct} और {second.direct}", f"{first.direct} जी"
    settled = (
        fixed("case of the subject", "ने", "ने"),
        fixed("agreement of the verb", main.written, main.written),
        owned,
    )
    return Draft(
        before=time,
        good=several,
        bad=one,
        after=spaced("ने", "एक-दूसरे", rest),
        gloss=gloss,
        tense="past",
        lemmas=lemmas,
        between="",
        checks=_checks(ANTECEDENT, several, one, *settled),
    )


TEMPLATES = (
    Template("object_person", ("1>2", "2>1"), _object_person),
    Template("subject_person", ("2>1", "1>2"), _subject_person),
    Template("embedded_object_person", ("1>2", "2>1"), _embedded),
    Template("reciprocal_object", ("several>one", "reflexive>reciprocal"), _reciprocal),
    Template("reciprocal_partner", ("each other>one", "someone>each other"), _with_each_other),
    Template("reciprocal_possessor", ("each other>one", "someone>each other"), _possessor),
    Template("reciprocal_subject", ("subject>reciprocal",), _reciprocal_subject),
)
