"""Files of finished runs: written by --save-baseline, read back, or refused in a sentence."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kasauti.data.pair_cases import minimal_pair_cases
from kasauti.data.probe_cases import probe_cases
from kasauti.data.sanskrit_cases import isolated_cases, sanskrit_cases
from kasauti.fixtures.baseline import item_texts, read_run
from kasauti.fixtures.models import model_labels
from kasauti.fixtures.regression import compared_runs, refuse_what_does_not_fit
from kasauti.reports.baseline_file import BaselineFile, baseline
from kasauti.reports.completeness import TALLY, Tally
from kasauti.reports.results_json import results
from tests.unit.test_reports import measurement

OUTCOMES = {"kind": "right", "items": {"1": True, "2": True, "3": True, "4": False}}


def write(path: Path, content: Any) -> str:
    path.write_text(json.dumps(content), encoding="utf-8")
    return str(path)


def measured(name: str, **changes: Any) -> dict[str, Any]:
    return measurement(name, outcomes=OUTCOMES, order=0, **changes)


def test_a_baseline_keeps_every_case_with_outcomes(tmp_path: Path) -> None:
    content = baseline([measured("multiblimp/a"), measurement("lint_data/b", order=1)])
    run = read_run("--baseline", write(tmp_path / "base.json", content))
    assert list(run.cases) == ["multiblimp/a"]
    assert run.cases["multiblimp/a"].items == {"1": 1, "2": 1, "3": 1, "4": 0}
    assert str(run) == "base.json (x)"


def test_cases_stand_in_the_order_in_which_they_were_selected() -> None:
    cases = [measurement(f"multiblimp/{name}", outcomes=OUTCOMES, order=name) for name in (2, 0, 1)]
    kept = [case["case"] for case in baseline(cases)["cases"]]
    assert kept == ["multiblimp/0", "multiblimp/1", "multiblimp/2"]


def test_the_results_of_a_run_can_be_read_too(tmp_path: Path) -> None:
    cases = [measured("multiblimp/a"), measured("multiblimp/file/b"), measurement("multiblimp/c")]
    run = read_run("--candidate", write(tmp_path / "results.json", results(cases)))
    same = read_run("--baseline", write(tmp_path / "base.json", baseline(cases[:2])))
    assert run.cases == same.cases
    assert run.texts["multiblimp/a"] == {"1": "अ  * ब"}


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("{", "is not JSON"),
        ("[]", "is neither a baseline nor an evaluation_results.json"),
        ('{"a": 1}', "is neither a baseline nor an evaluation_results.json"),
        ('{"kasauti_baseline": 2, "cases": []}', "its version is 2"),
        ('{"kasauti_baseline": 1, "cases": []}', "holds no case with outcomes by item"),
        ('{"kasauti_baseline": 1, "cases": [{"case": "a/b"}]}', "a/b lacks or garbles 'outcomes'"),
        ('{"kasauti_baseline": 1, "cases": [1]}', "cannot be used"),
        ('{"kasauti_baseline": 1}', "cannot be used"),
        ('{"summary": {}, "multiblimp": {"a": {}}}', "holds no case with outcomes by item"),
        ('{"summary": {}, "multiblimp": 1}', "cannot be used"),
    ],
)
def test_a_file_that_is_no_run_is_refused(tmp_path: Path, content: str, sentence: str) -> None:
    path = tmp_path / "base.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(pytest.UsageError) as error:
        read_run("--baseline", str(path))
    assert sentence in str(error.value)
    assert f"--baseline={path}" in str(error.value)


def test_a_missing_baseline_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(pytest.UsageError, match="does not exist.*--save-baseline="):
        read_run("--baseline", str(tmp_path / "main.json"))


def options(**given: Any) -> Any:
    names = ("baseline", "candidate", "max_drop", "save_baseline", "model")
    return SimpleNamespace(**{**dict.fromkeys(names), "markexpr": "", **given})


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"markexpr": "regression"}, "There is no baseline to compare with. Save one with"),
        ({"max_drop": 0.0}, "There is no baseline to compare with."),
        ({"candidate": "b.json"}, "There is no baseline to compare with."),
        ({"baseline": "a.json", "model": ["x", "y"]}, "--baseline compares one model with it"),
        ({"save_baseline": "a.json", "model": ["x", "y"]}, "--save-baseline keeps the run of one"),
        ({"save_baseline": "/no/folder/x.json"}, "cannot be a file. Give one in a folder"),
        ({"save_baseline": "tests"}, "cannot be a file. Give one in a folder"),
        ({"save_baseline": "./a.json", "baseline": "a.json"}, "would replace the baseline"),
        (
            {"save_baseline": "c.json", "baseline": "a.json", "candidate": "b.json"},
            "--save-baseline keeps the run of one model",
        ),
    ],
)
def test_options_from_which_no_comparison_comes_are_refused(
    given: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(pytest.UsageError) as error:
        refuse_what_does_not_fit(options(**given))
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"model": ["x", "y"]},
        {"baseline": "a.json", "max_drop": 0.1, "model": ["x"]},
        {"baseline": "a.json", "candidate": "b.json", "markexpr": "regression"},
        {"baseline": "a.json", "save_baseline": "b.json"},
    ],
)
def test_options_that_go_together_are_taken(given: dict[str, Any]) -> None:
    refuse_what_does_not_fit(options(**given))


def finish(path: Path, *, exitstatus: int = 0, lost: bool = False, failed: bool = False) -> int:
    """The end of a run of two tests, of which one has no outcome or has measured nothing."""
    config = SimpleNamespace(stash=pytest.Stash())
    config.stash[TALLY] = Tally({"a", "b"}, {"a"} if lost else {"a", "b"})
    session: Any = SimpleNamespace(exitstatus=exitstatus, config=config)
    file = BaselineFile(path)
    for nodeid, failing in (("a", False), ("b", failed)):
        report: Any = SimpleNamespace(nodeid=nodeid, failed=failing)
        if not failing:
            report.measurement = measured(f"multiblimp/{nodeid}")
        file.pytest_runtest_logreport(report)
    file.pytest_sessionfinish(session)
    return int(session.exitstatus)


@pytest.mark.parametrize("exitstatus", [0, 1])
def test_a_finished_run_replaces_the_baseline(tmp_path: Path, exitstatus: int) -> None:
    path = tmp_path / "main.json"
    path.write_text("the old one", encoding="utf-8")
    assert finish(path, exitstatus=exitstatus) == exitstatus
    assert list(read_run("--baseline", str(path)).cases) == ["multiblimp/a", "multiblimp/b"]
    assert [each.name for each in tmp_path.iterdir()] == ["main.json"]


@pytest.mark.parametrize(
    "end", [{"exitstatus": 2}, {"exitstatus": 1, "lost": True}, {"exitstatus": 1, "failed": True}]
)
def test_a_run_that_is_not_whole_leaves_the_baseline_alone(
    tmp_path: Path, end: dict[str, Any]
) -> None:
    path = tmp_path / "main.json"
    path.write_text("the old one", encoding="utf-8")
    assert finish(path, **end) == end["exitstatus"]
    assert path.read_text(encoding="utf-8") == "the old one"


def test_a_baseline_that_was_asked_for_and_not_written_makes_the_run_red(tmp_path: Path) -> None:
    assert finish(tmp_path / "main.json", lost=True) == 1


def test_only_what_is_the_same_measurement_is_compared(tmp_path: Path) -> None:
    before = [measured("multiblimp/a"), measured("multiblimp/b"), measured("multiblimp/gone")]
    run = read_run("--baseline", write(tmp_path / "base.json", baseline(before)))
    other = measured("multiblimp/b", settings={"model": "y", "data": "another"})
    now = read_run(
        "--candidate",
        write(tmp_path / "now.json", baseline([before[0], other, measured("multiblimp/new")])),
    )
    comparison = compared_runs(run, now.cases, list(run.cases), texts={})
    assert list(comparison.comparisons) == ["multiblimp/a"]
    assert comparison.comparisons["multiblimp/a"].cases == 1
    assert comparison.refused == {"multiblimp/b": "data was not set and is another"}
    assert comparison.new == ["multiblimp/new"]


def test_all_items_of_a_suite_are_compared_where_that_is_asked_for(tmp_path: Path) -> None:
    before = [measured(f"multiblimp/{name}") for name in "abc"]
    run = read_run("--baseline", write(tmp_path / "base.json", baseline(before)))
    texts = {"multiblimp/b": {"2": "घर"}}
    asked = ["multiblimp/a", "multiblimp/b", "multiblimp/all_items"]
    found = compared_runs(run, run.cases, asked, texts=texts)
    assert list(found.comparisons) == asked
    together = found.comparisons["multiblimp/all_items"]
    assert (together.cases, together.now.n, together.now.value) == (3, 8, 0.75)
    assert found.texts["multiblimp/all_items"] == {"multiblimp/b 2": "घर"}
    assert list(compared_runs(run, run.cases, asked[:2], texts={}).comparisons) == asked[:2]


def test_texts_are_found_where_suites_keep_them() -> None:
    details = {
        "total": 3,
        "pairs": [{"id": "p", "good": "अ", "bad": "ब"}, {"good": "no id"}],
        "examples": [{"id": "e", "sentence": "घर"}, {"id": "empty", "sentence": ""}],
        "questions": [{"question_id": "q", "question": "क?", "text": "later"}, "no item"],
        "items": [{"id": "long", "prompt": "two\nlines " + "x" * 200}],
    }
    texts = item_texts(details)
    assert texts.pop("long").startswith("two lines xxx")
    assert texts == {"p": "अ  * ब", "e": "घर", "q": "क?"}


@pytest.mark.parametrize(
    "cases",
    [minimal_pair_cases(), minimal_pair_cases(pairs_set="full"), sanskrit_cases()],
    ids=["core", "full", "sanskrit"],
)
def test_no_two_items_of_a_shipped_case_share_an_id(cases: list[Any]) -> None:
    for case in [*cases, *isolated_cases()]:
        ids = [pair.id for pair in case.pairs]
        assert len(set(ids)) == len(ids), case.id


def test_every_case_of_the_house_has_its_own_id() -> None:
    pairs = [case.id for case in (*minimal_pair_cases(), *sanskrit_cases(), *isolated_cases())]
    ids = [*pairs, *(case.id for case in probe_cases())]
    assert len(set(ids)) == len(ids)


def test_models_get_labels_that_can_name_folders() -> None:
    names = ["runs/a/step-1", "runs/b/step-1", "org/name", "x.gguf", "./"]
    labels = model_labels(names)
    assert labels[:4] == ("step-1", "step-1_2", "name", "x.gguf")
    assert len(set(labels)) == 5
    assert all(label and "/" not in label for label in labels)
