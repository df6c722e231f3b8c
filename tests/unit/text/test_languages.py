"""Languages: their codes, and the thresholds that one can have of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from kasauti.fixtures.suites.judgement import Judge
from kasauti.inputs.errors import KasautiError
from kasauti.records import CaseId, Figure, Interval
from kasauti.text.languages import TABLE, bcp47, iso639_3, language_name, languages, named
from kasauti.thresholds import band_keys, load_thresholds

HINDI_BAR = """
[language.hin.fair]
direction = "at least"
value = 0.4
source = "us"
reason = "x"
"""


def test_language_codes_are_unique() -> None:
    rows = [line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines()[1:]]
    assert len({row[0] for row in rows}) == len(rows)
    assert all(len(row[0]) == 3 and len(row[1]) in (2, 3) and row[2].strip() for row in rows)


@pytest.mark.parametrize("code", ["hin", "hi", "hin_Deva", "HI", "hi-IN"])
def test_a_language_is_the_same_by_each_of_its_codes(code: str) -> None:
    assert (bcp47(code), iso639_3(code), language_name(code)) == ("hi", "hin", "Hindi")


def test_codes_of_one_language_come_together() -> None:
    assert {bcp47(code) for code in ("ara", "arb", "ar")} == {"ar"}
    assert (iso639_3("arb"), iso639_3("ar")) == ("arb", "ara")
    assert named(["sa", "hin", "hi", "xyz"]) == "hin (Hindi), san (Sanskrit), xyz (xyz)"


def test_unknown_code_is_kept() -> None:
    assert (bcp47("xyz"), iso639_3("xyz"), language_name("xyz")) == ("xyz", "xyz", "xyz")
    assert "xyz" not in languages()


@pytest.mark.parametrize("code", ["hin", "hi"])
def test_a_threshold_can_be_set_by_language(tmp_path: Path, code: str) -> None:
    text = HINDI_BAR.replace("hin", code)
    (tmp_path / "multiblimp.toml").write_text(text, encoding="utf-8")
    thresholds = load_thresholds(tmp_path)
    thresholds.refuse_unknown("multiblimp", band_keys("multiblimp", ["hin/SV-G"]))
    for language, value in (("hi", 0.4), ("hin", 0.4), ("ur", 0.7), (None, 0.7)):
        assert thresholds.bands("multiblimp", "hin/SV-G", language).entries["fair"].value == value
    # What the language does not set falls through to the default.
    assert thresholds.bands("multiblimp", "x", "hi").entries["good"].value == 0.8


def test_case_threshold_overrides_language_threshold(tmp_path: Path) -> None:
    own = HINDI_BAR.replace("language.hin", '"hin/SV-G"').replace("0.4", "0.9")
    (tmp_path / "multiblimp.toml").write_text(HINDI_BAR + own, encoding="utf-8")
    thresholds = load_thresholds(tmp_path)
    assert thresholds.bands("multiblimp", "hin/SV-G", "hi").entries["fair"].value == 0.9
    assert thresholds.bands("multiblimp", "hin/SV-#", "hi").entries["fair"].value == 0.4
    judge = Judge(thresholds, require="fair", confident=False)
    interval = Interval(0.4, 0.6)
    for name, verdict in (("hin/SV-G", "failed"), ("hin/SV-#", "passed")):
        found = Figure("accuracy", 0.5, 90, interval)
        figure = judge.by_bands(CaseId("multiblimp", name), found, "hi")
        assert figure.verdict == verdict


def test_threshold_for_unknown_language_is_refused(tmp_path: Path) -> None:
    text = HINDI_BAR.replace("language.hin", "language.hnd")
    (tmp_path / "multiblimp.toml").write_text(text, encoding="utf-8")
    with pytest.raises(KasautiError, match=r"The threshold multiblimp.language.hnd.fair is not"):
        load_thresholds(tmp_path).refuse_unknown("multiblimp", band_keys("multiblimp", []))
