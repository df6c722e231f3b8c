"""Cases of made pairs of which so many are right, and what measuring them in rounds gives."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kasauti.data.pairs import Pair
from kasauti.fixtures.suites.budget import Budget
from kasauti.fixtures.suites.multiblimp.suite import MultiBlimp
from kasauti.fixtures.suites.pairs.cases import PairCase
from kasauti.records import Measurement
from tests.support.fake_backend import FakeBackend, context

SUITE = MultiBlimp()
Rights = list[tuple[PairCase, int]]  # each case, and how many of its pairs are right


def case_of(name: str, total: int, **changes: Any) -> PairCase:
    pairs = tuple(
        Pair(
            id=f"{name}-{number}",
            phenomenon=name,
            language="hi",
            good=f"{name} {number} good",
            bad=f"{name} {number} bad",
        )
        for number in range(total)
    )
    return replace(PairCase("multiblimp", name, "made@1", pairs), **changes)


def backend_for(rights: Rights) -> FakeBackend:
    """Prefers the good sentence in so many pairs of each case, spread over the case."""
    texts: dict[str, float] = {}
    for case, right in rights:
        for pair in case.pairs:
            number = int(pair.id.rpartition("-")[2])
            is_right = number * right // len(case.pairs) != (number + 1) * right // len(case.pairs)
            texts |= {pair.good: -1.0 if is_right else -3.0, pair.bad: -2.0}
    return FakeBackend(texts=texts)


def measured(
    rights: Rights, *, budget: Budget | None = None, **options: Any
) -> tuple[list[Measurement], list[int]]:
    backend = backend_for(rights)
    options = {"until": "decided", **options}
    found = context(SUITE, [case for case, _ in rights], backend, budget=budget, **options)
    measure = SUITE.measurer(found)
    return [measure(case) for case, _ in rights], backend.passes


CLEAR = [(case_of("easy", 300), 290), (case_of("hard", 300), 120), (case_of("near", 300), 211)]
