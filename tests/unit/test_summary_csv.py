"""evaluation_summary.csv: one row a figure, and nothing in it that a spreadsheet runs."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pandas
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasauti.reports.results_json import results
from kasauti.reports.summary_csv import COLUMNS, _inert, write_summary
from tests.unit.test_reports import measurement

SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
FIGURE = {
    "metric": "voice",
    "value": -0.25,
    "n": 4,
    "low": -0.5,
    "high": 0.0,
    "bar": 0.75,
    "direction": "at least",
    "source": "a source of its own",
    "verdict": "failed",
}


def written(path: Path, *measurements: dict[str, Any]) -> list[dict[str, str]]:
    content = results(measurements, band_of=lambda _suite, _score: "fair")
    write_summary(path, measurements, content)
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_every_figure_has_a_row(tmp_path: Path) -> None:
    rows = written(
        tmp_path / "x.csv",
        measurement("multiblimp/a", figures=[FIGURE]),
        measurement("multiblimp/ख", 1),
        measurement("multiblimp/file/c", 2),
        measurement("other/d"),
    )
    assert tuple(rows[0]) == COLUMNS
    assert [(row["case"], row["kind"], row["metric"], float(row["value"])) for row in rows] == [
        ("multiblimp/a", "headline", "accuracy", 0.75),
        ("multiblimp/a", "figure", "voice", -0.25),
        ("multiblimp/ख", "headline", "accuracy", 0.25),
        ("multiblimp/file/c", "headline", "accuracy", 0.5),
        ("other/d", "headline", "accuracy", 0.75),
        ("multiblimp/overall", "total", "accuracy", 0.5),
        ("multiblimp/file/overall", "total", "accuracy", 0.5),
        ("multiblimp", "overall", "multiblimp_accuracy", 0.5),
    ]
    assert {row["model"] for row in rows} == {"x"}
    assert {row["suite"] for row in rows} == {"multiblimp", "other"}


def test_a_row_tells_the_whole_figure(tmp_path: Path) -> None:
    headline, figure, total, overall = written(
        tmp_path / "x.csv", measurement("multiblimp/a", figures=[FIGURE])
    )
    assert (headline["required"], headline["band"], headline["verdict"]) == (
        *("fair", "fair", "passed"),
    )
    assert {name: figure[name] for name in FIGURE} == {
        **{name: str(value) for name, value in FIGURE.items()},
    }
    assert (figure["band"], figure["signature"]) == ("", headline["signature"])
    assert (total["n"], total["low"], total["bar"]) == ("4", headline["low"], "")
    assert (overall["band"], overall["n"]) == ("fair", "")


def test_pandas_reads_numbers_as_numbers(tmp_path: Path) -> None:
    written(tmp_path / "x.csv", measurement("multiblimp/a", figures=[FIGURE]))
    frame = pandas.read_csv(tmp_path / "x.csv")
    assert frame.columns[0] == "case"  # and not with a byte order mark
    assert frame["value"].dtype == float
    assert frame.set_index("metric")["value"]["voice"] == -0.25


def test_a_spreadsheet_knows_the_encoding(tmp_path: Path) -> None:
    written(tmp_path / "x.csv", measurement("multiblimp/a"))
    assert (tmp_path / "x.csv").read_bytes().startswith(b"\xef\xbb\xbf")


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("column", ["signature", "source", "metric", "case"])
def test_a_formula_stays_text(tmp_path: Path, sign: str, column: str) -> None:
    text = f"{sign}HYPERLINK(1)/x"
    (row, *_) = written(tmp_path / "x.csv", measurement("other/a") | {column: text})
    assert row[column] == f"'{text}"


@given(st.text(st.sampled_from("=+-@＝ab;,\"'\t\r\n")))
def test_no_cell_begins_as_a_formula_whatever_parts_the_cells(text: str) -> None:
    told = _inert(text)
    assert isinstance(told, str)
    for part in told.replace("\t", ";").replace("\r", ";").replace("\n", ";").split(";"):
        assert not part.startswith(SIGNS[:4])


@pytest.mark.parametrize("number", [-0.25, -1, 0, 1e-9, None])
def test_a_number_is_left_alone(number: float | None) -> None:
    assert _inert(number) is number
