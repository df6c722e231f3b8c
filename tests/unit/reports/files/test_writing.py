"""The reports of runs made here: JSON, the table, and the tally of a run."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from kasauti.commands.schema import results_schema
from kasauti.records import Measurement, Run, SuiteResult, Total, Work
from kasauti.records.serialization.cases import case_json
from kasauti.records.serialization.files import read_run
from kasauti.reports.files.registry import REPORTS, Report, write_reports
from kasauti.reports.files.results_json import json_text, results_json, results_pieces
from kasauti.reports.files.writing import write_text_whole
from kasauti.reports.terminal.run_table import table
from tests.support.built_measurements import answered, measured, pair, pair_case, without_work
from tests.support.dashboard_runs import many_items, run_of, whole_run


def some_pairs(case: str, right: int = 3, **changes: Any) -> Any:
    return pair_case(case, [pair(number, right=number < right) for number in range(4)], **changes)


def content_of(run: Run) -> dict[str, Any]:
    content = json.loads(results_json(run))
    assert isinstance(content, dict)
    return content


def validate(content: dict[str, Any]) -> None:
    schema = results_schema()
    jsonschema.validate(content, schema, jsonschema.Draft202012Validator)


# evaluation_results.json


def test_results_have_the_documented_structure() -> None:
    content = content_of(run_of(some_pairs("multiblimp/a"), some_pairs("multiblimp/b", 1)))
    assert list(content) == ["kasauti_results", "multiblimp", "summary"]
    assert list(content["multiblimp"]) == ["a", "b", "overall"]
    case = content["multiblimp"]["a"]
    documented = ("accuracy", "correct", "total", "avg_perplexity_diff", "std_perplexity_diff")
    assert [case[name] for name in documented] == [0.75, 3, 4, 1.5, 0.5]
    assert content["summary"]["overall_scores"] == {"multiblimp_accuracy": 0.5}


@pytest.mark.parametrize("names", [("a",), ("a", "file/b"), ("file/a", "file/b/c")])
def test_results_follow_the_schema(names: tuple[str, ...]) -> None:
    validate(content_of(run_of(*(some_pairs(f"multiblimp/{name}") for name in names))))


def test_results_of_unknown_suite_match_schema() -> None:
    content = content_of(run_of(some_pairs("unheard_of/a")))
    validate(content)
    del content["unheard_of"]["a"]["signature"]
    with pytest.raises(jsonschema.ValidationError):
        validate(content)


def test_a_comparison_follows_the_schema() -> None:
    run = whole_run()
    compared = [each for each in run.measurements if each.change]
    validate(content_of(run_of(*compared)))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda case: case.update(accuracy=1.5),
        lambda case: case.update(verdict="green"),
        lambda case: case.update(band="bad"),
        lambda case: case.pop("avg_perplexity_diff"),
        lambda case: case.update(signature=""),
        lambda case: case["items"][0].update(margin=1.0),
        lambda case: case["threshold"].update(direction="about"),
    ],
)
def test_schema_refuses_impossible_values(spoil: Callable[[dict[str, Any]], None]) -> None:
    content = content_of(run_of(some_pairs("multiblimp/a")))
    spoil(content["multiblimp"]["a"])
    with pytest.raises(jsonschema.ValidationError):
        validate(content)


def test_results_read_back_are_the_run() -> None:
    run = run_of(some_pairs("multiblimp/a"), some_pairs("multiblimp/file/b"), band="good")
    assert read_run(content_of(run)) == without_work(run)


def test_a_users_file_alone_gives_no_overall_score() -> None:
    content = content_of(run_of(some_pairs("multiblimp/file/a")))
    assert content["summary"]["overall_scores"] == {}
    assert content["multiblimp"]["file/overall"]["accuracy"] == 0.75


def test_nan_is_never_written() -> None:
    with pytest.raises(ValueError, match="Out of range float"):
        json_text({"value": float("nan")})


# Files


def test_json_has_one_line_per_item_at_any_depth() -> None:
    run = many_items(4)
    text = results_json(run)
    content = json.loads(text)
    assert json_text(content) == text
    ids = [f'"id": "{item.id}"' for case in run.measurements for item in case.items]
    lines = text.splitlines()
    assert [sum(each in line for line in lines) for each in ids] == [1] * 4
    assert all(json.loads(json_text(content, deep=deep)) == content for deep in range(8))


def test_cases_become_json_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    encoded: list[str] = []

    def watched(measurement: Measurement) -> dict[str, Any]:
        encoded.append(measurement.case.name)
        return case_json(measurement)

    monkeypatch.setattr("kasauti.records.serialization.files.case_json", watched)
    run = many_items(4)
    seen = []
    for piece in results_pieces(run):
        seen += [
            (number, tuple(encoded)) for number in range(4) if f'"id": "pair-{number:05}"' in piece
        ]
    first, both = ("first",), ("first", "second")
    assert seen == [(0, first), (1, first), (2, both), (3, both)]


def test_every_report_is_one_entry_of_the_registry(tmp_path: Path) -> None:
    written = write_reports(tmp_path, whole_run())
    assert written.problems == []
    stamp = "2026-01-02T03-04-05"
    names = {report.file.format(timestamp=stamp): report.announced for report in REPORTS}
    assert {path.name for path in tmp_path.iterdir()} == set(names)
    assert {path.name for path in written.files} == {name for name in names if names[name]}


def test_a_report_with_nothing_to_write_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports = (Report("none.txt", lambda _: None), Report("model.txt", lambda run: run.model))
    monkeypatch.setattr("kasauti.reports.files.registry.REPORTS", reports)
    assert write_reports(tmp_path, run_of()).files == [tmp_path / "model.txt"]
    assert [path.read_text() for path in tmp_path.iterdir()] == ["tiny"]


@pytest.mark.parametrize("text", ["घर", "half \ud83d", "line\r\nends\n"])
def test_a_file_holds_any_text_as_utf8(tmp_path: Path, text: str) -> None:
    write_text_whole(tmp_path / "x.json", json.dumps(text, ensure_ascii=False))
    assert json.loads((tmp_path / "x.json").read_bytes().decode("utf-8")) == text
    write_text_whole(tmp_path / "x.txt", "a\r\nb\n")
    assert (tmp_path / "x.txt").read_bytes() == b"a\r\nb\n"
    write_text_whole(tmp_path / "pieces.txt", iter([text, "\n", text]))
    write_text_whole(tmp_path / "whole.txt", f"{text}\n{text}")
    assert (tmp_path / "pieces.txt").read_bytes() == (tmp_path / "whole.txt").read_bytes()


def test_a_text_that_breaks_off_leaves_the_old_file(tmp_path: Path) -> None:
    def pieces() -> Iterator[str]:
        yield "the new"
        raise ValueError("broken off")

    path = tmp_path / "report.md"
    path.write_text("the old one", encoding="utf-8")
    with pytest.raises(ValueError, match="broken off"):
        write_text_whole(path, pieces())
    assert [each.read_text(encoding="utf-8") for each in tmp_path.iterdir()] == ["the old one"]


# The table


def test_table_has_a_line_for_each_case_and_the_totals() -> None:
    run = run_of(answered("multiblimp/a", "+++-"), answered("multiblimp/f/b", "+---"), band="fair")
    lines = list(table(run))
    assert lines[0][0] == "multiblimp, threshold: at least 0.70"
    assert lines[1][0].startswith("case       score  95 % interval   n  band  verdict")
    assert lines[3] == (
        "a          0.750  0.301 to 0.954  4  good  passed",
        "passed",
    )
    assert lines[4][1] == "failed"
    totals = [line.split() for line, verdict in lines if "overall" in line and not verdict]
    assert [(cells[0], cells[-1]) for cells in totals] == [("overall", "fair"), ("f/overall", "4")]
    assert lines[-1][0] == "10 sequences computed, 5 from the store."


def test_large_counts_are_formatted_the_same_way() -> None:
    run = replace(run_of(answered("multiblimp/a", "+")), work=Work(240_000, 120_000))
    assert "240\u202f000 sequences computed, 120\u202f000 from the store." in dict(table(run))


def test_table_shows_first_figure_of_total_without_interval() -> None:
    total = Total(name="average", figures={"accuracy": 0.25, "f1": 0.5}, n=3)
    suite = SuiteResult(suite="x", title="X", section="x", totals=(total,))
    shown = [line for line, _ in table(run_of(measured("x/a", 0.9), suites=(suite,)))]
    assert any(line.split() == ["average", "0.250", "3"] for line in shown)


def test_table_shows_notes() -> None:
    lines = [line for line, _ in table(run_of(measured("a/b", 0.9, notes=("It would flip.",))))]
    assert "It would flip." in lines
