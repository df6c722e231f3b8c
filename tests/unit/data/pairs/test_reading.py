"""Pair files: the three formats, what is refused, and the cases made of them."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pyarrow
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from authoring.pair_files import write_pairs
from kasauti.data.pairs import Pair, read_pairs
from kasauti.data.pairs.reading import read_pair_folder
from kasauti.fixtures.suites.pairs.cases import (
    minimal_pair_cases,
)
from kasauti.inputs.errors import KasautiError

OWN = {"id": "1", "phenomenon": "p", "good": "a b", "bad": "a c"}

# Any text but lone surrogates, which no file can hold.
text = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip)
same_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def write_lines(folder: Path, *rows: object, name: str = "own.jsonl") -> Path:
    path = folder / name
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def write_tsv(path: Path, rows: list[tuple[str, ...]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter="\t", lineterminator="\n").writerows(rows)
    return path


def refusal(path: Path) -> str:
    with pytest.raises(KasautiError) as caught:
        read_pairs(path)
    message = str(caught.value)
    assert message.startswith(str(path))
    return message.removeprefix(str(path))


@same_folder
@given(
    good=text,
    bad=text,
    gloss=st.text(st.characters(exclude_categories=["Cs"])),
    tags=st.dictionaries(text, text, max_size=3),
    lemmas=st.lists(text, max_size=3),
)
def test_written_pairs_are_read_back(
    tmp_path: Path, good: str, bad: str, gloss: str, tags: dict[str, str], lemmas: list[str]
) -> None:
    pair = Pair(
        id="1",
        phenomenon="p",
        good=good,
        bad=f"{bad} {good}",
        gloss=gloss,
        source="s",
        tags=tags,
        lemmas=tuple(lemmas),
    )
    write_pairs(tmp_path / "own.jsonl", [pair])
    assert read_pairs(tmp_path / "own.jsonl") == [pair]


@same_folder
@given(st.lists(text.filter(lambda cell: not {"\r", "\0"} & set(cell)), min_size=1, max_size=4))
def test_multiblimp_cells_are_kept(tmp_path: Path, cells: list[str]) -> None:
    header = ("sen", "wrong_sen", "phenomenon", "lang")
    rows = [(cell, f"* {cell}", "SV-#", "hin") for cell in cells]
    path = write_tsv(tmp_path / "multi.tsv", [header, *rows])
    assert [(pair.good, pair.bad) for pair in read_pairs(path)] == [row[:2] for row in rows]


def test_blimp_is_read_by_its_uid(tmp_path: Path) -> None:
    row = {"sentence_good": "a", "sentence_bad": "b", "UID": "island", "field": "syntax"}
    path = write_lines(tmp_path, row | {"pairID": "7"}, row | {"UID": "npi"}, name="blimp.jsonl")
    first, second = read_pairs(path)
    assert (first.id, first.phenomenon, first.source) == ("island-7", "island", "blimp.jsonl")
    assert (second.id, second.phenomenon) == ("npi-2", "npi")


def test_multiblimp_is_read_by_language_and_phenomenon(tmp_path: Path) -> None:
    header = ("sen", "verb", "wrong_sen", "phenomenon", "lang")
    path = write_tsv(tmp_path / "x.TSV", [header, ("a", "v", "b", "SV-P", "eng")])
    (pair,) = read_pairs(path)
    assert pair.language == "en"
    assert (pair.phenomenon, pair.good, pair.bad) == ("SV-P", "a", "b")


def test_byte_order_mark_and_windows_line_ends_are_accepted(tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(OWN).encode() + b"\r\n\r\n")
    assert len(read_pairs(path)) == 1


def test_a_line_separator_inside_a_sentence_ends_no_line(tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    path.write_text(json.dumps(OWN | {"good": "a\u2028b"}, ensure_ascii=False), encoding="utf-8")
    assert read_pairs(path)[0].good == "a\u2028b"


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([OWN, '{"id": '], ", line 2 is not JSON (Expecting value at column 8). Write one JSON"),
        ([OWN, "[1]"], ", line 2 is not a JSON object."),
        ([{"id": "1", "good": "a"}], ", line 1 has the fields id, good; missing: bad. Use one"),
        ([{"sentence_good": "a"}], ", line 1 has the fields sentence_good; missing: sentence_bad."),
        ([OWN, {"id": "2", "good": "a"}], ", line 2 has the fields id, good; missing: bad. Use"),
        ([{"good": "a", "bad": "b", "phenomenom": "p"}], ", line 1 has the field phenomenom. Did"),
        ([{}], ", line 1 has the fields (none)."),
        ([OWN | {"bad": "a b"}], " has only pairs of two equal sentences."),
        ([OWN, {"sentence_good": "a", "sentence_bad": "b", "UID": "u"}], ", line 2 has the fields"),
        ([OWN | {"good": " "}], ", line 1: good is empty or not a string."),
        ([OWN | {"bad": None}], ", line 1: bad is empty or not a string."),
        ([OWN | {"id": 3}], ", line 1: id is empty or not a string."),
        (
            [OWN | {"good": "\ud83d"}],
            ", line 1 contains a lone surrogate, which is not a character.",
        ),
        ([OWN | {"tags": ["x"]}], ", line 1: tags must be an object of strings."),
        ([OWN | {"tags": {"x": 1}}], ", line 1: tags must be an object of strings."),
        ([OWN | {"language": 1}], ", line 1: language is empty or not a string."),
        ([OWN | {"lemmas": "x"}], ", line 1: lemmas must be a list of strings."),
        ([OWN, "", OWN], " has two pairs with the id 1. Rename one of them."),
        ([""], " has no pairs. Give a file with at least one pair."),
    ],
)
def test_invalid_file_gives_error(tmp_path: Path, rows: list[object], message: str) -> None:
    assert refusal(write_lines(tmp_path, *rows)).startswith(message)


def test_missing_file_gives_error(tmp_path: Path) -> None:
    assert refusal(tmp_path / "x.jsonl") == " does not exist. Check the path of the file."


def test_folder_given_as_file_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path).endswith(" is a folder. Give a file.")


def test_wrong_encoding_gives_error(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes("é".encode("latin-1"))
    assert refusal(path) == " is not UTF-8 at byte 0 (line 1). Save the file as UTF-8."


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("sen\twrong_sen\tphenomenon\tlang\na\tb\tSV\n", ", line 2 does not have the columns"),
        (
            "sen\twrong_sen\tphenomenon\tlang\na\tb\tSV\te\tx\n",
            ", line 2 does not have the columns",
        ),
        ('sen\twrong_sen\tphenomenon\tlang\na\t"b\tSV\te\n', ", line 2 is not TSV with"),
        ("sen\twrong_sen\tphenomenon\tlang\n", " has no pairs."),
        ("a\tb\nc\td\n", ", line 2 has the fields a, b."),
        ("", " has no pairs."),
    ],
)
def test_invalid_tsv_gives_error(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "x.tsv"
    path.write_text(content, encoding="utf-8")
    assert refusal(path).startswith(message)


def test_public_files_are_read_completely(shared_data: Path) -> None:
    sizes = {
        "blimp/wh_island.jsonl": 1000,
        "multiblimp/eng.tsv": 770,
        "multiblimp/hin_gender_100.jsonl": 100,
    }
    assert {name: len(read_pairs(shared_data / name)) for name in sizes} == sizes


@pytest.mark.parametrize(
    ("name", "rows"),
    [("passive_1", [324, 810]), ("principle_A_case_2", [105, 287, 372, 816, 967])],
)
def test_all_equal_sentences_of_public_files_are_found(
    shared_data: Path, name: str, rows: list[int]
) -> None:
    *_, case = minimal_pair_cases([shared_data / "blimp" / f"{name}.jsonl"])
    assert [pair.id for pair in case.left_out] == [f"{name}-{row}" for row in rows]
    assert len(case.pairs) == 1000 - len(rows)


def test_pairs_need_two_sentences_only(tmp_path: Path) -> None:
    rows = [{"good": "a b", "bad": "b a"}, {"good": "c d", "bad": "d c", "language": "mr"}]
    found = read_pairs(write_lines(tmp_path, *rows, name="word order.jsonl"))
    assert [(pair.id, pair.phenomenon) for pair in found] == [
        ("word order-1", "word_order"),
        ("word order-2", "word_order"),
    ]
    assert found[1].language == "mr"


def test_all_bad_lines_are_told_at_once(tmp_path: Path) -> None:
    rows = [
        OWN,
        '{"id": ',
        {"id": "2", "good": "a"},
        OWN | {"good": " "},
        OWN | {"good": ""},
        "[1]",
    ]
    told = refusal(write_lines(tmp_path, *rows))
    assert told.startswith(" has 5 bad lines. line 2: is not JSON")
    for fact in ("line 3: has the fields id, good; missing: bad;",
                 "line 4, 5: good is empty or not a string;",
                 "line 6: is not a JSON object. Correct them."):  # fmt: skip
        assert fact in told
    many = refusal(write_lines(tmp_path, OWN, *["[1]"] * 30))
    assert "has 30 bad lines. line 2, 3, " in many
    assert many.endswith("21: is not a JSON object; and 10 more. Correct them.")


@pytest.mark.parametrize("stream", [True, False])
def test_folder_of_save_to_disk_is_read(tmp_path: Path, stream: bool) -> None:
    folder = tmp_path / "agreement"
    (folder / "train").mkdir(parents=True)
    (folder / "dataset_dict.json").write_text('{"splits": ["train"]}', encoding="utf-8")
    for name in ("state.json", "dataset_info.json"):
        (folder / "train" / name).write_text("{}", encoding="utf-8")
    table = pyarrow.table({"good": ["a b", "c d"], "bad": ["b a", "d c"]})
    sink = pyarrow.OSFile(str(folder / "train" / "data-00000-of-00001.arrow"), "wb")
    opened = pyarrow.ipc.new_stream if stream else pyarrow.ipc.new_file
    with sink, opened(sink, table.schema) as writer:
        writer.write_table(table)
    found = read_pair_folder(folder)
    assert [(pair.good, pair.bad) for pair in found.pairs] == [("a b", "b a"), ("c d", "d c")]
    assert found.note == ""


def test_file_that_is_not_arrow_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.arrow"
    path.write_bytes(b"no table")
    assert refusal(path).startswith(" cannot be read as Arrow (")
