"""Onsets, signal and noise, and means of the last checkpoints on the page of a trend."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from statistics import stdev

import pytest

from kasauti.__main__ import main
from kasauti.analysis.trend.standings import standings
from kasauti.reports.pages.trend.page import trend_page
from tests.support.pages.trend_runs import RISING, answers, data_of, save, training, trend_in


def test_a_flat_curve_has_no_onset(tmp_path: Path) -> None:
    """By its raw scores it would have one at the last checkpoint."""
    for day, signs in enumerate(("+" * 18 + "--", "-" * 7 + "+" * 13, "--" + "+" * 18), start=1):
        save(tmp_path, f"runs/a/step-{day}", [answers("multiblimp/a", signs)], day=day)
    (case,) = trend_in(tmp_path).cases
    (track,) = case.tracks
    assert track
    assert track.met == (True, False, True)
    assert track.change
    assert not track.change.significant
    assert (track.onset, track.lost) == (0, None)  # met on average, from the beginning


@pytest.mark.parametrize(
    ("correct", "onset", "lost"),
    [
        ((2, 2, 16, 16), 2, None),
        ((2, 2, 12, 12), None, None),  # a change that stays below the threshold
        ((14, 14, 20, 20), 0, None),
        ((20, 20, 2, 2), None, 2),
        ((13, 13, 13, 13), None, None),
    ],
)
def test_an_onset_is_a_change_to_the_other_side_of_the_threshold(
    correct: tuple[int, ...], onset: int | None, lost: int | None, tmp_path: Path
) -> None:
    for day, right in enumerate(correct, start=1):
        case = answers("multiblimp/a", "+" * right + "-" * (20 - right))
        save(tmp_path, f"runs/a/step-{day}", [case], day=day)
    track = trend_in(tmp_path).cases[0].tracks[0]
    assert track
    assert (track.onset, track.lost) == (onset, lost)


def test_the_page_shows_signal_and_noise_with_the_most_useful_case_first(tmp_path: Path) -> None:
    trend = trend_in(training(tmp_path))
    page = trend_page(trend)
    rising, falling = data_of(page)["cases"]
    noise = stdev(each.count("+") / 20 for each in RISING)
    assert rising["signal"] == {
        "noise": pytest.approx(noise),
        "n": 4,
        "signal": 0.5,
        "trainings": 1,
        "ratio": pytest.approx(0.5 / noise),
        "interval": [pytest.approx(each, rel=1e-3) for each in (0.5665 * noise, 3.7285 * noise)],
    }
    assert rising["tracks"][0]["change"][:3] == [1, 1, 2]
    text = page.partition('id="signal"')[2].partition("</section>")[0]
    found = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", text, re.DOTALL)
    cells = [re.sub("<.*?>", "", each) for each in found]
    assert cells[6:12] == ["multiblimp/rising", "0.229", "0.130 to 0.853", "4", "0.500", "2.2"]
    assert cells[12] == "multiblimp/falling"
    assert falling["signal"]["ratio"] < rising["signal"]["ratio"]


def test_the_mean_can_meet_a_threshold_that_the_last_checkpoint_misses(tmp_path: Path) -> None:
    for day, right in enumerate((18, 17, 12), start=1):
        case = answers("multiblimp/a", "+" * right + "-" * (20 - right))
        save(tmp_path, f"runs/a/step-{day}", [case], day=day)
    trend = trend_in(tmp_path)
    assert [each.met for each in standings(trend)] == [0]
    assert [each.met for each in standings(replace(trend, average_last=3))] == [1]


def test_the_last_checkpoints_can_be_averaged(tmp_path: Path) -> None:
    assert main(["trend", str(training(tmp_path)), "--average-last=3"]) == 0
    page = (tmp_path / "trend.html").read_text("utf-8")
    told = "1 of 2 cases meet their threshold at step 2000, by the mean of the last 3 checkpoints."
    assert told in page
    rising, falling = (case["tracks"][0] for case in data_of(page)["cases"])
    assert (rising["now"], rising["now_met"]) == (pytest.approx(0.85), True)
    assert (falling["now"], falling["now_met"]) == (pytest.approx(0.5), False)
