"""modal_agreement: पड़ना, होना and चाहिए with a dative subject, सकना and पाना with a bare one.

With a dative subject the infinitive and the modal agree with the object. The masculine may stand
for both (रोटी खाना पड़ा), and in the east and in Urdu for the infinitive alone (रोटी खाना पड़ी); so
wrong are only an inflected infinitive under a modal that does not agree (*खानी पड़ा), a feminine
where the object is masculine, and a masculine plural where it is feminine. चाहिए itself does not
show number. No ने with an infinitive and होना (राम ने जाना है), which is said in the west.
"""

from __future__ import annotations

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Draw
from authoring.hindi.extended.agreement.long_distance import inflected
from authoring.hindi.extended.clauses import marked_people, setting
from authoring.hindi.extended.features import (
    GENDERS,
    NUMBERS,
    WORD,
    another,
    attraction,
    gender_of,
    number_of,
    other,
)
from authoring.hindi.extended.proof import Described, members
from authoring.hindi.grammar.checks import Argument, Clause, Paradigm, argument, concord, fixed
from authoring.hindi.grammar.conjugation import compound, copula, infinitive, verb_group
from authoring.hindi.grammar.lexicon import Noun, Verb
from authoring.hindi.grammar.phrases import Phrase, TenseKey, noun_phrase, spaced
from kasauti.data.treebank_pairs.inflection import Agreement, Gender, Number, future, perfective

DUTIES = (
    "खाना", "पीना", "पढ़ना", "लिखना", "ख़रीदना", "बेचना", "धोना", "पकाना", "बनाना", "काटना", "उठाना",
    "सिलना", "सुनाना", "खोलना", "भेजना", "सजाना", "सुखाना", "परोसना",
)  # fmt: skip
# Between infinitive and modal, so that the two are not side by side.
DUTY = ("ही", "भी", "ही नहीं", "भी नहीं", "तो नहीं")
BECAUSE = (
    "क्योंकि घर में कोई और नहीं था",
    "क्योंकि मेहमान आने वाले थे",
    "क्योंकि माँ बीमार थी",
    "क्योंकि और कोई उपाय नहीं था",
)


def _object(draw: Draw, gender: Gender, number: Number = "sg") -> tuple[Verb, Noun] | None:
    verb = draw.lexicon.verb(draw.pick(DUTIES))
    noun = draw.object(
        verb,
        lambda n: n.gender == gender and not n.animate and (number == "sg" or n.shows_number),
    )
    return (verb, noun) if noun else None


def _gloss(gender: Gender, thing: str) -> str:
    return f"the modal is {WORD[other(gender)]}, but '{thing}' is {WORD[gender]}"


def _chain(
    modal: Paradigm, lemma: str, subject: Argument, thing: Phrase, written: str
) -> Described:
    """The modal, and the infinitive before it, agree with the object."""
    yield Clause(verb=modal, written=written, subject=subject, object=argument(thing))
    own = inflected(lemma, thing.gender, thing.number)
    yield concord(lemma, thing.gender, thing.number, "direct", own)


def _dative(
    draw: Draw, direction: str, modal: Paradigm, tense: TenseKey, *, middles: tuple[str, ...]
) -> Draft | None:
    gender = gender_of(direction)
    found = _object(draw, gender)
    if found is None:
        return None
    verb, noun = found
    person, place = draw.person(), draw.place(verb)
    when = setting(draw, tense, verb=verb, used=(*person.lemmas, noun.lemma))
    thing, subject = noun_phrase(noun), argument(person, "को")
    good, bad = (modal(Agreement(g, "sg")) for g in (gender, other(gender)))
    head, middle = inflected(verb.lemma, gender), draw.pick(middles)
    after = f" {draw.pick(BECAUSE)}" if tense == "perfective" and draw.chance(0.25) else ""
    return Draft(
        before=spaced(when.front, subject.text, when.time, place.text, noun.lemma, head, middle),
        good=good,
        bad=bad,
        after=after.strip(),
        gloss=_gloss(gender, noun.lemma),
        tense={"perfective": "past", "future": "future"}.get(tense, "present"),
        lemmas=(*when.lemmas, *person.lemmas, *place.lemmas, noun.lemma, verb.lemma),
        between=spaced(head, middle),
        attractor=attraction(person.gender == gender),
        checks=members(
            lambda written: _chain(modal, verb.lemma, subject, thing, written),
            good, bad, when.front, after,
        ),
    )  # fmt: skip


def _had_to(draw: Draw, direction: str) -> Draft | None:
    """सीता को रोटी खानी पड़ी / *पड़ा; खानी पड़ेगी / *पड़ेगा."""
    if draw.chance(0.6):
        return _dative(
            draw, direction, lambda a: perfective("पड़ना", a.gender, "sg"), "perfective",
            middles=DUTY,
        )  # fmt: skip
    return _dative(draw, direction, lambda a: future("पड़ना", a), "future", middles=DUTY)


def _was_to(draw: Draw, direction: str) -> Draft | None:
    """मुझे चिट्ठी लिखनी थी / *था; लिखनी चाहिए थी / *था."""
    middle = draw.pick(("तो", "नहीं चाहिए", "ही नहीं", "तो चाहिए", "ही नहीं चाहिए", "भी नहीं"))
    return _dative(draw, direction, lambda a: copula("past", a), "perfective", middles=(middle,))


def _ought(draw: Draw, direction: str) -> Draft | None:
    """केला खाना चाहिए / *खानी; रोटी खानी चाहिए / *खाने. The infinitive alone shows the agreement."""
    gender = gender_of(direction)
    found = _object(draw, gender)
    if found is None:
        return None
    verb, noun = found
    person, place = draw.person(), draw.place(verb)
    when = setting(draw, "future", verb=verb, used=(*person.lemmas, noun.lemma), clauses=0)
    front = draw.pick(
        ("", "", "", "माँ कहती है कि", "मुझे लगता है कि", "सब मानते हैं कि", "पिताजी ने कहा है कि")
    )
    good = inflected(verb.lemma, gender)
    bad = inflected(verb.lemma, "f") if gender == "m" else infinitive(verb.lemma, ending="ने")
    subject = argument(person, "को")
    after = spaced(draw.pick(("", "ही", "भी", "तो", "नहीं")), "चाहिए")
    return Draft(
        before=spaced(front, subject.text, when.time, place.text, noun.lemma),
        good=good,
        bad=bad,
        after=after,
        gloss=f"the infinitive has not the gender of its object '{noun.lemma}'",
        tense="future",
        lemmas=(*person.lemmas, *place.lemmas, noun.lemma, verb.lemma),
        between="",
        attractor=attraction(person.gender == gender),
        checks=members(
            lambda written: (
                concord(verb.lemma, gender, "sg", "direct", written),
                fixed("case of the subject", subject.text, subject.text),
            ),
            good, bad, front, after,
        ),
    )  # fmt: skip


def _several(draw: Draw, direction: str) -> Draft | None:
    """केले ख़रीदने पड़े / *पड़ा; masculine, where the number shows."""
    number = number_of(direction)
    found = _object(draw, "m")
    if found is None or not found[1].marked or not found[1].count:
        return None
    verb, noun = found
    person, place = draw.person(), draw.place(verb)
    when = setting(draw, "perfective", verb=verb, used=(*person.lemmas, noun.lemma))
    count = draw.pick(("एक", "यह")) if number == "sg" else draw.pick(("दो", "तीन", "कई", "ये"))
    thing = noun_phrase(noun, number, determiner=(count, count))
    past = draw.chance(0.5)

    def modal(agreement: Agreement) -> str:
        if past:
            return copula("past", agreement)
        # पड़े alone is a subjunctive singular as well.
        return verb_group("पड़ना", "perfective", "past", agreement)

    good, bad = (modal(Agreement("m", n)) for n in (number, another(number)))
    head = inflected(verb.lemma, "m", number)
    middle = draw.pick(("नहीं चाहिए", "तो चाहिए", "ही नहीं") if past else DUTY)
    subject = argument(person, "को")
    return Draft(
        before=spaced(when.front, subject.text, when.time, place.text, thing.direct, head, middle),
        good=good,
        bad=bad,
        after="",
        gloss=f"the modal is {WORD[another(number)]}, but '{thing.direct}' is {WORD[number]}",
        tense="past",
        lemmas=(*when.lemmas, *person.lemmas, *place.lemmas, noun.lemma, verb.lemma),
        between=spaced(head, middle),
        attractor=attraction(person.number == number),
        checks=members(
            lambda written: _chain(modal, verb.lemma, subject, thing, written),
            good, bad, when.front,
        ),
    )  # fmt: skip


def _could(draw: Draw, direction: str) -> Draft | None:
    """सकना and पाना agree with the subject; the object, of the other gender, stands nearer."""
    gender = gender_of(direction)
    matching = draw.chance(0.4)
    found = _object(draw, gender if matching else other(gender))
    if found is None:
        return None
    verb, noun = found
    modal, past = draw.pick(("सकना", "पाना")), draw.chance(0.6)
    tense: TenseKey = "perfective" if past else "future"
    # With a possessor nobody is addressed; मैं would have either gender.
    person = draw.kin(gender)
    if gender == "m" and draw.chance(0.5):
        person = noun_phrase(draw.pick(marked_people(draw)))
    place = draw.place(verb)
    when = setting(draw, tense, verb=verb, used=(*person.lemmas, noun.lemma))
    able = compound(verb.lemma, modal)

    def forms(agreement: Agreement) -> str:
        done = perfective(able, agreement.gender, "sg") if past else future(able, agreement)
        return done.rpartition(" ")[2]

    good, bad = (forms(Agreement(g, "sg")) for g in (gender, other(gender)))
    stem, subject = able.rpartition(" ")[0], argument(person)
    return Draft(
        before=spaced(when.front, person.direct, when.time, place.text, noun.lemma, "नहीं", stem),
        good=good,
        bad=bad,
        after="",
        gloss=f"{modal} must agree with its subject '{person.direct}', which is {WORD[gender]}",
        tense="past" if past else "future",
        lemmas=(*when.lemmas, *person.lemmas, *place.lemmas, noun.lemma, verb.lemma),
        between=spaced(when.time, place.text, noun.lemma, "नहीं", stem),
        attractor=attraction(noun.gender == gender, bare=True),
        checks=members(
            lambda written: (Clause(verb=forms, written=written, subject=subject),),
            good, bad, when.front,
        ),
    )  # fmt: skip


def _subject_case(draw: Draw, direction: str) -> Draft | None:
    """राम को घर जाना पड़ा, राम घर जा सका: the modal decides the case of the subject."""
    verb = draw.verb("intransitive", "perfective", lambda v: v.takes_names and bool(v.places))
    nouns = [n for n in verb.subjects if n.human and n.marked]
    if not nouns or verb.lemma in ("हँसना", "चिल्लाना"):
        return None
    person = noun_phrase(draw.pick(nouns))
    place = draw.place(verb)
    when = setting(draw, "perfective", verb=verb, used=person.lemmas, clauses=0.5)
    dative = direction == "dative>direct"
    modal = "पड़ना" if dative else draw.pick(("सकना", "पाना"))
    done = perfective(modal, "m", "sg")
    body = infinitive(verb.lemma) if dative else compound(verb.lemma, modal).rpartition(" ")[0]
    good, bad = (person.dative, person.direct) if dative else (person.direct, person.dative)
    particle = draw.pick(("नहीं", "ही", "भी"))
    tail = spaced(body, particle, done) if dative else spaced("नहीं", body, done)
    asked = argument(person, "को" if dative else "direct")
    return Draft(
        before=when.front,
        good=good,
        bad=bad,
        after=spaced(when.time, place.text, tail),
        gloss=f"{modal} asks for a {'dative' if dative else 'bare'} subject",
        tense="past",
        lemmas=(*when.lemmas, *person.lemmas, *place.lemmas, verb.lemma),
        between=spaced(when.time, place.text, tail.removesuffix(done).strip()),
        checks=members(
            lambda written: (
                fixed("case of the subject", asked.text, written),
                fixed("form of the modal", done, done),
            ),
            good, bad, when.front,
        ),
    )  # fmt: skip


TEMPLATES = (
    Template("had_to", GENDERS, _had_to),
    Template("was_to", GENDERS, _was_to),
    Template("ought_to", GENDERS, _ought),
    Template("several_things", NUMBERS, _several),
    Template("could_not", GENDERS, _could),
    Template("case_of_subject", ("dative>direct", "direct>dative"), _subject_case),
)
