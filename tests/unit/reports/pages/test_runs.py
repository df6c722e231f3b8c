"""The index of all runs."""

from __future__ import annotations

from pathlib import Path

from kasauti.analysis.history.history_file import read_history
from kasauti.analysis.history.past_runs import history_line, past_run, read_history_line
from kasauti.inputs.formats import parse_json
from kasauti.reports.pages.runs import runs_index
from tests.support.built_measurements import HOSTILE, MODEL, metric_case
from tests.support.dashboard_runs import run_of, whole_run
from tests.support.pages.parsed_page import Page
from tests.support.pages.trend_runs import answers, save, training


def index(folder: Path, *problems: str) -> Page:
    runs = read_history(folder / "history.jsonl").runs
    return Page(runs_index(folder, runs, problems, beside=folder / "index.html"))


def cells(page: Page) -> list[list[str]]:
    rows = [each for each in page.all("tr") if "data-suite" in each["attributes"]]
    found = page.all("td")
    return [
        [" ".join(each["text"].split()) for each in found if row in each["inside"]] for row in rows
    ]


def test_a_row_has_suite_score_verdicts_and_the_newest_is_first(tmp_path: Path) -> None:
    page = index(training(tmp_path))
    assert [each["text"] for each in page.all("h1")] == ["4 runs of 1 model"]
    newest, *_, oldest = cells(page)
    assert newest[:3] == ["2026-01-04 00:00", "multiblimp", "0.600 accuracy"]
    assert newest[3] == "1 ✓ passed 1 ✗ failed"
    assert oldest[2] == "0.650 accuracy"


def test_sparklines_have_the_scores_up_to_their_run(tmp_path: Path) -> None:
    page = index(training(tmp_path))
    lines = [each["attributes"]["points"].split() for each in page.all("polyline")]
    assert [len(points) for points in lines] == [4, 3, 2]  # the first run has none
    assert lines[0][0] == "3.0,16.1"  # of 0.575 to 0.850, 0.650 is low
    assert lines[0][1] == "33.0,3.0"


def test_scores_of_other_cases_have_no_line(tmp_path: Path) -> None:
    save(tmp_path, "m", [answers("multiblimp/a", "+-")], day=1)
    save(tmp_path, "m", [answers("multiblimp/b", "+-")], day=2)
    assert not index(tmp_path).all("polyline")


def test_a_dashboard_that_is_there_is_linked(tmp_path: Path) -> None:
    results = save(tmp_path, "a b", [answers("multiblimp/x", "+-")])
    assert not index(tmp_path).all("a", href="evaluation_001/dashboard.html")
    (results.parent / "dashboard.html").touch()
    links = index(tmp_path).all("a", href="evaluation_001/dashboard.html")
    assert [each["text"] for each in links] == ["a b, 2026-01-01 00:00", "a b"]


def test_runs_that_were_left_out_are_told(tmp_path: Path) -> None:
    page = index(training(tmp_path), "x.json is not JSON.")
    assert "x.json is not JSON." in [each["text"] for each in page.all("li")]


def test_hostile_text_stays_text(tmp_path: Path) -> None:
    run = run_of(answers("multiblimp/x", "+-"), model_config={**MODEL, "model": HOSTILE[0]})
    past = past_run(run, results="evaluation_1/evaluation_results.json")
    page = Page(runs_index(tmp_path, [past], [HOSTILE[1]], beside=tmp_path / "index.html"))
    assert len(page.all("script")) == 1
    assert not page.all("img")


def test_history_keeps_the_scores_of_suites() -> None:
    past = past_run(whole_run(), results="r.json")
    assert past.scores["multiblimp"].metric == "accuracy"
    assert past.scores["multiblimp"].interval
    assert past.scores["quiz"].metric == "mean of cases"
    assert "metrics" not in past.scores  # two metrics have no mean
    again = read_history_line(parse_json(Path("h"), history_line(past)))
    assert again.scores == past.scores


def test_history_lines_without_scores_are_read(tmp_path: Path) -> None:
    past = past_run(run_of(metric_case("chrf", 40.0)), results="r.json")
    content = parse_json(Path("h"), history_line(past))
    assert isinstance(content, dict)
    del content["scores"]
    old = read_history_line(content)
    page = Page(runs_index(tmp_path, [old], beside=tmp_path / "index.html"))
    assert cells(page)[0][2] == "–"
