"""The thresholds: what they say of a score, and how strictly their files are read."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from kasauti.fixtures.suites.judgement import Judge
from kasauti.inputs.errors import KasautiError
from kasauti.records import CaseId, Direction, Figure, Interval, Threshold
from kasauti.thresholds import Bands, ThresholdEntry, band_keys, load_thresholds
from kasauti.thresholds.loader import SHIPPED


def make(direction: Direction, value: float, *, key: str = "suite.case.fair") -> ThresholdEntry:
    return ThresholdEntry(
        key=key, direction=direction, value=value, source="a source", reason="why"
    )


def entry(key: str, **changes: str) -> str:
    fields = {
        "direction": '"at least"',
        "value": "0.5",
        "source": '"a source"',
        "reason": '"why"',
    } | changes
    return f"[{key}]\n" + "".join(f"{name} = {value}\n" for name, value in fields.items() if value)


def write(folder: Path, text: str, *, name: str = "multiblimp.toml") -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("direction", "below", "at", "above"),
    [
        ("at least", False, True, True),
        ("more than", False, False, True),
        ("at most", True, True, False),
        ("less than", True, False, False),
    ],
)
def test_each_direction(direction: Direction, below: bool, at: bool, above: bool) -> None:
    threshold = make(direction, 0.7)
    assert [threshold.allows(score) for score in (0.6, 0.7, 0.8)] == [below, at, above]


def test_a_threshold_becomes_the_bar_of_a_figure() -> None:
    assert make("at least", 0.7).required_as("fair") == Threshold(
        "fair", "at least", 0.7, "a source", "ours"
    )


@pytest.mark.parametrize(
    ("score", "band"),
    [
        (0.0, "poor"),
        (0.699, "poor"),
        (0.70, "fair"),
        (0.799, "fair"),
        (0.80, "good"),
        (0.90, "good"),
        (0.901, "excellent"),
        (1.0, "excellent"),
        (math.nan, "poor"),
    ],
)
def test_the_documented_bands(score: float, band: str) -> None:
    assert load_thresholds().bands("multiblimp", "word_order").band(score) == band


def test_band_requires_lower_thresholds_too() -> None:
    bands = Bands({"fair": make("at least", 0.95), "good": make("at least", 0.80)})
    assert [bands.band(score) for score in (0.85, 0.95)] == ["poor", "good"]


def test_every_shipped_bar_has_a_source_and_a_reason() -> None:
    thresholds = load_thresholds().entries
    assert thresholds
    assert all(
        threshold.source.strip() and threshold.reason.strip() for threshold in thresholds.values()
    )


def test_every_shipped_bar_says_whether_it_is_documented() -> None:
    for path in SHIPPED.glob("*.toml"):
        tables = re.split(r"^\[", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
        assert all("\nkind = " in table for table in tables), path
    kinds = {
        key.split(".")[0]: threshold.kind for key, threshold in load_thresholds().entries.items()
    }
    # One result that the specification shows.
    assert load_thresholds()["metrics.default.BLEU"].kind == "example"
    assert kinds["zeroshot"] == kinds["lint_data"] == "ours"
    assert kinds["multiblimp"] == kinds["probes"] == kinds["quiz"] == "documented"


def test_custom_thresholds_name_folder_and_need_ten_items(tmp_path: Path) -> None:
    threshold = load_thresholds(write(tmp_path, entry("word_order.fair")))[
        "multiblimp.word_order.fair"
    ]
    assert (threshold.kind, threshold.minimum_n) == ("given", 10)
    assert threshold.source.startswith(f"{tmp_path}: ")


def test_few_items_are_shown_and_not_judged(tmp_path: Path) -> None:
    folder = write(tmp_path, entry("default.fair", minimum_n="30", kind='"documented"'))
    judge = Judge(load_thresholds(folder), require="fair", confident=False)
    case, interval = CaseId("multiblimp", "word_order"), Interval(0.0, 1.0)
    few = judge.by_bands(case, Figure("accuracy", 0.9, 29, interval))
    assert (few.verdict, few.band, few.why_shown) == (
        *("shown", None, "The threshold needs at least 30 items."),
    )
    assert few.threshold is not None
    assert (few.threshold.value, few.threshold.direction) == (None, "at least")
    enough = judge.by_bands(case, Figure("accuracy", 0.9, 30, interval))
    assert (enough.verdict, enough.why_shown) == ("too close to call", "")


@pytest.mark.parametrize(
    ("n", "verdict", "band"), [(9, "shown", None), (10, "passed", "excellent")]
)
def test_a_perfect_score_over_few_items_is_not_excellent(
    n: int, verdict: str, band: str | None
) -> None:
    judge = Judge(load_thresholds(), require="fair", confident=False)
    for suite in ("multiblimp", "probes"):
        found = Figure("accuracy", 1.0, n, Interval(0.7, 1))
        figure = judge.by_bands(CaseId(suite, "a"), found, "hi")
        assert (figure.verdict, figure.band) == (verdict, band)


def test_threshold_judges_the_languages_that_it_names(tmp_path: Path) -> None:
    judge = Judge(load_thresholds(), require="fair", confident=False)
    case = CaseId("multiblimp", "own/agreement")

    def judged(language: str | None, judge: Judge = judge) -> Figure:
        return judge.by_bands(case, Figure("accuracy", 0.9, 30), language)

    assert [judged(each).verdict for each in ("hi", "hin")] == ["passed", "passed"]
    for language, named in (("mr", "Marathi"), ("en", "English"), (None, "not known")):
        shown = judged(language)
        assert (shown.verdict, shown.band) == ("shown", None)
        assert shown.threshold == judged("hi").threshold.without_value()  # type: ignore[union-attr]
        assert shown.why_shown == (
            f"The threshold is for Hindi, and the language here is {named}. --thresholds gives one."
        )
    own = load_thresholds(write(tmp_path, entry("language.mar.fair", value="0.8")))
    marathi = judged("mr", Judge(own, require="fair", confident=False))
    assert (marathi.verdict, marathi.band) == ("passed", "fair")  # the other bands are for Hindi
    assert judged("en", Judge(own, require="fair", confident=False)).verdict == "shown"


def test_languages_of_a_threshold_are_codes(tmp_path: Path) -> None:
    for languages in ('["hindi!"]', '"hi"', "[1]"):
        folder = write(tmp_path, entry("default.fair", languages=languages))
        with pytest.raises(KasautiError, match="Give codes, as"):
            load_thresholds(folder)


def test_a_quiz_is_judged_by_any_number_of_questions() -> None:
    judge = Judge(load_thresholds(), require="fair", confident=False)
    assert judge.by_key("quiz.chapter.accuracy", Figure("accuracy", 0.8, 5)).verdict == "failed"


def test_shipped_bars_belong_to_the_shipped_cases() -> None:
    from kasauti.fixtures.suites.pairs.cases import minimal_pair_cases

    names = [case.name for case in minimal_pair_cases()]
    load_thresholds().refuse_unknown("multiblimp", band_keys("multiblimp", names))


def test_custom_thresholds_replace_only_same_key(tmp_path: Path) -> None:
    thresholds = load_thresholds(write(tmp_path, entry("word_order.fair", value="0.25")))
    own = thresholds.bands("multiblimp", "word_order").entries
    assert [own[band].value for band in ("fair", "good", "excellent")] == [0.25, 0.80, 0.90]
    assert thresholds.bands("multiblimp", "binding").entries["fair"].value == 0.70


def test_a_whole_number_is_a_value(tmp_path: Path) -> None:
    thresholds = load_thresholds(write(tmp_path, entry("word_order.fair", value="1")))
    assert thresholds["multiblimp.word_order.fair"].value == 1.0


def test_a_key_with_a_slash_is_a_case_of_a_users_file(tmp_path: Path) -> None:
    thresholds = load_thresholds(write(tmp_path, entry('"my.pairs/SV-#".fair', value="0.1")))
    assert thresholds.bands("multiblimp", "my.pairs/SV-#").entries["fair"].value == 0.1
    thresholds.refuse_unknown("multiblimp", band_keys("multiblimp", ["my.pairs/SV-#"]))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (entry("a.fair", direction=""), "a.fair has no direction. Give its direction."),
        (entry("a.fair", value=""), "a.fair has no value."),
        (entry("a.fair", source=""), "a.fair has no source."),
        (entry("a.fair", reason=""), "a.fair has no reason."),
        (entry("a.fair", source='""'), "a.fair has an empty source."),
        (entry("a.fair", source='"  "'), "a.fair has an empty source."),
        (entry("a.fair", value='"0.7"'), "a.fair has no value."),
        (entry("a.fair", value="true"), "a.fair has no value."),
        (entry("a.fair", value="nan"), "a.fair has the value nan. Give a finite number."),
        (entry("a.fair", value="inf"), "a.fair has the value inf."),
        (entry("a.fair", direction='"above"'), "a.fair has the direction 'above'. Use at least"),
        (entry("a.fair", sauce='"x"'), "a.fair has the unknown field sauce. Use direction"),
        (entry("a.fair", kind='"guessed"'), "a.fair has the kind 'guessed'. Use documented, ours"),
        (entry("a.fair", minimum_n="-1"), "a.fair has the minimum_n -1. Give a number of items"),
        (entry("a.fair", minimum_n="true"), "a.fair has the minimum_n True."),
        (entry("a.fair", minimum_n="3.5"), "a.fair has the minimum_n 3.5."),
        ("[a.fair", "is not TOML"),
    ],
)
def test_invalid_file_gives_error(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(KasautiError) as caught:
        load_thresholds(write(tmp_path, text))
    assert message in str(caught.value)
    assert str(tmp_path / "multiblimp.toml") in str(caught.value)


def test_a_file_of_no_suite_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KasautiError, match="is not named after a suite. .*multiblimp.toml"):
        load_thresholds(write(tmp_path, entry("a.fair"), name="blimp.toml"))


def test_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KasautiError, match="is not a folder"):
        load_thresholds(tmp_path / "absent")


def test_a_folder_without_bars_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KasautiError, match="has no TOML file"):
        load_thresholds(tmp_path)


@pytest.mark.parametrize("key", ["word_ordr.fair", "word_order.fare", "fair", "word_order"])
def test_unknown_key_is_refused_with_suggestions(tmp_path: Path, key: str) -> None:
    thresholds = load_thresholds(write(tmp_path, entry(key)))
    with pytest.raises(KasautiError) as caught:
        thresholds.refuse_unknown("multiblimp", band_keys("multiblimp", ["word_order"]))
    fact, _, remedy = str(caught.value).partition(". ")
    assert fact == f"The threshold multiblimp.{key} is not one of multiblimp's, probably a typo"
    assert "multiblimp.word_order.fair" in remedy


def test_suite_can_have_own_keys(tmp_path: Path) -> None:
    thresholds = load_thresholds(write(tmp_path, entry("default.BLEUE"), name="metrics.toml"))
    known = {key for key in load_thresholds().entries if key.startswith("metrics.")}
    load_thresholds().refuse_unknown("metrics", known)
    with pytest.raises(KasautiError, match=r"Rename it, for example to: metrics\.default\.BLEU"):
        thresholds.refuse_unknown("metrics", known)


def test_user_suite_brings_its_own_file(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    path = write(tmp_path, entry("default.fair", value="0.3"), name="rhymes.toml") / "rhymes.toml"
    assert load_thresholds(more=[path])["rhymes.default.fair"].value == 0.3
    own = write(tmp_path / "own", entry("default.fair", value="0.6"), name="rhymes.toml")
    with pytest.raises(KasautiError, match="is not named after a suite"):
        load_thresholds(own)
    assert load_thresholds(own, more=[path])["rhymes.default.fair"].value == 0.6
    assert load_thresholds(own, suites=["rhymes"])["rhymes.default.fair"].value == 0.6
    with pytest.raises(KasautiError, match=r"Rename it to one of: multiblimp\.toml\."):
        load_thresholds(more=[path], suites=["multiblimp"])


def test_a_missing_file_of_a_suite_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KasautiError, match="does not exist"):
        load_thresholds(more=[tmp_path / "rhymes.toml"])


def test_an_unknown_key_says_where_to_add_it() -> None:
    with pytest.raises(KasautiError, match=r"no threshold probes\.x\. Add it to thresholds/pro"):
        load_thresholds()["probes.x"]
