"""Findings from the overall scores, as the Hindi evaluation framework interprets them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kasauti.records import Overall

NAMES = {
    "indicglue_avg": "IndicGLUE",
    "multiblimp_accuracy": "MultiBLiMP",
    "morphological_avg": "Morphological",
}
# The framework's words are low and high, its bands poor to excellent; fair is neither.
LEVELS = {"poor": "low", "good": "high", "excellent": "high"}


@dataclass(frozen=True, slots=True)
class Rule:
    """A finding for scores that are low or high together."""

    levels: Mapping[str, str]
    finding: str


# Source: Hindi evaluation framework, Diagnostic Analysis and What Good Performance Means.
RULES = (
    Rule(
        {"indicglue_avg": "low", "multiblimp_accuracy": "high"},
        "the model knows the language but lacks knowledge of meaning and of the world; more "
        "diverse training data may help.",
    ),
    Rule(
        {"multiblimp_accuracy": "low", "indicglue_avg": "high"},
        "the model relies on statistical patterns rather than on linguistic structure; it may be "
        "overfitted to the distribution it was trained on.",
    ),
    Rule(
        {"morphological_avg": "low"},
        "the model does not capture the inner structure of words; its tokenization may not suit "
        "the language, and morphology-aware training may help.",
    ),
    Rule({"indicglue_avg": "high"}, "the model captures meaning and serves practical tasks."),
    Rule({"multiblimp_accuracy": "high"}, "the model is sensitive to violations of Hindi syntax."),
    Rule({"morphological_avg": "high"}, "the model handles inflection and its paradigms."),
)


def diagnosis(
    overall: Sequence[Overall], *, letters: Mapping[str, float] | None = None
) -> list[str]:
    """A sentence for each documented finding that applies; scores that were not taken say nothing.

    Nor do scores of a single case: it may stand for itself alone. Nor those of tasks that the
    letters alone solve: `letters` has what they reach, by the name of the score.

    >>> diagnosis([Overall("morphological_avg", 0.5, "fair", 10)])
    []
    """
    letters = letters or {}
    scores = {each.name: each for each in overall if each.cases > 1}
    telling = {name: score for name, score in scores.items() if name not in letters}
    unclear = [
        f"{NAMES[name]} ({_tell(scores[name])}) leads to no conclusion: a baseline that sees only "
        f"letters reaches {letters[name]:.3f}, which already meets the threshold."
        for name in NAMES
        if name in scores and name in letters
    ]
    return [*_findings(telling), *unclear]


def _findings(scores: Mapping[str, Overall]) -> Iterator[str]:
    levels = {name: LEVELS.get(each.band or "") for name, each in scores.items()}
    for rule in RULES:
        if all(levels.get(name) == at for name, at in rule.levels.items()):
            premises = [
                f"{NAMES[name]} is {at} ({_tell(scores[name])})" for name, at in rule.levels.items()
            ]
            yield f"{' and '.join(premises)}: {rule.finding}"


def _tell(score: Overall) -> str:
    return f"{score.value:.3f} over {score.cases} cases, {score.band}"
