"""Whether an answer says what is true, by the claims that are written for its question."""

from __future__ import annotations

from kasauti.scorers.claim_reading import Reading
from kasauti.scorers.factual import Factual

# The least share of facts among all that is found for and against an answer.
LEAST = 0.6


def is_thin(reading: Reading) -> bool:
    """Whether a single fact is all that was found: the sentence vectors must agree then."""
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
