"""Plots as files: pictures for print, and the data behind each."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kasauti.reports.files.plots import plots_of, trend_plots, write_plots
from tests.support.built_measurements import (
    BOY,
    measured,
    pair,
    pair_case,
    probe_case,
    quiz_case,
)
from tests.support.dashboard_runs import run_of
from tests.support.pages.trend_runs import STEPS, training, trend_in

pytest.importorskip("matplotlib", reason="plots need matplotlib")


def data(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def test_each_plot_is_written_twice_with_its_data(tmp_path: Path) -> None:
    chosen = {"dative": {"dative": 3, "genitive": 1}, "genitive": {"genitive": 2}}
    case = pair_case("sanskrit/case $x$", [pair(number) for number in range(4)])
    run = run_of(replace(case, chosen=chosen), probe_case("probes/case"))
    written = write_plots(tmp_path, plots_of(run))
    names = {"sanskrit-accuracy", "sanskrit-case--x--chosen", "probes-accuracy", "probes-layers"}
    assert {path.stem for path in written} == {path.stem for path in tmp_path.iterdir()} == names
    for name in names:
        ElementTree.parse(tmp_path / f"{name}.svg")
        assert (tmp_path / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    assert data(tmp_path / "sanskrit-case--x--chosen.csv") == [
        ["right", "dative", "genitive"],
        ["dative", "3", "1"],
        ["genitive", "0", "2"],
    ]
    header, *layers = data(tmp_path / "probes-layers.csv")
    assert header == ["case", "layer", "accuracy", "low", "high"]
    assert [(row[1], float(row[2])) for row in layers] == [
        ("0", 0.45),
        ("1", 0.7),
        ("2", 0.9),
        ("3", 0.85),
    ]
    _, (name, value, *_) = data(tmp_path / "probes-accuracy.csv")
    assert (name, float(value)) == ("case", 0.9)


def test_plots_are_the_same_each_time(tmp_path: Path) -> None:
    run = run_of(measured("multiblimp/a", 0.5), measured("multiblimp/b", 0.75))
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        write_plots(folder, plots_of(run))
    svg = "multiblimp-accuracy.svg"
    assert (first / svg).read_bytes() == (second / svg).read_bytes()


def test_a_run_without_figures_has_no_plots(tmp_path: Path) -> None:
    assert write_plots(tmp_path / "plots", plots_of(run_of())) == []
    assert not (tmp_path / "plots").exists()


def test_a_part_of_other_cases_has_no_matrix_of_its_own(tmp_path: Path) -> None:
    whole, part = (
        replace(measured(name, 0.5), chosen={"a": {"b": 1}})
        for name in ("sanskrit/case_in_context", "sanskrit/case:dative")
    )
    write_plots(tmp_path, plots_of(run_of(whole, part)))
    assert [path.stem for path in tmp_path.glob("*-chosen.csv")] == [
        "sanskrit-case_in_context-chosen"
    ]


def test_quiz_cases_stand_in_the_row_of_their_level(tmp_path: Path) -> None:
    topic = quiz_case("topic", "unit-01/chapter-01/topic-01", [pair(1), pair(2, right=False)])
    chapter = quiz_case("chapter", "unit-01/chapter-01", [pair(1)])
    write_plots(tmp_path, plots_of(run_of(topic, chapter)))
    header, *rows = data(tmp_path / "quiz-levels.csv")
    assert header == ["level", "case", "accuracy"]
    assert rows == [
        ["topic", "unit-01/chapter-01/topic-01", "0.5"],
        ["chapter", "unit-01/chapter-01", "1.0"],
    ]
    assert ">topic (1)<" in (tmp_path / "quiz-levels.svg").read_text(encoding="utf-8")


def test_each_case_of_a_trend_is_drawn_over_its_steps(tmp_path: Path) -> None:
    training(tmp_path / "runs")
    write_plots(tmp_path, trend_plots(trend_in(tmp_path / "runs")))
    header, *rows = data(tmp_path / "trend-multiblimp-rising.csv")
    assert header == ["training", "checkpoint", "accuracy", "low", "high"]
    assert [row[1] for row in rows] == [str(step) for step in STEPS]
    assert [float(row[2]) for row in rows] == [0.4, 0.8, 0.85, 0.9]
    assert all(float(row[3]) < float(row[2]) < float(row[4]) for row in rows)
    assert (tmp_path / "trend-multiblimp-falling.png").is_file()


def test_names_in_devanagari_are_text_and_no_warning(tmp_path: Path) -> None:
    write_plots(tmp_path, plots_of(run_of(measured(f"multiblimp/{BOY}", 0.5))))
    assert BOY in (tmp_path / "multiblimp-accuracy.svg").read_text(encoding="utf-8")
