"""The quiz report: what the levels of a quiz give together, under the documented names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from kasauti.records import Item, Measurement
from kasauti.scorers.quiz_advice import (
    FINAL,
    LEVELS,
    Level,
    Remedy,
    Review,
    manual_review,
    recommendations,
    remediation,
)

REPORT = "report"  # its name among the results of the suite
SHOWN_PATTERN = 60
NOT_JUDGED = "Nothing was judged, since no threshold applies; the reason is given with each level."
DOCUMENTED = "documented"  # which levels decide; the other rule is that all do


@dataclass(frozen=True, slots=True)
class LevelSummary:
    """The quizzes of one level; None in place of a mean over none."""

    count: int
    passed: int
    avg_accuracy: float | None
    avg_voice: float | None


@dataclass(frozen=True, slots=True)
class FinalSummary:
    passed: bool
    accuracy: float
    voice: float
    critical_passed: bool


@dataclass(frozen=True, slots=True)
class CutAnswers:
    """How many of the different answers were truncated."""

    cut: int
    of: int

    def __str__(self) -> str:
        """What to do about it; empty where no answer was truncated."""
        if not self.cut:
            return ""
        were = "was" if self.cut == 1 else "were"
        return f"{self.cut} of {self.of} answers {were} truncated; raise --max-new-tokens."


@dataclass(frozen=True, slots=True, kw_only=True)
class QuizReport:
    """The documented report; a level that was not asked is empty in it."""

    model_name: str
    approach: str
    timestamp: str
    overall_accuracy: float
    overall_voice_score: float
    passed: bool
    judged: bool  # whether a threshold applied to any level
    early_termination: str
    failed_topics: tuple[str, ...]
    critical_violations: tuple[str, ...]
    negative_patterns: tuple[str, ...]
    cut_answers: CutAnswers
    levels: Mapping[str, LevelSummary]  # topics, chapters, units
    final: FinalSummary | None
    recommendations: tuple[str, ...]
    remediation: tuple[Remedy, ...]
    manual_review: tuple[Review, ...]

    def to_json(self) -> dict[str, Any]:
        """As it stands in evaluation_results.json."""
        return {
            "model_name": self.model_name,
            "approach": self.approach,
            "timestamp": self.timestamp,
            "overall_accuracy": self.overall_accuracy,
            "overall_voice_score": self.overall_voice_score,
            "passed": self.passed,
            "judged": self.judged,
            "early_termination": self.early_termination,
            "failed_topics": list(self.failed_topics),
            "critical_violations": list(self.critical_violations),
            "negative_patterns": list(self.negative_patterns),
            "cut_answers": asdict(self.cut_answers),
            "summary": {
                **{name: asdict(summary) for name, summary in self.levels.items()},
                FINAL: asdict(self.final) if self.final else None,
            },
            "recommendations": list(self.recommendations),
            "remediation": [
                {**asdict(each), "where": list(each.where)} for each in self.remediation
            ],
            "manual_review": [asdict(each) for each in self.manual_review],
        }

    def findings(self) -> dict[str, tuple[str, ...]]:
        """The lists that a person should read, under their titles; without those that are empty."""
        urgent = [message for message in (self.early_termination, str(self.cut_answers)) if message]
        lists = {
            "Recommendations": (*urgent, *self.recommendations),
            "Manual review": tuple(each.trigger for each in self.manual_review if each.applies),
            "Remediation": tuple(str(each) for each in self.remediation if each.where),
            "Critical violations": self.critical_violations,
            "Negative patterns": self.negative_patterns,
            "Failed topics": self.failed_topics,
        }
        return {title: lines for title, lines in lists.items() if lines}

    def __str__(self) -> str:
        """The whole quiz in one line, for logs."""
        verdict = ("PASS" if self.passed else "FAIL") if self.judged else "SHOWN"
        return (
            f"[{verdict}] {self.model_name} ({self.approach}): "
            f"Acc={self.overall_accuracy:.1%}, Voice={self.overall_voice_score:.2f}, "
            f"Violations={len(self.critical_violations)}"
        )


def quiz_report(measurements: Sequence[Measurement], *, timestamp: str) -> QuizReport:
    """The report of the measured quizzes; `timestamp` is that of the run, ISO 8601."""
    if not measurements:
        raise ValueError("a quiz report needs at least one measured quiz")
    quizzes = [Level.of(each) for each in measurements]
    by_level = {level: [q for q in quizzes if q.level == level] for level in (*LEVELS, FINAL)}
    judged = any(each.verdict != "shown" for each in measurements)
    failed_topics = [q.identifier for q in by_level["topic"] if judged and not q.passed]
    critical = _critical_violations(measurements)
    details = measurements[0].details
    early = str(details["early_termination"])
    return QuizReport(
        model_name=details["model_name"],
        approach=details["approach"],
        timestamp=timestamp,
        overall_accuracy=fmean(quiz.accuracy for quiz in quizzes),
        overall_voice_score=fmean(quiz.voice for quiz in quizzes),
        passed=not early and _passes(by_level, critical, details.get("pass_rule", DOCUMENTED)),
        judged=judged,
        early_termination=early,
        failed_topics=tuple(failed_topics),
        critical_violations=tuple(critical),
        negative_patterns=_negative_patterns(measurements),
        cut_answers=_cut(measurements),
        levels={name: _summary(by_level[level]) for level, name in LEVELS.items()},
        final=_final_summary(by_level[FINAL][0]) if by_level[FINAL] else None,
        recommendations=tuple(recommendations(by_level, critical)) if judged else (NOT_JUDGED,),
        remediation=tuple(remediation(quizzes, critical)) if judged else (),
        manual_review=tuple(manual_review(by_level, critical)) if judged else (),
    )


def _passes(by_level: Mapping[str, Sequence[Level]], critical: Sequence[str], rule: str) -> bool:
    """By default the documented rule: units, the final assessment, no critical violation.

    Where neither a unit nor the final assessment was asked, what was asked decides.
    """
    deciding = [*by_level["unit"], *by_level[FINAL]]
    everything = [quiz for quizzes in by_level.values() for quiz in quizzes]
    if rule == DOCUMENTED and deciding:
        return not critical and all(quiz.passed for quiz in deciding)
    return not critical and all(quiz.passed for quiz in everything)


def _summary(quizzes: Sequence[Level]) -> LevelSummary:
    return LevelSummary(
        count=len(quizzes),
        passed=sum(quiz.passed for quiz in quizzes),
        avg_accuracy=fmean(quiz.accuracy for quiz in quizzes) if quizzes else None,
        avg_voice=fmean(quiz.voice for quiz in quizzes) if quizzes else None,
    )


def _final_summary(quiz: Level) -> FinalSummary:
    return FinalSummary(quiz.passed, quiz.accuracy, quiz.voice, quiz.critical_passed)


def _questions(measurements: Sequence[Measurement]) -> dict[str, Item]:
    """Each question once, however many levels ask it."""
    return {item.id: item for each in measurements for item in each.items}


def _critical_violations(measurements: Sequence[Measurement]) -> list[str]:
    """Each broken distinction of a question once, however many levels ask the question."""
    broken: dict[tuple[str, str], list[str]] = {}
    for measurement in measurements:
        for item in measurement.items:
            for violation in item.details.get("violations", ()):
                found = broken.setdefault((item.id, violation["name"]), [])
                found += [wrong for wrong in [_wrong(violation)] if wrong not in found]
    return [f"{question}: {name}: {'; '.join(found)}" for (question, name), found in broken.items()]


def _wrong(violation: Mapping[str, Any]) -> str:
    """What is said, as a quotation; where something is not said, what it is about."""
    if violation["said"]:
        return f"says “{violation['sentence']}”"
    pattern = violation["missing"]
    shown = pattern if len(pattern) <= SHOWN_PATTERN else f"{pattern[:SHOWN_PATTERN]}…"
    return f"does not say what it must ({violation['why']} Looked for: {shown})"


def _negative_patterns(measurements: Sequence[Measurement]) -> tuple[str, ...]:
    found = (name for each in measurements for name in each.details["negative_patterns_found"])
    return tuple(dict.fromkeys(found))


def _cut(measurements: Sequence[Measurement]) -> CutAnswers:
    finished = [item.details.get("finished", True) for item in _questions(measurements).values()]
    return CutAnswers(sum(not each for each in finished), len(finished))
