"""Totals of several cases."""

from __future__ import annotations

import pytest

from kasauti.analysis.totals import average_by_layer, mean_totals, pair_totals, probe_totals
from kasauti.records import Measurement, Provenance, Total, Work, total_work
from kasauti.scorers.statistics.intervals import wilson
from tests.support.built_measurements import answered, figure, measured, probe_case


def test_pairs_are_counted_for_each_data_pack() -> None:
    totals, _ = pair_totals(
        [
            answered("multiblimp/a", "+++-"),
            answered("multiblimp/b", "+-----"),
            answered("multiblimp/case:dative", "++++"),
            answered("multiblimp/file/x", "++"),
            answered("multiblimp/file/y/z", "--"),
        ]
    )
    overall, own = totals
    assert (overall.name, overall.correct, overall.n) == ("overall", 4, 10)
    assert (own.name, own.correct, own.n) == ("file/overall", 2, 4)
    assert overall.figures == {"accuracy": 0.4}
    assert overall.interval == wilson(4, 10)


def test_pairs_without_outcomes_are_refused() -> None:
    with pytest.raises(ValueError, match="multiblimp/a has no items"):
        pair_totals([measured("multiblimp/a", 0.5)])


def test_probes_are_averaged_over_shipped_tasks() -> None:
    tasks = [
        probe_case("probes/case"),
        measured("probes/other", 0.5),
        measured("probes/file/x", 0.1),
    ]
    assert probe_totals(tasks) == (Total(name="overall", figures={"accuracy": 0.7}, n=2),)
    assert probe_totals(tasks[2:]) == ()
    assert average_by_layer(tasks) == {"0": 0.45, "1": 0.7, "2": 0.9, "3": 0.85}


def test_mean_covers_cases_with_the_metric() -> None:
    cases = [
        measured("indicglue/a", 0.5),
        measured("indicglue/b", 0.7, figures=(figure("f1", 0.4, threshold=None),)),
        measured("indicglue/c", 0.2, headline={"metric": "f1"}, details={"accuracy": 0.9}),
    ]
    (total,) = mean_totals(cases, ("accuracy", "f1", "absent"))
    assert (total.name, total.n) == ("average", 3)
    assert total.figures == pytest.approx({"accuracy": 0.7, "f1": 0.3})
    assert total.counts == {"f1": 2}
    assert (total.count("accuracy"), total.count("f1")) == (3, 2)
    assert mean_totals([], ("accuracy",)) == ()


@pytest.mark.parametrize(
    ("by_worker", "expected"),
    [
        ([(8, 0)], (8, 0)),
        ([(0, 8)], (0, 8)),
        ([(5, 3)], (5, 3)),
        ([(8, 0), (0, 8)], (8, 0)),
        ([(0, 8), (5, 3)], (5, 3)),
        ([], (0, 0)),
    ],
)
def test_work_found_of_another_worker_counts_once(
    by_worker: list[tuple[int, int]], expected: tuple[int, int]
) -> None:
    def worked(work: Work | None) -> Measurement:
        return measured("multiblimp/a", 0.5, provenance=Provenance({}, work))

    works = [worked(Work(computed, stored)) for computed, stored in by_worker]
    assert total_work([*works, worked(None)]) == Work(*expected)


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        # One computes all, the other finds it.
        ([(8, 0, "a"), (0, 8, "b")], (8, 0)),
        # Two passes, of which each worker computes one and finds the other.
        ([(2, 0, "a"), (0, 2, "b"), (2, 2, "b"), (2, 2, "a")], (4, 0)),
        # Each asks something else.
        ([(7, 0, "a"), (5, 0, "b")], (12, 0)),
        # Six of eight were there before.
        ([(1, 3, "a"), (0, 4, "b"), (1, 7, "b"), (1, 7, "a")], (2, 6)),
    ],
)
def test_work_of_several_workers_is_summed(
    counts: list[tuple[int, int, str]], expected: tuple[int, int]
) -> None:
    works = [measured("quiz/a", 0.5, provenance=Provenance({}, Work(*each))) for each in counts]
    assert total_work(works) == Work(*expected)
