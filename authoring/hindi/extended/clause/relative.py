"""relative_correlative: the relative phrase and its correlate in number, case and kind.

The correlate of things and animals shows number beyond doubt (उसे, उन्हें); for people उन्हें can
be honorific, and a direct वह serves for the plural in speech, so neither decides a number here. A
relative जो before an oblique noun (जो लड़के ने) is said in the west and is no wrong member.
"""

from __future__ import annotations

from collections.abc import Callable

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Draw
from authoring.hindi.extended.clauses import REPORTS, without_respect
from authoring.hindi.extended.features import NUMBERS, WORD, another, attraction, number_of
from authoring.hindi.extended.proof import Described, members
from authoring.hindi.grammar.checks import UNCONTROLLED, Clause, Paradigm, argument, fixed, in_tense
from authoring.hindi.grammar.conjugation import Aspect, Tense, verb_group
from authoring.hindi.grammar.phrases import Phrase, TenseKey, finite, noun_phrase, spaced
from kasauti.data.treebank_pairs.inflection import Agreement, perfective

# Where things lie, and what one does with them (imperatives to तुम).
LYING = ("मेज़ पर", "बरामदे में", "आँगन में", "छत पर", "दरवाज़े के पास", "अलमारी के ऊपर", "खिड़की के पास")
HANDLED = (
    "अलमारी में रख दो",
    "अंदर ले आओ",
    "जल्दी से उठा लो",
    "माँ के पास ले जाओ",
    "संदूक़ में रख दो",
    "यहाँ से हटा दो",
    "घर ले जाओ",
)
MOVABLE = ("garment", "footwear", "vessel", "toy", "belonging", "container")
TRAITS = (
    "",
    "",
    "शरारती",
    "होशियार",
    "मेहनती",
    "ग़रीब",
    "समझदार",
    "चालाक",
    "बहुत होशियार",
    "बेहद ग़रीब",
)
OBLIQUE = {"sg": "जिस", "pl": "जिन"}
CORRELATE = {"sg": "उसे", "pl": "उन्हें"}


def _relative_number(draw: Draw, direction: str) -> Draft | None:
    """जिन लड़कों ने, not जिस लड़कों ने."""
    number = number_of(direction)
    verb = draw.verb("transitive", "perfective", lambda v: v.takes_names)
    thing = draw.object(verb, lambda n: not n.animate)
    noun = draw.subject(verb, without_respect)
    if thing is None or noun is None:
        return None
    people = noun_phrase(noun, number)
    trait = draw.pick(TRAITS)
    place, time = draw.place(verb), draw.time("perfective", verb=verb)
    correlate, closing = draw.pick(
        (
            ({"sg": "उसे", "pl": "उन्हें"}, "मैं अच्छी तरह जानता हूँ"),
            ({"sg": "उसे", "pl": "उन्हें"}, "सब लोग पहचानते हैं"),
            ({"sg": "उससे", "pl": "उनसे"}, "हम कल मिलेंगे"),
            ({"sg": "उसने", "pl": "उन्होंने"}, "कुछ नहीं बताया"),
            ({"sg": "उसके", "pl": "उनके"}, "बारे में सबको मालूम है"),
        )
    )
    done = finite(verb, "perfective", Agreement(thing.gender, "sg"))
    good, bad = OBLIQUE[number], OBLIQUE[another(number)]
    frame = draw.pick(REPORTS) if draw.chance(0.3) else ""
    return Draft(
        before=frame,
        good=good,
        bad=bad,
        after=spaced(
            trait, people.ergative, time, place.text, thing.lemma, done, ",",
            correlate[number], closing,
        ),
        gloss=f"'{people.oblique}' is {WORD[number]}, its relative word is not",
        tense="past",
        lemmas=(noun.lemma, *place.lemmas, thing.lemma, verb.lemma),
        between=trait,
        checks=members(
            lambda written: (
                fixed("number of the relative word", OBLIQUE[people.number], written),
                Clause(
                    verb=in_tense(verb, "perfective"),
                    written=done,
                    subject=argument(people, "ने"),
                    object=argument(noun_phrase(thing)),
                ),
            ),
            good, bad, frame, f"{correlate[number]} {closing}",
        ),
    )  # fmt: skip


def _correlate_number(draw: Draw, direction: str) -> Draft | None:
    """जो किताबें मेज़ पर हैं, उन्हें …, not उसे."""
    number = number_of(direction)
    noun = draw.pick([n for n in draw.lexicon.of_kind(*MOVABLE) if n.shows_number])
    adjective = draw.adjective(noun)
    things = noun_phrase(noun, number, adjectives=(adjective,) if adjective else ())
    place = draw.pick([p for p in LYING if noun.lemma not in p])
    copula = verb_group("रखना", "perfective", "present", things.agreement)
    # A word between the clause and its correlate, so that है and उसे are not side by side.
    clause = spaced("जो", things.direct, place, f"{copula},", draw.pick(("तुम", "अब", "तुम अब")))
    good, bad = CORRELATE[number], CORRELATE[another(number)]
    after = draw.pick([h for h in HANDLED if noun.lemma not in h])
    return Draft(
        before=clause,
        good=good,
        bad=bad,
        after=after,
        gloss=f"the correlate of '{things.direct}' must be {WORD[number]}",
        tense="none",
        lemmas=things.lemmas,
        between=spaced(place, copula),
        checks=members(
            _correlate(things, verb_of("रखना", "present"), copula), good, bad, place, after
        ),
    )


def verb_of(lemma: str, tense: Tense) -> Paradigm:
    """The perfect of a verb in a tense of its auxiliary."""
    return lambda agreement: verb_group(lemma, "perfective", tense, agreement)


def _correlate(
    things: Phrase, forms: Paradigm, written: str, owner: Phrase | None = None
) -> Callable[[str], Described]:
    """The relative clause, whose verb agrees with the things, and the number of the correlate."""
    inside = Clause(
        verb=forms,
        written=written,
        subject=argument(owner, "ने") if owner else None,
        object=argument(things),
    )
    return lambda correlate: (
        inside,
        fixed("number of the correlate", CORRELATE[things.number], correlate),
    )


def _correlate_of_animals(draw: Draw, direction: str) -> Draft | None:
    """The relative clause has another noun: जो बकरियाँ लड़के ने ख़रीदी थीं, उन्हें …."""
    number = number_of(direction)
    kept = (*draw.lexicon.of_kind("pet", "grazer", "fowl"), draw.noun("तोता"), draw.noun("मैना"))
    noun = draw.pick([n for n in kept if n.shows_number])
    things, owner = noun_phrase(noun, number), draw.name()
    verb, places = draw.pick(KEEPING)
    place = draw.pick(places)
    done = verb_group(verb, "perfective", "past", things.agreement)
    frame = draw.pick(REPORTS) if draw.chance(0.4) else ""
    good, bad = CORRELATE[number], CORRELATE[another(number)]
    after = draw.pick(FATES)
    return Draft(
        before=spaced(frame, "जो", things.direct, owner.ergative, place, done, ","),
        good=good,
        bad=bad,
        after=after,
        gloss=f"the correlate of '{things.direct}' must be {WORD[number]}",
        tense="past",
        lemmas=(noun.lemma, *owner.lemmas, verb),
        between=spaced(owner.ergative, place, done),
        attractor=attraction(owner.number == number),
        checks=members(
            _correlate(things, verb_of(verb, "past"), done, owner), good, bad, frame, after
        ),
    )


KEEPING = (
    ("ख़रीदना", ("गाँव में", "मेले में", "शहर में", "पिछले साल", "अपने भाई से", "पिछले हफ़्ते")),
    ("पालना", ("घर में", "गाँव में", "अपने खेत में", "बचपन में")),
    ("बेचना", ("मेले में", "पिछले साल", "शहर में", "पिछले हफ़्ते")),
)
FATES = (
    "किसी ने चुरा लिया",
    "गाँव के लोग अब भी पहचानते हैं",
    "मैंने कल बाज़ार में देखा",
    "बच्चे बहुत पसंद करते हैं",
    "सब लोग देखने आते थे",
    "मैं भी ख़रीदना चाहता था",
)

# What can be said of someone, and what is done to them, after the correlate; both begin alike.
QUALITIES = (
    "आज बहुत बीमार है", "आज दफ़्तर में है", "आज मेरे घर आया", "आज शहर चला गया", "अब मेरा दोस्त है",
    "अब हमारे साथ रहता है", "अब दूसरे गाँव में है", "कल फिर आएगा",
)  # fmt: skip
TREATMENTS = (
    "आज मैंने बुलाया", "आज पुलिस ने रोक लिया", "आज सबने पहचान लिया", "आज माँ ने डाँटा",
    "अब सब लोग पहचानते हैं", "अब मैं अच्छी तरह जानता हूँ", "अब हम घर बुलाएँगे", "कल हम समझाएँगे",
)  # fmt: skip


def _correlate_case(draw: Draw, direction: str) -> Draft | None:
    """वह मेरा दोस्त है, उसे मैंने बुलाया; the clause before is the same."""
    tense: TenseKey = draw.pick(("perfect_past", "progressive_past"))
    verb = draw.verb("intransitive", tense, lambda v: v.takes_names and bool(v.places))
    noun = draw.subject(verb, lambda n: n.human and n.gender == "m" and n.marked)
    if noun is None:
        return None
    place, time = draw.place(verb, tense=tense), draw.time(tense, verb=verb)
    person = noun_phrase(noun)
    done = finite(verb, tense, person.agreement)
    direct = direction == "direct>dative"
    good, bad = ("वह", "उसे") if direct else ("उसे", "वह")
    after = draw.pick(QUALITIES if direct else TREATMENTS)
    inside = Clause(verb=in_tense(verb, tense), written=done, subject=argument(person))
    return Draft(
        before=spaced("जो", noun.lemma, time, place.text, done, ","),
        good=good,
        bad=bad,
        after=after,
        gloss="the correlate has the case that its own clause asks for: "
        + ("the subject is direct" if direct else "the human object takes को"),
        tense="past",
        lemmas=(noun.lemma, *place.lemmas, verb.lemma),
        between="",
        checks=members(
            lambda written: (inside, fixed("case of the correlate", good, written)),
            good,
            bad,
            after,
        ),
    )


def _quantity_or_kind(draw: Draw, direction: str) -> Draft | None:
    """जितनी … उतनी, जैसी … वैसी; feminine, as वैसे ही is an adverb too."""
    verb = draw.lexicon.verb(
        draw.pick(("ख़रीदना", "बेचना", "बनाना", "सिलना", "लिखना", "भेजना", "पढ़ना"))
    )
    thing = draw.object(verb, lambda n: n.shows_number and not n.animate and n.gender == "f")
    if thing is None:
        return None
    first = draw.name()
    second = draw.name(other_than=first.lemmas)
    relative, wrong = ("जितनी", "वैसी") if direction == "quantity>kind" else ("जैसी", "उतनी")
    right = {"जितनी": "उतनी", "जैसी": "वैसी"}[relative]
    things = noun_phrase(thing, "pl")
    done = perfective(verb.lemma, "f", "pl", alone=True)
    again = verb_group(verb.lemma, "perfective", "present", things.agreement)
    place = draw.place(verb)
    clauses = (
        Clause(
            verb=in_tense(verb, "perfective"),
            written=done,
            subject=argument(first, "ने"),
            object=argument(things),
        ),
        Clause(
            verb=verb_of(verb.lemma, "present"),
            written=again,
            subject=argument(second, "ने"),
            object=argument(things),
        ),
    )
    return Draft(
        before=spaced(relative, things.direct, first.ergative, place.text, done, ","),
        good=right,
        bad=wrong,
        after=spaced("ही", second.ergative, "भी", again),
        gloss=f"{relative} takes the correlate {right}",
        tense="past",
        lemmas=(*things.lemmas, *first.lemmas, *second.lemmas, *place.lemmas, verb.lemma),
        between=spaced(first.ergative, place.text, done),
        checks=members(
            lambda written: (*clauses, fixed("kind of the correlate", right, written)), right, wrong
        ),
    )


PARTNERS = ("बात करना", "बहस करना", "झगड़ना", "मज़ाक़ करना", "बातचीत करना", "डरना")
PATIENTS = ("डाँटना", "जगाना", "मनाना", "सताना", "रोकना", "हँसाना", "कोसना")


def _relative_case(draw: Draw, direction: str) -> Draft | None:
    """जिससे मैं बात कर रहा था, जिसे मैंने डाँटा था."""
    head, agent = noun_phrase(draw.human()), draw.name()
    place = draw.pick(("बाज़ार में", "आँगन में", "मेले में", "सड़क पर", "स्टेशन पर", "कल शाम", "परसों"))
    aspect: Aspect
    if direction == "se>ko":
        lemma = draw.pick(PARTNERS)
        good, bad, who = "जिससे", "जिसे", argument(agent)
        aspect = "habitual" if lemma == "डरना" else "progressive"
    else:
        lemma = draw.pick(PATIENTS)
        good, bad, who, aspect = "जिसे", "जिससे", argument(agent, "ने"), "perfective"
    place = "बचपन में" if lemma == "डरना" else place
    controller = agent.agreement if direction == "se>ko" else UNCONTROLLED
    done = verb_group(lemma, aspect, "past", controller)
    closing = draw.pick(
        ("अब अस्पताल में है", "आज घर पर है", "अब शहर में है", "बहुत उदास है", "पड़ोस में ही है", "अब मेरे साथ है")
    )
    return Draft(
        before=f"वह {head.direct},",
        good=good,
        bad=bad,
        after=spaced(who.text, place, done, ",", closing),
        gloss=f"the {'partner' if direction == 'se>ko' else 'object'} of {lemma} takes "
        + ("से" if direction == "se>ko" else "को"),
        tense="past",
        lemmas=(*head.lemmas, *agent.lemmas, lemma),
        between=spaced(who.text, place),
        checks=members(
            lambda written: (
                fixed("case of the relative word", good, written),
                Clause(
                    verb=lambda agreement: verb_group(lemma, aspect, "past", agreement),
                    written=done,
                    subject=who,
                ),
            ),
            good,
            bad,
            closing,
        ),
    )


TEMPLATES = (
    Template("number_of_relative", NUMBERS, _relative_number),
    Template("number_of_correlate", NUMBERS, _correlate_number),
    Template("number_of_animals", NUMBERS, _correlate_of_animals),
    Template("case_of_correlate", ("direct>dative", "dative>direct"), _correlate_case),
    Template("quantity_or_kind", ("quantity>kind", "kind>quantity"), _quantity_or_kind),
    Template("case_of_relative", ("se>ko", "ko>se"), _relative_case),
)
