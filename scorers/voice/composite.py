"""Quiz results: whether an answer passes, and the figures of a level's questions together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from kasauti.scorers.judging.verdicts import Verdict
from kasauti.scorers.statistics.intervals import Proportion
from kasauti.scorers.voice.voice import Voice, voice_score

# Below this share of passed topics the later levels are not asked.
TOPICS_NEEDED = 0.5


@dataclass(frozen=True, slots=True)
class QuestionThresholds:
    """Scores that an answer must reach, besides distinctions kept and no negative patterns."""

    semantic: float = 0.70
    markers: float = 0.60


@dataclass(frozen=True, slots=True)
class QuestionResult:
    """One answer: its similarity to the reference, its voice, and whether it passed."""

    id: str
    semantic: float  # similarity to the reference answer, 0 to 1
    voice: Voice
    thresholds: QuestionThresholds
    verdict: Verdict | None = None  # where a judge knows something to compare it with

    @property
    def voice_score(self) -> float:
        return voice_score(self.semantic, self.voice)

    @property
    def misses(self) -> list[str]:
        """Names of the checks that it failed; empty if it passed."""
        reasons = {
            "semantic": not self.semantic >= self.thresholds.semantic,
            "markers": not self.voice.marker_score >= self.thresholds.markers,
            "distinctions": bool(self.voice.violations),
            "negatives": bool(self.voice.negatives),
        }
        return [name for name, missed in reasons.items() if missed]

    @property
    def passed(self) -> bool:
        return not self.misses


@dataclass(frozen=True)
class LevelResult(Proportion):
    """The questions of one quiz together."""

    questions: tuple[QuestionResult, ...]

    def __post_init__(self) -> None:
        if not self.questions:
            raise ValueError("need at least one question")

    @property
    def correct(self) -> int:
        return sum(question.passed for question in self.questions)

    @property
    def total(self) -> int:
        return len(self.questions)

    @property
    def voice(self) -> float:
        return fmean(question.voice_score for question in self.questions)

    @property
    def semantic(self) -> float:
        return fmean(question.semantic for question in self.questions)

    @property
    def markers(self) -> float:
        return fmean(question.voice.marker_score for question in self.questions)

    @property
    def distinctions_asked(self) -> int:
        """Number of distinctions that the questions are about, counted per question."""
        return sum(len(question.voice.applied) for question in self.questions)

    @property
    def distinctions_kept(self) -> float:
        """The share that was kept; 1 where no question was about any."""
        kept = sum(q.voice.distinction_score * len(q.voice.applied) for q in self.questions)
        return kept / self.distinctions_asked if self.distinctions_asked else 1.0

    @property
    def negatives(self) -> int:
        """Number of negative patterns in the answers."""
        return sum(len(question.voice.negatives) for question in self.questions)


def ends_early(passed: Sequence[bool]) -> bool:
    """Return True if too few topics passed for the later levels to be asked."""
    return bool(passed) and sum(passed) / len(passed) < TOPICS_NEEDED
