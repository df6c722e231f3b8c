"""A persona's voice in a text: markers, distinctions, negative patterns."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kasauti.records.persona import Distinction, Persona, Phrase, Speech
from kasauti.scorers.voice.negation import is_denied, is_of_others, sentence_around, spans

# The evaluation pipeline's table "By Metric".
WEIGHTS = {"semantic": 0.5, "markers": 0.3, "distinctions": 0.1, "negatives": 0.1}

# What writers and models use instead of the plain character; one for one, so offsets stay valid.
_PLAIN = str.maketrans("’‘ʼ“”\u00a0\u202f\u2010\u2011", "'''\"\"  --")


@dataclass(frozen=True, slots=True)
class Match:
    """A place in an answer that a pattern matched: the characters [start, end)."""

    name: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Violation:
    """A critical distinction that an answer breaks, or a negative pattern in it."""

    name: str
    said: str  # what breaks the rule; empty where something is missing
    sentence: str
    start: int  # of what was said; -1 where something is missing
    end: int
    missing: str  # the pattern that must occur and does not
    why: str


@dataclass(frozen=True, slots=True)
class Voice:
    """Markers, distinctions and negative patterns of one answer."""

    markers: tuple[Match, ...]
    marker_score: float
    applied: tuple[str, ...]  # the distinctions that the question is about
    violations: tuple[Violation, ...]  # of distinctions
    negatives: tuple[Violation, ...]

    @property
    def distinction_score(self) -> float:
        """The share of distinctions that are kept; 1 where the question is about none."""
        broken = {violation.name for violation in self.violations}
        kept = sum(name not in broken for name in self.applied)
        return kept / len(self.applied) if self.applied else 1.0

    @property
    def negative_score(self) -> float:
        return 0.0 if self.negatives else 1.0


def find_voice(question: str, answer: str, persona: Persona) -> Voice:
    """All that the persona's patterns find in an answer, with offsets."""
    question, text = question.translate(_PLAIN), answer.translate(_PLAIN)
    groups = [(group, _find_matches(group.name, text, group.patterns)) for group in persona.markers]
    speech = persona.own_speech
    applied = [
        each for each in persona.distinctions if any(phrase.find(question) for phrase in each.about)
    ]
    return Voice(
        markers=tuple(match for _, found in groups for match in found),
        marker_score=marker_score([(g.weight, len(found) / g.expected) for g, found in groups]),
        applied=tuple(each.name for each in applied),
        violations=tuple(v for each in applied for v in _violations(each, text, speech)),
        negatives=tuple(
            _violate(match, text, each.why)
            for each in persona.negatives
            for match in _find_matches(each.name, text, each.patterns)
            if not is_denied(text, match.start, match.end, speech)
            and not is_of_others(text, match.start, match.end, speech)
        ),
    )


def marker_score(groups: Sequence[tuple[float, float]]) -> float:
    """The mean of min(1, found / expected) of each group, by weight; 1 where there is no group.

    >>> marker_score([(3.0, 2.0), (1.0, 0.5)])
    0.875
    """
    total = sum(weight for weight, _ in groups)
    if not groups:
        return 1.0
    return sum(weight * min(1.0, share) for weight, share in groups) / total


def voice_score(semantic: float, voice: Voice) -> float:
    """The documented weighted sum, between 0 and 1."""
    parts = {
        "semantic": semantic,
        "markers": voice.marker_score,
        "distinctions": voice.distinction_score,
        "negatives": voice.negative_score,
    }
    return sum(WEIGHTS[name] * part for name, part in parts.items())


def _find_matches(name: str, text: str, patterns: Sequence[Phrase]) -> list[Match]:
    return [Match(name, text[start:end], start, end) for start, end in spans(text, patterns)]


def _violations(distinction: Distinction, text: str, speech: Speech | None) -> Iterator[Violation]:
    for phrase in distinction.must:
        if not phrase.find(text):
            yield Violation(distinction.name, "", "", -1, -1, phrase.source, distinction.why)
    for match in _find_matches(distinction.name, text, distinction.must_not):
        # A question does not claim what it asks.
        asked = sentence_around(text, match.start).asks
        if not asked and not is_denied(text, match.start, match.end, speech):
            yield _violate(match, text, distinction.why)


def _violate(match: Match, text: str, why: str) -> Violation:
    sentence = sentence_around(text, match.start).text
    return Violation(match.name, match.text, sentence, match.start, match.end, "", why)


# Both rates are estimated with so many further words at the rate of all texts together.
PRIOR_WORDS = 50
# A shorter answer counts as one of so many words: one marker in two words is no strong voice.
FEWEST_WORDS = 20


def marker_weights(
    persona: Persona, references: Iterable[str], questions: Iterable[str]
) -> Mapping[str, float]:
    """Return the weight of each group of markers: the log of its rate in references to questions.

    References are in the voice, questions are not: a marker of the subject itself ("cycle") tells
    nothing of a voice. A group that neither of them has weighs nothing.
    """
    voiced, voiced_words = _count(persona, references)
    plain, plain_words = _count(persona, questions)
    weights = {}
    for group in persona.markers:
        found = voiced[group.name] + plain[group.name]
        prior = PRIOR_WORDS * found / (voiced_words + plain_words) if found else 0.0
        ratio = (
            (voiced[group.name] + prior) / (voiced_words + PRIOR_WORDS)
            / ((plain[group.name] + prior) / (plain_words + PRIOR_WORDS))
            if found
            else 1.0
        )  # fmt: skip
        weights[group.name] = math.log(ratio)
    return weights


def voice_per_100_words(
    markers: Sequence[Match], answer: str, weights: Mapping[str, float]
) -> float:
    """Return the weighted markers of an answer per 100 of its words; 0 for what plain text has.

    >>> found = [Match("odds", "likely", 0, 6), Match("odds", "odds", 7, 11)]
    >>> voice_per_100_words(found, "word " * 50, {"odds": 1.5})
    6.0
    """
    words = max(len(answer.split()), FEWEST_WORDS)
    return 100 * math.fsum(weights[each.name] for each in markers) / words


def _count(persona: Persona, texts: Iterable[str]) -> tuple[Counter[str], int]:
    """Return the number of markers of each group in all texts, and that of words."""
    found: Counter[str] = Counter()
    words = 0
    for text in texts:
        found.update(each.name for each in find_voice("", text, persona).markers)
        words += len(text.split())
    return found, words
