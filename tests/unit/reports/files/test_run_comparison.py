"""`kasauti compare`: two runs item by item, several as a table, and what cannot be compared."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kasauti.__main__ import main
from kasauti.analysis.case_record import records_of
from kasauti.analysis.comparison import RunComparison, compare_runs
from kasauti.analysis.history.history_file import append_lines, append_run
from kasauti.records import CaseId, Run
from kasauti.reports.files.results_json import results_json
from kasauti.reports.terminal.comparison import comparison_lines
from tests.support.built_measurements import MODEL, answered, regression_case
from tests.support.dashboard_runs import run_of

BEFORE = {"multiblimp/a": "+" * 12 + "-" * 4, "multiblimp/b": "+-+-+-+-"}
NOW = {"multiblimp/a": "-" * 12 + "+" * 4, "multiblimp/b": "+-+-+-++"}


def run_with(cases: dict[str, str], name: str = "tiny") -> Run:
    measured = [answered(case, signs) for case, signs in cases.items()]
    return run_of(*measured, model_config={**MODEL, "model": name})


def saved(folder: Path, name: str, cases: dict[str, str]) -> Path:
    run = run_with(cases, name)
    path = folder / name / "evaluation_results.json"
    path.parent.mkdir()
    path.write_text(results_json(run), encoding="utf-8")
    append_run(folder, run, results=path)
    return path


def compared(before: Run, now: Run) -> RunComparison:
    return compare_runs(records_of(before.measurements), records_of(now.measurements))


def test_every_shared_case_is_compared_and_all_items_at_once() -> None:
    found = compared(run_with(BEFORE), run_with(NOW))
    names = [str(each.case) for each in found.comparisons.values()]
    assert names == ["multiblimp/a", "multiblimp/b", "multiblimp/all_items"]
    worse, better, together = found.comparisons.values()
    assert (worse.before.value, worse.now.value) == (0.75, 0.25)
    assert (len(worse.lost), len(worse.won)) == (12, 4)
    assert (len(better.lost), len(better.won)) == (0, 1)
    assert len(together.now.items) == 24


def test_interval_describes_the_change() -> None:
    same = compared(run_with(BEFORE), run_with(BEFORE)).comparisons[CaseId("multiblimp", "a")]
    assert same.interval is not None
    assert same.interval.low < 0 < same.interval.high  # no flip is no proof
    worse = compared(run_with(BEFORE), run_with(NOW)).comparisons[CaseId("multiblimp", "a")]
    assert worse.interval is not None
    assert worse.interval.low < worse.change < worse.interval.high
    # By the normal approximation: -0.5 +- 1.96 * sqrt(0.75 / 16); all items flip, so that the
    # change is a multiple of 1/8.
    assert worse.interval.low == pytest.approx(-0.924, abs=1 / 8)
    assert worse.interval.high == pytest.approx(-0.076, abs=1 / 8)


def test_cases_in_one_run_only_are_listed() -> None:
    found = compared(
        run_with({**BEFORE, "multiblimp/old": "+"}), run_with({**NOW, "multiblimp/new": "-"})
    )
    assert tuple(found.not_compared) == (
        "multiblimp/new is only in the second run.",
        "multiblimp/old is only in the first run.",
    )


def test_other_items_are_refused() -> None:
    found = compared(run_with(BEFORE), run_with({**NOW, "multiblimp/a": "+++"}))
    assert "multiblimp/a is not compared" in found.not_compared[0]
    assert [str(each.case) for each in found.comparisons.values()] == ["multiblimp/b"]


def test_comparisons_of_a_run_are_not_compared_again() -> None:
    run = run_of(answered("multiblimp/a", "+-"), regression_case("multiblimp/a", 0.9, 0.8))
    assert [str(each.case) for each in compared(run, run).comparisons.values()] == ["multiblimp/a"]


def test_rows_fit_a_terminal_and_show_what_changed() -> None:
    long = {f"multiblimp/{'a_long_name_' * 5}": "+" * 20}
    lines = [line for line, _ in comparison_lines(run_with(long), run_with(long))]
    assert all(len(line) <= 80 for line in lines[3:-2])
    many = {f"multiblimp/subject_verb_agreement_{name}": "+" * 5000 for name in ("x", "y")}
    none = dict.fromkeys(many, "-" * 5000)
    lines = [line for line, _ in comparison_lines(run_with(many), run_with(none))]
    assert all(len(line) <= 80 for line in lines[3:-2])
    assert len(set(lines[6:8])) == 2
    rows = dict(comparison_lines(run_with(BEFORE), run_with(NOW)))
    worse = next(row for row in rows if row.startswith("  a "))
    assert worse.split()[:5] == ["a", "16", "0.750", "0.250", "-0.500"]
    assert worse.endswith("-12 +4")
    sure = {"multiblimp/a": "+" * 20}, {"multiblimp/a": "-" * 20}
    rows = dict(comparison_lines(run_with(sure[0]), run_with(sure[1])))
    assert "worse" in rows.values()


def test_the_command_takes_folders_files_and_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = saved(tmp_path, "one", BEFORE), saved(tmp_path, "two", NOW)
    shown = set()
    page = tmp_path / "page.html"
    options = [f"--results-dir={tmp_path}", f"--out={page}"]
    for given in ([str(first.parent), str(second)], ["one", "two"]):
        assert main(["compare", *given, *options]) == 0
        shown.add(capsys.readouterr().out)
    assert len(shown) == 1
    assert shown.pop().splitlines()[-1] == f"Page: {page}"
    assert "Before: <b>one</b>" in page.read_text(encoding="utf-8")
    saved(tmp_path, "three", BEFORE)
    assert main(["compare", "one", "two", "three", *options]) == 0
    header = capsys.readouterr().out.splitlines()[0].split()
    assert header[:5] == ["case", "n", "one", "two", "three"]
    assert "Comparison of <b>one, two, three</b>" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["one"], "One run cannot be compared"),
        (["one", "one"], "given twice"),
        (["one", "unheard"], "neither a file or folder nor a model"),
        (["one", "{folder}"], "holds no evaluation_results.json"),
        (["one", "{folder}/history.jsonl"], "cannot be used"),
        (["one", "two", "--out={folder}/no/page.html"], "was not written"),
    ],
)
def test_incomparable_runs_give_one_line_error(
    given: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved(tmp_path, "one", BEFORE)
    if "two" in given:
        saved(tmp_path, "two", NOW)
    arguments = [each.format(folder=tmp_path) for each in given]
    assert main(["compare", *arguments, f"--results-dir={tmp_path}"]) == 4
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("kind", ["link", "pipe"])
def test_history_is_a_regular_file_or_nothing(tmp_path: Path, kind: str) -> None:
    foreign = tmp_path / "foreign"
    foreign.write_text("mine\n", encoding="utf-8")
    path = tmp_path / "history.jsonl"
    if kind == "link":
        path.symlink_to(foreign)
    else:
        os.mkfifo(path)
    with pytest.raises(OSError, match="regular file|symbolic links"):
        append_lines(path, ["{}"])
    assert foreign.read_text(encoding="utf-8") == "mine\n"
