"""A quick look, `--limit=4`, at every suite: each case is measured, and an error is no failure."""

from __future__ import annotations

import pytest
from jsonschema import validate

from kasauti.commands.schema import results_schema
from tests.support.specifications.shown import SUITES, Shown

LEAST_OF_A_LABEL = 5  # a probe has no folds with fewer
CASES = {
    "multiblimp": 14,
    "sanskrit": 5,
    "sanskrit_isolated": 2,
    "probes": 10,
    "zeroshot": 20,
    "indicglue": 6,
    "quiz": 4,
    "metrics": 4,
    "freshness": 1,
    "lint_data": 1,
}


@pytest.mark.parametrize("marker", SUITES)
def test_a_limit_of_four_measures_every_case_of_the_suite(limited: Shown, marker: str) -> None:
    suite = marker.removesuffix("_isolated")
    found = [each for each in limited.run.run.measurements if each.case.suite == suite]
    if suite == "sanskrit":
        bare = marker != suite
        found = [each for each in found if each.case.name.startswith("isolated_") == bare]
    assert len(found) >= CASES[marker]
    for measurement in found:
        items = [item for item in measurement.items if item.right is not None]
        labels = len({item.expected for item in items}) if suite == "probes" else 0
        assert suite == "lint_data" or len(items) <= max(4, LEAST_OF_A_LABEL * labels)
        assert measurement.verdict in ("passed", "failed", "too close to call", "shown")


def test_no_case_of_a_limited_run_ends_in_an_error(limited: Shown) -> None:
    assert limited.run.run.errors == ()
    assert "could not be measured" not in limited.terminal
    assert limited.summary["complete"]
    validate(limited.results, results_schema())


def test_bare_sanskrit_pairs_have_a_score_of_their_own(limited: Shown) -> None:
    section = limited.results["sanskrit"]
    gated = [
        case
        for name, case in section.items()
        if not name.startswith("isolated") and ":" not in name and name != "overall"
    ]
    scores = limited.summary["overall_scores"]
    right = sum(case["correct"] for case in gated)
    assert scores["sanskrit_accuracy"] == right / sum(case["total"] for case in gated)
    assert section["overall"]["total"] == sum(case["total"] for case in gated)
    bare = section["isolated/overall"]
    assert bare["total"] == sum(
        section[name]["total"] for name in ("isolated_case", "isolated_number")
    )
    assert "sanskrit_isolated_accuracy" not in scores


def test_each_average_counts_the_tasks_that_have_the_metric(limited: Shown) -> None:
    section = limited.results["indicglue"]
    rows = {
        row["metric"]: int(row["n"]) for row in limited.rows() if row["case"] == "indicglue/average"
    }
    framework = ["inltkh_headlines", "bbc_hindi", "iitp_movie_reviews", "iitp_product_reviews"]
    framework += ["soham_ner", "wikiann_ner", "cloze_qa"]
    for metric in ("accuracy", "f1"):
        assert rows[metric] == sum(metric in section[name] for name in framework)
    assert rows["accuracy"] != section["average"]["tasks"]
    assert section["average"]["counts"] == {
        metric: n for metric, n in rows.items() if n < section["average"]["tasks"]
    }
