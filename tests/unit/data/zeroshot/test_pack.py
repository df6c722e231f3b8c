"""The shipped zero-shot pack."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kasauti.data.zeroshot.catalogue import TASKS
from kasauti.fixtures.suites.zeroshot.cases import ZeroshotCase, ZeroshotOptions, zeroshot_cases

ALL = (
    *("translation/en-hi", "translation/hi-en", "translation/en-sa", "translation/sa-en"),
    *(
        f"{task}/{code}"
        for task in ("classification", "mmlu", "arc", "truthfulqa", "belebele", "mgsm")
        for code in ("hi", "sa", "en")
    ),
)


def cases(*data: Path | str, **options: Any) -> dict[str, ZeroshotCase]:
    chosen = ZeroshotOptions(data=tuple(map(str, data)), **options)
    return {case.name: case for case in zeroshot_cases(chosen)}


def test_the_shipped_pack_has_every_task_in_three_languages() -> None:
    found = cases()
    assert tuple(found) == ALL
    assert all(len(case.items) >= 30 for case in found.values() if case.task != "belebele")
    assert {len(case.items) for case in found.values() if case.task == "belebele"} == {12}


def test_case_states_source_and_answer_language() -> None:
    found = cases(tasks=("mmlu", "translation"))
    languages = {name: (case.source_language, case.language) for name, case in found.items()}
    assert languages["mmlu/sa"] == ("sa", "sa")
    assert languages["translation/en-hi"] == ("en", "hi")
    assert languages["translation/hi-en"] == ("hi", "en")


def test_the_shipped_items_are_parallel() -> None:
    found = cases()
    for task in TASKS[1:]:
        ids = {
            tuple(item.id for item in case.items) for case in found.values() if case.task == task
        }
        assert len(ids) == 1, task
    there, back = found["translation/en-hi"].items, found["translation/hi-en"].items
    assert [(i.source, i.target) for i in there] == [(i.target, i.source) for i in back]  # type: ignore[union-attr]


def test_a_limit_draws_the_same_items_in_every_language() -> None:
    whole = cases(tasks=("mmlu", "translation"))
    few = {name: case.limited(7, seed=0) for name, case in whole.items()}
    assert {len(case.items) for case in few.values()} == {7}
    assert len({tuple(i.id for i in few[f"mmlu/{code}"].items) for code in ("hi", "sa", "en")}) == 1
    other = whole["mmlu/hi"].limited(7, seed=1)
    assert other.items != few["mmlu/hi"].items
