"""A sentence's score, and the conventions by which two sentences are compared.

All conventions are derived from the same sum of log-probabilities, so showing all
of them needs no further pass of the model.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

# No working model reaches it, and thousands of such values still sum to a finite float.
LARGEST_LOG_PERPLEXITY = 600.0


@dataclass(frozen=True, slots=True)
class SentenceScore:
    """The sum of a sentence's token log-probabilities (nats), and its lengths."""

    logprob: float
    tokens: int
    characters: int
    utf8_bytes: int

    @classmethod
    def of(cls, text: str, *, logprob: float, tokens: int) -> SentenceScore:
        """The score of `text`; NaN or infinity is an error."""
        if not math.isfinite(logprob):
            raise ValueError(
                f"The log-probability of {text!r} is {logprob}. Check the model's weights."
            )
        return cls(logprob, tokens, len(text), len(text.encode("utf-8")))

    @property
    def perplexity(self) -> float:
        """Per token; lower is better. A diverged model's is capped, so that means stay finite."""
        return math.exp(min(-self.logprob / self.tokens, LARGEST_LOG_PERPLEXITY))


# Each gives a number that is higher for the likelier sentence.
CONVENTIONS: Mapping[str, Callable[[SentenceScore], float]] = {
    # The mean log-probability orders sentences as perplexity does, without overflow.
    "perplexity": lambda score: score.logprob / score.tokens,
    "logprob": lambda score: score.logprob,
    "char": lambda score: score.logprob / score.characters,
    "byte": lambda score: score.logprob / score.utf8_bytes,
}
