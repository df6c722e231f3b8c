"""A run in a notebook: short, escaped, and as data frames."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from kasauti.inputs.errors import KasautiError
from kasauti.records import Run, Unmeasured
from tests.support.built_measurements import judged, measured, pair, pair_case

RUN = Run(
    date="2026-01-02T03:04:05+00:00",
    measurements=(
        judged("multiblimp/a", "passed"),
        *(judged(f"multiblimp/red_{n}", "failed") for n in range(5)),
        judged("own/<b>", "shown"),
    ),
    model_config={"model": "tiny"},
    folder="results/evaluation_1",
)


def test_a_run_is_five_lines() -> None:
    lines = repr(RUN).splitlines()
    assert len(lines) == 5
    assert lines[0] == "Run of tiny, 2026-01-02T03:04"
    assert lines[1] == "  verdicts: 1 passed, 5 failed, 1 shown"
    assert lines[3].endswith(", 2 more")
    assert "multiblimp/red_3" not in lines[3]
    assert lines[4].endswith(RUN.folder)


def test_the_table_of_a_notebook_has_bars_and_no_markup_of_others() -> None:
    shown = RUN._repr_html_()
    assert "own/&lt;b&gt;" in shown
    assert "<b>" not in shown
    value = measured("multiblimp/a", 0.5)
    assert "width:50%" in replace(RUN, measurements=(value,))._repr_html_()
    assert "width:0%" in replace(RUN, measurements=(measured("metrics/p", 7.0),))._repr_html_()


def test_passed_needs_a_whole_run_with_a_green_verdict_and_no_red_one() -> None:
    green = replace(RUN, measurements=RUN.measurements[:1])
    assert green.passed
    assert not RUN.passed
    assert not replace(green, complete=False).passed
    assert not replace(green, unmeasured=(Unmeasured("t", "error", "no memory"),)).passed
    assert not replace(green, measurements=RUN.measurements[-1:]).passed


def test_cases_and_items_become_data_frames() -> None:
    pytest.importorskip("pandas")
    run = replace(RUN, measurements=(pair_case("multiblimp/a", [pair(1), pair(2, right=False)]),))
    cases, items = run.to_pandas(), run.to_pandas(items=True)
    assert list(cases["case"]) == ["a"]
    assert cases["value"][0] == run.measurements[0].headline.value
    assert list(items["right"]) == [True, False]
    assert list(items["score"]) == [item.score for item in run.measurements[0].items]
    assert items["text_1"][0] == run.measurements[0].items[0].texts[0]


def test_without_pandas_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(KasautiError, match="needs pandas. Run: pip install pandas"):
        RUN.to_pandas()
