"""Files of finished runs: written by --save-baseline, read back, or refused in a sentence."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kasauti.analysis.finished_run import read_finished_run, shown_text
from kasauti.analysis.run_comparison import compare_runs
from kasauti.fixtures.recording.completeness import TALLY, Tally
from kasauti.fixtures.regression.baseline_file import BaselineFile
from kasauti.fixtures.regression.gate import add_pools, refuse_what_does_not_fit
from kasauti.fixtures.session.models import model_labels
from kasauti.fixtures.suites.pairs.cases import isolated_cases, minimal_pair_cases, sanskrit_cases
from kasauti.fixtures.suites.probes.cases import probe_cases
from kasauti.inputs.errors import KasautiError
from kasauti.records import CaseId, Item, Measurement, Provenance
from kasauti.records.serialization.files import baseline_json
from kasauti.reports.files.results_json import results_json
from tests.support.built_measurements import (
    DATE,
    answered,
    measured,
    pair,
    pair_case,
    regression_case,
)
from tests.support.dashboard_runs import run_of

SIGNS = "+++-"


def write(path: Path, *measurements: Measurement) -> str:
    """A baseline of these measurements."""
    path.write_text(json.dumps(baseline_json(measurements, saved=DATE)), encoding="utf-8")
    return str(path)


def case(name: str, **settings: str) -> Measurement:
    return answered(name, SIGNS, provenance=Provenance({"model": "x", **settings}))


def names(cases: Any) -> list[str]:
    return [str(each) for each in cases]


def test_a_baseline_keeps_every_case_with_outcomes(tmp_path: Path) -> None:
    path = write(tmp_path / "base.json", case("multiblimp/a"), measured("lint_data/b", 0.5))
    run = read_finished_run("--baseline", path)
    assert names(run.cases) == ["multiblimp/a"]
    assert run.cases[CaseId("multiblimp", "a")].items == {"0": 1, "1": 1, "2": 1, "3": 0}
    assert str(run) == "base.json (x)"


def test_the_results_of_a_run_can_be_read_too(tmp_path: Path) -> None:
    pairs = pair_case("multiblimp/p", [pair(1)])
    cases = [case("multiblimp/a"), case("multiblimp/file/b"), pairs, measured("custom/c", 0.5)]
    results = tmp_path / "results.json"
    results.write_text(results_json(run_of(*cases)), encoding="utf-8")
    run = read_finished_run("--candidate", str(results))
    same = read_finished_run("--baseline", write(tmp_path / "base.json", *cases))
    assert run.cases == same.cases
    (item,) = run.items[pairs.case].values()
    assert item == pair(1)
    assert same.items[pairs.case] == {}


BASELINE = '{"kasauti_baseline": 3, "saved": "", '


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("{", "is not JSON"),
        ("[]", "it is not a JSON object"),
        ('{"a": 1}', "is neither a baseline nor an evaluation_results.json"),
        ('{"kasauti_baseline": 2, "cases": []}', "its version is 2, and not 3"),
        ('{"kasauti_baseline": 3, "cases": []}', "invalid value: 'saved'"),
        (f'{BASELINE} "cases": []}}', "holds no case with outcomes by item"),
        (f'{BASELINE} "cases": [{{"case": "a/b"}}]}}', "a/b has a missing or invalid"),
        (f'{BASELINE} "cases": [1]}}', "a case has a missing or invalid"),
        (f'{BASELINE} "case": []}}', "invalid value: 'cases'"),
        ('{"kasauti_results": 2, "summary": {}}', "its version is 2, and not 3"),
        ('{"kasauti_results": 3, "summary": {}}', "required field `evaluation_date`"),
        ('{"kasauti_results": 3, "summary": 1}', "Expected `object`, got `int`"),
    ],
)
def test_a_file_that_is_no_run_is_refused(tmp_path: Path, content: str, sentence: str) -> None:
    path = tmp_path / "base.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(KasautiError) as error:
        read_finished_run("--baseline", str(path))
    assert sentence in str(error.value)
    assert str(path) in str(error.value)


def test_a_missing_baseline_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(KasautiError, match="does not exist.*--save-baseline="):
        read_finished_run("--baseline", str(tmp_path / "main.json"))


def options(**given: Any) -> Any:
    names = ("baseline", "candidate", "max_drop", "save_baseline")
    return SimpleNamespace(**{**dict.fromkeys(names), "markexpr": "", **given})


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"markexpr": "regression"}, "There is no baseline to compare with. Save one with"),
        ({"max_drop": 0.0}, "There is no baseline to compare with."),
        ({"candidate": "b.json"}, "There is no baseline to compare with."),
        ({"baseline": "a.json", "several": True}, "--baseline is for a single model"),
        ({"save_baseline": "a.json", "several": True}, "--save-baseline keeps the run of one"),
        ({"save_baseline": "/no/folder/x.json"}, "cannot be written. Use a file in an existing"),
        ({"save_baseline": "tests"}, "cannot be written. Use a file in an existing"),
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
    with pytest.raises(KasautiError) as error:
        refuse_what_does_not_fit(options(**given), several=given.get("several", False))
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"several": True},
        {"baseline": "a.json", "max_drop": 0.1},
        {"baseline": "a.json", "candidate": "b.json", "markexpr": "regression"},
        {"baseline": "a.json", "save_baseline": "b.json"},
    ],
)
def test_options_that_go_together_are_taken(given: dict[str, Any]) -> None:
    refuse_what_does_not_fit(options(**given), several=given.get("several", False))


REGRESSION = {"regression": 1}


def finish(
    path: Path,
    *,
    exitstatus: int = 0,
    lost: bool = False,
    failed: bool = False,
    keywords: dict[str, int] | None = None,
) -> int:
    """The end of a run of two tests, of which one has no outcome or has measured nothing."""
    config = SimpleNamespace(stash=pytest.Stash())
    config.stash[TALLY] = Tally({"a", "b"}, {"a"} if lost else {"a", "b"})
    session: Any = SimpleNamespace(exitstatus=exitstatus, config=config)
    file = BaselineFile(path)
    # Under pytest-xdist outcomes arrive in any order.
    for order, nodeid, failing in ((1, "b", failed), (0, "a", False)):
        report: Any = SimpleNamespace(nodeid=nodeid, failed=failing, keywords=keywords or {})
        if not failing:
            report.measurement = case(f"multiblimp/{nodeid}")
            report.measurement_order = order
        file.pytest_runtest_logreport(report)
    file.pytest_sessionfinish(session)
    return int(session.exitstatus)


@pytest.mark.parametrize("exitstatus", [0, 1])
def test_a_finished_run_replaces_the_baseline(tmp_path: Path, exitstatus: int) -> None:
    path = tmp_path / "main.json"
    path.write_text('{"kasauti_baseline": 2, "cases": []}', encoding="utf-8")
    assert finish(path, exitstatus=exitstatus) == exitstatus
    run = read_finished_run("--baseline", str(path))
    assert names(run.cases) == ["multiblimp/a", "multiblimp/b"]
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


def test_a_failed_comparison_with_the_old_baseline_does_not_keep_the_new_one_back(
    tmp_path: Path,
) -> None:
    assert finish(tmp_path / "main.json", exitstatus=1, failed=True, keywords=REGRESSION) == 1
    run = read_finished_run("--baseline", str(tmp_path / "main.json"))
    assert names(run.cases) == ["multiblimp/a"]


def test_a_comparison_is_not_kept_as_a_case(tmp_path: Path) -> None:
    file = BaselineFile(tmp_path / "main.json")
    compared = regression_case("multiblimp/a", 0.9, 0.5)
    for order, each in enumerate((case("multiblimp/a"), compared)):
        report: Any = SimpleNamespace(measurement=each, measurement_order=order)
        file.pytest_runtest_logreport(report)
    config = SimpleNamespace(stash=pytest.Stash())
    config.stash[TALLY] = Tally()
    file.pytest_sessionfinish(SimpleNamespace(exitstatus=0, config=config))  # type: ignore[arg-type]
    content = json.loads((tmp_path / "main.json").read_text(encoding="utf-8"))
    assert [each["case"] for each in content["cases"]] == ["multiblimp/a"]


def test_only_what_is_the_same_measurement_is_compared(tmp_path: Path) -> None:
    before = [case("multiblimp/a"), case("multiblimp/b"), case("multiblimp/gone")]
    run = read_finished_run("--baseline", write(tmp_path / "base.json", *before))
    other = case("multiblimp/b", data="another")
    path = write(tmp_path / "now.json", before[0], other, case("multiblimp/new"))
    now = read_finished_run("--candidate", path)
    comparison = compare_runs(run.cases, now.cases, asked=list(run.cases))
    (found,) = comparison.comparisons.values()
    assert (str(found.case), found.cases) == ("multiblimp/a", 1)
    assert {str(name): why for name, why in comparison.refused.items()} == {
        "multiblimp/b": "data was not set and is another"
    }
    assert names(comparison.new) == ["multiblimp/new"]


def test_all_items_of_a_suite_are_compared_where_that_is_asked_for(tmp_path: Path) -> None:
    before = [case(f"multiblimp/{name}") for name in "abc"]
    run = read_finished_run("--baseline", write(tmp_path / "base.json", *before))
    items = {CaseId("multiblimp", "b"): {"2": Item(id="2", texts=("घर",))}}
    asked = [CaseId("multiblimp", name) for name in ("a", "b", "all_items")]
    found = compare_runs(run.cases, run.cases, asked=asked)
    assert list(found.comparisons) == asked
    together = found.comparisons[asked[2]]
    assert (together.cases, together.now.n, together.now.value) == (3, 8, 0.75)
    assert add_pools(items, found)[asked[2]]["multiblimp/b 2"].text == "घर"
    assert list(compare_runs(run.cases, run.cases, asked=asked[:2]).comparisons) == asked[:2]


def test_a_long_text_is_shown_on_one_short_line() -> None:
    shown = shown_text(Item(id="long", texts=("two\nlines " + "x" * 200,)))
    assert shown.startswith("two lines xxx")
    assert len(shown) < 200


@pytest.mark.parametrize(
    "cases",
    [minimal_pair_cases(), minimal_pair_cases(pairs_set="full"), sanskrit_cases()],
    ids=["core", "full", "sanskrit"],
)
def test_no_two_items_of_a_shipped_case_share_an_id(cases: list[Any]) -> None:
    for each in [*cases, *isolated_cases()]:
        ids = [found.id for found in each.pairs]
        assert len(set(ids)) == len(ids), each.id


def test_every_case_of_the_house_has_its_own_id() -> None:
    pairs = [each.id for each in (*minimal_pair_cases(), *sanskrit_cases(), *isolated_cases())]
    ids = [*pairs, *(each.id for each in probe_cases())]
    assert len(set(ids)) == len(ids)


def test_models_get_labels_that_can_name_folders() -> None:
    names = ["runs/a/step-1", "runs/b/step-1", "org/name", "x.gguf", "./"]
    labels = model_labels(names)
    assert labels[:4] == ("step-1", "step-1_2", "name", "x.gguf")
    assert len(set(labels)) == 5
    assert all(label and "/" not in label for label in labels)
