"""Several models side by side, from measurements made here."""

from __future__ import annotations

import json
from typing import Any

import pytest
from scipy import stats

from kasauti.fixtures.recording.outcomes import by_model
from kasauti.records import Measurement, Outcomes, Provenance, Run
from kasauti.reports.files.model_comparison import comparison_json
from kasauti.reports.terminal.comparison import comparison_table
from tests.support.built_measurements import answered, measured, threshold
from tests.support.dashboard_runs import run_of

CASES = {
    "multiblimp/a": {"one": "+" * 24, "two": "+" * 12 + "-" * 12},
    "multiblimp/b": {"one": "+-" * 12, "two": "+-" * 12},
    "sanskrit/case:dative": {"one": "-" * 24, "two": "+" * 24},
}


def of(case: str, model: str, signs: str, **settings: str) -> Measurement:
    return answered(case, signs, model=model, provenance=Provenance(settings))


def runs_of(*measurements: Measurement) -> dict[str, Run]:
    return {label: run_of(*cases) for label, cases in by_model(measurements).items()}


@pytest.fixture
def models() -> dict[str, Run]:
    measurements = [measured("lint_data/a", 0.9)]
    for model in ("one", "two"):
        measurements += [of(case, model, each[model]) for case, each in CASES.items()]
    return runs_of(*measurements)


def comparison(models: dict[str, Run]) -> dict[str, Any]:
    content = json.loads(comparison_json(models))
    assert isinstance(content, dict)
    return content


def test_measurements_are_distinguished_by_model(models: dict[str, Run]) -> None:
    assert list(models) == ["one", "two"]
    assert [str(each.case) for each in models["two"].measurements] == ["lint_data/a", *CASES]


def test_one_model_needs_no_label() -> None:
    alone = [measured("multiblimp/a", 0.9), measured("multiblimp/b", 0.9)]
    assert by_model(alone) == {"": alone}


def test_each_case_is_held_against_its_best_model(models: dict[str, Run]) -> None:
    content = comparison(models)
    cases = content["cases"]
    assert list(cases) == [*CASES, "multiblimp/all_items"]
    best = {case: each["best"] for case, each in cases.items()}
    assert best["multiblimp/a"] == "one"
    assert best["sanskrit/case:dative"] == "two"
    found = cases["multiblimp/a"]["against_best"]["two"]
    assert found["p"] == pytest.approx(stats.binomtest(12, 12).pvalue)
    assert found["significantly_worse"]
    assert (found["worse_items"], found["better_items"]) == (12, 0)
    assert cases["multiblimp/b"]["against_best"]["two"]["p"] == 1.0
    assert content["comparisons"] == 4


def test_all_items_of_a_suite_are_compared_at_once(models: dict[str, Run]) -> None:
    together = comparison(models)["cases"]["multiblimp/all_items"]
    assert together["n"] == 48
    assert together["scores"] == {"one": 36 / 48, "two": 24 / 48}


def test_table_marks_significantly_worse_models(models: dict[str, Run]) -> None:
    header, _, *lines = comparison_table(models)
    assert header.split() == ["case", "n", "one", "two", "p", "(Holm)"]
    assert lines[0].split()[:5] == ["multiblimp/a", "24", "1.000", "0.500", "*"]
    assert lines[1].split() == ["multiblimp/b", "24", "0.500", "0.500", "1.0000"]
    assert lines[2].split()[:5] == ["sanskrit/case:dative", "24", "0.000", "*", "1.000"]
    assert "Holm's correction over 4 comparisons" in lines[-2]
    cases = comparison(models)["cases"]
    clear = {case: each["clear_winner"] for case, each in cases.items()}
    assert clear["multiblimp/a"]
    assert not clear["multiblimp/b"]
    unclear = list(clear.values()).count(False)
    assert lines[-1].startswith(f"No clear winner in {unclear} of 4 rows")


def test_all_items_have_ranks_that_the_comparisons_leave_open() -> None:
    """Two middle models do not differ; the last stands before them in the run."""
    signs = {
        "one": "+" * 48,
        "two": "-" * 48,
        "three": "-" * 30 + "+" * 18,
        "four": "+" * 20 + "-" * 28,
    }
    models = runs_of(
        *(
            of(f"multiblimp/{case}", model, each[part])
            for model, each in signs.items()
            for case, part in (("a", slice(24)), ("b", slice(24, 48)))
        )
    )
    cases = comparison(models)["cases"]
    assert cases["multiblimp/a"]["ranks"] == {}
    assert cases["multiblimp/all_items"]["ranks"] == {
        "one": {"low": 1, "high": 1},
        "two": {"low": 4, "high": 4},
        "three": {"low": 2, "high": 3},
        "four": {"low": 2, "high": 3},
    }
    lines = list(comparison_table(models))
    shown = next(line for line in lines if line.startswith("  rank "))
    assert shown.split() == ["rank", "1", "4", "2-3", "2-3"]
    assert any(line.startswith("rank: where the model may stand") for line in lines)


def test_another_measurement_is_shown_but_not_compared() -> None:
    models = runs_of(
        of("multiblimp/a", "one", "++--", data="x"), of("multiblimp/a", "two", "+---", data="y")
    )
    case = comparison(models)["cases"]["multiblimp/a"]
    assert case["scores"] == {"one": 0.5, "two": 0.25}
    assert case["against_best"] == {}
    assert not case["clear_winner"]
    assert case["not_compared"] == {"two": "data was x and is y"}
    *_, last = comparison_table(models)
    assert last == "multiblimp/a: two is not compared with one: data was x and is y."


def test_a_case_of_one_model_alone_is_left_out() -> None:
    models = runs_of(of("multiblimp/a", "one", "+"), of("multiblimp/b", "two", "+"))
    assert comparison(models)["cases"] == {}


def test_the_lowest_perplexity_is_the_best() -> None:
    measurements = [
        measured(
            "metrics/perplexity",
            value,
            20,
            model=model,
            headline={"metric": "perplexity", "threshold": threshold(500.0, direction="at most")},
            outcomes=Outcomes("score", {str(i): value + i for i in range(20)}),
            provenance=Provenance({}),
        )
        for model, value in (("one", 30.0), ("two", 20.0), ("three", 25.0))
    ]
    case = comparison(runs_of(*measurements))["cases"]["metrics/perplexity"]
    assert case["best"] == "two"
    assert set(case["against_best"]) == {"one", "three"}
    assert all(each["significantly_worse"] for each in case["against_best"].values())


def test_long_names_are_numbered_so_that_the_table_fits(models: dict[str, Run]) -> None:
    long = {f"runs/{'deep/' * 8}{label}": run for label, run in models.items()}
    lines = list(comparison_table(long))
    assert lines[:2] == [f"[{place}] {label}" for place, label in enumerate(long, start=1)]
    end = lines.index("", 3)
    assert lines[3].split() == ["case", "n", "[1]", "[2]", "p", "(Holm)"]
    assert all(len(line) <= 80 for line in lines[3:end])
