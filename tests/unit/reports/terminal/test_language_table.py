"""Languages in the table of the terminal, in report.md and in the CSV."""

from __future__ import annotations

import csv
import io

import pytest

from kasauti.records import Run
from kasauti.reports.files.run_markdown import MOST_FAILURES, run_markdown
from kasauti.reports.files.summary_csv import summary_csv
from kasauti.reports.files.writing import BYTE_ORDER_MARK
from kasauti.reports.terminal.run_table import table
from kasauti.reports.wording.languages import (
    language_text,
    matrix_header,
    matrix_rows,
    shown_table,
)
from tests.support.built_measurements import answered, judged, measured, pair, pair_case
from tests.support.dashboard_runs import run_of
from tests.support.pages.language_runs import language_run, many_languages


def lines_of(run: Run) -> list[str]:
    return [line for line, _ in table(run)]


@pytest.fixture(scope="module")
def large() -> Run:
    return language_run(many_languages(101), pairs=2)


def test_languages_are_called_by_name_and_code() -> None:
    assert language_text("hi") == language_text("hin") == "Hindi (hin)"
    assert (language_text("xyz"), language_text(None)) == ("xyz", "")


def test_language_column_appears_if_languages_differ() -> None:
    _, header, _, *rows = lines_of(language_run(["hi", "ur"], ["SV-#"], pairs=4))
    assert header.split()[:2] == ["case", "language"]
    assert "Hindi (hin)" in rows[0]
    assert "Urdu (urd)" in rows[1]


def test_single_language_is_mentioned_once() -> None:
    lines = lines_of(language_run(["hi"], pairs=4))
    assert "language" not in lines[1]
    assert [line for line in lines if "Hindi" in line] == ["Language: Hindi (hin)."]
    assert not any("Language" in line for line in lines_of(run_of(measured("a/b", 0.5))))


def test_means_over_all_languages_end_the_table() -> None:
    lines = lines_of(language_run(["hi", "ur"], ["SV-#"], pairs=4))
    totals = [line.split()[0] for line in lines if "overall" in line]
    assert totals[:2] == ["hi/overall", "ur/overall"]
    assert [name[:8] for name in totals[2:]] == ["all_lang", "all_lang", "all_phen"]


def test_very_many_cases_are_shown_by_language(large: Run) -> None:
    lines = lines_of(large)
    (urdu,) = [line for line in lines if "Urdu" in line]
    assert urdu.startswith("Urdu (urd), 5 cases ")
    assert urdu.endswith(" of 5 passed")
    assert any(line.startswith("multiblimp: 480 cases are shown by language.") for line in lines)
    assert len(lines) < 115
    assert sum("overall" in line for line in lines) == 3


def test_cases_that_are_not_by_language_stay_in_a_folded_table(large: Run) -> None:
    others = [answered("multiblimp/own/x", "+-"), judged("multiblimp/case:dative", "failed")]
    lines = lines_of(run_of(*large.measurements, *others[:1]))
    assert any("own/x" in line for line in lines)


def test_very_many_notes_are_cut_and_counted() -> None:
    run = run_of(measured("a/b", 0.5, notes=tuple(f"note {each}" for each in range(60))))
    lines = lines_of(run)
    assert "note 39" in lines
    assert "note 40" not in lines
    assert "20 more notes in report.md." in lines
    assert "note 59" in run_markdown(run)


def test_matrix_has_a_row_per_language_with_n_and_interval() -> None:
    run = language_run(["hi", "zh"], ["SV-#", "SV-P"], pairs=4)
    found = shown_table(run.measurements)
    assert found is not None
    header = matrix_header(found)
    hindi, chinese, micro, macro, phenomena = matrix_rows(found)
    assert len({len(row) for row in (header, hindi, chinese, micro, macro, phenomena)}) == 1
    assert header[5:7] == ("SV-#", "SV-P")
    assert hindi[0] == "Hindi (hin)"
    assert "(n 4, 0." in hindi[5]
    assert (chinese[-3], micro[1]) == ("–", "16")
    assert macro[0] == "all, macro mean over 2 languages"
    assert phenomena[0] == "all, macro mean over 2 phenomena"


def test_no_matrix_without_shared_phenomena_or_counts() -> None:
    cases = [pair_case(f"x/{code}", [pair(1)], language=code) for code in ("hi", "ur")]
    assert shown_table(cases) is None


def test_markdown_folds_a_long_matrix_and_many_failures(large: Run) -> None:
    text = run_markdown(large)
    assert "<summary>101 languages by phenomenon</summary>" in text
    red = sum(each.red for each in large.measurements)
    assert red > MOST_FAILURES
    assert text.count("\n### ") == MOST_FAILURES
    assert f"<summary>{red - MOST_FAILURES} more cases without items</summary>" in text
    short = run_markdown(language_run(["hi", "ur"], pairs=4))
    assert "| Urdu (urd) | 20 |" in short
    assert "<summary>2 languages" not in short


def test_csv_has_the_language_of_each_case() -> None:
    text = summary_csv(language_run(["hi", "ur"], ["SV-#"])).removeprefix(BYTE_ORDER_MARK)
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["language"] for row in rows if row["kind"] == "headline"] == ["hi", "ur"]
    assert {row["case"] for row in rows if row["kind"] == "total"} > {
        "multiblimp/all_languages/macro_overall"
    }
