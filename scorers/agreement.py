"""Whether an answer agrees with the facts: a trained judge and the written claims together.

They make different errors: claims catch reversed statements, the trained judge catches false
conclusions from true facts. A confident judge overrules the claims, and they decide when it is
unsure.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from kasauti.records.facts import Fact
from kasauti.scorers.factual import Factual

# Weight of the claims' verdict in log odds, and the minimum score of a right answer. Both were
# chosen on judge_limit.jsonl (`python -m bench.quiz_judge --limits`): the second where the larger
# of the two error rates, each relative to its target (15 % and 5 %), is smallest.
CLAIMS = 1.25
LEAST = 0.35
# Probabilities beyond this are clamped, because the model can be confidently wrong.
SUREST = 0.999


def what_is_true(question: str, facts: Sequence[Fact]) -> str:
    """The question and its facts in all their wordings, as the trained judge reads them."""
    says = (text.rstrip(".") + "." for fact in facts for text in fact.says)
    return " ".join([question, *says])


def unrelated(judged: Factual) -> Factual:
    """An answer that is about something else."""
    return replace(judged, score=0.0, reason="it is about something else")


def judge_together(by_claims: Factual, probability: float) -> Factual:
    """The probability that an answer agrees, and the verdict of the claims, as one score."""
    certain = min(max(probability, 1 - SUREST), SUREST)
    odds = math.log(certain / (1 - certain)) + (CLAIMS if by_claims.right else -CLAIMS)
    score = 1 / (1 + math.exp(-odds))
    reason = "" if score >= LEAST else by_claims.reason
    return Factual(score, LEAST, reason, by_claims.contradicting, by_claims.agreeing)
