"""case_marking_dative: को on experiencers and recipients, and not on agents.

Each template pairs a predicate that takes a dative subject with a near one that does not
(चाहिए and चाहना, पड़ना and लगना, मिलना and पाना). ने with an infinitive of obligation, which is said
in Delhi, is never the wrong member.
"""

from __future__ import annotations

from dataclasses import replace

from kasauti.data.hindi.conjugation import (
    Agreement,
    compound,
    copula,
    imperfective,
    infinitive,
    perfective,
    verb_group,
)
from kasauti.data.hindi.draft import Draft, Template
from kasauti.data.hindi.draw import Draw
from kasauti.data.hindi.lexicon import Noun
from kasauti.data.hindi.phrases import TENSE_TAG, Phrase, TenseKey, finite, noun_phrase, spaced

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
    subject: Phrase,
    dative: bool,
    *,
    lead: str,
    rest: str,
    tense: str,
    lemmas: tuple[str, ...],
    predicate: str,
) -> Draft:
    good, bad = (subject.dative, subject.direct) if dative else (subject.direct, subject.dative)
    return Draft(
        before=lead,
        good=good,
        bad=bad,
        after=rest,
        gloss=f"{predicate} takes a {'dative' if dative else 'nominative'} subject, but "
        f"'{bad}' is {'nominative' if dative else 'dative'}",
        tense=tense,
        lemmas=(*subject.lemmas, *lemmas),
        between=rest.rpartition(" ")[0],
    )


# Verbs that take no recipient: with one, a dropped subject would make को right (चिट्ठी लिखना).
NO_RECIPIENT = (
    "खाना", "पीना", "पढ़ना", "धोना", "सुखाना", "पकाना", "चखना", "सींचना", "चलाना", "पहनना",
)  # fmt: skip


def _nominative(draw: Draw, *tenses: TenseKey) -> Draft | None:
    """A transitive clause; its object never agrees with the verb, so it is not its subject."""
    tense = draw.pick(tenses)
    verb = draw.verb("transitive", tense, lambda v: v.lemma in NO_RECIPIENT)
    subject = draw_experiencer(draw)
    thing = draw.object(verb, lambda n: _cannot_agree(n, subject))
    if thing is None:
        return None
    place = draw.place(verb, tense=tense)
    return _draft(
        subject,
        False,
        lead=draw.time(tense, verb=verb),
        rest=spaced(place.text, thing.lemma, finite(verb, tense, subject.agreement)),
        tense=TENSE_TAG[tense],
        lemmas=(*place.lemmas, thing.lemma, verb.lemma),
        predicate=verb.lemma,
    )


def _cannot_agree(noun: Noun, subject: Phrase) -> bool:
    """Whether a verb that agrees with the subject cannot agree with the singular noun."""
    return noun.gender != subject.gender


def _feeling(draw: Draw, direction: str) -> Draft | None:
    """भूख लगना, नींद आना, दुख होना."""
    if direction == "bare>को":
        return _nominative(draw, "progressive_past", "habitual_present", "progressive_present")
    kind, verb = draw.pick((("sensation", "लगना"), ("coming", "आना"), ("emotion", "होना")))
    noun = draw.pick(draw.lexicon.of_kind(kind))
    # No pronoun: it would not show that the verb disagrees (मैं चिंता हुई, said by a woman).
    subject = draw_experiencer(draw, pronouns=())
    if not _cannot_agree(noun, subject):
        return None  # लगना would mean "seem"
    agreement = Agreement(noun.gender, "sg")
    past = draw.chance(0.5)
    if past:
        lead, group = draw.time("perfective"), perfective(verb, noun.gender, "sg", alone=True)
    else:
        lead, group = (
            draw.time("progressive_present"),
            verb_group(verb, "progressive", "present", agreement),
        )
    degree = draw.pick(("", "बहुत", "थोड़ी" if noun.gender == "f" else "थोड़ा", "काफ़ी"))
    lemmas = (noun.lemma,) if verb == "होना" else (noun.lemma, verb)
    return _draft(
        subject,
        True,
        lead=lead,
        rest=spaced(degree, noun.lemma, group),
        tense="past" if past else "present",
        lemmas=lemmas,
        predicate=f"{noun.lemma} {verb}",
    )


def _illness(draw: Draw, direction: str) -> Draft | None:
    """Someone has caught a fever; someone eats or drinks."""
    if direction == "bare>को":
        return _nominative(draw, "progressive_past", "future")
    noun = draw.pick(draw.lexicon.of_kind("illness"))
    subject = draw_experiencer(draw, pronouns=())  # as for feelings
    if not _cannot_agree(noun, subject):
        return None
    tense: TenseKey = draw.pick(("perfective", "perfect_past", "perfect_present"))
    lemma, agreement = "हो जाना", Agreement(noun.gender, "sg")
    group = {
        "perfective": perfective(lemma, noun.gender, "sg", alone=True),
        "perfect_past": verb_group(lemma, "perfective", "past", agreement),
        "perfect_present": verb_group(lemma, "perfective", "present", agreement),
    }[tense]
    return _draft(
        subject,
        True,
        lead=draw.time(tense),
        rest=spaced(draw.pick(("", "फिर से", "अचानक")), noun.lemma, group),
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
    place = draw.place(verb, tense=tense)
    clause = spaced(
        "कि",
        other.direct,
        draw.time(tense, verb=verb),
        place.text,
        finite(verb, tense, other.agreement),
    )
    knowing = draw.pick(("पता", "मालूम", "याद") if dative else ("जानना", "समझना", "सोचना"))
    group = (
        f"{knowing} है" if dative else verb_group(knowing, "habitual", "present", subject.agreement)
    )
    draft = _draft(
        subject,
        dative,
        # One does not doubt what one knows oneself.
        lead=draw.pick(("शायद", "अब", "अब तो") if subject.lemmas else ("अब", "अब तो")),
        rest=spaced(group, clause),
        tense="present",
        lemmas=(*other.lemmas, *place.lemmas, verb.lemma, knowing),
        predicate=knowing,
    )
    return replace(draft, between="")


def _need(draw: Draw, direction: str) -> Draft | None:
    """चाहिए takes a dative subject, चाहना and माँगना a nominative one."""
    noun = draw.pick(
        draw.lexicon.of_kind("fruit", "drink", "garment", "toy", "belonging", "vessel")
    )
    dative = direction == "को>bare"
    subject = draw_experiencer(draw, pronouns=BARE_PRONOUNS if dative else PRONOUNS)
    if not _cannot_agree(noun, subject):
        return None
    lead = draw.time("progressive_present")
    if dative:
        return _draft(
            subject,
            True,
            lead=lead,
            rest=spaced(_quantity(noun), noun.lemma, "चाहिए"),
            tense="present",
            lemmas=(noun.lemma, "चाहिए"),
            predicate="चाहिए",
        )
    verb = draw.pick(("चाहना", "माँगना"))
    aspect = verb_group(
        verb, "habitual" if verb == "चाहना" else "progressive", "present", subject.agreement
    )
    return _draft(
        subject,
        False,
        lead=lead,
        rest=spaced(_quantity(noun), noun.lemma, aspect),
        tense="present",
        lemmas=(noun.lemma, verb),
        predicate=verb,
    )


def _quantity(noun: Noun) -> str:
    if noun.count:
        return "एक"
    return "थोड़ी" if noun.gender == "f" else "थोड़ा"


def _duty(draw: Draw, direction: str) -> Draft | None:
    """पड़ना with an infinitive takes a dative subject; लगना and चुकना a nominative one."""
    # Not सोना: that is "gold" and a name as well. Not रहना: a state is not over (रह चुका).
    verb = draw.verb(
        "intransitive",
        "future",
        lambda v: v.takes_names and bool(v.places) and v.lemma not in ("सोना", "रहना"),
    )
    dative = direction == "को>bare"
    subject = draw_experiencer(draw, pronouns=BARE_PRONOUNS if dative else PRONOUNS)
    place = draw.place(verb, tense="habitual_present")
    if dative:
        duty, tense, lead = draw.pick(
            (
                (f"{verb.lemma} पड़ा", "past", draw.time("perfective", verb=verb)),
                (f"{verb.lemma} पड़ेगा", "future", draw.time("future", verb=verb)),
                (f"{verb.lemma} पड़ता है", "present", draw.time("habitual_present")),
            )
        )
        return _draft(
            subject,
            True,
            lead=lead,
            rest=spaced(place.text, duty),
            tense=tense,
            lemmas=(*place.lemmas, verb.lemma, "पड़ना"),
            predicate="पड़ना",
        )
    light = draw.pick(("लगना", "चुकना"))
    if light == "लगना":
        lagana = perfective("लगना", subject.gender, subject.number, alone=True)
        group = f"{infinitive(verb.lemma, ending='ने')} {lagana}"
    else:
        group = verb_group(compound(verb.lemma, "चुकना"), "perfective", "past", subject.agreement)
    return _draft(
        subject,
        False,
        lead=draw.time("perfective", verb=verb),
        rest=spaced(place.text, group),
        tense="past",
        lemmas=(*place.lemmas, verb.lemma, light),
        predicate=light,
    )


def _liking(draw: Draw, direction: str) -> Draft | None:
    """पसंद होना takes a dative subject, पसंद करना a nominative one; so आना and जानना."""
    dative = direction == "को>bare"
    subject = draw_experiencer(draw, pronouns=BARE_PRONOUNS if dative else PRONOUNS)
    language = draw.chance(0.3)
    if language:
        noun = draw.pick(draw.lexicon.of_kind("language"))
    else:
        noun = draw.pick(draw.lexicon.of_kind("fruit", "sweet", "snack", "drink", "dish"))
    if not _cannot_agree(noun, subject):
        return None
    lead = draw.pick(("बचपन से", "अब") if language else ("बचपन से", "शुरू से", "अब", "आजकल"))
    agreement = Agreement(noun.gender, "sg")
    if dative:
        rest = (
            f"{noun.lemma} {imperfective('आना', noun.gender, 'sg')} है"
            if language
            else f"{noun.lemma} {copula('present', agreement)}".replace(" है", " पसंद है")
        )
        predicate = "आना" if language else "पसंद होना"
    else:
        lemma = "जानना" if language else "पसंद करना"
        rest = f"{noun.lemma} {verb_group(lemma, 'habitual', 'present', subject.agreement)}"
        predicate = lemma
    return _draft(
        subject,
        dative,
        lead=lead,
        rest=rest,
        tense="present",
        lemmas=(noun.lemma, predicate.split()[0]),
        predicate=predicate,
    )


TEMPLATES = (
    Template("feeling", DIRECTIONS, _feeling),
    Template("illness", DIRECTIONS, _illness),
    Template("fact", DIRECTIONS, _fact),
    Template("need", DIRECTIONS, _need),
    Template("duty", DIRECTIONS, _duty),
    Template("liking_and_knowing", DIRECTIONS, _liking),
)
