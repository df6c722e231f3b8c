"""evaluation_summary.csv: one row per figure, and nothing in it that a spreadsheet runs."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pandas
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasauti.records import Interval, Measurement, Provenance
from kasauti.reports.files.summary_csv import COLUMNS, summary_csv
from kasauti.reports.files.writing import BYTE_ORDER_MARK, write_text_whole
from kasauti.text.visible import spreadsheet_cell
from tests.support.built_measurements import answered, figure, measured, threshold
from tests.support.dashboard_runs import run_of

SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
FIGURE = figure(
    "voice", -0.25, 4, interval=Interval(-0.5, 0.0), threshold=threshold(0.75, source="of its own")
)


def rows(*measurements: Measurement) -> list[dict[str, str]]:
    text = summary_csv(run_of(*measurements, band="fair"))
    assert text.startswith(BYTE_ORDER_MARK)
    return list(csv.DictReader(io.StringIO(text.removeprefix(BYTE_ORDER_MARK), newline="")))


def test_every_figure_has_a_row() -> None:
    found = rows(
        answered("multiblimp/a", "+++-", figures=(FIGURE,)),
        answered("multiblimp/ख", "+---"),
        answered("multiblimp/file/c", "++--"),
        answered("other/d", "+++-"),
    )
    assert tuple(found[0]) == COLUMNS
    assert [(row["case"], row["kind"], row["metric"], float(row["value"])) for row in found] == [
        ("multiblimp/a", "headline", "accuracy", 0.75),
        ("multiblimp/a", "figure", "voice", -0.25),
        ("multiblimp/ख", "headline", "accuracy", 0.25),
        ("multiblimp/file/c", "headline", "accuracy", 0.5),
        ("other/d", "headline", "accuracy", 0.75),
        ("multiblimp/overall", "total", "accuracy", 0.5),
        ("multiblimp/file/overall", "total", "accuracy", 0.5),
        ("multiblimp", "overall", "multiblimp_accuracy", 0.5),
    ]
    assert {row["model"] for row in found} == {"tiny"}
    assert {row["suite"] for row in found} == {"multiblimp", "other"}


def test_row_has_all_figure_fields() -> None:
    headline, further, total, overall = rows(answered("multiblimp/a", "+++-", figures=(FIGURE,)))
    assert {name: headline[name] for name in ("required", "band", "threshold", "n")} == {
        "required": "fair",
        "band": "good",
        "threshold": "0.7",
        "n": "4",
    }
    # The case fails by its further figure.
    assert (headline["verdict"], further["verdict"]) == ("failed", "failed")
    assert {
        name: further[name] for name in ("low", "high", "threshold", "direction", "source")
    } == {
        "low": "-0.5",
        "high": "0.0",
        "threshold": "0.75",
        "direction": "at least",
        "source": "of its own",
    }
    assert (further["band"], further["signature"]) == ("", headline["signature"])
    assert (total["n"], total["low"], total["threshold"]) == ("4", headline["low"], "")
    assert (overall["band"], overall["n"]) == ("fair", "")


def test_pandas_reads_numbers_as_numbers(tmp_path: Path) -> None:
    run = run_of(answered("multiblimp/a", "+++-", figures=(FIGURE,)))
    write_text_whole(tmp_path / "x.csv", summary_csv(run))
    frame = pandas.read_csv(tmp_path / "x.csv")
    assert frame.columns[0] == "case"  # and not with a byte order mark
    assert frame["value"].dtype == float
    assert frame.set_index("metric")["value"]["voice"] == -0.25
    assert (tmp_path / "x.csv").read_bytes().startswith(b"\xef\xbb\xbf")


@pytest.mark.parametrize("sign", SIGNS)
def test_a_formula_stays_text(sign: str) -> None:
    text = f"{sign}HYPERLINK(1)"
    (row,) = rows(
        measured(
            f"{text}/x",
            0.5,
            headline={"metric": text, "threshold": threshold(source=text)},
            provenance=Provenance({text: "x"}),
        )
    )
    assert (row["metric"], row["source"]) == (f"'{text}", f"'{text}")
    assert (row["suite"], row["case"]) == (f"'{text}", f"'{text}/x")
    assert row["signature"] == f"'{text}:x"


@given(st.text(st.sampled_from("=+-@＝ab;,\"'\t\r\n")))
def test_no_cell_starts_formula_with_any_separator(text: str) -> None:
    told = spreadsheet_cell(text)
    assert isinstance(told, str)
    for part in told.replace("\t", ";").replace("\r", ";").replace("\n", ";").split(";"):
        assert not part.startswith(SIGNS[:4])


@pytest.mark.parametrize("number", [-0.25, -1, 0, 1e-9, None])
def test_number_is_unchanged(number: float | None) -> None:
    assert spreadsheet_cell(number) is number
