"""Gates for real life: exit with 0 whatever the verdicts, and let only regressions fail."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from kasauti.reports.wording.verdict import COUNTED
from tests.support.runs import Evaluate, Run

EXIT_ZERO = "The exit code is 0 by --exit-zero, whatever the verdict."
FEW = ("-k", "binding or word_order")


@pytest.fixture(scope="module")
def baseline(
    evaluate: Evaluate, warm_store: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    path = tmp_path_factory.mktemp("baseline") / "baseline.json"
    evaluate(*FEW, f"--save-baseline={path}", store=warm_store)
    assert path.is_file()
    return path


def test_a_red_run_exits_with_0_and_ends_with_the_verdict(
    evaluate: Evaluate, warm_store: Path
) -> None:
    run = evaluate("--exit-zero", store=warm_store)
    assert run.exit_code == 0
    assert run.outcomes()["failed"] > 0
    (verdict,) = [line for line in run.output.splitlines() if " is not at least 0.70" in line]
    assert " failed, " in verdict
    assert run.results["summary"]["complete"] is True
    assert EXIT_ZERO in run.output


def test_an_exit_code_that_is_0_anyway_is_not_explained(
    evaluate: Evaluate, warm_store: Path, easy_thresholds: Path
) -> None:
    run = evaluate("--exit-zero", f"--thresholds={easy_thresholds}", *FEW, store=warm_store)
    assert run.exit_code == 0
    assert EXIT_ZERO not in run.output


def test_exit_zero_does_not_hide_unmeasured_cases(evaluate: Evaluate, tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text("{}", encoding="utf-8")
    assert evaluate("--exit-zero", f"--pairs={broken}").exit_code == 4
    stopped = evaluate("--exit-zero", "-x", *FEW, f"--thresholds={_strict(tmp_path)}")
    assert stopped.exit_code != 0
    assert stopped.results["summary"]["complete"] is False


def test_with_no_band_required_only_a_regression_fails(
    evaluate: Evaluate, warm_store: Path, baseline: Path
) -> None:
    run = evaluate("--require=none", f"--baseline={baseline}", *FEW, store=warm_store)
    assert run.exit_code == 0
    assert run.outcomes()["shown"] == 2
    case = run.cases["binding"]
    assert case["verdict"] == "shown"
    assert case["threshold"]["value"] == 0.7
    assert case["why_shown"] == "--require=none asks for no threshold."


def test_require_none_without_baseline_judges_nothing(evaluate: Evaluate, warm_store: Path) -> None:
    run = evaluate("--require=none", *FEW, store=warm_store)
    assert run.exit_code == 5
    assert "Nothing was judged" in run.output


def _strict(folder: Path) -> Path:
    """Thresholds that nothing meets, so that the first test fails."""
    bands = (("fair", 1.0), ("good", 1.0), ("excellent", 1.0))
    tables = [
        f'[default.{band}]\ndirection = "more than"\nvalue = {value}\nsource = "a trial"\n'
        'reason = "a test"\n'
        for band, value in bands
    ]
    thresholds = folder / "thresholds"
    thresholds.mkdir()
    (thresholds / "multiblimp.toml").write_text("".join(tables), encoding="utf-8")
    return thresholds


def test_verdict_within_chance_is_too_close_to_call(plain_run: Run) -> None:
    close = "too close to call"
    for case in plain_run.cases.values():
        low, high = case["interval"]["low"], case["interval"]["high"]
        held = case["threshold"]["value"]
        assert (case["verdict"] == close) == (low < held <= high)
        assert case["red"] == (case["accuracy"] < held)  # the documented assertion, on the point
    counts = Counter(case["verdict"] for case in plain_run.cases.values())
    assert counts[close]
    assert plain_run.outcomes() == counts
    told = ", ".join(f"{counts[each]} {each}" for each in COUNTED if counts[each])
    assert f"{told}." in plain_run.output
    page = (plain_run.folder / "dashboard.html").read_text(encoding="utf-8")
    assert f"≈</span> {close}" in page
