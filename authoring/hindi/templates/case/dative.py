"""case_marking_dative: को on those who feel, must, get or are given something, and on no others.

The wrong marker is ने or से. Every template has a predicate with को and a near one without it:
one gives to someone (को) and takes from someone (से); one gets (को मिला) and attains (ने पाया); one
must (को) and cannot (से … नहीं गया). ने with an infinitive of obligation, which is said in Delhi, is
never the wrong member, nor is से where it could mean "through someone". Whether a subject is bare
or has को is the phenomenon subject_case.
"""

from __future__ import annotations

from dataclasses import replace

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Draw
from authoring.hindi.grammar.checks import Clause, Marking, Paradigm, fixed, in_tense
from authoring.hindi.grammar.conjugation import passive
from authoring.hindi.grammar.lexicon import Noun
from authoring.hindi.grammar.phrases import TENSE_TAG, Phrase, TenseKey, noun_phrase, spaced
from authoring.hindi.templates.case.subject_case import draw_experiencer
from authoring.hindi.templates.clauses import PERFECTIVE, action, clause, remarked
from kasauti.data.treebank_pairs.inflection import inflect_adjective, perfective

# What one gets, where, and what an agent does with it.
GAINS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "इनाम": (("स्कूल में", "मेला में", "गाँव में"), ("पाना",)),
    "तोहफ़ा": (("शादी में", "दफ़्तर में", "स्कूल में"), ("पाना",)),
    "मौक़ा": (("दफ़्तर में", "शहर में", "स्कूल में"), ("पाना", "माँगना")),
    "वेतन": (("दफ़्तर में", "स्कूल में", "अस्पताल में"), ("पाना", "माँगना")),
    "नौकरी": (("दफ़्तर में", "शहर में", "अस्पताल में"), ("पाना", "माँगना")),
    "छुट्टी": (("दफ़्तर से", "स्कूल से", "अस्पताल से"), ("लेना", "माँगना")),
    "ख़बर": (("बाज़ार में", "दफ़्तर में", "गाँव में"), ("सुनना",)),
    "सलाह": (("गाँव में", "दफ़्तर में", "अस्पताल में"), ("लेना", "माँगना")),
    "मदद": (("गाँव में", "शहर में", "अस्पताल में"), ("लेना", "माँगना")),
}


def _past(lemma: str) -> Paradigm:
    return lambda agreement: perfective(lemma, agreement.gender, agreement.number, alone=True)


def _draft(
    main: Clause,
    wrong: Marking,
    *,
    lead: str,
    rest: str,
    gloss: str,
    tense: str,
    lemmas: tuple[str, ...],
) -> Draft | None:
    """The subject with its marker and with the wrong one; `rest` is what follows."""
    subject = main.subject
    if subject is None:
        return None
    return Draft(
        before=lead,
        good=subject.text,
        bad=subject.remarked(wrong).text,
        after=rest,
        gloss=gloss,
        tense=tense,
        lemmas=(*subject.phrase.lemmas, *lemmas),
        between=rest.rpartition(" ")[0],
        checks=remarked(main, subject=wrong),
    )


def _gain(draw: Draw, direction: str) -> Draft | None:
    """मिलना takes a dative subject; पाना, लेना, माँगना in the perfective an ergative one."""
    noun = draw.noun(draw.pick(tuple(GAINS)))
    places, verbs = GAINS[noun.lemma]
    subject, place = draw_experiencer(draw), draw.located(draw.pick(places))
    gets = direction == "को>ने"
    verb = "मिलना" if gets else draw.pick(verbs)
    main = clause(_past(verb), subject, noun_phrase(noun), marking="को" if gets else "ने")
    return _draft(
        main,
        "ने" if gets else "को",
        lead=draw.time("perfective"),
        rest=spaced(place.text, noun.lemma, main.written),
        gloss=(
            "मिलना (to get) takes a dative subject, not an ergative one"
            if gets
            else f"{verb} in the perfective takes an ergative subject, not a dative one"
        ),
        tense="past",
        lemmas=(*place.lemmas, noun.lemma, verb),
    )


def _recipient(draw: Draw, direction: str) -> Draft | None:
    """देना, थमाना, सौंपना to someone (को); लेना, माँगना, छीनना from someone (से).

    Not लौटाना, दिखाना, भेजना: with से they could mean "through someone".
    """
    noun = draw.pick(draw.lexicon.of_kind("belonging", "toy", "garment", "text", "container"))
    if not noun.count or noun.lemma in UNHANDY:
        return None
    agent = draw.person()
    other = draw.person(other_than=agent.lemmas)
    to, source = other.dative, f"{other.oblique} से"
    if direction == "को>से":
        verb, forms = draw.pick(("देना", "थमाना", "सौंपना")), (to, source)
    else:
        verb, forms = draw.pick(("उधार लेना", "माँगना", "छीनना")), (source, to)
    main = clause(_past(verb), agent, noun_phrase(noun), marking="ने")
    good, bad = (
        (*main.checks(), fixed("case of the other person", forms[0], form)) for form in forms
    )
    return Draft(
        before=spaced(agent.ergative, draw.time("perfective")),
        good=forms[0],
        bad=forms[1],
        after=spaced(noun.lemma, main.written),
        gloss=f"{verb} takes the other person in {direction[:2]}, not in {direction[3:]}",
        tense="past",
        lemmas=(*agent.lemmas, *other.lemmas, noun.lemma, verb),
        between=noun.lemma,
        checks=(good, bad),
    )


UNHANDY = ("कहानी", "कविता", "लेख", "नाटक", "पिंजरा")


def _felt(draw: Draw, kind: str, verb: str, *tenses: TenseKey) -> Draft | None:
    """Not से: राधा से डर लगा is "(he) was afraid of Radha"."""
    noun, tense = draw.pick(draw.lexicon.of_kind(kind)), draw.pick(tenses)
    model = replace(draw.lexicon.verb("आना"), lemma=verb, vector="")
    main = clause(in_tense(model, tense), draw_experiencer(draw), noun_phrase(noun), marking="को")
    degree = "" if kind == "illness" else draw.pick(("", "बहुत", "काफ़ी"))
    return _draft(
        main,
        "ने",
        lead=draw.time(tense),
        rest=spaced(degree, noun.lemma, main.written),
        gloss=f"one who feels or has something takes को with {verb}, not ने",
        tense=TENSE_TAG[tense],
        lemmas=(noun.lemma, *(() if verb.startswith("हो") else (verb,))),
    )


def _feeling(draw: Draw, direction: str) -> Draft | None:
    """भूख लगना, नींद आना: को, not ने; what one cannot do: से, not को."""
    if direction == "से>को":
        return _inability(draw)
    kind, verb = draw.pick((("sensation", "लगना"), ("coming", "आना")))
    return _felt(draw, kind, verb, "perfective", "progressive_present", "perfect_past")


# What one may be unable to do, with the thing.
TOO_MUCH = {
    "उठाना": ("भारी", ("डिब्बा", "बक्सा", "थैला", "बाल्टी", "टोकरी", "हथौड़ा", "घड़ा", "संदूक़", "पेटी")),
    "खोलना": ("पुराना", ("ताला", "दरवाज़ा", "डिब्बा", "बक्सा", "खिड़की", "बोतल", "पेटी")),
    "पढ़ना": ("लंबा", ("कहानी", "कविता", "लेख", "चिट्ठी", "उपन्यास")),
    "पीना": ("कड़वा", ("काढ़ा", "चाय", "कॉफ़ी")),
    "चलाना": ("पुराना", ("गाड़ी", "साइकिल", "रिक्शा", "ताँगा", "ठेला", "जीप")),
}  # fmt: skip


def _inability(draw: Draw) -> Draft | None:
    """राम से बक्सा नहीं उठाया गया."""
    verb = draw.pick(tuple(TOO_MUCH))
    noun = draw.noun(draw.pick(TOO_MUCH[verb][1]))
    # In two words, the participle and जाना, both of which agree.
    forms: Paradigm = lambda a: (  # noqa: E731
        f"नहीं {perfective(passive(verb, a.gender, a.number), a.gender, a.number, alone=True)}"
    )
    main = clause(forms, draw_experiencer(draw), _qualified(TOO_MUCH[verb][0], noun), marking="से")
    thing = main.object.text if main.object else ""
    return _draft(
        main,
        "को",
        lead=draw.time("perfective"),
        rest=spaced(thing, main.written),
        gloss="one who is unable to do something takes से, not को",
        tense="past",
        lemmas=(noun.lemma, verb),
    )


def _qualified(adjective: str, noun: Noun) -> Phrase:
    phrase = noun_phrase(noun)
    return replace(
        phrase,
        direct=spaced(inflect_adjective(adjective, noun.gender, "sg", "direct"), phrase.direct),
    )


def _emotion(draw: Draw, direction: str) -> Draft | None:
    """दुख होना, बुख़ार होना: को, not ने; what one does in the perfective: ने, not को."""
    if direction == "को>ने":
        kind, verb = draw.pick((("emotion", "होना"), ("illness", "हो जाना")))
        return _felt(draw, kind, verb, "perfective", "perfect_past")
    tense: TenseKey = draw.pick(PERFECTIVE)
    verb_entry = draw.verb("transitive", tense, lambda v: v.lemma in NO_RECIPIENT)
    thing = draw.object(verb_entry)
    if thing is None:
        return None
    place = draw.place(verb_entry, tense=tense)
    main = action(verb_entry, tense, draw_experiencer(draw), noun_phrase(thing))
    return _draft(
        main,
        "को",
        lead=draw.time(tense, verb=verb_entry),
        rest=spaced(place.text, thing.lemma, main.written),
        gloss=f"{verb_entry.lemma} in the perfective takes an ergative subject, not a dative one",
        tense=TENSE_TAG[tense],
        lemmas=(*place.lemmas, thing.lemma, verb_entry.lemma),
    )


# Verbs that take no recipient: with one, a dropped subject would make को right (चिट्ठी लिखना).
NO_RECIPIENT = ("खाना", "पीना", "पढ़ना", "धोना", "सुखाना", "चखना", "सींचना", "चलाना", "पहनना")


def _liking(draw: Draw, direction: str) -> Draft | None:
    """को पसंद है, ने पसंद किया."""
    noun = draw.pick(draw.lexicon.of_kind("garment", "jewel", "toy", "belonging", "picture"))
    likes = direction == "को>ने"
    forms: Paradigm = (
        (lambda a: f"पसंद {'आई' if a.gender == 'f' else 'आया'}") if likes else _past("पसंद करना")
    )
    main = clause(forms, draw_experiencer(draw), noun_phrase(noun), marking="को" if likes else "ने")
    return _draft(
        main,
        "ने" if likes else "को",
        lead=draw.time("perfective"),
        rest=spaced(draw.pick(("वह", "यह")), noun.lemma, main.written),
        gloss=f"पसंद {'आना' if likes else 'करना'} takes a subject in {direction[:2]}, not in "
        f"{direction[3:]}",
        tense="past",
        lemmas=(noun.lemma,),
    )


def _duty(draw: Draw, direction: str) -> Draft | None:
    """को with पड़ना, not से; डरना, झगड़ना, बात करना have their partner in से, not in को."""
    if direction == "से>को":
        return _partner(draw)
    verb = draw.verb(
        "intransitive",
        "future",
        lambda v: v.takes_names and bool(v.places) and v.lemma not in ("सोना", "रहना"),
    )
    tense: TenseKey = draw.pick(("perfective", "future", "habitual_present"))
    place = draw.place(verb, tense="habitual_present")
    deed = replace(noun_phrase(draw.noun("फूल")), direct=verb.lemma, lemmas=(verb.lemma,))
    model = replace(verb, lemma="पड़ना", vector="")
    # No pronoun: उससे is "because of that" as well.
    who = draw_experiencer(draw, pronouns=())
    main = clause(in_tense(model, tense), who, deed, marking="को")
    return _draft(
        main,
        "से",
        lead=draw.time(tense, verb=verb),
        rest=spaced(place.text, verb.lemma, main.written),
        gloss="one who must do something takes को, not से",
        tense=TENSE_TAG[tense],
        lemmas=(*place.lemmas, verb.lemma, "पड़ना"),
    )


def _partner(draw: Draw) -> Draft | None:
    tense: TenseKey = draw.pick(("habitual_present", "progressive_present"))
    verb, agent = draw.verb("partner", tense), draw.person()
    other, place = draw.person(other_than=agent.lemmas), draw.place(verb, tense=tense)
    # Fear and envy are lasting states.
    time = draw.time(tense, verb=verb) if verb.places else draw.pick(("आजकल", "अब", "शुरू से", "हमेशा"))
    main = clause(in_tense(verb, tense), agent)
    right, wrong = f"{other.oblique} से", other.dative
    return Draft(
        before=spaced(agent.direct, time, place.text),
        good=right,
        bad=wrong,
        after=main.written,
        gloss=f"{verb.lemma} takes its partner in से, not in को",
        tense="present",
        lemmas=(*agent.lemmas, *place.lemmas, *other.lemmas, verb.lemma),
        between="",
        checks=(
            (*main.checks(), fixed("case of the partner", right, right)),
            (*main.checks(), fixed("case of the partner", right, wrong)),
        ),
    )


TEMPLATES = (
    Template("gain", ("को>ने", "ने>को"), _gain),
    Template("recipient", ("को>से", "से>को"), _recipient),
    Template("feeling_or_inability", ("को>ने", "से>को"), _feeling),
    Template("emotion_or_deed", ("को>ने", "ने>को"), _emotion),
    Template("liking", ("को>ने", "ने>को"), _liking),
    Template("duty_or_partner", ("को>से", "से>को"), _duty),
)
