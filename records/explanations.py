"""What a case tests, in plain words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """What a person who meets a case for the first time wants to know.

    tests: what is tested.
    decided: when an item counts as right.
    reason: why the threshold is what it is; empty where there is none.
    """

    tests: str
    decided: str = ""
    reason: str = ""
