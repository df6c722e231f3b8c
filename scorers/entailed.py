"""Whether an answer says what is true, by a model that knows entailment from contradiction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kasauti.records.facts import Fact, Inference
from kasauti.scorers.clauses import claims
from kasauti.scorers.factual import Factual, not_a_statement

# A fact counts as said, or as contradicted, from this probability on.
SURE = 0.5
# At least this share of the facts must be said, and none contradicted.
LEAST_SAID = 0.5


def judge_entailed(
    question: str,
    answer: str,
    facts: Sequence[Fact],
    found: Mapping[tuple[str, str], Inference],
    *,
    english: bool = True,
) -> Factual:
    """At least half of the facts are entailed by a claim, and none is rather contradicted."""
    reason = not_a_statement(question, answer, english=english)
    if reason:
        return Factual(0.0, LEAST_SAID, reason)
    said = contradicted = 0
    for fact in facts:
        inferences = [found[claim, text] for claim in claims(answer) for text in fact.says]
        entails = max(each.entails for each in inferences)
        contradicts = max(each.contradicts for each in inferences)
        said += entails >= SURE
        contradicted += contradicts >= SURE and contradicts > entails
    score = 0.0 if contradicted else said / len(facts)
    return Factual(score, LEAST_SAID, contradicting=contradicted)
