"""Answers compared with the right ones: how many are right, in the right format, readable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from kasauti.scorers.answers.written_numbers import find_numbers, read_number
from kasauti.scorers.statistics.intervals import Proportion


@dataclass(frozen=True, slots=True)
class Graded:
    """One item: what was understood of the answer, strictly and leniently, and what is right."""

    id: str
    right: str
    strict: str | None
    lenient: str | None
    labels: tuple[str, ...] = ()  # the answers that were offered, in their order

    @property
    def correct(self) -> bool:
        return self.lenient == self.right

    @property
    def position(self) -> int | None:
        """The index of the offered answer that was chosen."""
        return self.labels.index(self.lenient) if self.lenient in self.labels else None


@dataclass(frozen=True)
class GradedTask(Proportion):
    """All items of a task."""

    items: tuple[Graded, ...]

    @property
    def total(self) -> int:
        return len(self.items)

    @property
    def correct(self) -> int:
        return sum(item.correct for item in self.items)

    @property
    def strictly_correct(self) -> int:
        return sum(item.strict == item.right for item in self.items)

    @property
    def in_format(self) -> int:
        return sum(item.strict is not None for item in self.items)

    @property
    def unread(self) -> int:
        return sum(item.lenient is None for item in self.items)

    @property
    def answers(self) -> list[str]:
        """The answers that could be read."""
        return [item.lenient for item in self.items if item.lenient is not None]


def question_chances(items: Sequence[Graded]) -> list[float]:
    """The chance of the better guesser: one draws a choice, one always takes the same position."""
    drawn = [1 / len(item.labels) for item in items]
    constant = _same_position_share(items)
    return drawn if sum(drawn) >= constant * len(items) else [constant] * len(items)


def topic_chances(items: Sequence[Graded]) -> list[float]:
    """The chance of the best guesser: by drawing, by the most frequent topic, by one position."""
    drawn = 1 / len(items[0].labels)
    constant = most_frequent_share([item.right for item in items])
    return [max(drawn, constant, _same_position_share(items))] * len(items)


def number_chances(problems: Sequence[str], rights: Sequence[str]) -> list[float]:
    """The chance of the better guesser: the most frequent answer, or the problem's last number."""
    repeated = 0
    for problem, right in zip(problems, rights, strict=True):
        numbers = find_numbers(problem)
        repeated += bool(numbers) and numbers[-1] == read_number(right)
    return [max(most_frequent_share(rights), repeated / len(rights))] * len(rights)


def most_frequent_share(rights: Sequence[str]) -> float:
    return max(Counter(rights).values()) / len(rights)


def _same_position_share(items: Sequence[Graded]) -> float:
    """The accuracy of always taking the position that is right most often."""
    return most_frequent_share([str(item.labels.index(item.right)) for item in items])
