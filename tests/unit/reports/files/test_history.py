"""The history: every run is a line, old runs are found again, damage is named and left out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasauti.__main__ import main
from kasauti.analysis.history.history_file import (
    FILE,
    append_lines,
    append_run,
    read_history,
    runs_below,
)
from kasauti.analysis.history.past_runs import (
    PastOutcomes,
    history_line,
    items_digest,
    past_outcomes,
    past_run,
    read_history_line,
    step_of,
)
from kasauti.inputs.errors import RecordError
from kasauti.inputs.files import LONGEST_LINE
from kasauti.inputs.formats import parse_json
from kasauti.records.items import Outcomes
from kasauti.reports.files.results_json import results_json
from tests.support.built_measurements import MODEL, answered, regression_case
from tests.support.dashboard_runs import run_of, whole_run


def written(folder: Path, name: str, date: str = "2026-01-02T03:04:05+00:00") -> Path:
    run = run_of(answered("multiblimp/a", "++-"), model_config={**MODEL, "model": name})
    path = folder / f"evaluation_{name}" / "evaluation_results.json"
    path.parent.mkdir(parents=True)
    path.write_text(results_json(replace(run, date=date)), encoding="utf-8")
    return path


def test_a_line_says_what_the_run_measured() -> None:
    run = whole_run()
    past = read_history_line(parse_json(Path(FILE), history_line(past_run(run, results="x.json"))))
    assert past == past_run(run, results="x.json")
    for measurement in run.measurements:
        if measurement.change is None:
            case = past.cases[measurement.case]
            assert (case.value, case.n) == (measurement.headline.value, measurement.headline.n)
            assert case.verdict == measurement.verdict
            assert case.interval == measurement.headline.interval
            assert case.threshold == measurement.headline.threshold
    assert not any(case.suite == "regression" for case in past.cases)


def test_shared_settings_are_kept_once() -> None:
    past = past_run(run_of(answered("a/b", "+"), answered("a/c", "-")), results="")
    assert past.settings["model"] == "tiny"
    assert "case" not in past.settings


@given(st.lists(st.booleans(), min_size=1, max_size=40), st.booleans())
def test_outcomes_are_packed_and_read_back(right: list[bool], scored: bool) -> None:
    items = {f"item {place}": float(each) for place, each in enumerate(right)}
    kept = past_outcomes(Outcomes("score" if scored else "right", items))
    assert msgspec.convert(msgspec.to_builtins(kept), PastOutcomes) == kept
    assert kept.values == tuple(items[item] for item in sorted(items))
    assert kept.items == items_digest(reversed(items))
    assert kept.items != items_digest([*items, "another"])


@pytest.mark.parametrize(
    "content",
    [
        {"items": "a", "n": 0, "right": ""}, {"items": 3, "n": 1, "right": "AQ=="},
        {"items": "a", "n": 9, "right": "gA=="}, {"items": "a", "n": 1, "right": "/w=="},
        {"items": "a", "n": 1, "scores": [1.0]}, {"items": "a", "n": 1, "right": "ä"},
        {"items": "a", "n": 2, "kind": "score", "scores": [1.0]}, {"n": 1, "right": "AQ=="},
    ],
)  # fmt: skip
def test_garbled_outcomes_are_refused(content: dict[str, Any]) -> None:
    whole = {"kind": "right", "items": "a", "n": 1, "right": "AQ=="}
    assert msgspec.convert(whole, PastOutcomes).values == (1.0,)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"kind": "right", **content}, PastOutcomes)


def test_a_line_that_would_be_too_long_leaves_the_outcomes_out() -> None:
    scores = {f"{number:06}": number / 7 for number in range(60_000)}
    case = answered("metrics/a", "+")
    long = replace(case, outcomes=Outcomes("score", scores))
    line = history_line(past_run(run_of(long), results="x.json"))
    assert len(line) < LONGEST_LINE
    past = read_history_line(parse_json(Path(FILE), line))
    assert not past.outcomes_kept
    assert past.cases[case.case].outcomes is None


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("runs/hindi/checkpoint-2000", 2000), ("step_500", 500), ("ckpt10", 10),
        ("checkpoint-100/checkpoint-200", 200), ("gemma-3-270m", None), ("", None),
        ("global_step1000", 1000), ("checkpoint-best", None), ("step-1/v2", None),
    ],
)  # fmt: skip
def test_the_step_of_a_checkpoint(name: str, step: int | None) -> None:
    assert step_of(name) == step


def test_runs_are_appended_and_read_in_their_order(tmp_path: Path) -> None:
    for name in ("one", "two"):
        run = run_of(answered("multiblimp/a", "+-"), model_config={**MODEL, "model": name})
        append_run(tmp_path, run, results=tmp_path / name / "evaluation_results.json")
    history = read_history(tmp_path / FILE)
    assert [run.model for run in history.runs] == ["one", "two"]
    assert [run.results for run in history.runs] == [
        "one/evaluation_results.json",
        "two/evaluation_results.json",
    ]
    assert history.problems == ()


def test_a_damaged_line_is_named_and_the_others_stay(tmp_path: Path) -> None:
    run = run_of(answered("multiblimp/a", "+-"))
    append_run(tmp_path, run, results=tmp_path / "r.json")
    path = tmp_path / FILE
    path.write_bytes(path.read_bytes() + b'{"half": \n{"kasauti_history": 1}\n[1]\n{"killed": "wh')
    append_run(tmp_path, run, results=tmp_path / "s.json")
    history = read_history(path)
    assert [each.results for each in history.runs] == ["r.json", "s.json"]
    assert [problem.partition("line ")[2][0] for problem in history.problems] == list("2345")


@given(st.recursive(st.none() | st.integers() | st.text(), lambda inner: st.lists(inner)))
def test_any_content_is_a_run_or_refused(content: object) -> None:
    with pytest.raises(RecordError):
        read_history_line({"kasauti_history": 2, "date": content, "cases": content})


def test_old_runs_are_found_once(tmp_path: Path) -> None:
    written(tmp_path, "later", "2026-03-01T00:00:00+00:00")
    written(tmp_path, "earlier", "2026-02-01T00:00:00+00:00")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "evaluation_results.json").write_text("{", encoding="utf-8")
    found = runs_below(tmp_path, ())
    assert [run.model for run in found.runs] == ["earlier", "later"]
    assert "broken" in found.problems[0]
    append_lines(tmp_path / FILE, map(history_line, found.runs))
    known = [run.results for run in read_history(tmp_path / FILE).runs]
    assert runs_below(tmp_path, known).runs == ()


def test_the_command_shows_every_run_and_brings_the_file_up_to_date(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path, "checkpoint-20")
    for _ in range(2):
        assert main(["history", str(tmp_path)]) == 0
        shown = capsys.readouterr().out.splitlines()
        assert len(shown) == 3
        assert shown[2].split()[2:6] == ["checkpoint-20", "20", "1", "0"]
        assert len((tmp_path / FILE).read_text(encoding="utf-8").splitlines()) == 1
    assert main(["history", str(tmp_path / "none")]) == 4
    assert "is not a folder" in capsys.readouterr().err


def test_comparisons_with_a_baseline_are_no_part_of_the_history() -> None:
    run = run_of(answered("multiblimp/a", "+"), regression_case("multiblimp/a", 0.9, 0.8))
    assert [case.suite for case in past_run(run, results="").cases] == ["multiblimp"]
