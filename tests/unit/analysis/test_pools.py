"""Cases pooled by their items, as a total over the packs of a suite."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import pytest

from kasauti.analysis.case_record import CaseRecord, pool, pools
from kasauti.records import CaseId, Direction, Figure, Measurement, Outcomes, Provenance, Threshold

SETTINGS = {
    "model": "m",
    "weights": "w",
    "adapter": "none",
    "tokenizer": "t",
    "dtype": "float32",
    "device": "cpu",
    "kasauti": "1",
    "torch": "2",
    "transformers": "5",
    "bos": "<s>",
    "data": "pack@1",
    "convention": "perplexity",
}


CASE = CaseId("multiblimp", "word_order")


def finished(
    items: Mapping[str, bool | float],
    *,
    case: CaseId = CASE,
    metric: str = "accuracy",
    direction: Direction = "at least",
    kind: Literal["right", "score"] | None = None,
    settings: Mapping[str, str] = SETTINGS,
) -> CaseRecord:
    right = all(isinstance(value, bool) for value in items.values())
    outcomes = Outcomes(
        kind or ("right" if right else "score"),
        {item: float(value) for item, value in items.items()},
    )
    value = sum(items.values()) / len(items)
    threshold = Threshold("good", direction, 0.8, "a test")
    return CaseRecord.of(
        Measurement(
            case=case,
            headline=Figure(metric, value, n=len(items), threshold=threshold),
            provenance=Provenance(settings),
            outcomes=outcomes,
        )
    )


def answers(text: str) -> dict[str, bool]:
    """Items from a line of + (right) and - (wrong)."""
    return {f"item-{index}": sign == "+" for index, sign in enumerate(text)}


def test_cases_are_pooled_by_their_items() -> None:
    one = finished(answers("++-"))
    other = finished(
        answers("+---"), case=CaseId("multiblimp", "negation"), settings={"data": "pack@1"}
    )
    together = pool(CaseId("multiblimp", "all_items"), [one, other])
    assert together.value == pytest.approx(3 / 7)
    assert together.n == len(together.items) == 7
    assert together.settings == {"data": "pack@1"}


def test_pools_match_packs_of_suite() -> None:
    names = ["multiblimp/a", "multiblimp/b", "multiblimp/f/x", "multiblimp/f/y", "sanskrit/c"]
    names += ["sanskrit/case:dative", "multiblimp/g/z"]
    cases = [finished(answers("+-"), case=CaseId.parse(name)) for name in names]
    scored = [finished({"a": 0.5}, case=CaseId("metrics", name)) for name in "ab"]
    assert {
        str(pool): [str(member.case) for member in members]
        for pool, members in pools(cases + scored).items()
    } == {
        "multiblimp/all_items": ["multiblimp/a", "multiblimp/b"],
        "multiblimp/f/all_items": ["multiblimp/f/x", "multiblimp/f/y"],
    }
