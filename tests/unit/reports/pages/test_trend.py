"""The trend: which runs are checkpoints of what, and what the page says of them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from kasauti.__main__ import main
from kasauti.analysis.history.past_runs import training_of
from kasauti.analysis.trend.standings import significant_drops, standings
from kasauti.records import Clusters, Interval, Provenance
from kasauti.reports.pages.trend.content import columns_of, label_of, trend_content
from kasauti.reports.pages.trend.page import trend_page
from tests.support.built_measurements import HOSTILE, answered, measured, metric_case, threshold
from tests.support.pages.parsed_page import Page
from tests.support.pages.trend_runs import (
    FALLING,
    RISING,
    answers,
    data_of,
    save,
    training,
    trend_in,
)


@pytest.mark.parametrize(
    ("name", "training_name"),
    [
        ("runs/a/checkpoint-20", "runs/a"), ("runs/a/step_20", "runs/a"), ("a-step-20", "a"),
        ("checkpoint-20", ""), ("gemma-3-270m", "gemma-3-270m"), ("a/global_step20", "a"),
        ("base with out/checkpoint-7", "base with out"), ("base with checkpoint-7", "base"),
    ],
)  # fmt: skip
def test_checkpoints_of_one_training_have_one_name(name: str, training_name: str) -> None:
    assert training_of(name) == training_name


def test_checkpoints_are_ordered_by_step(tmp_path: Path) -> None:
    for day, step in enumerate((1000, 20, 300), start=1):
        save(tmp_path, f"runs/a/checkpoint-{step}", [answered("multiblimp/a", "+")], day=day)
    (series,) = trend_in(tmp_path).series
    assert series.name == "runs/a"
    assert [point.step for point in series.checkpoints] == [20, 300, 1000]


def test_runs_of_checkpoint_are_merged_with_newest_winning(tmp_path: Path) -> None:
    first = [answers("multiblimp/a", "++--"), answers("multiblimp/b", "+---")]
    save(tmp_path, "x/checkpoint-1", first, day=1)
    save(tmp_path, "x/checkpoint-1", [answers("multiblimp/a", "+++-")], day=2)
    trend = trend_in(tmp_path)
    assert len(trend.series[0].checkpoints) == 1
    values = {
        each.case.name: [point and point.value for point in track.points]
        for each in trend.cases
        for track in each.tracks
        if track
    }
    assert values == {"a": [0.75], "b": [0.25]}


def test_restarted_training_replaces_old_one(tmp_path: Path) -> None:
    save(tmp_path, "x/checkpoint-1", [answers("multiblimp/a", "++")], day=1, weights="old")
    save(tmp_path, "x/checkpoint-1", [answers("multiblimp/b", "--")], day=2, weights="new")
    trend = trend_in(tmp_path)
    assert [each.case.name for each in trend.cases] == ["b"]
    assert trend.series[0].left_out == 1
    assert "left out 1 run that measured other weights" in trend_page(trend)


def test_models_without_steps_are_ordered_by_date(tmp_path: Path) -> None:
    for day, weights in ((1, "one"), (2, "one"), (3, "two")):
        save(tmp_path, "my-model", [answers("multiblimp/a", "+")], day=day, weights=weights)
    (series,) = trend_in(tmp_path).series
    assert [label_of(point) for point in series.checkpoints] == [
        "2026-01-02 00:00",
        "2026-01-03 00:00",
    ]


def test_model_without_steps_is_drawn_as_level_line(tmp_path: Path) -> None:
    training(tmp_path)
    save(tmp_path, "gemma", [answers("multiblimp/rising", RISING[3])], day=9)
    columns = columns_of(trend_in(tmp_path).series)
    assert columns.steps == (500, 1000, 1500, 2000)
    assert columns.places == ((0, 1, 2, 3), None)


def test_models_share_the_columns_of_their_steps(tmp_path: Path) -> None:
    training(tmp_path)
    for day, step in ((11, 1000), (12, 1250)):
        save(tmp_path, f"runs/b/step-{step}", [answers("multiblimp/rising", RISING[0])], day=day)
    columns = columns_of(trend_in(tmp_path).series)
    assert columns.steps == (500, 1000, 1250, 1500, 2000)
    assert columns.places == ((0, 1, 3, 4), (1, 2))


def test_two_folders_with_the_same_training_are_two_models(tmp_path: Path) -> None:
    folders = [training(tmp_path / name) for name in ("one", "two")]
    assert [each.name for each in trend_in(*folders).series] == ["one: runs/a", "two: runs/a"]


def test_trainer_checkpoints_are_named_after_folder(tmp_path: Path) -> None:
    save(tmp_path / "evaluations", "checkpoint-5", [answers("multiblimp/a", "+")])
    assert trend_in(tmp_path / "evaluations").series[0].name == "evaluations"


def test_onset_drops_and_items_of_a_training(tmp_path: Path) -> None:
    trend = trend_in(training(tmp_path))
    rising, falling = (case.tracks[0] for case in trend.cases)
    assert rising
    assert falling
    assert (rising.onset, rising.lost, rising.drops) == (1, None, [])
    assert (falling.onset, falling.lost) == (None, 2)
    assert rising.change
    assert (rising.change.at, rising.change.low, rising.change.high) == (1, 1, 2)
    assert rising.change.p < 0.05
    assert [step.at for step in falling.drops] == [2]
    assert rising.answers["pair-00010"] == "0111"
    assert falling.answers["pair-00000"] == "1100"
    (standing,) = standings(trend)
    assert (standing.judged, standing.met, standing.kept, standing.lost) == (2, 1, 1, 1)
    assert (standing.drops, standing.drops_at_last) == (1, 0)


@pytest.mark.parametrize("kept", [True, False])
def test_checkpoints_are_compared_by_template(tmp_path: Path, *, kept: bool) -> None:
    for day, rest in enumerate(("+", "-", "-"), start=1):
        case = answers("multiblimp/a", "+" * 8 + rest * 8)
        items = tuple(
            replace(item, clusters={"template": str(place // 8)})
            for place, item in enumerate(case.items)
        )
        clusters = Clusters(("template",), (2,), 2.0, 8.0, Interval(0.1, 0.9))
        headline = replace(case.headline, clusters=clusters)
        clustered = replace(case, items=items, headline=headline)
        save(tmp_path, f"runs/a/checkpoint-{day}", [clustered], day=day, weights=str(day))
    if not kept:  # an old history, without the outcomes
        history = tmp_path / "history.jsonl"
        lines = [json.loads(line) for line in history.read_text("utf-8").splitlines()]
        for line in lines:
            line["outcomes_kept"] = False
            for past in line["cases"].values():
                del past["outcomes"]
        history.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    (case_trend,) = trend_in(tmp_path).cases
    (track,) = case_trend.tracks
    assert track
    assert [step.comparison.clusters for step in track.steps] == [[0] * 8 + [1] * 8] * 2
    assert not track.drops  # one template of two


def test_drops_are_listed_with_the_newest_first(tmp_path: Path) -> None:
    signs = ("+" * 20, "-" * 14 + "+" * 6, "+" * 20, "-" * 14 + "+" * 6)
    for place, each in enumerate(signs, start=1):
        save(tmp_path, f"a/checkpoint-{place}", [answers("multiblimp/a", each)], day=place)
    trend = trend_in(tmp_path)
    assert [drop.step.at for drop in significant_drops(trend)] == [3, 1]
    assert "Dropped significantly at the last checkpoint: multiblimp/a." in trend_page(trend)


def test_page_contains_measurements(tmp_path: Path) -> None:
    trend = trend_in(training(tmp_path))
    content = trend_content(trend, columns_of(trend.series))
    assert content["columns"] == {
        "labels": ("500", "1000", "1500", "2000"),
        "steps": (500, 1000, 1500, 2000),
    }
    rising, falling = content["cases"]
    assert rising["tracks"][0]["values"] == [each.count("+") / 20 for each in RISING]
    assert falling["tracks"][0]["met"] == [1, 1, 0, 0]
    assert rising["threshold"] == 0.7
    assert falling["stories"][0][0] == ["1100", 0, 2, 1]
    assert rising["stories"][0][10] == ["0111", 1, None, 1]
    name, texts, _ = content["texts"][falling["items"][0]]
    assert name == "pair-00000"
    assert len(texts) == 2
    # The two cases have the same pairs: each text is there once.
    assert len(content["texts"]) == 20


def test_page_summarizes_training_state(tmp_path: Path) -> None:
    page = Page(trend_page(trend_in(training(tmp_path))))
    (headline,) = page.all("h1")
    told = "multiblimp accuracy 0.600: 1 of 2 cases meet their threshold at step 2000."
    assert headline["text"] == told
    (overall,) = page.all("dl", **{"class": "overall"})
    assert overall["text"].split() == ["multiblimp", "accuracy0.600", "0.446", "to", "0.737"]
    (button,) = (each for each in page.all("button") if "data-place" in each["attributes"])
    assert button["text"] == "multiblimp/falling"


def test_results_that_are_gone_are_in_the_history(tmp_path: Path) -> None:
    training(tmp_path)
    whole = trend_in(tmp_path)
    for path in tmp_path.glob("evaluation_00[123]/*"):
        path.unlink()
    assert [case.tracks for case in trend_in(tmp_path).cases] == [
        case.tracks for case in whole.cases
    ]
    (tmp_path / "evaluation_004" / "evaluation_results.json").unlink()
    trend = trend_in(tmp_path)
    track = trend.cases[1].tracks[0]
    assert track
    assert [step.at for step in track.drops] == [2]
    # Without any result file nobody knows the ids and the texts.
    assert sorted(track.answers.values()) == sorted(["1100"] * 14 + ["1111"] * 4 + ["0011"] * 2)
    assert trend_page(trend)


def test_lines_without_outcomes_leave_them_to_the_result_files(tmp_path: Path) -> None:
    training(tmp_path)
    path = tmp_path / "history.jsonl"
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for line in lines:
        line["outcomes_kept"] = False
        for case in line["cases"].values():
            del case["outcomes"]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    (tmp_path / "evaluation_003" / "evaluation_results.json").unlink()
    trend = trend_in(tmp_path)
    assert trend.cases[1].metric == "accuracy"
    track = trend.cases[1].tracks[0]
    assert track
    assert [each.value for each in track.points if each] == [0.9, 0.9, 0.3, 0.3]
    # The drop is still found, at the next checkpoint that has items.
    assert [(step.before, step.at) for step in track.drops] == [(1, 3)]
    assert track.answers["pair-00000"] == "11.0"
    assert "evaluation_003" in trend.results.problems[0]


def test_changed_data_is_a_break(tmp_path: Path) -> None:
    for day, data in ((1, "core@1"), (2, "core@2")):
        case = answers("multiblimp/a", FALLING[2 * day - 2])
        provenance = Provenance({**case.settings, "data": data})
        save(tmp_path, f"x/step-{day}", [replace(case, provenance=provenance)], day=day)
    trend = trend_in(tmp_path)
    track = trend.cases[0].tracks[0]
    assert track
    assert track.drops == []
    told = "multiblimp/a not compared with the previous checkpoint: data was core@1 and is core@2."
    assert told in trend_page(trend)


def test_a_case_without_items_or_threshold_has_a_curve_too(tmp_path: Path) -> None:
    for day, value in ((1, 812.25), (2, 640.5)):
        cases = [
            metric_case("perplexity", value, threshold=threshold(700.0, direction="at most")),
            measured("unheard_of/thing", 0.5, 2, headline={"threshold": None}),
        ]
        save(tmp_path, f"x/step-{day}", cases, day=day)
    trend = trend_in(tmp_path)
    content = trend_content(trend, columns_of(trend.series))
    perplexity, other = content["cases"]
    assert perplexity["lower"] is True
    assert perplexity["tracks"][0]["onset"] == 1
    assert other["tracks"][0]["met"] == [None, None]
    assert (other["threshold"], other["required"]) == (None, "")
    assert trend_page(trend)


def test_hostile_text_stays_text(tmp_path: Path) -> None:
    case = answers("multiblimp/<b>x</b>", "+-")
    items = tuple(replace(each, texts=HOSTILE[:2]) for each in case.items)
    save(tmp_path, f"{HOSTILE[0]}/checkpoint-1", [replace(case, items=items)])
    page = trend_page(trend_in(tmp_path))
    assert len(Page(page).all("script")) == 2
    assert data_of(page)["texts"][0][1] == list(HOSTILE[:2])


def test_the_command_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    training(tmp_path)
    assert main(["trend", str(tmp_path)]) == 0
    shown = capsys.readouterr().out
    assert shown.splitlines() == [
        "1 model, 4 checkpoints, 2 cases, 1 significant drop.",
        f"Trend: {tmp_path / 'trend.html'}",
    ]
    other = tmp_path / "page.html"
    (tmp_path / "history.jsonl").unlink()
    assert main(["trend", str(tmp_path), "--out", str(other)]) == 0
    assert other.read_bytes() == (tmp_path / "trend.html").read_bytes()


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["{folder}"], "There are no runs"),
        (["{folder}/none"], "is not a folder"),
        (["{folder}/full", "--out={folder}/no/such/x.html"], "was not written"),
    ],
)
def test_invalid_trend_input_gives_one_line_error(
    given: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if "full" in given[0]:
        training(tmp_path / "full")
    assert main(["trend", *(each.format(folder=tmp_path) for each in given)]) == 4
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
