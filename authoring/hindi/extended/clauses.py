"""The surroundings of the contrast: matrix clauses, clauses of time, and what follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from authoring.hindi.draw import Adjunct, Draw
from authoring.hindi.grammar.lexicon import Noun, Verb
from authoring.hindi.grammar.phrases import TENSE_TAG, Phrase, TenseKey, noun_phrase
from kasauti.data.treebank_pairs.inflection import Gender, imperfective

# Matrix clauses that anyone can say of any fact.
REPORTS = (
    "मुझे लगता है कि",
    "मैंने सुना है कि",
    "सब जानते हैं कि",
    "यह सच है कि",
    "लोग कहते हैं कि",
    "हमें मालूम है कि",
)
# Clauses of time for what happened, and for what will happen; a main clause follows.
BEFORE_PAST = (
    "जब बारिश रुक गई, तब",
    "जब मेहमान चले गए, तब",
    "जब बिजली आ गई, तब",
    "जब शाम हो गई, तब",
    "जब धूप निकल आई, तब",
    "जब सब लोग बैठ गए, तब",
)
BEFORE_FUTURE = (
    "जब बारिश रुकेगी, तब",
    "जब मेहमान चले जाएँगे, तब",
    "जब समय मिलेगा, तब",
    "जब शाम होगी, तब",
)


@dataclass(frozen=True, slots=True)
class Setting:
    """A clause before the sentence (empty in most), and the adverb of time inside it."""

    front: str
    time: str
    lemmas: tuple[str, ...] = ()


def report(draw: Draw, used: Sequence[str] = ()) -> Adjunct:
    """A matrix clause that ends in कि."""
    if draw.chance(0.4):
        return Adjunct(draw.pick(REPORTS))
    name = draw.name(other_than=used)
    says = imperfective("कहना", name.gender, "sg")
    text = draw.pick(
        (
            f"{name.ergative} बताया कि",
            f"{name.ergative} मुझसे कहा कि",
            f"{name.direct} {says} है कि",
            f"{name.dative} मालूम है कि",
            f"{name.dative} लगता है कि",
        )
    )
    return Adjunct(text, name.lemmas)


def setting(
    draw: Draw,
    tense: TenseKey,
    *,
    verb: Verb | None = None,
    used: Sequence[str] = (),
    clauses: float = 0.4,
) -> Setting:
    """A time: an adverb, in a share of `clauses` with a matrix clause or a clause of time."""
    time = draw.time(tense, verb=verb)
    if not draw.chance(clauses):
        return Setting("", time)
    when = {"past": BEFORE_PAST, "future": BEFORE_FUTURE}.get(TENSE_TAG[tense])
    if when and ("perfect" in tense or tense == "future") and draw.chance(0.4):
        return Setting(draw.pick(when), "")
    frame = report(draw, used)
    return Setting(frame.text, time, frame.lemmas)


def bare_subject(draw: Draw, gender: Gender) -> Phrase:
    """A subject without ने that cannot be someone addressed: a noun in -ा, or मैं."""
    if gender == "f" or draw.chance(0.25):
        return draw.pronoun("मैं", gender)
    return noun_phrase(draw.pick(marked_people(draw)))


def without_respect(noun: Noun) -> bool:
    """Return whether a person is spoken of in a plural singular (जिन महिला ने) by nobody."""
    return noun.human and "adult" not in noun.kinds


def marked_people(draw: Draw) -> list[Noun]:
    """Masculines in -ा, whose direct form is no vocative."""
    return [
        noun
        for noun in draw.lexicon.nouns.values()
        if noun.group == "people" and noun.marked and not noun.lemma.endswith("वाला")
    ]
