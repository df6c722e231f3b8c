"""Change points, signal, drops and the stories of items, held against plain definitions."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from kasauti.analysis.case_record import CaseRecord
from kasauti.analysis.trend.tracks import steps, story
from kasauti.scorers.statistics.paired_tests import holm
from tests.support.built_measurements import answered

STATES = st.lists(st.sampled_from([True, False, None]), max_size=12)
ANSWERS = st.lists(st.text("+-", min_size=8, max_size=8), min_size=2, max_size=6)


def record(signs: str) -> CaseRecord:
    return CaseRecord.of(answered("multiblimp/a", signs))


@given(STATES)
def test_story_depends_on_last_streak(states: list[bool | None]) -> None:
    """The same as a pattern finds in the text of it."""
    known = [place for place, state in enumerate(states) if state is not None]
    text = "".join("1" if state else "0" for state in states if state is not None)
    found = re.search(r"(1+)(0*)$", text)
    told = story(states)
    if found is None:
        assert (told.reached, told.lost) == (None, None)
    else:
        assert told.reached == known[found.start(1)]
        assert told.lost == (known[found.start(2)] if found[2] else None)
    assert told.flips == text.count("01") + text.count("10")


@given(STATES, st.integers(0, 12))
def test_a_checkpoint_without_a_measurement_changes_nothing(
    states: list[bool | None], place: int
) -> None:
    place = min(place, len(states))
    told, with_gap = story(states), story([*states[:place], None, *states[place:]])

    def moved(at: int | None) -> int | None:
        return None if at is None else at + (at >= place)

    assert with_gap.flips == told.flips
    assert (with_gap.reached, with_gap.lost) == (moved(told.reached), moved(told.lost))


@settings(deadline=None)
@given(ANSWERS)
def test_steps_use_paired_tests_with_correction(answers: list[str]) -> None:
    found, breaks = steps([[record(signs) for signs in answers]])[0]
    assert not breaks
    assert [(step.before, step.at) for step in found] == [
        (place, place + 1) for place in range(len(answers) - 1)
    ]
    p_values = []
    for earlier, later in pairwise(answers):
        lost = sum(a == "+" and b == "-" for a, b in zip(earlier, later, strict=True))
        won = sum(a == "-" and b == "+" for a, b in zip(earlier, later, strict=True))
        p_values.append(stats.binomtest(lost, lost + won).pvalue if lost + won else 1.0)
    for step, p, most in zip(found, p_values, holm(p_values), strict=True):
        assert abs(step.comparison.p - p) < 1e-9
        # What a step cannot attain takes no part of the error.
        assert p - 1e-9 < step.comparison.p_holm < most + 1e-9


def test_a_checkpoint_without_the_case_is_stepped_over() -> None:
    found, _ = steps([[record("++++"), None, record("----")]])[0]
    assert [(step.before, step.at) for step in found] == [(0, 2)]


def test_a_drop_is_found_where_it_happens() -> None:
    up, down = "+" * 20, "-" * 14 + "+" * 6
    found, _ = steps([[record(signs) for signs in (up, up, down, down)]])[0]
    assert [step.at for step in found if step.comparison.significantly_worse] == [2]
    # Six flips of twenty have p = 0.031: significant alone, not beside as many the other way.
    slight = "-" * 6 + "+" * 14
    found, _ = steps([[record(signs) for signs in (up, slight, up, slight)]])[0]
    assert not any(step.comparison.significantly_worse for step in found)
    alone, _ = steps([[record(up), record(slight)]])[0]
    assert alone[0].comparison.significantly_worse


def test_another_measurement_is_a_break_and_not_a_drop() -> None:
    before, now = record("++++++++"), record("--------")
    other = replace(now, settings={**now.settings, "data": "other@1"})
    found, breaks = steps([[before, other, now]])[0]
    assert found == []
    assert [each.at for each in breaks] == [1, 2]
    assert "data was" in breaks[0].reason
