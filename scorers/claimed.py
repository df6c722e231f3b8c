"""Whether an answer says what is true, by the claims that are written for its question."""

from __future__ import annotations

from dataclasses import replace

from kasauti.scorers.claim_reading import Reading
from kasauti.scorers.factual import Factual

# The least share of facts among all that is found for and against an answer.
LEAST = 0.6
# What the sentence vectors must say where a single fact tips the balance. judge_dev.jsonl alone
# would allow less (`python -m bench.quiz_vectors`), but its wrong answers are the ones known best.
ALONE = 0.85


def is_thin(reading: Reading) -> bool:
    """Whether a single fact more is said than there are claims against the answer."""
    return reading.said - reading.against == 1


def judge_reading(reading: Reading) -> Factual:
    """An answer is right that says more facts than there are claims against it."""
    found = reading.said + reading.against
    return Factual(
        reading.said / found if found else 0.0,
        LEAST,
        "" if found else "it says none of the facts",
        contradicting=reading.against,
    )


def judge_thin(by_vectors: Factual) -> Factual:
    """A single fact tips the balance where the sentence vectors are confident as well."""
    return replace(by_vectors, least=ALONE)


def judge_numbers(judged: Factual, by_vectors: Factual) -> Factual:
    """An answer whose numbers are all wrong is wrong, whatever else it says."""
    if by_vectors.contradicting and not by_vectors.agreeing:
        return replace(judged, score=0.0, reason="its numbers are wrong")
    return judged
