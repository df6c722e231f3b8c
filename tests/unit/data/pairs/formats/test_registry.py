"""The formats of published minimal pairs: how each is recognized, and what is read from it."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

from kasauti.data.packs import read_packs
from kasauti.data.pairs.formats.pair import Pair
from kasauti.data.pairs.formats.registry import FORMATS, SETS
from kasauti.data.pairs.reading import read_pair_file
from kasauti.fixtures.suites.pairs.cases import PairCase, minimal_pair_cases
from kasauti.fixtures.suites.pairs.regions import region_cases
from kasauti.inputs.errors import KasautiError
from tests.support import ROOT
from tests.support.data.pair_samples import (
    CHINESE,
    JAPANESE,
    RUSSIAN,
    SAMPLES,
    SWAHILI,
    TURKISH,
    Sample,
    suite,
    write,
)


def only(path: Path) -> Pair:
    (pair,) = read_pair_file(path).pairs
    return pair


@pytest.mark.parametrize("sample", [each for each in SAMPLES if each.pair], ids=lambda s: s.file)
def test_each_format_is_recognized_and_read(tmp_path: Path, sample: Sample) -> None:
    path = write(tmp_path / sample.file, sample.text)
    pair = only(path)
    assert (pair.id, pair.phenomenon, pair.language, pair.bad) == sample.pair
    assert read_pair_file(path).convention == ("" if sample.form == "our own" else "logprob")


def test_each_format_has_a_sample() -> None:
    assert {each.form for each in SAMPLES} == {form.name for form in FORMATS}


def test_the_reference_lists_each_format_and_set() -> None:
    path = ROOT / "docs" / "reference.py"
    pages = runpy.run_path(str(path))["PAGES"]
    pairs = "\n".join(pages["pairs"]())
    assert all(f"\n| {form.name} | {form.described} | " in pairs for form in FORMATS)
    assert all(f"| `--pairs={name}` | " in pairs for name in SETS)
    assert "multiblimp.default.fair" in "\n".join(pages["thresholds"]())


def test_the_suffix_of_a_table_does_not_matter(tmp_path: Path) -> None:
    assert only(write(tmp_path / "t.data", TURKISH)).language == "tr"
    assert only(write(tmp_path / "r.txt", RUSSIAN)).language == "ru"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("j.jsonl", JAPANESE | {"good_sentence": "They meet.", "bad_sentence": "They meets."}),
        ("z.jsonl", CHINESE | {"sentence_good": "They meet.", "sentence_bad": "They meets."}),
        ("t.csv", TURKISH.replace("critical_region", "region")),
        ("elsewhere/simple.txt", "True\tla fille rit\nFalse\tla fille rient\n"),
        ("klingon-N_V.json", SWAHILI),
    ],
)
def test_no_language_is_claimed_that_the_file_does_not_show(
    tmp_path: Path, name: str, content: object
) -> None:
    assert only(write(tmp_path / name, content)).language is None


def test_clams_pairs_wrong_sentence_with_preceding_right_one(tmp_path: Path) -> None:
    lines = "True\ta b\nFalse\ta c\nFalse\ta d\n\nTrue\te\nFalse\tf\n"
    pairs = read_pair_file(write(tmp_path / "x.txt", lines)).pairs
    assert [(pair.good, pair.bad) for pair in pairs] == [("a b", "a c"), ("a b", "a d"), ("e", "f")]


def test_only_text_after_start_is_scored(tmp_path: Path) -> None:
    case = minimal_pair_cases([write(tmp_path / "swahili-N_V.json", SWAHILI)])[-1]
    assert case.requests() == [("Kiti cha", " kinaanguka."), ("Kiti cha", " zinaanguka.")]
    assert case.sentences() == ["Kiti cha kinaanguka.", "Kiti cha zinaanguka."]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("x.txt", "True\ta\nTrue\tb\nFalse\tc\n", ", line 1 has no wrong sentence after it."),
        ("x.txt", "True\ta\nFalse\tb\nTrue\tc\n", ", line 3 has no wrong sentence after it."),
        ("x.txt", "False\ta\nTrue\tb\n", ", line 1 is wrong before any right sentence."),
        ("x.txt", "True\ta\nfalse\tb\n", ", line 2 is not True or False, a tab and a sentence."),
        ("x.json", [[["a", "a"], ["b"]]], ", entry 1 is not [[start, start],"),
        ("x.json", [[["a", "a"], ["b", 3]]], ", entry 1 is not [[start, start],"),
        ("x.json", ["a", "b"], ", entry 1 is not [[start, start],"),
        ("x.json", {"a": [1]}, ", line 1 has the fields a."),
        ("x.json", '{\n"a": 1}', " has the fields a."),
        ("x.csv", "a,b\nc,d\n", " starts with 'a,b'."),
        ("x.txt", "Once upon a time\n", " starts with 'Once upon a time'."),
        ("x.jsonl", "", " has no pairs."),
        ("x.txt", "", " starts with ''."),
    ],
)
def test_unreadable_file_gives_error(
    tmp_path: Path, name: str, content: object, message: str
) -> None:
    path = write(tmp_path / name, content)
    with pytest.raises(KasautiError) as caught:
        read_pair_file(path)
    assert str(caught.value).startswith(f"{path}{message}")


def test_unknown_format_error_lists_formats(tmp_path: Path) -> None:
    for name, content in (("x.txt", "nothing"), ("x.jsonl", {"a": 1})):
        with pytest.raises(KasautiError) as caught:
            read_pair_file(write(tmp_path / name, content))
        for form in FORMATS:
            assert f"{form.name}: {form.described}" in str(caught.value)


def names(cases: list[PairCase]) -> list[str]:
    return [case.name for case in cases if "/" in case.name]


def test_a_folder_is_one_pack(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    write(folder / "a.txt", "True\ta\nFalse\tb\n")
    write(folder / "deep/b.txt", "True\tc\nFalse\td\nTrue\te\nFalse\te\n")
    write(folder / "LICENSE.txt", "All is allowed.\n")
    write(folder / "README.md", "True\ta\n")
    write(folder / ".hidden/x.txt", "True\ta\nFalse\tb\n")
    cases = minimal_pair_cases([folder])
    assert names(cases) == ["set/a", "set/b"]
    assert len({case.pack for case in cases[-2:]}) == 1
    assert cases[-2].note == "set: files in no known format: 1."
    assert [pair.id for pair in cases[-1].left_out] == ["b-4"]


def test_files_of_a_folder_in_several_languages_are_apart(tmp_path: Path) -> None:
    for code in ("fr", "de"):
        write(tmp_path / f"set/{code}_evalset/simple.txt", "True\ta\nFalse\tb\n")
    cases = minimal_pair_cases([tmp_path / "set"])
    assert names(cases) == ["set/deu/simple", "set/fra/simple"]
    assert [case.language for case in cases[-2:]] == ["de", "fr"]
    # Both files call their pair simple-2.
    ids = [case.pairs[0].id for case in cases[-2:]]
    assert ids == ["de_evalset/simple:simple-2", "fr_evalset/simple:simple-2"]


def test_folder_without_pairs_is_refused(tmp_path: Path) -> None:
    (tmp_path / "set").mkdir()
    with pytest.raises(KasautiError, match="set has no files of pairs"):
        minimal_pair_cases([tmp_path / "set"])
    write(tmp_path / "set/x.txt", "nothing")
    with pytest.raises(KasautiError, match=r"x.txt starts with 'nothing'"):
        minimal_pair_cases([tmp_path / "set"])


def test_a_folder_has_one_protocol(tmp_path: Path) -> None:
    write(tmp_path / "set/a.txt", "True\ta\nFalse\tb\n")
    write(tmp_path / "set/b.jsonl", {"id": "1", "phenomenon": "p", "good": "a", "bad": "b"})
    with pytest.raises(KasautiError, match="judged by different conventions"):
        minimal_pair_cases([tmp_path / "set"])


@pytest.mark.parametrize("indent", [None, 2])
def test_a_suite_of_regions_is_recognized(tmp_path: Path, indent: int | None) -> None:
    path = write(tmp_path / "gym.json", json.dumps(suite(), indent=indent))
    (case,) = region_cases(read_packs([path]))
    assert str(case.id) == "multiblimp/gym/number"
    assert case.language == "en"
    assert case.requests() == [
        ("", "The keys"),
        ("The keys", " are"),
        ("", "The keys"),
        ("The keys", " is"),
    ]
    assert names(minimal_pair_cases([path])) == []


def test_each_prediction_is_a_case(tmp_path: Path) -> None:
    formula = {"formula": "(*;%match%) < (*;%mismatch%)"}
    path = write(tmp_path / "gym.json", suite(predictions=[formula, formula]))
    assert [case.name for case in region_cases(read_packs([path]))] == [
        "gym/number-1",
        "gym/number-2",
    ]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"items": []}, ": items is not a list of objects."),
        ({"predictions": [{}]}, " has a prediction without a formula."),
        ({"predictions": [{"formula": "(3;%match%)"}]}, " has a prediction that cannot be read: "),
        (
            {"predictions": [{"formula": "(4;%match%) < (3;%match%)"}]},
            ", item 1 has no region 4 in the condition match,",
        ),
        (
            {"predictions": [{"formula": "(*;%other%) < 3"}]},
            ", item 1 has no region * in the condition other,",
        ),
        ({"meta": {"metric": "mean"}}, " takes the mean of a region's surprisals"),
        ({"items": suite()["items"] * 2}, " has two items with the same number."),
    ],
)
def test_invalid_region_suite_is_refused(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    path = write(tmp_path / "gym.json", suite(**changes))
    with pytest.raises(KasautiError) as caught:
        region_cases(read_packs([path]))
    assert str(caught.value).startswith(f"{path}{message}")


def test_public_samples_are_read_completely(shared_data: Path) -> None:
    files = {
        "turblimp/augmented_binding.csv": (300, "tr"),
        "rublimp/change_verb_conjugation.csv": (300, "ru"),
        "clams/fr_evalset/simple_agrmt.txt": (200, "fr"),
        "clams/de_evalset/simple_agrmt.txt": (140, "de"),
        "jblimp/validated_minimal_pairs.jsonl": (331, "ja"),
        "zhoblimp/BA_deletion.jsonl": (300, "zh"),
        "bhs/swahili-N_of_Poss_V.json": (1000, "sw"),
    }
    for name, (count, language) in files.items():
        pairs = read_pair_file(shared_data / name).pairs
        assert (len(pairs), {pair.language for pair in pairs}) == (count, {language}), name
    (gym,) = region_cases(read_packs([shared_data / "syntaxgym" / "fgd_subject.json"]))
    assert len(gym.items) == 24
