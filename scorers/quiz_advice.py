"""What to do after a quiz: the documented recommendations, remediation and manual review."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kasauti.records import Measurement

LEVELS = {"topic": "topics", "chapter": "chapters", "unit": "units"}
FINAL = "final"

# The documented limits of recommendations, remediation and manual review.
MANY_TOPICS = 0.30
LOW_VOICE, LOW_SEMANTIC = 0.70, 0.65
REMEDY_ACCURACY, REMEDY_VOICE = 0.70, 0.60
REVIEW_VOICE, REVIEW_TOPICS = 0.50, 0.50


@dataclass(frozen=True, slots=True)
class Level:
    """The figures of one quiz that its report is made of."""

    level: str
    identifier: str
    passed: bool
    accuracy: float
    voice: float
    semantic: float
    critical_passed: bool

    @classmethod
    def of(cls, measurement: Measurement) -> Level:
        details = measurement.details
        return cls(
            level=measurement.level,
            identifier=details["identifier"],
            passed=measurement.passed,
            accuracy=measurement.headline.value,
            voice=details["avg_voice_score"],
            semantic=details["avg_semantic_score"],
            critical_passed=details["critical_distinctions_passed"],
        )


@dataclass(frozen=True, slots=True)
class Remedy:
    """A kind of failure, what remedies it, and where it applies."""

    failure: str
    remediation: str
    where: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.failure}: {self.remediation} ({', '.join(self.where)})"


@dataclass(frozen=True, slots=True)
class Review:
    """A reason for a person to look; `applies` is None where one run cannot know."""

    trigger: str
    applies: bool | None


ByLevel = Mapping[str, Sequence[Level]]


def recommendations(by_level: ByLevel, critical: Sequence[str]) -> list[str]:
    """What to do, the most urgent first."""
    topics = by_level["topic"]
    found = [
        *_urgent(by_level, critical),
        *_of_topics(topics),
        *_low_voice(topics),
        *_low_semantic(topics),
    ]
    if found:
        return found
    if all(quiz.passed for quizzes in by_level.values() for quiz in quizzes):
        return ["The model passed all evaluation criteria."]
    return ["MEDIUM: A level is below its thresholds; its figures say which."]


def remediation(quizzes: Sequence[Level], critical: Sequence[str]) -> Iterator[Remedy]:
    """The documented table."""
    low = [quiz.identifier for quiz in quizzes if quiz.accuracy < REMEDY_ACCURACY]
    flat = [quiz.identifier for quiz in quizzes if quiz.voice < REMEDY_VOICE]
    units = [quiz.identifier for quiz in quizzes if quiz.level == "unit" and not quiz.passed]
    questions = dict.fromkeys(violation.split(": ")[0] for violation in critical)
    for failure, remedy, where in (
        ("Low accuracy (under 70 %)", "More epochs of supervised fine-tuning", low),
        ("Low voice (under 0.60)", "More weight for preference pairs", flat),
        ("Critical violation", "Targeted preference pairs", questions),
        ("Unit failure", "Training with a focus on the unit's content", units),
    ):
        yield Remedy(failure, remedy, tuple(where))


def manual_review(by_level: ByLevel, critical: Sequence[str]) -> Iterator[Review]:
    """The documented triggers."""
    units, topics, final = by_level["unit"], by_level["topic"], by_level[FINAL]
    failed = sum(not topic.passed for topic in topics)
    passed_final = all(quiz.passed for quiz in final) if final else None
    yield Review("Any critical violation", bool(critical))
    yield Review(
        "Voice score under 0.50 on any unit",
        any(unit.voice < REVIEW_VOICE for unit in units) if units else None,
    )
    yield Review(
        "More than 50 % of the topics failing",
        failed > len(topics) * REVIEW_TOPICS if topics else None,
    )
    yield Review(
        "Final assessment failed after two rounds of retraining", False if passed_final else None
    )


def _urgent(by_level: ByLevel, critical: Sequence[str]) -> Iterator[str]:
    if critical:
        names = Counter(violation.split(": ")[1] for violation in critical)
        message = ", ".join(f"{name} ({count})" for name, count in names.most_common())
        yield (
            f"CRITICAL: The model confuses what it must distinguish: {message}. "
            "Add preference pairs that stress the distinction."
        )
    if units := [unit.identifier for unit in by_level["unit"] if not unit.passed]:
        exams = "1 unit exam" if len(units) == 1 else f"{len(units)} unit exams"
        yield f"HIGH: {exams} failed: {', '.join(units)}. Do not go on to the next unit."
    if not all(quiz.passed for quiz in by_level[FINAL]):
        yield "HIGH: The final assessment failed. The model is not ready for release."


def _of_topics(topics: Sequence[Level]) -> Iterator[str]:
    failed = [topic.identifier for topic in topics if not topic.passed]
    if len(failed) > len(topics) * MANY_TOPICS:
        yield (
            f"HIGH: {len(failed)} of {_topics(len(topics))} failed. "
            "Consider more epochs of supervised fine-tuning, or more data."
        )
    elif failed:
        unit, worst = Counter(topic.split("/")[0] for topic in failed).most_common(1)[0]
        yield f"MEDIUM: {_topics(worst)} of {unit} failed. Train more on the content of this unit."


def _low_voice(topics: Sequence[Level]) -> Iterator[str]:
    if low := sum(topic.voice < LOW_VOICE for topic in topics):
        yield (
            f"MEDIUM: Voice fidelity under {LOW_VOICE:.2f} in {_topics(low)}. "
            "Give preference pairs about the voice more weight."
        )


def _low_semantic(topics: Sequence[Level]) -> Iterator[str]:
    if low := sum(topic.semantic < LOW_SEMANTIC for topic in topics):
        yield (
            f"LOW: Semantic similarity under {LOW_SEMANTIC:.2f} in {_topics(low)}. "
            "The answers may not be about what was asked."
        )


def _topics(count: int) -> str:
    return "1 topic" if count == 1 else f"{count} topics"
