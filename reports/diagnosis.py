"""What the overall scores suggest together, as the Hindi evaluation framework interprets them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

NAMES = {
    "indicglue_avg": "IndicGLUE",
    "multiblimp_accuracy": "MultiBLiMP",
    "morphological_avg": "Morphological",
}
# The framework's words are low and high, its bands poor to excellent; fair is neither.
LEVELS = {"poor": "low", "good": "high", "excellent": "high"}


@dataclass(frozen=True, slots=True)
class Rule:
    """What it suggests that these scores are low or high."""

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
        "the model goes by statistical patterns rather than by linguistic structure; it may be "
        "overfitted to the distribution it was trained on.",
    ),
    Rule(
        {"morphological_avg": "low"},
        "the model does not capture the inner structure of words; its tokenization may not suit "
        "the language, and training that heeds morphology may help.",
    ),
    Rule({"indicglue_avg": "high"}, "the model captures meaning and serves practical tasks."),
    Rule({"multiblimp_accuracy": "high"}, "the model is sensitive to violations of Hindi syntax."),
    Rule({"morphological_avg": "high"}, "the model handles inflection and its paradigms."),
)


@dataclass(frozen=True, slots=True)
class OverallScore:
    """A suite's overall score, the band it falls in, and how many cases it is drawn from."""

    value: float
    band: str
    cases: int

    @property
    def level(self) -> str | None:
        return LEVELS.get(self.band)

    def __str__(self) -> str:
        cases = "1 case" if self.cases == 1 else f"{self.cases} cases"
        return f"{self.value:.3f} over {cases}, {self.band}"


def diagnosis(scores: Mapping[str, OverallScore]) -> list[str]:
    """A sentence for each documented finding that applies; scores that were not taken say nothing.

    >>> diagnosis({"morphological_avg": OverallScore(0.5, "fair", 10)})
    []
    """
    return list(_findings(scores))


def diagnosis_lines(summary: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What the terminal shows of it, each line with the verdict it shows: none."""
    scores, bands = summary["overall_scores"], summary["bands"]
    if bands:
        told = [f"{name} {scores[name]:.3f} ({band})" for name, band in bands.items()]
        yield f"Overall: {', '.join(told)}.", ""
    for sentence in summary["diagnosis"]:
        yield sentence, ""


def _findings(scores: Mapping[str, OverallScore]) -> Iterator[str]:
    for rule in RULES:
        if all(name in scores and scores[name].level == at for name, at in rule.levels.items()):
            premises = [
                f"{NAMES[name]} is {at} ({scores[name]})" for name, at in rule.levels.items()
            ]
            yield f"{' and '.join(premises)}: {rule.finding}"
