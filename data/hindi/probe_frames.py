"""What probe sentences are made of: a marked span, and clauses around a noun phrase or a verb."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from data.hindi.conjugation import Agreement, copula, perfective
from data.hindi.draw import Draw
from data.hindi.inflection import Gender, Number
from data.hindi.lexicon import Lexicon, Noun, Verb
from data.hindi.phrases import ASPECT_OF, Phrase, TenseKey, name_phrase, spaced
from data.probes import ProbeExample

Word = TypeVar("Word", Noun, Verb)
# With these a verb that takes ने agrees with its object.
ERGATIVE_TENSES: tuple[TenseKey, ...] = ("perfective", "perfect_present", "perfect_past")


@dataclass(frozen=True, slots=True)
class Marked:
    """A sentence in three parts, of which the middle one is read."""

    before: str
    span: str
    after: str

    def example(self, label: str, lemma: str) -> ProbeExample:
        sentence = spaced(self.before, self.span, self.after) + "।"
        start = len(self.before) + (self.before != "")
        return ProbeExample(
            sentence=sentence, start=start, end=start + len(self.span), label=label, lemma=lemma
        )


@dataclass(frozen=True, slots=True)
class TaskRecipe(Generic[Word]):
    """How the examples of a task are made: words for each label, and a sentence around one.

    `build` gives a sentence in which the word has the label, or None when the draw does not fit.
    """

    name: str
    labels: tuple[str, ...]
    words: Callable[[Lexicon, str], Sequence[Word]]
    build: Callable[[Draw, str, Word], Marked | None]


def speaker(draw: Draw) -> Phrase:
    """Someone who sees or does something: a name or a pronoun."""
    if draw.chance(0.6):
        return name_phrase(draw.pick(draw.lexicon.names))
    return draw.pronoun(draw.pick(("मैं", "हम", "वह", "वे")))


# Where something may be seen.
SCENES = (
    "रास्ते में", "गाँव में", "मेले में", "नदी के किनारे", "मंदिर के पास", "सड़क पर", "दुकान के सामने",
    "बाज़ार में", "स्कूल के पास",
)  # fmt: skip


def around_direct(draw: Draw, gender: Gender, number: Number) -> tuple[str, str]:
    """What stands before and after a noun phrase in the direct case, whatever the noun."""
    agreement = Agreement(gender, number)
    scene = draw.pick(SCENES)
    someone = speaker(draw)
    seen = f"दिखाई {perfective('देना', gender, number, alone=True)}"
    return draw.pick(
        (
            (spaced(draw.time("perfective"), someone.dative, scene), seen),
            (someone.dative, f"दूर से {seen}"),
            (spaced("तस्वीर में"), copula("present", agreement)),
            (
                spaced(someone.dative, "सपने में"),
                f"दिखाई {perfective('देना', gender, number)} {copula('past', agreement)}",
            ),
            ("", f"अब वहाँ नहीं {copula('present', agreement)}"),
            ("", f"सबको बहुत पसंद {perfective('आना', gender, number, alone=True)}"),
            (
                someone.dative,
                spaced(
                    "बहुत पसंद",
                    perfective("आना", gender, number),
                    copula("present", agreement),
                ),
            ),
        )
    )


def around_oblique(draw: Draw) -> tuple[str, str]:
    """What stands before and after a noun phrase in the oblique case, whatever the noun."""
    someone = speaker(draw)
    gazed = perfective("रहना", someone.gender, someone.number, alone=True)
    gazing = "देखती" if someone.gender == "f" else ("देखता", "देखते")[someone.number == "pl"]
    return draw.pick(
        (
            (someone.ergative, "की ओर देखा"),
            (spaced(draw.time("perfective"), someone.ergative), "की ओर इशारा किया"),
            (someone.direct, f"को देर तक {gazing} {gazed}"),
            (spaced(someone.ergative, draw.time("perfective")), "की तस्वीर बनाई"),
            (someone.ergative, "के बारे में बहुत कुछ बताया"),
            (spaced(draw.time("perfective"), "सब लोग"), "के बारे में बात कर रहे थे"),
            ("", "के पास कुछ लोग खड़े थे"),
            (draw.time("perfective"), "के पीछे कोई छिपा हुआ था"),
        )
    )


@dataclass(frozen=True, slots=True)
class Clause:
    """The parts of a simple clause: what comes before the verb, and what the verb agrees with."""

    before: str
    agreement: Agreement


def verb_clause(draw: Draw, verb: Verb, tense: TenseKey, subject: Phrase) -> Clause | None:
    """Subject, adverbials and object before a verb; None where the verb does not fit the tense."""
    if ASPECT_OF[tense] not in verb.aspects:
        return None
    ergative = tense in ERGATIVE_TENSES and verb.ergative != "never"
    if ergative and verb.ergative == "optional":
        return None
    thing = draw.object(verb) if verb.objects else None
    agreement = subject.agreement
    if ergative:
        agreement = Agreement(thing.gender, "sg") if thing else Agreement("m", "sg")
    before = arranged(draw, subject.ergative if ergative else subject.direct, verb, tense, thing)
    return Clause(before, agreement)


def arranged(draw: Draw, subject: str, verb: Verb, tense: TenseKey, thing: Noun | None) -> str:
    """The subject with a time, a place and an object, in one of the usual orders."""
    time = draw.time(tense, verb=verb) if draw.chance(0.7) else ""
    # Many verbs without an object ask for a place.
    place = draw.place(verb, tense=tense).text if thing is None or draw.chance(0.6) else ""
    named = thing.lemma if thing else ""
    if draw.chance(0.4):
        return spaced(time, subject, place, named)
    return spaced(subject, time, place, named)


def doers(lexicon: Lexicon, *groups: str) -> list[Verb]:
    """The verbs of the groups that say what a person does."""
    return [v for group in groups for v in lexicon.verbs[group] if v.takes_names]
