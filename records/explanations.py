"""What a case tests, in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


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


def explanation_json(explanation: Explanation | None) -> dict[str, str] | None:
    """The explanation as result files hold it."""
    if explanation is None:
        return None
    texts = {name: getattr(explanation, name) for name in ("tests", "decided", "reason")}
    return {name: text for name, text in texts.items() if text}


def read_explanation(content: Mapping[str, Any] | None) -> Explanation | None:
    """The explanation of a result file; None in those of earlier versions."""
    if content is None:
        return None
    texts = {name: content.get(name, "") for name in ("tests", "decided", "reason")}
    if not all(isinstance(text, str) for text in texts.values()):
        raise ValueError("the explanation")
    return Explanation(**texts)
