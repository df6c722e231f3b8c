"""The reports, from measurements made here: JSON, the table, and the tally of a run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from kasauti.reports.completeness import Tally
from kasauti.reports.results_json import SCHEMA, results, total_work, write_results
from kasauti.reports.table import table
from kasauti.reports.totals import pair_totals
from kasauti.scorers.intervals import wilson

TEST = "tests/evaluation/test_multiblimp.py::test[word_order]"


def measurement(case: str, correct: int = 3, total: int = 4, **changes: Any) -> dict[str, Any]:
    """What a test records, with figures that fit together."""
    interval = wilson(correct, total)
    share = correct / total
    item = {
        "id": "1",
        "good": "अ",
        "bad": "ब",
        "gloss": "",
        "tags": {},
        "right": True,
        "margin": 0.5,
        "good_logprob": -2.0,
        "bad_logprob": -3.0,
        "good_tokens": 2,
        "bad_tokens": 2,
        "good_perplexity": 2.7,
        "bad_perplexity": 4.5,
    }
    return {
        "case": case,
        "metric": "accuracy",
        "value": share,
        "n": total,
        "low": interval.low,
        "high": interval.high,
        "bar": 0.7,
        "direction": "at least",
        "source": "a source",
        "required": "fair",
        "band": "fair",
        "verdict": "passed",
        "details": {
            "correct": correct,
            "total": total,
            "flips": [],
            "slices": {},
            "length_only": {"tokens": 0.5, "characters": 0.5},
            "convention": "perplexity",
            "avg_perplexity_diff": 1.5,
            "std_perplexity_diff": 0.5,
            "pairs": [item],
            "conventions": dict.fromkeys(("perplexity", "logprob", "char", "byte"), share),
        },
        "signature": "bos:<s>",
        "settings": dict.fromkeys(
            ("model", "adapter", "weights", "dtype", "device", "kasauti", "torch", "transformers"),
            "x",
        ),
        "work": {"computed": 8, "stored": 0},
        **changes,
    }


def test_results_have_the_documented_structure() -> None:
    content = results([measurement("multiblimp/a"), measurement("multiblimp/b", 1)])
    assert list(content) == ["multiblimp", "summary"]
    assert list(content["multiblimp"]) == ["a", "b", "overall"]
    case = content["multiblimp"]["a"]
    documented = ("accuracy", "correct", "total", "avg_perplexity_diff", "std_perplexity_diff")
    assert [case[name] for name in documented] == [0.75, 3, 4, 1.5, 0.5]
    assert content["summary"]["overall_scores"] == {"multiblimp_accuracy": 0.5}


@pytest.mark.parametrize("names", [("a",), ("a", "file/b"), ("file/a", "file/b/c")])
def test_results_follow_the_schema(names: tuple[str, ...]) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    content = results([measurement(f"multiblimp/{name}") for name in names])
    jsonschema.validate(content, schema, jsonschema.Draft202012Validator)


@pytest.mark.parametrize(
    "change",
    [
        {"value": 1.5},
        {"verdict": "green"},
        {"band": "bad"},
        {"details": {"correct": 3, "total": 4}},
        {"signature": ""},
    ],
)
def test_the_schema_refuses_what_cannot_be(change: dict[str, Any]) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    content = results([measurement("multiblimp/a", **change)])
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(content, schema, jsonschema.Draft202012Validator)


def test_totals_are_derived_for_each_data_pack() -> None:
    cases = {
        "a": {"correct": 3, "total": 4},
        "b": {"correct": 1, "total": 6},
        "file/x": {"correct": 2, "total": 2},
        "file/y/z": {"correct": 0, "total": 2},
    }
    totals = pair_totals(cases)
    assert {name: (each["correct"], each["total"]) for name, each in totals.items()} == {
        "overall": (4, 10),
        "file/overall": (2, 4),
    }
    assert totals["overall"]["accuracy"] == 0.4
    assert totals["overall"]["interval"]["low"] == wilson(4, 10).low


def test_a_users_file_alone_gives_no_overall_score() -> None:
    content = results([measurement("multiblimp/file/a")])
    assert content["summary"]["overall_scores"] == {}
    assert content["multiblimp"]["file/overall"]["accuracy"] == 0.75


@pytest.mark.parametrize(
    ("by_worker", "expected"),
    [
        ([(8, 0)], (8, 0)),
        ([(0, 8)], (0, 8)),
        ([(5, 3)], (5, 3)),
        ([(8, 0), (0, 8)], (8, 0)),
        ([(0, 8), (5, 3)], (5, 3)),
    ],
)
def test_work_found_of_another_worker_counts_once(
    by_worker: list[tuple[int, int]], expected: tuple[int, int]
) -> None:
    works = [{"computed": computed, "stored": stored} for computed, stored in by_worker]
    total = total_work([measurement("multiblimp/a", work=work) for work in works])
    assert (total["computed"], total["stored"]) == expected


def test_written_results_are_plain_utf8(tmp_path: Path) -> None:
    write_results(tmp_path / "x.json", {"good": "घर"})
    assert "घर" in (tmp_path / "x.json").read_text(encoding="utf-8")


def test_not_a_number_is_never_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="Out of range float"):
        write_results(tmp_path / "x.json", {"value": float("nan")})


def test_table_has_a_line_for_each_case_and_the_totals() -> None:
    lines = list(
        table([measurement("multiblimp/a"), measurement("multiblimp/f/b", verdict="failed")])
    )
    assert lines[0][0].startswith("suite       case       score  95 % interval   n  bar")
    assert lines[2] == (
        "multiblimp  a          0.750  0.301 to 0.954  4  at least 0.70  fair  passed",
        "passed",
    )
    assert lines[3][1] == "failed"
    totals = [line for line, verdict in lines if "overall" in line and not verdict]
    assert [line.split()[1] for line in totals] == ["overall", "f/overall"]
    assert lines[-1][0] == "8 sequences computed, 0 from the store."


def test_table_tells_what_a_test_noted() -> None:
    lines = [line for line, _ in table([measurement("multiblimp/a", notes=["It would flip."])])]
    assert "It would flip." in lines


def test_a_complete_run_gives_no_complaint() -> None:
    assert Tally({TEST}, {TEST}, measured=True).complaint() == ""
    assert Tally().complaint() == ""


def test_a_lost_outcome_is_told() -> None:
    tally = Tally({TEST, f"{TEST}2"}, {TEST}, measured=True)
    assert tally.complaint() == f"1 selected tests reported no outcome, among them {TEST}2."


def test_a_run_without_a_measurement_is_told() -> None:
    assert Tally({TEST}, {TEST}).complaint().startswith("Nothing was evaluated")


def test_the_suites_own_tests_need_no_measurement() -> None:
    unit = "tests/unit/test_reports.py::test_x"
    assert Tally({unit}, {unit}).complaint() == ""
    assert Tally({unit}, set()).complaint() != ""
