"""A suite of one's own: does the model know how Hindi proverbs end?

    kasauti examples/own_suite -m proverbs --model=gemma-3-270m

docs/your-own-suite.md explains the parts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kasauti.suites import (
    CaseId,
    Context,
    Continuation,
    Item,
    Measurement,
    Outcomes,
    Requests,
    Suite,
    Threshold,
    highest,
    wilson,
)

# Each beginning has one traditional end; the ends of the others are the wrong choices.
PROVERBS = {
    "अब पछताए होत क्या जब": "चिड़िया चुग गई खेत",
    "नाच न जाने": "आँगन टेढ़ा",
    "जिसकी लाठी": "उसकी भैंस",
    "अधजल गगरी": "छलकत जाए",
    "घर की मुर्गी": "दाल बराबर",
    "बंदर क्या जाने": "अदरक का स्वाद",
    "दूर के ढोल": "सुहावने",
    "ऊँट के मुँह में": "जीरा",
    "आम के आम": "गुठलियों के दाम",
    "एक अनार": "सौ बीमार",
}
THRESHOLD = Threshold("half", "at least", 0.50, source="ten choices each: chance is 0.10")


@dataclass(frozen=True)
class Proverbs:
    """The one case of the suite."""

    name: str = "endings"

    @property
    def id(self) -> CaseId:
        return CaseId("proverbs", self.name)


def choices(beginning: str) -> list[Continuation]:
    return [Continuation(beginning, f" {end}") for end in PROVERBS.values()]


class ProverbSuite(Suite[Proverbs]):
    name = "proverbs"
    title = "Proverbs: the traditional end must be the likeliest of ten"

    def cases(self, options: Any, thresholds: Any) -> Sequence[Proverbs]:
        return [Proverbs()]

    def requests(self, case: Proverbs) -> Requests:
        return Requests(continuations=[each for start in PROVERBS for each in choices(start)])

    def measurer(self, context: Context) -> Callable[[Proverbs], Measurement]:
        return lambda case: measured(case, context)


def measured(case: Proverbs, context: Context) -> Measurement:
    """Compare the ends by their log-probability per token: they differ in length."""
    ends, items = list(PROVERBS.values()), []
    for beginning, expected in PROVERBS.items():
        scores = [context.model.continuations[each] for each in choices(beginning)]
        index = highest([score.logprob / score.tokens for score in scores])
        given = None if index is None else ends[index]  # None for a tie, which is wrong
        items.append(
            Item(
                id=beginning,
                language="hi",
                expected=expected,
                given=given,
                right=given == expected,
            )
        )
    n, right = len(items), sum(bool(item.right) for item in items)
    figure = context.judge.by_threshold(
        THRESHOLD, "accuracy", right / n, n=n, interval=wilson(right, n)
    )
    return Measurement(
        case=case.id,
        headline=figure,
        message=f"{case.id}: {figure}",
        items=tuple(items),
        outcomes=Outcomes.of(items),
        provenance=context.provenance({"data": "proverbs-1", "score": "logprob per token"}),
    )


def pytest_kasauti_suites() -> list[ProverbSuite]:
    return [ProverbSuite()]
