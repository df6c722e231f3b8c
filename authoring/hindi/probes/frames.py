"""The parts of probe sentences: a marked span, and clauses around a verb."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from authoring.hindi.draw import Draw
from authoring.hindi.grammar.lexicon import Lexicon, Noun, Verb
from authoring.hindi.grammar.phrases import Phrase, TenseKey, name_phrase, spaced
from kasauti.data.probes.examples import ProbeExample


class HasLemma(Protocol):
    """The subject of an example: a noun, a verb or a clause."""

    @property
    def lemma(self) -> str: ...


Word = TypeVar("Word", bound=HasLemma)
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
    """The recipe of a task's examples: words for each label, and a sentence around one.

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


# A thing lies somewhere: without a place such a clause sounds unfinished.
_PLACED = ("रखना",)
_ODD_PLACES = {"खाना": ("दुकान में",), "पीना": ("दुकान में",)}
# What is worn, bought or sold in pairs does not stand in the singular there.
_PAIRED = ("जूता", "चप्पल", "मोज़ा", "चूड़ी", "झुमका")
_IN_PAIRS = ("पहनना", "ख़रीदना", "बेचना")
# What takes a moment is told of a day, not of a week.
_MOMENTARY = (
    "ढूँढ़ना", "रखना", "उठाना", "खोलना", "फेंकना", "छिपाना", "चखना", "काटना", "परोसना", "सुखाना", "धोना",
    "पहनना", "बजाना", "बाँधना", "तोड़ना", "खाना", "पीना", "सींचना", "टहलना", "नहाना", "निकलना",
    "माँगना", "बैठना", "लेटना", "दौड़ना",
)  # fmt: skip
_BROAD = ("हफ़्ते", "रविवार")


def thing_of(draw: Draw, verb: Verb) -> Noun | None:
    """One thing to which one plausibly does what the verb says; None where it takes none."""
    if verb.lemma in _IN_PAIRS:
        return draw.object(verb, lambda noun: noun.lemma not in _PAIRED)
    return draw.object(verb)


def time_of(draw: Draw, tense: TenseKey, verb: Verb) -> str:
    """An adverb of time that fits the tense and the verb."""
    adverbs = draw.lexicon.adverbs
    times = adverbs.get(f"{verb.times}_{tense}") or adverbs[tense]
    if verb.lemma in _MOMENTARY:
        times = tuple(time for time in times if not any(word in time for word in _BROAD))
    return draw.pick(times)


def happens(verb: Verb, place: str) -> bool:
    """Return whether the verb's doing has this place, written as lemma and postposition."""
    return place in verb.places and place not in _ODD_PLACES.get(verb.lemma, ())


def place_of(draw: Draw, verb: Verb, thing: Noun | None, *, tense: TenseKey | None = None) -> str:
    """A place; often none beside an object, unless the verb asks for one."""
    if thing is not None and verb.lemma not in _PLACED and draw.chance(0.4):
        return ""
    places = [place for place in draw.places(verb, tense=tense) if happens(verb, place)]
    return draw.located(draw.pick(places)).text if places else ""


def doers(lexicon: Lexicon, *groups: str) -> list[Verb]:
    """The verbs of the groups that say what a person does."""
    return [v for group in groups for v in lexicon.verbs[group] if v.takes_names]
