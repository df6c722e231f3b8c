"""--limit: which items are drawn, that a cut case says so, and that it is not compared."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

import pytest

from kasauti.analysis.case_record import CaseRecord, differences
from kasauti.fixtures.session.limit import limit_cases, note_limit
from kasauti.fixtures.suites import SUITES
from kasauti.fixtures.suites.indicglue.cases import indicglue_cases
from kasauti.fixtures.suites.metrics.cases import metric_cases, questions_of
from kasauti.fixtures.suites.pairs.cases import minimal_pair_cases, sanskrit_cases
from kasauti.fixtures.suites.probes.cases import probe_cases
from kasauti.fixtures.suites.quiz.cases import quiz_cases
from kasauti.fixtures.suites.zeroshot.cases import ZeroshotOptions, zeroshot_cases
from kasauti.inputs.drawing import draw
from kasauti.records import LIMIT, Provenance, Run
from kasauti.reports.wording.verdict import headline
from tests.support.built_measurements import answered

BY_MARKER = {suite.marker: suite for suite in SUITES}


def test_the_seed_decides_and_the_order_stays() -> None:
    items = [f"item-{number}" for number in range(50)]
    first = draw(items, 10, seed=0, name=str)
    assert len(first) == 10
    assert list(first) == sorted(first, key=items.index)
    assert first == draw(items, 10, seed=0, name=str)
    assert first != draw(items, 10, seed=1, name=str)
    # More items are those and others; fewer items do not change the order of the draw.
    assert set(first) < set(draw(items, 20, seed=0, name=str))
    shared = [item for item in items if item in first or items.index(item) % 2]
    assert set(draw(shared, 10, seed=0, name=str)) == set(first)


def test_items_of_one_group_are_drawn_together() -> None:
    items = [(f"group-{number // 2}", number) for number in range(20)]
    chosen = draw(items, 5, seed=0, name=lambda each: each[0])
    assert len(chosen) == 4
    assert len({group for group, _ in chosen}) == 2
    assert len(draw(items, 1, seed=0, name=lambda each: each[0])) == 2  # never nothing


def test_crossed_pairs_stay_crossed() -> None:
    for case in sanskrit_cases():
        part = case.limited(12, seed=0)
        assert len(part.pairs) == 12
        groups = [pair.group for pair in part.pairs]
        assert all(groups.count(group) == 2 for group in groups)


def test_pairs_that_do_not_count_are_left_out() -> None:
    case = next(each for each in minimal_pair_cases() if each.documented)
    assert len(case.limited(10, seed=0).pairs) == 10
    assert not case.limited(10, seed=0).documented
    assert case.limited(24, seed=0) is case


def test_every_suite_draws_the_same_way() -> None:
    quizzes = quiz_cases()
    final = quizzes[-1]
    cases: dict[str, Any] = {
        "multiblimp": minimal_pair_cases()[0],
        "zeroshot": zeroshot_cases(ZeroshotOptions())[0],
        "indicglue": indicglue_cases()[0],
        "quiz": final,
        "metrics": metric_cases(
            questions_of(final.questions, name="quiz"), ["BLEU"], max_new_tokens=8
        )[0],
    }
    for marker, case in cases.items():
        suite = BY_MARKER[marker]
        whole = suite.size(case)
        (part,), limits = limit_cases(suite, [case], Namespace(limit=7, seed=3))
        assert suite.size(part) == 7
        assert limits == {case.id: f"7 of {whole}, seed 3"}
        (same,), limits = limit_cases(suite, [case], Namespace(limit=1000, seed=3))
        assert (same, limits) == (case, {})
    assert cases["metrics"].limited(7, seed=3).answers.ids == tuple(
        question.id for question in final.limited(7, seed=3).questions
    )


def test_topics_are_those_of_all_items() -> None:
    case = zeroshot_cases(ZeroshotOptions(tasks=("classification",)))[0]
    part = case.limited(2, seed=0)
    assert part.topics == case.topics
    assert set(part.questions[0].labels) == set(case.topics)


def test_probes_keep_enough_of_each_label() -> None:
    for case in probe_cases():
        part = case.limited(8, seed=0).task
        by_label = {
            label: {each.lemma for each in part.examples if each.label == label}
            for label in case.task.labels
        }
        assert all(len(lemmas) == 5 for lemmas in by_label.values()), case.name
        assert len(case.limited(100, seed=0).task.examples) <= 100


def test_a_cut_case_is_not_compared_with_a_whole_one() -> None:
    whole = answered("multiblimp/word_order", "++--")
    cut = note_limit(whole, "4 of 24, seed 0")
    found = differences(CaseRecord.of(whole), CaseRecord.of(cut))
    assert found == ["--limit: the items measured were all and are 4 of 24, seed 0"]
    assert not differences(CaseRecord.of(cut), CaseRecord.of(cut))
    assert "limit:4 of 24, seed 0" in cut.signature


@pytest.mark.parametrize("settings", [{}, {LIMIT: "4 of 24, seed 0"}])
def test_the_verdict_says_that_items_were_left_out(settings: dict[str, str]) -> None:
    case = answered("multiblimp/word_order", "++--", provenance=Provenance(settings, None))
    said = headline(Run(date="2026-01-02", measurements=(case,)))
    assert ("Only some items were measured (--limit)." in said) == bool(settings)
