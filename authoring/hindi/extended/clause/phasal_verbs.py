"""light_verbs, second part: what form of the main verb phasal verbs and modals of duty stand after.

Light verbs and चुकना stand after a stem, लगना and the permissive देना after an infinitive in -ने, शुरू
करना and पड़ना after one in -ना. A compound under लगना (रो पड़ने लगा) is not used: of something that
happens again and again it can be said. Nor is उठना: गाने उठा is "rose to sing".
"""

from __future__ import annotations

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Draw
from authoring.hindi.extended.clause.light_verbs import COMPLETED
from authoring.hindi.extended.clauses import setting
from authoring.hindi.extended.proof import members
from authoring.hindi.grammar.checks import Clause, argument, fixed
from authoring.hindi.grammar.conjugation import copula, infinitive
from authoring.hindi.grammar.phrases import noun_phrase, spaced
from kasauti.data.treebank_pairs.inflection import Agreement, perfective, stem_of

# Sudden events (with पड़ना; रोने उठा would be "rose to weep"), and what they come from.
SUDDEN = (
    "रोना", "हँसना", "बोलना", "चीख़ना", "दौड़ना", "कूदना", "उछलना", "चौंकना", "चलना", "निकलना", "लड़ना",
    "चिल्लाना",
)  # fmt: skip
CAUSES = (
    "यह बात सुनकर", "चिट्ठी पढ़कर", "माँ को देखकर", "अचानक", "अपना नाम सुनकर", "शोर सुनकर",
    "यह ख़बर मिलते ही", "फिर से", "दरवाज़ा खुलते ही", "बिना सोचे", "घर पहुँचते ही",
)  # fmt: skip
BEGUN = (
    "पढ़ना", "लिखना", "धोना", "बेचना", "सिलना", "पकाना", "बनाना", "काटना", "सुखाना", "सजाना", "ढूँढ़ना",
    "परोसना", "खाना", "पीना",
)  # fmt: skip
LETTING = (
    "जाना", "हँसना", "खेलना", "दौड़ना", "तैरना", "नहाना", "टहलना", "बैठना", "नाचना", "रुकना", "घूमना",
    "लौटना", "निकलना", "भागना", "उतरना",
)  # fmt: skip


def _sudden(draw: Draw, direction: str) -> Draft | None:
    """रो पड़ी, रोने लगी."""
    lemma = draw.pick(SUDDEN)
    person = draw.person()
    cause = draw.pick(CAUSES)
    when = setting(draw, "perfective", used=person.lemmas, clauses=0.4)
    time = when.time if draw.chance(0.5) else ""
    stem, oblique = stem_of(lemma), infinitive(lemma, ending="ने")
    good, bad = (stem, oblique) if direction == "stem>infinitive" else (oblique, stem)
    light = "पड़ना" if direction == "stem>infinitive" else "लगना"
    particle = draw.pick(("", "ही"))
    done = perfective(light, person.gender, "sg")
    after = spaced(particle, done)
    return Draft(
        before=spaced(when.front, person.direct, time, cause),
        good=good,
        bad=bad,
        after=after,
        gloss=f"{light} stands after {'a stem' if good == stem else 'an infinitive in -ने'}",
        tense="past",
        lemmas=(*when.lemmas, *person.lemmas, lemma),
        between=particle,
        checks=members(
            lambda written: (
                fixed("form before the light verb", good, written),
                Clause(
                    verb=lambda a: perfective(light, a.gender, "sg"),
                    written=done,
                    subject=argument(person),
                ),
            ),
            good, bad, when.front, cause,
        ),
    )  # fmt: skip


def _phase(draw: Draw, direction: str) -> Draft | None:
    """उपन्यास पढ़ना शुरू किया, उपन्यास पढ़ने लगा; a masculine object, so nothing agrees otherwise."""
    lemma = draw.pick(BEGUN)
    verb = draw.lexicon.verb(lemma)
    noun = draw.object(verb, lambda n: n.gender == "m" and not n.animate)
    if noun is None:
        return None
    person, place = draw.agent(verb), draw.place(verb)
    when = setting(draw, "perfective", verb=verb, used=(*person.lemmas, noun.lemma), clauses=0.35)
    begin = direction == "na>ne"
    good, bad = infinitive(lemma), infinitive(lemma, ending="ने")
    if not begin:
        good, bad = bad, good
    subject = argument(person, "ने" if begin else "direct")
    particle = draw.pick(("", "भी", "ही"))
    light = draw.pick(("शुरू करना", "शुरू कर देना", "बंद कर देना")) if begin else "लगना"

    def forms(agreement: Agreement) -> str:
        return perfective(light, agreement.gender, "sg")

    done = forms(Agreement("m", "sg") if begin else person.agreement)
    return Draft(
        before=spaced(when.front, subject.text, when.time, place.text, noun.lemma),
        good=good,
        bad=bad,
        after=spaced(particle, done),
        gloss=f"{light} stands after an infinitive in {'-ना' if begin else '-ने'}",
        tense="past",
        lemmas=(*when.lemmas, *person.lemmas, *place.lemmas, noun.lemma, lemma),
        between=particle,
        checks=members(
            lambda written: (
                fixed("form of the infinitive", good, written),
                Clause(
                    verb=forms,
                    written=done,
                    subject=subject,
                    object=argument(noun_phrase(noun)),
                ),
            ),
            good, bad, when.front,
        ),
    )  # fmt: skip


def _let(draw: Draw, direction: str) -> Draft | None:
    """X ने Y को जाने दिया, Y को जाना पड़ा."""
    lemma = draw.pick(LETTING)
    verb = draw.lexicon.verb(lemma)
    person = draw.person()
    agent = draw.person(other_than=person.lemmas)
    places = [p for p in verb.places if not p.startswith("शादी")]
    place = draw.located(draw.pick(places)) if places else None
    where = place.text if place else ""
    when = setting(draw, "perfective", used=(*person.lemmas, *agent.lemmas), clauses=0.35)
    let = direction == "ne>na"
    good, bad = infinitive(lemma, ending="ने"), infinitive(lemma)
    if not let:
        good, bad = bad, good
    who = argument(agent, "ने") if let else None
    whom = argument(person, "को")
    reason = "" if let else draw.pick(("", "मजबूरी में", "बारिश में", "थककर भी"))
    done = perfective("देना" if let else "पड़ना", "m", "sg")
    particle = draw.pick(("", "नहीं", "ही नहीं", "भी नहीं") if let else ("", "नहीं", "ही", "भी"))
    return Draft(
        before=spaced(when.front, who.text if who else "", when.time, whom.text, reason, where),
        good=good,
        bad=bad,
        after=spaced(particle, done),
        gloss=f"{'permission' if let else 'duty'} takes an infinitive in {'-ने' if let else '-ना'}",
        tense="past",
        lemmas=(
            *when.lemmas, *(agent.lemmas if let else ()), *person.lemmas,
            *(place.lemmas if place else ()), lemma,
        ),
        between=particle,
        checks=members(
            lambda written: (
                fixed("form of the infinitive", good, written),
                Clause(
                    verb=lambda a: perfective("देना" if let else "पड़ना", a.gender, "sg"),
                    written=done,
                    subject=who,
                    object=whom,
                ),
            ),
            good, bad, when.front,
        ),
    )  # fmt: skip


def _complement(draw: Draw, direction: str) -> Draft | None:
    """लिख चुका, not लिख दे चुका; लिखना शुरू किया, not लिख शुरू किया."""
    lemma, light = draw.pick(COMPLETED)
    verb = draw.lexicon.verb(lemma)
    noun = draw.object(verb, lambda n: n.gender == "m" and not n.animate)
    if noun is None or (lemma == "ख़रीदना" and direction == "infinitive>stem"):
        return None
    person, place = draw.agent(verb), draw.place(verb)
    used = (*person.lemmas, noun.lemma)
    completed = direction == "stem>compound"
    when = setting(
        draw, "perfect_present" if completed else "perfective", verb=verb, used=used, clauses=0.35
    )
    stem = stem_of(lemma)
    if completed:
        good, bad = stem, f"{stem} {stem_of(light)}"
        subject = argument(person)
        phase = "चुकना"
    else:
        good, bad = infinitive(lemma), stem
        subject = argument(person, "ने")
        phase = draw.pick(("शुरू करना", "शुरू कर देना"))
    agreement = person.agreement if completed else noun_phrase(noun).agreement

    def forms(a: Agreement) -> str:
        return spaced(perfective(phase, a.gender, "sg"), copula("present", a) if completed else "")

    done = forms(agreement)
    return Draft(
        before=spaced(when.front, subject.text, when.time, place.text, noun.lemma),
        good=good,
        bad=bad,
        after=done,
        gloss="चुकना stands after a plain stem, not after a compound"
        if completed
        else "शुरू करना stands after an infinitive, not after a stem",
        tense="present" if completed else "past",
        lemmas=(*when.lemmas, *person.lemmas, *place.lemmas, noun.lemma, lemma),
        between="",
        checks=members(
            lambda written: (
                fixed("form before the phasal verb", good, written),
                Clause(
                    verb=forms, written=done, subject=subject, object=argument(noun_phrase(noun))
                ),
            ),
            good, bad, when.front,
        ),
    )  # fmt: skip


TEMPLATES = (
    Template("sudden_event", ("stem>infinitive", "infinitive>stem"), _sudden),
    Template("beginning", ("na>ne", "ne>na"), _phase),
    Template("permission_or_duty", ("ne>na", "na>ne"), _let),
    Template("complement_of_phase", ("stem>compound", "infinitive>stem"), _complement),
)
