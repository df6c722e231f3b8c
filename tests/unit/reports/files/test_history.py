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
    failed_before,
    levels_spent,
    next_level,
    read_history,
    runs_below,
)
from kasauti.analysis.history.past_runs import (
    PastGate,
    PastOutcomes,
    history_line,
    items_digest,
    past_outcomes,
    past_run,
    read_history_line,
    step_of,
)
from kasauti.inputs.errors import KasautiError, RecordError
from kasauti.inputs.files import LONGEST_LINE
from kasauti.inputs.formats import parse_json
from kasauti.records import Provenance, Verdict
from kasauti.records.items import Outcomes
from kasauti.reports.files.results_json import results_json
from tests.support.built_measurements import MODEL, answered, judged, regression_case
from tests.support.dashboard_runs import run_of, whole_run


def written(folder: Path, name: str, date: str = "2026-01-02T03:04:05+00:00") -> Path:
    run = run_of(answered("multiblimp/a", "++-"), model_config={**MODEL, "model": name})
    path = folder / f"evaluation_{name}" / "evaluation_results.json"
    path.parent.mkdir(parents=True)
    path.write_text(results_json(replace(run, date=date)), encoding="utf-8")
    return path


def test_history_line_round_trip() -> None:
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


def test_a_line_keeps_what_the_gate_said(tmp_path: Path) -> None:
    for alpha, p in ((0.004, 0.003), (0.05, 0.04), (0.002, 0.9)):
        cases = [
            regression_case("multiblimp/a", 0.9, 0.8, p_holm=each, alpha=alpha) for each in (1, p)
        ]
        append_run(tmp_path, run_of(*cases), results=tmp_path / f"{alpha}.json")
    append_run(tmp_path, run_of(answered("a/b", "+")), results=tmp_path / "alone.json")
    gates = [each.gate for each in read_history(tmp_path / FILE).runs]
    assert gates[:2] == [PastGate(0.004, 0.003, red=True), PastGate(0.05, 0.04, red=True)]
    assert gates[3] is None
    assert levels_spent(tmp_path / FILE) == [0.004, 0.002]  # 0.05 was no part of a budget
    assert levels_spent(tmp_path / "none.jsonl") == []


@given(st.integers(1, 500), st.integers(1, 300))
def test_levels_never_add_up_to_more_than_the_budget(runs: int, count: int) -> None:
    spent: list[float] = []
    for _ in range(count):
        spent.append(next_level(spent, runs=runs))
    assert min(spent) == spent[-1] > 0
    assert sum(spent) == pytest.approx(0.05 * count / (runs + count))


def test_nothing_is_left_where_more_was_spent() -> None:
    with pytest.raises(KasautiError, match="spent the whole error budget"):
        next_level([0.04, 0.02], runs=1)


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
    assert [problem.partition(", line")[2].partition(":")[0] for problem in history.problems] == [
        "s 2 and 5 are left out",
        " 3 is left out",
        " 4 is left out",
    ]


def test_bytes_that_are_no_text_cost_their_own_line_alone(tmp_path: Path) -> None:
    named = run_of(answered("a/b", "+"), model_config={**MODEL, "model": "line\u2028break\x85"})
    append_run(tmp_path, named, results=tmp_path / "r.json")
    append_lines(path := tmp_path / FILE, ["what a power loss left"])
    path.write_bytes(path.read_bytes().replace(b"power", b"\0\0\0") + b"\xff\n")
    append_run(tmp_path, named, results=tmp_path / "s.json")
    history = read_history(path)
    assert [each.results for each in history.runs] == ["r.json", "s.json"]
    assert [each.model for each in history.runs] == ["line\u2028break\x85"] * 2
    assert history.problems == (f"{path}, lines 2 and 3 are left out: not JSON.",)


def test_a_history_with_damaged_lines_does_not_tell_what_is_left_to_spend(tmp_path: Path) -> None:
    append_lines(path := tmp_path / FILE, ['{"gate": {"alpha": 0.0'])
    with pytest.raises(KasautiError, match="line 1 is left out: not JSON. What its gates spent"):
        levels_spent(path)


def test_verdicts_of_an_earlier_version_are_told_in_one_sentence(tmp_path: Path) -> None:
    line = history_line(past_run(run_of(judged("multiblimp/a", "failed")), results="r.json"))
    path = tmp_path / FILE
    path.write_text(line.replace('"failed"', '"inconclusive"') + "\n", encoding="utf-8")
    path.write_text(f"{line}\n" + 40 * path.read_text(encoding="utf-8"), encoding="utf-8")
    history = read_history(path)
    assert len(history.runs) == 1
    assert history.problems == (
        f"{path}, 40 lines from line 2 on are left out: its verdicts are those of an earlier "
        "version; evaluate again.",
    )


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


def test_history_command_lists_runs_and_updates_file(
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


def test_history_excludes_baseline_comparisons() -> None:
    run = run_of(answered("multiblimp/a", "+"), regression_case("multiblimp/a", 0.9, 0.8))
    assert [case.suite for case in past_run(run, results="").cases] == ["multiblimp"]


def test_earlier_failures_of_a_training_are_counted_once_per_model(tmp_path: Path) -> None:
    path, data = tmp_path / FILE, {"data": "quiz@1", "adapter": "none"}
    case = answered("quiz/final_assessment", "+-").case
    assert failed_before(path, case, {}) is None
    models: tuple[tuple[str, str, Verdict], ...] = (
        ("runs/a-step-1", "w1", "failed"),
        ("runs/a-step-1", "w1", "failed"),
        ("runs/a-step-2", "w2", "too close to call"),
        ("runs/a-step-3", "w3", "passed"),
        ("runs/b-step-1", "w4", "failed"),
        ("runs/a-step-4", "w5", "failed"),
    )
    for name, weights, outcome in models:
        settings = {**data, "model": name, "weights": weights}
        measurement = judged("quiz/final_assessment", outcome, provenance=Provenance(settings))
        headline = replace(measurement.headline, missed=outcome == "too close to call")
        measurement = replace(measurement, headline=headline)
        append_run(tmp_path, run_of(measurement), results=tmp_path / name)
    now = {**data, "model": "runs/a-step-4", "weights": "w5"}
    assert failed_before(path, case, now) == 2
    assert failed_before(path, case, {**now, "data": "quiz@2"}) == 0
