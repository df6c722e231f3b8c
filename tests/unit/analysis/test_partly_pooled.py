"""Partially pooled figures of small cases, when a run is built."""

from __future__ import annotations

from dataclasses import replace

from kasauti.analysis.build_run import POOLED, with_pooled
from kasauti.records import CaseId, Figure, Measurement, Outcomes, Provenance
from kasauti.reports.files.results_json import results_json
from kasauti.reports.files.run_markdown import run_markdown
from tests.support.dashboard_runs import run_of


def case(name: str, right: int, n: int = 20) -> Measurement:
    outcomes = Outcomes("right", {str(index): float(index < right) for index in range(n)})
    headline = Figure("accuracy", right / n, n)
    return Measurement(
        case=CaseId("multiblimp", name),
        headline=headline,
        provenance=Provenance({"model": "m"}),
        outcomes=outcomes,
    )


SMALL = [case(f"c{number}", 10 + number) for number in range(5)]


def pooled(measurement: Measurement) -> list[Figure]:
    return [each for each in measurement.figures if each.metric == POOLED]


def test_small_cases_have_it_beside_their_unchanged_headline() -> None:
    found = with_pooled([*SMALL, case("large", 30, 60)])
    assert [len(pooled(each)) for each in found] == [1, 1, 1, 1, 1, 0]
    assert [each.headline for each in found[:5]] == [each.headline for each in SMALL]
    (lowest,), (highest,) = pooled(found[0]), pooled(found[4])
    assert 0.5 < lowest.value < highest.value < 0.7
    assert lowest.verdict is None
    assert lowest.interval


def test_it_is_made_once_however_often_a_run_is_built() -> None:
    once = with_pooled(SMALL)
    assert with_pooled(once) == once


def test_fewer_than_five_cases_say_nothing_of_each_other() -> None:
    assert with_pooled(SMALL[:4]) == tuple(SMALL[:4])
    other = replace(SMALL[4], model="another")
    assert with_pooled([*SMALL[:4], other]) == (*SMALL[:4], other)


def test_reports_show_it() -> None:
    run = run_of(*with_pooled(SMALL))
    assert results_json(run).count(f'"{POOLED}"') == len(SMALL)
    assert POOLED in run_markdown(run).replace("\\", "")
