"""What an answer says by the claims that are written for its question."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kasauti.records.claims import Claims, Pattern
from kasauti.scorers.claim_matching import Sentence, said
from kasauti.scorers.plain_words import claimed


@dataclass(frozen=True, slots=True)
class Reading:
    """How many facts are said, and how many only denied; how many wrong patterns are said."""

    said: int
    denied: int
    wrong: int

    @property
    def against(self) -> int:
        """How much speaks against the answer."""
        return self.wrong + self.denied


def read_claims(answer: str, claims: Claims) -> Reading:
    """Look for all patterns in all sentences of the answer that claim something."""
    sentences = [Sentence(tuple(words)) for words in claimed(answer)]
    facts = [[_verdict(pattern, sentences) for pattern in fact] for fact in claims.facts]
    wrong = [_verdict(pattern, sentences) for pattern in claims.wrong]
    return Reading(
        said=sum(True in verdicts for verdicts in facts),
        denied=sum(False in verdicts and True not in verdicts for verdicts in facts),
        wrong=wrong.count(True),
    )


def _verdict(pattern: Pattern, sentences: Iterable[Sentence]) -> bool | None:
    """True where it is said anywhere, False where it is only denied, else None."""
    found = [each for sentence in sentences for each in said(pattern, sentence)]
    return any(found) if found else None
