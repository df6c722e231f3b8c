"""Whether an answer says what is true, by the claims that are written for its question."""

from __future__ import annotations

from dataclasses import replace

from kasauti.scorers.claim_reading import Reading
from kasauti.scorers.factual import Factual

# The least share of facts among all that is found for and against an answer.
LEAST = 0.6
# What the sentence vectors must say of an answer of which only one fact was found; chosen on
# judge_dev.jsonl (`python -m bench.quiz_judge`).
ALONE = 0.8


def is_thin(reading: Reading) -> bool:
    """Whether a single fact is all that was found, for or against."""
    return reading.said == 1 and not reading.against


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
    """A single fact is enough where the sentence vectors are confident as well."""
    return replace(by_vectors, least=ALONE)
