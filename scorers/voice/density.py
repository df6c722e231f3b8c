"""Voice per 100 words: markers by what they tell of the voice, whatever the length of an answer.

A long plain answer has many markers only because it is long, and those of the subject itself
("cycle") tell nothing of a voice. So a marker counts by how much more often its group occurs in the
quiz's own references, which are in the voice, than in its questions, which are not.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from kasauti.records.persona import Persona
from kasauti.scorers.voice.voice import Match, find_voice

# Both rates are estimated with so many further words at the rate of all texts together.
PRIOR_WORDS = 50
# A shorter answer counts as one of so many words: one marker in two words is no strong voice.
FEWEST_WORDS = 20


def marker_weights(
    persona: Persona, references: Iterable[str], questions: Iterable[str]
) -> Mapping[str, float]:
    """Return the weight of each group of markers: the log of its rate in references to questions.

    A group that neither of them has weighs nothing.
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
