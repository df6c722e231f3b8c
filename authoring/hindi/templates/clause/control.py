"""control: who is understood as the subject of an infinitive or a participle.

The controller decides: a participle has its gender and number; कहना is about what the one spoken
to will do and वादा करना about what the speaker will do, so that एक-दूसरे, मुझे and तुम्हें are right
beside one of them only; and कोशिश करना has no room for a subject of its own, while a clause before
another subject's must name its own with के. Which form an infinitive has is infinitive_form.
"""

from __future__ import annotations

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Draw
from authoring.hindi.grammar.checks import Clause, Paradigm, fixed
from authoring.hindi.grammar.conjugation import infinitive
from authoring.hindi.grammar.phrases import TENSE_TAG, Phrase, TenseKey, noun_phrase, spaced
from authoring.hindi.templates.clauses import action, both, clause
from kasauti.data.pairs import Check
from kasauti.data.treebank_pairs.inflection import (
    Gender,
    Number,
    imperfective,
    inflect_adjective,
    perfective,
)

GENDERS = ("m>f", "f>m")
# Trades that women have under the same name.
EPICENE = ("छात्र", "पड़ोसी", "नौकर", "बढ़ई", "दर्ज़ी", "माली", "धोबी")
WORD = {"m": "masculine", "f": "feminine"}


def _gender(direction: str) -> Gender:
    return "m" if direction.startswith("m") else "f"


def _other(gender: Gender) -> Gender:
    return "f" if gender == "m" else "m"


def _edit(
    rule: str, good: str, bad: str, *settled: Clause | Check
) -> tuple[tuple[Check, ...], tuple[Check, ...]]:
    return both(*settled, good=[fixed(rule, good, good)], bad=[fixed(rule, good, bad)])


# What one does on the way, and the ways.
MANNERS = (
    "हँसना",
    "रोना",
    "गाना",
    "नाचना",
    "चिल्लाना",
    "मुस्कुराना",
    "काँपना",
    "लँगड़ाना",
    "बड़बड़ाना",
    "हाँफना",
)
WAYS = ("जाना", "आना", "लौटना", "निकलना", "पहुँचना")


def going(lemma: str, gender: Gender, number: Number) -> str:
    """The imperfective participle that says how: हँसता हुआ, हँसती हुई."""
    return f"{imperfective(lemma, gender, number)} {perfective('होना', gender, number)}"


def _manner(draw: Draw, direction: str) -> Draft | None:
    """सीता हँसती हुई घर आई; its subject is that of the main verb."""
    gender = _gender(direction)
    tense: TenseKey = draw.pick(("perfective", "perfect_past"))
    subject, verb = draw.person(gender, other_than=EPICENE), draw.lexicon.verb(draw.pick(WAYS))
    manner, main = draw.pick(MANNERS), action(verb, tense, subject)
    place, time = draw.place(verb, tense=tense), draw.time(tense, verb=verb)
    good, bad = (going(manner, g, "sg") for g in (gender, _other(gender)))
    return Draft(
        before=spaced(time, subject.direct),
        good=good,
        bad=bad,
        after=spaced(place.text, main.written),
        gloss=f"the participle is {WORD[_other(gender)]}, but its subject is '{subject.direct}'",
        tense=TENSE_TAG[tense],
        lemmas=(*subject.lemmas, manner, *place.lemmas, verb.lemma),
        between="",
        checks=_edit("agreement of the participle", good, bad, main),
    )


def _manner_far(draw: Draw, direction: str) -> Draft | None:
    """राम सीता के साथ हँसता हुआ घर आया; the companion does not control it."""
    gender = _gender(direction)
    subject = draw.person(gender, other_than=EPICENE)
    companion = draw.name(_other(gender) if draw.chance(0.7) else gender, other_than=subject.lemmas)
    verb, manner = draw.lexicon.verb(draw.pick(WAYS)), draw.pick(MANNERS)
    tense: TenseKey = draw.pick(("perfective", "progressive_past"))
    if verb.lemma == "पहुँचना":
        return None
    main, place = action(verb, tense, subject), draw.place(verb, tense=tense)
    company, time = f"{companion.direct} के साथ", draw.time(tense, verb=verb)
    good, bad = (going(manner, g, "sg") for g in (gender, _other(gender)))
    return Draft(
        before=spaced(subject.direct, time, company),
        good=good,
        bad=bad,
        after=spaced(place.text, main.written),
        gloss=f"the participle is {WORD[_other(gender)]}, but its subject is '{subject.direct}'",
        tense=TENSE_TAG[tense],
        lemmas=(*subject.lemmas, *companion.lemmas, manner, *place.lemmas, verb.lemma),
        between=spaced(time, company),
        attractor="oblique",
        checks=_edit("agreement of the participle", good, bad, main),
    )


# In what state one leaves or finds things: the state is the thing's, not one's own.
LEFT: dict[str, tuple[str, ...]] = {
    "खुला": ("दरवाज़ा", "खिड़की", "डिब्बा", "अलमारी", "बोतल", "बक्सा", "पेटी", "ताला", "किताब", "संदूक़"),
    "टूटा हुआ": ("गिलास", "कुर्सी", "घड़ा", "थाली", "ताला", "खिड़की", "खिलौना", "चारपाई", "शीशा"),
    "फटा हुआ": ("कुर्ता", "चादर", "साड़ी", "थैला", "पर्दा", "रज़ाई", "पतंग", "दुपट्टा"),
    "भीगा हुआ": ("कंबल", "चादर", "कुर्ता", "क़मीज़", "कोट", "टोपी", "तकिया", "किताब"),
}  # fmt: skip


def _state_of_object(draw: Draw, direction: str) -> Draft | None:
    """राम ने खिड़की खुली छोड़ी; सीता ने ताला टूटा हुआ पाया."""
    gender = _gender(direction)
    state = draw.pick(tuple(LEFT))
    noun = draw.noun(draw.pick(LEFT[state]))
    if noun.gender != gender:
        return None
    verb = draw.pick(("छोड़ना", "देखना", "पाना") if state == "खुला" else ("देखना", "पाना"))
    agent = draw.person()
    forms: Paradigm = lambda a: perfective(verb, a.gender, a.number, alone=True)  # noqa: E731
    main = clause(forms, agent, noun_phrase(noun), marking="ने")
    place = draw.located(draw.pick(("घर में", "कमरा में", "दुकान में", "बरामदा में", "आँगन में")))
    good, bad = (
        " ".join(
            inflect_adjective(word, g, "sg", "direct")
            if word != "हुआ"
            else perfective("होना", g, "sg")
            for word in state.split()
        )
        for g in (gender, _other(gender))
    )
    return Draft(
        before=spaced(agent.ergative, draw.time("perfective"), place.text, noun.lemma),
        good=good,
        bad=bad,
        after=main.written,
        gloss=f"'{bad}' is {WORD[_other(gender)]}, but says in what state the "
        f"{WORD[gender]} {noun.lemma} is",
        tense="past",
        lemmas=(*agent.lemmas, *place.lemmas, noun.lemma, state, verb),
        between="",
        attractor="oblique",
        checks=_edit("agreement of the state", good, bad, main),
    )


# What people do with one another, as an infinitive with एक-दूसरे.
MUTUAL = (
    "एक-दूसरे से लड़ने", "एक-दूसरे को सताने", "एक-दूसरे को डाँटने", "एक-दूसरे को डराने", "एक-दूसरे से झगड़ने",
    "एक-दूसरे को रोकने", "एक-दूसरे का कमरा सजाने", "एक-दूसरे की चिट्ठी पढ़ने", "एक-दूसरे से बात करने",
)  # fmt: skip
LETTING = ("दिया", "से रोका", "से मना किया")
TRYING = ("की कोशिश की", "का प्रयास किया", "का फ़ैसला किया", "से इनकार किया")


def _mutual(draw: Draw, direction: str) -> Draft | None:
    """बच्चों को एक-दूसरे से लड़ने दिया, not बच्चे को; not with वादा, which two can make together."""
    noun, deed = draw.human(), draw.pick(MUTUAL)
    several, one = noun_phrase(noun, "pl"), noun_phrase(noun)
    time, settled = draw.time("perfective"), []
    if direction == "object: several>one":
        letting = draw.pick(LETTING)
        agent = draw.name()
        before, good, bad = spaced(agent.ergative, time), several.dative, one.dative
        settled = [fixed("case of the subject", agent.ergative, agent.ergative)]
        lemmas = (*agent.lemmas, noun.lemma, deed)
    else:
        letting = draw.pick(TRYING)
        before, good, bad, lemmas = time, several.ergative, one.ergative, (noun.lemma, deed)
    rest = spaced(deed, letting)
    return Draft(
        before=before,
        good=good,
        bad=bad,
        after=rest,
        gloss=f"'{one.oblique}' alone is to do what takes several",
        tense="past",
        lemmas=lemmas,
        between="",
        checks=_edit("controller of एक-दूसरे", good, bad, *settled, fixed("the rest", rest, rest)),
    )


ORDER, PROMISE = "को कहा", "का वादा किया"
# The speaker and the one spoken to.
# Not हम: some of us may do something to all of us.
HEARERS = ("तुम", "तू")
FAVOURS = (
    ("जगाना", ("सुबह", "जल्दी", "छह बजे", "समय पर")),
    ("बुलाना", ("शादी में", "मेले में", "घर पर", "दुकान पर")),
    ("समझाना", ("बाद में", "अकेले में", "प्यार से", "फिर से")),
    ("याद दिलाना", ("फिर से", "रात में", "समय पर", "बाद में")),
    ("रोकना", ("रास्ते में", "समय पर", "वहीं", "दरवाज़े पर")),
    ("हँसाना", ("शादी में", "कक्षा में", "मेले में", "फिर से")),
    ("मनाना", ("फिर से", "प्यार से", "बाद में", "जल्दी")),
    ("पहचानना", ("मेले में", "तस्वीर में", "शादी में", "दूर से")),
    ("ढूँढ़ना", ("मेले में", "बाज़ार में", "भीड़ में", "शादी में")),
)


def _favour(draw: Draw, direction: str) -> Draft | None:
    """मैंने तुमसे मुझे जगाने को कहा; with का वादा किया the one who wakes me would be myself."""
    speaker, hearer = draw.pronoun("मैं"), draw.pronoun(draw.pick(HEARERS))
    if direction == "वादा: subject" and draw.chance(0.5):
        speaker, hearer = hearer, speaker
    verb, manners = draw.pick(FAVOURS)
    manner, time, deed = draw.pick(manners), draw.time("perfective"), infinitive(verb, ending="ने")
    both_ways = (
        spaced(speaker.ergative, _from(hearer)),
        spaced(hearer.ergative, _from(speaker)),
    )
    patient = hearer if direction == "वादा: subject" else speaker
    middle = spaced(patient.dative, manner, deed)
    if direction == "कहना>वादा":
        before, good, bad = spaced(time, both_ways[0], middle), ORDER, PROMISE
        settled, after = spaced(both_ways[0], middle), ""
    elif direction == "कहना: subject":
        before, good, bad, after = time, *both_ways, spaced(middle, ORDER)
        settled = after
    else:
        before, good, bad = time, speaker.ergative, hearer.ergative
        after = settled = spaced(middle, PROMISE)
    return Draft(
        before=before,
        good=good,
        bad=bad,
        after=after,
        gloss=f"the understood subject of {verb} is the one meant by '{patient.dative}'; it must "
        "be a reflexive",
        tense="past",
        lemmas=(verb, manner),
        between=None,
        checks=_edit(
            "controller of the infinitive", good, bad, fixed("the rest", settled, settled)
        ),
    )


def _from(pronoun: Phrase) -> str:
    return f"{pronoun.oblique}से"


# What one can try, dare or manage oneself, and nobody can for another.
OWN = ("की कोशिश की", "का प्रयास किया", "की हिम्मत की", "का साहस किया")
# The places are feminine: के before a masculine one could be its owner's (रीता के तालाब में).
TRIED = (
    "नदी में कूदना", "दीवार पर चढ़ना", "नदी में तैरना", "छत से कूदना", "सीढ़ी पर चढ़ना", "झील में तैरना",
    "सड़क पर दौड़ना", "गली में नाचना", "छत पर चढ़ना", "दीवार से कूदना", "झील में कूदना", "सीढ़ी से उतरना",
)  # fmt: skip


def _own_subject(draw: Draw, direction: str) -> Draft | None:
    """कोशिश करना has no other subject inside; before another's deed one's own subject has के."""
    if direction == "के>bare":
        return _before(draw)
    agent = draw.person()
    other = draw.name(other_than=agent.lemmas)
    deed, trying = draw.pick(TRIED), draw.pick(OWN)
    place, _, verb = deed.rpartition(" ")
    text = spaced(place, infinitive(verb, ending="ने"), trying)
    return Draft(
        before=spaced(agent.ergative, draw.time("perfective")),
        good="",
        bad=f"{other.oblique} के",
        after=text,
        gloss=f"{trying.split()[1]} करना leaves no room for another subject, '{other.oblique}'",
        tense="past",
        lemmas=(*agent.lemmas, *other.lemmas, deed, trying.split()[1]),
        between="",
        checks=_edit(
            "subject of the infinitive",
            "",
            f"{other.oblique} के",
            fixed("case of the subject", agent.ergative, agent.ergative),
            fixed("the rest", text, text),
        ),
    )


BEFORE = ("से पहले", "के बाद", "पर")


def _before(draw: Draw) -> Draft | None:
    """दूधवाले के घर पहुँचने से पहले सीता सोई, not दूधवाला घर पहुँचने से पहले सीता सोई.

    A noun in -ा, whose direct form is no vocative.
    """
    verb = draw.lexicon.verb(draw.pick(("पहुँचना", "लौटना", "आना", "निकलना")))
    people = [n for n in draw.lexicon.nouns.values() if n.group == "people" and n.marked]
    first, second = noun_phrase(draw.pick(people)), draw.name()
    place, when = draw.place(verb), draw.pick(BEFORE)
    later = draw.verb("intransitive", "perfective", lambda v: v.takes_names and v.lemma in SEQUELS)
    main, where = action(later, "perfective", second), draw.place(later)
    middle = spaced(place.text, infinitive(verb.lemma, ending="ने"), when)
    good, bad = f"{first.oblique} के", first.direct
    return Draft(
        before=draw.time("perfective"),
        good=good,
        bad=bad,
        after=spaced(middle, second.direct, where.text, main.written),
        gloss=f"'{first.direct}' is the subject of an infinitive and needs के",
        tense="past",
        lemmas=(
            *first.lemmas,
            *second.lemmas,
            *place.lemmas,
            verb.lemma,
            *where.lemmas,
            later.lemma,
        ),
        between="",
        checks=_edit(
            "subject of the infinitive", good, bad, main, fixed("the rest", middle, middle)
        ),
    )


SEQUELS = ("सोना", "टहलना", "नहाना", "चिल्लाना", "हँसना", "बैठना", "लेटना")

TEMPLATES = (
    Template("manner", GENDERS, _manner),
    Template("manner_with_company", GENDERS, _manner_far),
    Template("state_of_object", GENDERS, _state_of_object),
    Template("mutual", ("object: several>one", "subject: several>one"), _mutual),
    Template("favour", ("कहना>वादा", "कहना: subject", "वादा: subject"), _favour),
    Template("own_subject", ("none>के", "के>bare"), _own_subject),
)
