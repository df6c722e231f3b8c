"""control: finite clauses where an infinitive belongs, and infinitives where they do not."""

from __future__ import annotations

from kasauti.data.hindi.conjugation import compound, infinitive, subjunctive, verb_group
from kasauti.data.hindi.draft import Draft, Template
from kasauti.data.hindi.draw import Draw
from kasauti.data.hindi.phrases import finite, spaced
from kasauti.data.hindi.templates.control import draw_activity, draw_subject, wanting

DIRECTIONS = ("finite>infinitive", "infinitive>finite")

# Where one goes, and what for.
ERRANDS = {
    "बाज़ार": ("ख़रीदना", "बेचना"),
    "मेला": ("ख़रीदना", "बेचना", "देखना"),
    "शहर": ("ख़रीदना", "बेचना", "देखना"),
    "घर": ("खाना", "पकाना", "पीना", "पढ़ना", "सजाना", "धोना", "सुखाना", "बनाना"),
    "गाँव": ("उगाना", "सींचना", "बेचना", "बाँधना"),
    "दफ़्तर": ("लिखना", "पढ़ना", "भेजना"),
    "मंदिर": ("बजाना", "बनाना", "परोसना", "सजाना"),
}


def _purpose(draw: Draw, direction: str) -> Draft | None:
    """ताकि takes a finite verb, के लिए an infinitive."""
    subject, goal = draw_subject(draw), draw.pick(tuple(ERRANDS))
    verb = draw.lexicon.verb(draw.pick(ERRANDS[goal]))
    thing = draw.object(verb, lambda n: verb.lemma != "देखना" or n.lemma in ("नाटक", "तस्वीर"))
    place = draw.located(goal)
    if thing is None or thing.lemma == goal:
        return None
    going = draw.lexicon.verb(draw.pick(("जाना", "आना", "पहुँचना")))
    time, moved = draw.time("perfective"), finite(going, "perfective", subject.agreement)
    lemmas = (*subject.lemmas, *place.lemmas, going.lemma, thing.lemma, verb.lemma)
    stem = compound(verb.lemma, "").strip()
    wish = f"{stem} {subjunctive('सकना', subject.person, subject.number)}"
    oblique = infinitive(verb.lemma, ending="ने")
    if direction == "finite>infinitive":
        return Draft(
            before=spaced(subject.direct, time, place.text, moved, "ताकि", thing.lemma),
            good=wish,
            bad=oblique,
            after="",
            gloss="ताकि (so that) takes a finite verb, not an infinitive",
            tense="past",
            lemmas=lemmas,
            between=thing.lemma,
        )
    return Draft(
        before=spaced(subject.direct, time, thing.lemma),
        good=oblique,
        bad=wish,
        after=spaced("के लिए", place.text, moved),
        gloss="के लिए (for) takes an infinitive, not a finite verb",
        tense="past",
        lemmas=lemmas,
        between="",
    )


def _wish_clause(draw: Draw, direction: str) -> Draft | None:
    """A clause with कि is finite; the complement of the subject's own wish is an infinitive."""
    activity = draw_activity(draw)
    if activity is None:
        return None
    verb, text, inner = activity
    time = draw.time("future", verb=verb)
    if direction == "finite>infinitive":
        opening, lemmas = _opening(draw)
        # Not तुम: the infinitive is an imperative to someone so addressed.
        other = draw.pronoun(draw.pick(("मैं", "हम", "वह", "वे")))
        return Draft(
            before=spaced(opening, "कि", other.direct, time, text),
            good=subjunctive(verb.lemma, other.person, other.number),
            bad=infinitive(verb.lemma),
            after="",
            gloss="a clause with कि has a finite verb, not an infinitive",
            tense="present",
            lemmas=(*lemmas, *inner),
            between=spaced(time, text),
        )
    subject = draw.name()
    governor = wanting(draw, subject, verb.lemma)
    if governor is None:
        return None
    return Draft(
        before=spaced(subject.direct, governor.time, text),
        good=infinitive(verb.lemma),
        bad=subjunctive(verb.lemma, 3, "sg"),
        after=governor.text,
        gloss=f"without कि, {governor.lemma} takes an infinitive, not a finite verb",
        tense=governor.tense,
        lemmas=(*subject.lemmas, governor.lemma, *inner),
        between="",
    )


def _opening(draw: Draw) -> tuple[str, tuple[str, ...]]:
    """What stands before कि and asks for a subjunctive."""
    name = draw.name()
    wish = verb_group("चाहना", "habitual", "present", name.agreement)
    return draw.pick(
        (
            (f"{name.direct} {wish}", (*name.lemmas, "चाहना")),
            (f"{name.direct} की इच्छा है", (*name.lemmas, "इच्छा")),
            ("ज़रूरी है", ("ज़रूरी",)),
            ("बेहतर है", ("बेहतर",)),
        )
    )


TEMPLATES = (
    Template("purpose", DIRECTIONS, _purpose),
    Template("wish_clause", DIRECTIONS, _wish_clause),
)
