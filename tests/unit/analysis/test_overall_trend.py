"""The score of each suite as a whole over the checkpoints."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kasauti.analysis.trend.standings import overall_trends
from kasauti.records import Measurement, Provenance
from tests.support.built_measurements import metric_case
from tests.support.pages.trend_runs import answers, save, training, trend_in


def test_each_checkpoint_has_the_total_of_its_run_with_the_interval(tmp_path: Path) -> None:
    (whole,) = overall_trends(trend_in(training(tmp_path)).series)
    assert (whole.suite, whole.metric) == ("multiblimp", "accuracy")
    (track,) = whole.tracks
    assert track is not None
    assert [point and point.value for point in track.points] == [0.65, 0.85, 0.575, 0.6]
    assert track.now.interval
    assert track.now.interval.low == pytest.approx(0.446, abs=0.001)
    assert track.breaks == ()


def test_other_data_or_cases_break_the_line_and_other_samples_do_not(tmp_path: Path) -> None:
    def of(data: str, signs: str, *further: str) -> list[Measurement]:
        cases = [answers(f"multiblimp/{name}", signs) for name in ("a", *further)]
        settings = {**cases[0].settings, "data": data}
        return [replace(each, provenance=Provenance(settings)) for each in cases]

    for day, cases in enumerate([of("x@1", "+-"), of("x@2", "+-"), of("x@2", "+--")], start=1):
        save(tmp_path, f"x/step-{day}", cases, day=day)
    save(tmp_path, "x/step-4", of("x@2", "+-", "b"), day=4)
    (whole,) = overall_trends(trend_in(tmp_path).series)
    (track,) = whole.tracks
    assert track is not None
    assert track.breaks == (1, 3)


def test_a_training_without_a_score_has_no_line(tmp_path: Path) -> None:
    save(tmp_path, "a", [metric_case("chrf", 40.0)], day=1)
    save(tmp_path, "b", [answers("multiblimp/a", "+-")], day=2)
    found = {each.suite: each.tracks for each in overall_trends(trend_in(tmp_path).series)}
    assert found["multiblimp"][0] is None
    assert found["metrics"][1] is None
