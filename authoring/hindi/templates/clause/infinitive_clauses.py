"""infinitive_form: an infinitive where a clause must be finite, and its form before के लिए."""

from __future__ import annotations

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Draw
from authoring.hindi.grammar.checks import Clause, fixed
from authoring.hindi.grammar.conjugation import compound, infinitive, verb_group
from authoring.hindi.grammar.phrases import spaced
from authoring.hindi.templates.clause.infinitive import draw_activity, draw_subject, wanting
from authoring.hindi.templates.clauses import action, both, clause, set_phrase
from kasauti.data.pairs import Check
from kasauti.data.treebank_pairs.inflection import subjunctive

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
    """ताकि takes a finite verb, के लिए an oblique infinitive."""
    subject, goal = draw_subject(draw), draw.pick(tuple(ERRANDS))
    verb = draw.lexicon.verb(draw.pick(ERRANDS[goal]))
    thing = draw.object(verb, lambda n: verb.lemma != "देखना" or n.lemma in ("नाटक", "तस्वीर"))
    place = draw.located(goal)
    if thing is None or thing.lemma == goal:
        return None
    going = draw.lexicon.verb(draw.pick(("जाना", "आना", "पहुँचना")))
    time, main = draw.time("perfective"), action(going, "perfective", subject)
    lemmas = (*subject.lemmas, *place.lemmas, going.lemma, thing.lemma, verb.lemma)
    oblique = infinitive(verb.lemma, ending="ने")
    if direction == "finite>infinitive":
        stem = compound(verb.lemma, "").strip()
        wish = f"{stem} {subjunctive('सकना', subject.person, subject.number)}"
        return Draft(
            before=spaced(subject.direct, time, place.text, main.written, "ताकि", thing.lemma),
            good=wish,
            bad=oblique,
            after="",
            gloss="ताकि (so that) takes a finite verb, not an infinitive",
            tense="past",
            lemmas=lemmas,
            between=thing.lemma,
            checks=_forms("form after ताकि", wish, oblique, main),
        )
    return Draft(
        before=spaced(subject.direct, time, thing.lemma),
        good=oblique,
        bad=infinitive(verb.lemma),
        after=spaced("के लिए", place.text, main.written),
        gloss="के लिए (for) takes the oblique infinitive",
        tense="past",
        lemmas=lemmas,
        between="",
        checks=_forms("form before के लिए", oblique, infinitive(verb.lemma), main),
    )


def _forms(
    rule: str, good: str, bad: str, *settled: Clause | Check
) -> tuple[tuple[Check, ...], tuple[Check, ...]]:
    return both(*settled, good=[fixed(rule, good, good)], bad=[fixed(rule, good, bad)])


def _wish_clause(draw: Draw, direction: str) -> Draft | None:
    """A clause with कि is finite; one's own wish is a direct infinitive."""
    activity = draw_activity(draw)
    if activity is None:
        return None
    verb, text, inner = activity
    time = draw.time("future", verb=verb)
    if direction == "finite>infinitive":
        opening, lemmas, outer = _opening(draw)
        # Not तुम: the infinitive is an imperative to someone so addressed.
        other = draw.pronoun(draw.pick(("मैं", "हम", "वह", "वे")))
        finite_form = subjunctive(verb.lemma, other.person, other.number)
        return Draft(
            before=spaced(opening, "कि", other.direct, time, text),
            good=finite_form,
            bad=infinitive(verb.lemma),
            after="",
            gloss="a clause with कि has a finite verb, not an infinitive",
            tense="present",
            lemmas=(*lemmas, *inner),
            between=spaced(time, text),
            checks=_forms("form in a clause", finite_form, infinitive(verb.lemma), outer),
        )
    subject = draw.name()
    governor = wanting(draw, subject, verb.lemma)
    if governor is None:
        return None
    direct, oblique = infinitive(verb.lemma), infinitive(verb.lemma, ending="ने")
    return Draft(
        before=spaced(subject.direct, governor.time, text),
        good=direct,
        bad=oblique,
        after=governor.clause.written,
        gloss=f"{governor.lemma} takes the direct infinitive",
        tense=governor.tense,
        lemmas=(*subject.lemmas, governor.lemma, *inner),
        between="",
        checks=_forms("form of the infinitive", direct, oblique, governor.clause),
    )


def _opening(draw: Draw) -> tuple[str, tuple[str, ...], Clause]:
    """A clause before कि that asks for a subjunctive."""
    name = draw.name()
    wish = clause(lambda a: verb_group("चाहना", "habitual", "present", a), name)
    if draw.chance(0.4):
        return f"{name.direct} {wish.written}", (*name.lemmas, "चाहना"), wish
    text, lemmas = draw.pick(
        (
            (f"{name.direct} की इच्छा है", (*name.lemmas, "इच्छा")),
            ("ज़रूरी है", ("ज़रूरी",)),
            ("बेहतर है", ("बेहतर",)),
        )
    )
    return text, lemmas, set_phrase(text)


TEMPLATES = (
    Template("purpose", ("finite>infinitive", "ने>ना"), _purpose),
    Template("wish_clause", ("finite>infinitive", "ना>ने"), _wish_clause),
)
