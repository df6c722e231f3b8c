"""binding: reflexives, reciprocals and pronouns with their antecedents.

Third person pronouns are free to refer to someone else, so a pronoun is wrong only where it is
first or second person like its subject (मैंने … मुझे देखा). मैं … मेरा is colloquial and not used;
nor is अपना without an antecedent, which is said for "our".
"""

from __future__ import annotations

from kasauti.data.hindi.conjugation import Agreement
from kasauti.data.hindi.draft import Draft, Template
from kasauti.data.hindi.draw import Draw
from kasauti.data.hindi.inflection import inflect_adjective
from kasauti.data.hindi.phrases import TENSE_TAG, TenseKey, finite, noun_phrase, spaced

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


def _object_person(draw: Draw, direction: str) -> Draft | None:
    """मैंने … तुम्हें देखा; मैंने … मुझे देखा is out. The object is changed."""
    pair = draw.pick(PAIRS)
    speaker, addressee = draw.pronoun(pair[0]), draw.pronoun(pair[1])
    subject, other = (speaker, addressee) if direction == "1>2" else (addressee, speaker)
    lemma, tense = draw.pick(VERBS), _tense(draw)
    place, lemmas = _place(draw, lemma)
    middle = spaced(draw.time(tense), place)
    verb = draw.lexicon.verb(lemma)
    return Draft(
        before=spaced(subject.ergative, middle),
        good=other.dative,
        bad=subject.dative,
        after=finite(verb, tense, Agreement("m", "sg")),
        gloss=f"the object '{subject.dative}' is the subject itself; it must be a reflexive",
        tense="past",
        lemmas=(*lemmas, lemma),
        between=middle,
    )


def _subject_person(draw: Draw, direction: str) -> Draft | None:
    """तुमने … मुझे देखा; मैंने … मुझे देखा is out. The subject is changed."""
    pair = draw.pick(PAIRS)
    speaker, addressee = draw.pronoun(pair[0]), draw.pronoun(pair[1])
    patient, agent = (speaker, addressee) if direction == "2>1" else (addressee, speaker)
    lemma, tense = draw.pick(VERBS), _tense(draw)
    place, lemmas = _place(draw, lemma)
    middle = spaced(draw.time(tense), place)
    verb = draw.lexicon.verb(lemma)
    return Draft(
        before="",
        good=agent.ergative,
        bad=patient.ergative,
        after=spaced(middle, patient.dative, finite(verb, tense, Agreement("m", "sg"))),
        gloss=f"the object '{patient.dative}' is the subject itself; it must be a reflexive",
        tense="past",
        lemmas=(*lemmas, lemma),
        between=middle,
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
    middle = spaced(draw.time(tense), place)
    verb = draw.lexicon.verb(lemma)
    return Draft(
        before=spaced(witness.direct, opening, subject.ergative, middle),
        good=other.dative,
        bad=subject.dative,
        after=finite(verb, tense, Agreement("m", "sg")),
        gloss=f"the object '{subject.dative}' is the subject itself; it must be a reflexive",
        tense="past",
        lemmas=(*witness.lemmas, *lemmas, lemma),
        between=middle,
        attractor="mismatching",
    )


def _reciprocal(draw: Draw, direction: str) -> Draft | None:
    """एक-दूसरे needs several; ख़ुद is what a single one takes."""
    reflexive = direction == "reflexive>reciprocal"
    lemma = draw.pick(tuple(REFLEXIVE_PLACES) if reflexive else VERBS)
    tense, verb = _tense(draw), draw.lexicon.verb(lemma)
    place, lemmas = _place(draw, lemma, reflexive=reflexive)
    time = draw.time(tense)
    group = finite(verb, tense, Agreement("m", "sg"))
    noun = draw.human()
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
        )
    one = noun_phrase(noun, determiner=("एक", "एक"))
    return Draft(
        before=spaced(time, one.ergative, place),
        good=draw.pick(("ख़ुद", "अपने आप")),
        bad="एक-दूसरे",
        after=spaced("को", group),
        gloss=f"एक-दूसरे (each other) needs several, but '{one.oblique}' is singular",
        tense="past",
        lemmas=(noun.lemma, *lemmas, lemma),
        between=place,
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
        other = draw.person(other_than=first.lemmas)
        return Draft(
            before=spaced(first.direct, time, place.text),
            good=other.oblique,
            bad="एक-दूसरे",
            after=spaced("से", finite(verb, tense, first.agreement)),
            gloss=f"एक-दूसरे (each other) needs several, but '{first.direct}' is one person",
            tense=TENSE_TAG[tense],
            lemmas=(*first.lemmas, *other.lemmas, *place.lemmas, verb.lemma),
            between=spaced(time, place.text),
        )
    second = draw.name(first.gender, other_than=first.lemmas)
    plural = Agreement(first.gender, "pl")
    return Draft(
        before="",
        good=f"{first.direct} और {second.direct}",
        bad=f"{first.direct} जी",
        after=spaced(time, place.text, "एक-दूसरे से", finite(verb, tense, plural)),
        gloss=f"एक-दूसरे (each other) needs several, but '{first.direct} जी' is one person",
        tense=TENSE_TAG[tense],
        lemmas=(*first.lemmas, *second.lemmas, *place.lemmas, verb.lemma),
        between=spaced(time, place.text),
    )


def _anaphor_form(draw: Draw, direction: str) -> Draft | None:
    """अपने आप (oneself) is fixed: मेरे आप does not exist. एक-दूसरे cannot be a subject."""
    if direction == "subject>reciprocal":
        return _reciprocal_subject(draw)
    direct = draw.pick(("मैं", "तुम", "वह", "हम", "वे"))
    subject = draw.pronoun(direct, "m" if direct == "हम" else None)
    lemma, tense = draw.pick(tuple(REFLEXIVE_PLACES)), _tense(draw)
    place, lemmas = _place(draw, lemma, reflexive=True)
    verb = draw.lexicon.verb(lemma)
    middle = spaced(draw.time(tense), place)
    return Draft(
        before=spaced(subject.ergative, middle),
        good="अपने",
        bad=inflect_adjective(subject.genitive, "m", "pl", "oblique"),
        after=spaced("आप को", finite(verb, tense, Agreement("m", "sg"))),
        gloss="the reflexive is अपने आप whatever the person; a personal possessive is out",
        tense="past",
        lemmas=(*lemmas, lemma),
        between=middle,
    )


def _reciprocal_subject(draw: Draw) -> Draft | None:
    """एक-दूसरे needs an antecedent in its clause, so it cannot be the subject itself."""
    lemma, tense = draw.pick([verb for verb in VERBS if verb != "देखना"]), _tense(draw)
    patient = draw.name() if draw.chance(0.5) else draw.pronoun(draw.pick(("मैं", "तुम", "हम")))
    place, lemmas = _place(draw, lemma)
    group = finite(draw.lexicon.verb(lemma), tense, Agreement("m", "sg"))
    return Draft(
        before=draw.time(tense),
        good=draw.pick(("उन दोनों", "उन लोगों", "उन बच्चों")),
        bad="एक-दूसरे",
        after=spaced("ने", place, patient.dative, group),
        gloss="एक-दूसरे (each other) is the subject and has no antecedent",
        tense="past",
        lemmas=(*lemmas, *patient.lemmas, lemma),
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
    rest = spaced(owner_marker, thing.lemma, finite(verb, tense, Agreement(thing.gender, "sg")))
    first = draw.name()
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
        )
    return Draft(
        before=time,
        good=f"{first.direct} और {second.direct}",
        bad=f"{first.direct} जी",
        after=spaced("ने", "एक-दूसरे", rest),
        gloss=gloss,
        tense="past",
        lemmas=lemmas,
        between="",
    )


TEMPLATES = (
    Template("object_person", ("1>2", "2>1"), _object_person),
    Template("subject_person", ("2>1", "1>2"), _subject_person),
    Template("embedded_object_person", ("1>2", "2>1"), _embedded),
    Template("reciprocal_object", ("several>one", "reflexive>reciprocal"), _reciprocal),
    Template("reciprocal_partner", ("each other>one", "someone>each other"), _with_each_other),
    Template("reciprocal_possessor", ("each other>one", "someone>each other"), _possessor),
    Template("anaphor_form", ("reflexive>pronoun", "subject>reciprocal"), _anaphor_form),
)
