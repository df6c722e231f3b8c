"""subject_case: को on the subject that a predicate asks it for, and on no other.

Each template pairs a predicate that takes a dative subject with a near one that does not
(चाहिए and चाहना, पड़ना and लगना, पसंद होना and पसंद करना). The verb agrees with subject and theme
alike, so that को is the only error.
"""

from __future__ import annotations

from dataclasses import replace

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Draw
from authoring.hindi.grammar.checks import Clause, Paradigm, in_tense, invariable
from authoring.hindi.grammar.conjugation import Tense, compound, copula, infinitive, verb_group
from authoring.hindi.grammar.lexicon import Noun, Verb
from authoring.hindi.grammar.phrases import TENSE_TAG, Phrase, TenseKey, noun_phrase, spaced
from authoring.hindi.templates.clauses import action, clause, remarked
from kasauti.data.pairs import Check
from kasauti.data.treebank_pairs.inflection import perfective

DIRECTIONS = ("को>bare", "bare>को")
PRONOUNS = ("मैं", "हम", "वह", "तुम")
# Where the wrong form is bare: वह would be read with the noun (वह सेब पसंद है).
BARE_PRONOUNS = ("मैं", "हम", "तुम")


def draw_experiencer(draw: Draw, *, pronouns: tuple[str, ...] = PRONOUNS) -> Phrase:
    """A person whose direct form is not a vocative at the head of the sentence."""
    if pronouns and draw.chance(0.25):
        direct = draw.pick(pronouns)
        return draw.pronoun(direct, "m" if direct == "हम" else None)
    marked = [n for n in draw.lexicon.nouns.values() if n.group == "people" and n.marked]
    return noun_phrase(draw.pick(marked)) if draw.chance(0.4) else draw.name()


def _draft(
    main: Clause,
    *,
    lead: str,
    rest: str,
    tense: str,
    lemmas: tuple[str, ...],
    predicate: str,
    outside: tuple[Clause | Check, ...] = (),
) -> Draft | None:
    """The subject with को and without it; `rest` is what follows."""
    subject = main.subject
    if subject is None:
        return None
    dative = subject.marking == "को"
    wrong = subject.remarked("direct" if dative else "को")
    return Draft(
        before=lead,
        good=subject.text,
        bad=wrong.text,
        after=rest,
        gloss=f"{predicate} takes a {'dative' if dative else 'nominative'} subject, but "
        f"'{wrong.text}' is {'nominative' if dative else 'dative'}",
        tense=tense,
        lemmas=(*subject.phrase.lemmas, *lemmas),
        between=rest.rpartition(" ")[0],
        checks=remarked(main, *outside, subject=wrong.marking),
    )


STATES = ("ख़ुश", "परेशान", "उदास", "व्यस्त", "नाराज़", "बेचैन", "बीमार", "दुखी")


def _state(draw: Draw) -> Draft | None:
    """Someone is happy or sad; को is out."""
    subject, state = draw_experiencer(draw), draw.pick(STATES)
    past = draw.chance(0.4)
    tense: Tense = "past" if past else "present"
    main = clause(lambda a: f"{state} {copula(tense, a)}", subject)
    return _draft(
        main,
        lead=draw.time("progressive_past" if past else "progressive_present"),
        rest=spaced(draw.pick(("", "बहुत", "काफ़ी")), main.written),
        tense=tense,
        lemmas=(state,),
        predicate=f"{state} होना",
    )


def _intransitive(draw: Draw) -> Draft | None:
    """Someone goes or sleeps; को is out."""
    tense: TenseKey = draw.pick(("perfective", "perfect_past", "habitual_present", "future"))
    verb = draw.verb("intransitive", tense, lambda v: v.takes_names and bool(v.places))
    subject, place = draw_experiencer(draw), draw.place(verb, tense=tense)
    main = action(verb, tense, subject)
    return _draft(
        main,
        lead=draw.time(tense, verb=verb),
        rest=spaced(place.text, main.written),
        tense=TENSE_TAG[tense],
        lemmas=(*place.lemmas, verb.lemma),
        predicate=verb.lemma,
    )


def _felt(draw: Draw, verb: str, noun: Noun, tense: TenseKey) -> Clause:
    """Someone feels something: the verb agrees with what is felt."""
    # No pronoun: मैं चिंता हुई could be said by a woman of herself.
    who = draw_experiencer(draw, pronouns=())
    model = replace(draw.lexicon.verb("आना"), lemma=verb, vector="")
    return clause(in_tense(model, tense), who, noun_phrase(noun), marking="को")


def _feeling(draw: Draw, direction: str) -> Draft | None:
    """नींद आना, दुख होना; not भूख लगना, whose लगना is "seem" with a bare subject."""
    if direction == "bare>को":
        return _state(draw)
    kind, verb = draw.pick((("coming", "आना"), ("emotion", "होना")))
    noun = draw.pick(draw.lexicon.of_kind(kind))
    tense: TenseKey = draw.pick(("perfective", "progressive_present", "perfect_past"))
    main = _felt(draw, verb, noun, tense)
    degree = draw.pick(("", "बहुत", "थोड़ी" if noun.gender == "f" else "थोड़ा", "काफ़ी"))
    return _draft(
        main,
        lead=draw.time(tense),
        rest=spaced(degree, noun.lemma, main.written),
        tense=TENSE_TAG[tense],
        lemmas=(noun.lemma,) if verb == "होना" else (noun.lemma, verb),
        predicate=f"{noun.lemma} {verb}",
    )


def _illness(draw: Draw, direction: str) -> Draft | None:
    """Someone has caught a fever; someone goes or sleeps."""
    if direction == "bare>को":
        return _intransitive(draw)
    noun = draw.pick(draw.lexicon.of_kind("illness"))
    tense: TenseKey = draw.pick(("perfective", "perfect_past", "perfect_present"))
    main = _felt(draw, "हो जाना", noun, tense)
    return _draft(
        main,
        lead=draw.time(tense),
        rest=spaced(draw.pick(("", "फिर से", "अचानक")), noun.lemma, main.written),
        tense=TENSE_TAG[tense],
        lemmas=(noun.lemma,),
        predicate=f"{noun.lemma} होना",
    )


def _fact(draw: Draw, direction: str) -> Draft | None:
    """Someone knows that …: को with पता, मालूम and याद; the nominative with जानना and the like."""
    dative = direction == "को>bare"
    subject = draw_experiencer(draw, pronouns=BARE_PRONOUNS if dative else PRONOUNS)
    other = draw.name(other_than=subject.lemmas)
    tense: TenseKey = draw.pick(("progressive_present", "future"))
    verb = draw.verb("intransitive", tense, lambda v: v.takes_names and bool(v.places))
    place, inner = draw.place(verb, tense=tense), action(verb, tense, other)
    time = draw.time(tense, verb=verb)
    known = spaced("कि", other.direct, time, place.text, inner.written)
    # Not जानना or समझना: one knows and understands people too (लड़के को जानता है).
    knowing = draw.pick(("पता", "मालूम", "याद") if dative else ("सोचना", "मानना", "उम्मीद करना"))
    main = (
        clause(invariable(f"{knowing} है"), subject, marking="को")
        if dative
        else clause(lambda a: verb_group(knowing, "habitual", "present", a), subject)
    )
    draft = _draft(
        main,
        # One does not doubt what one knows oneself.
        lead=draw.pick(("शायद", "अब", "अब तो") if subject.lemmas else ("अब", "अब तो")),
        rest=spaced(main.written, known),
        tense="present",
        lemmas=(*other.lemmas, *place.lemmas, verb.lemma, knowing),
        predicate=knowing,
        outside=(inner,),
    )
    return draft and replace(draft, between="")


def _need(draw: Draw, direction: str) -> Draft | None:
    """चाहिए takes a dative subject, चाहना a nominative one."""
    dative = direction == "को>bare"
    subject = draw_experiencer(draw, pronouns=BARE_PRONOUNS if dative else PRONOUNS)
    if not dative:
        return _wish(draw, subject)
    noun = draw.pick(
        draw.lexicon.of_kind("fruit", "drink", "garment", "toy", "belonging", "vessel")
    )
    main = clause(invariable("चाहिए"), subject, noun_phrase(noun), marking="को")
    return _draft(
        main,
        lead=draw.time("progressive_present"),
        rest=spaced(_quantity(noun), noun.lemma, main.written),
        tense="present",
        lemmas=(noun.lemma, "चाहिए"),
        predicate="चाहिए",
    )


def _wish(draw: Draw, subject: Phrase) -> Draft | None:
    """घर जाना चाहता है; an infinitive cannot be read as the one who wants."""
    verb = draw.verb("intransitive", "future", _is_activity)
    place = draw.place(verb)
    main = clause(
        lambda a: verb_group("चाहना", "habitual", "present", a), subject, _deed(verb.lemma)
    )
    return _draft(
        main,
        lead=draw.pick(("अब", "आज", "इस समय", "आजकल")),
        rest=spaced(place.text, verb.lemma, main.written),
        tense="present",
        lemmas=(*place.lemmas, verb.lemma, "चाहना"),
        predicate="चाहना",
    )


def _is_activity(verb: Verb) -> bool:
    """Not सोना: that is "gold" and a name as well. Not रहना: a state is not over (रह चुका)."""
    return verb.takes_names and bool(verb.places) and verb.lemma not in ("सोना", "रहना")


def _quantity(noun: Noun) -> str:
    if noun.count:
        return "एक"
    return "थोड़ी" if noun.gender == "f" else "थोड़ा"


def _duty(draw: Draw, direction: str) -> Draft | None:
    """पड़ना with an infinitive takes a dative subject; लगना and चुकना a nominative one."""
    verb = draw.verb("intransitive", "future", _is_activity)
    dative = direction == "को>bare"
    subject = draw_experiencer(draw, pronouns=BARE_PRONOUNS if dative else PRONOUNS)
    place = draw.place(verb, tense="habitual_present")
    tense: TenseKey = draw.pick(("perfective", "future", "habitual_present"))
    if dative:
        modal = "पड़ना"
        model = replace(verb, lemma=modal, vector="")
        main = clause(in_tense(model, tense), subject, _deed(verb.lemma), marking="को")
        rest = spaced(place.text, verb.lemma, main.written)
    else:
        modal, tense = draw.pick(("लगना", "चुकना")), "perfective"
        if (modal == "लगना") != (verb.lemma in LASTING) or verb.lemma == "ठहरना":
            return None
        oblique, done = infinitive(verb.lemma, ending="ने"), compound(verb.lemma, "चुकना")
        main = clause(
            (lambda a: f"{oblique} {perfective('लगना', a.gender, a.number, alone=True)}")
            if modal == "लगना"
            else (lambda a: verb_group(done, "perfective", "past", a)),
            subject,
        )
        rest = spaced(place.text, main.written)
    until = draw.pick(("तब तक", "उस समय तक"))
    return _draft(
        main,
        lead=until if modal == "चुकना" else draw.time(tense, verb=verb),
        rest=rest,
        tense=TENSE_TAG[tense],
        lemmas=(*place.lemmas, verb.lemma, modal),
        predicate=modal,
    )


# What one begins and goes on doing.
LASTING = ("टहलना", "घूमना", "खेलना", "नाचना", "तैरना", "दौड़ना", "नहाना")


def _deed(infinitive_form: str) -> Phrase:
    """An infinitive as the theme with which पड़ना agrees."""
    return Phrase(
        direct=infinitive_form,
        oblique="",
        ergative="",
        dative="",
        genitive="",
        gender="m",
        number="sg",
    )


SKILLS = ("तैरना", "नाचना", "साइकिल चलाना", "रोटी बनाना", "कपड़े सिलना", "पेड़ पर चढ़ना", "कविता सुनाना")
LIKED = ("पसंद होना", "पसंद करना")


def _liking(draw: Draw, direction: str) -> Draft | None:
    """पसंद होना takes a dative subject, पसंद करना a nominative one; so आना and जानना."""
    dative = direction == "को>bare"
    subject = draw_experiencer(draw, pronouns=BARE_PRONOUNS if dative else PRONOUNS)
    known = draw.chance(0.5)
    if dative and not known and draw.chance(0.6):
        noun = draw.pick(draw.lexicon.of_kind("fruit", "sweet", "snack", "drink", "dish"))
        theme = noun_phrase(noun)
    else:
        theme = _deed(draw.pick(SKILLS))
    predicate = ("आना", "जानना")[not dative] if known else LIKED[not dative]
    main = clause(_liking_forms(predicate), subject, theme, marking="को" if dative else "direct")
    return _draft(
        main,
        lead=draw.pick(("बचपन से", "अब") if known else ("बचपन से", "शुरू से", "अब", "आजकल")),
        rest=spaced(theme.direct, main.written),
        tense="present",
        lemmas=(*(theme.lemmas or (theme.direct,)), predicate.split()[0]),
        predicate=predicate,
    )


def _liking_forms(predicate: str) -> Paradigm:
    if predicate == "पसंद होना":
        return lambda agreement: f"पसंद {copula('present', agreement)}"
    return lambda agreement: verb_group(predicate, "habitual", "present", agreement)


TEMPLATES = (
    Template("feeling", DIRECTIONS, _feeling),
    Template("illness", DIRECTIONS, _illness),
    Template("fact", DIRECTIONS, _fact),
    Template("need", DIRECTIONS, _need),
    Template("duty", DIRECTIONS, _duty),
    Template("liking_and_knowing", DIRECTIONS, _liking),
)
