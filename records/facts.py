"""The facts of a question: what a right answer says, and what a wrong one says instead."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact in several wordings, and statements that contradict it."""

    says: tuple[str, ...]
    denies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Inference:
    """How probable it is that a claim entails a statement, and that it contradicts it."""

    entails: float
    contradicts: float
