"""Pair files: the three formats, what is refused, and the cases made of them."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kasauti.data.lint.pairs import lint_pairs
from kasauti.data.pairs import Pair, by_phenomenon, read_pairs, write_pairs
from kasauti.fixtures.suites.pairs.cases import minimal_pair_cases, packs_of
from kasauti.fixtures.suites.sanskrit.cases import isolated_cases, sanskrit_cases
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
def test_what_is_written_is_read(
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
def test_multiblimp_cells_come_through(tmp_path: Path, cells: list[str]) -> None:
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


def test_a_byte_order_mark_and_windows_line_ends_are_taken(tmp_path: Path) -> None:
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
        ([{"id": "1", "good": "a"}], ", line 1 has the fields id, good. Use one of the known"),
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
def test_what_a_file_gets_wrong_is_told(tmp_path: Path, rows: list[object], message: str) -> None:
    assert refusal(write_lines(tmp_path, *rows)).startswith(message)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    assert refusal(tmp_path / "x.jsonl") == " does not exist. Check the path of the file."


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert refusal(tmp_path).endswith(" is a folder. Give a file.")


def test_another_encoding_is_told(tmp_path: Path) -> None:
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
def test_what_a_tsv_gets_wrong_is_told(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "x.tsv"
    path.write_text(content, encoding="utf-8")
    assert refusal(path).startswith(message)


def test_phenomena_keep_their_order() -> None:
    names = ["b", "a", "b"]
    pairs = [Pair(id=str(i), phenomenon=p, good="x", bad="y") for i, p in enumerate(names)]
    groups = by_phenomenon(pairs)
    assert {name: [pair.id for pair in group] for name, group in groups.items()} == {
        "b": ["0", "2"],
        "a": ["1"],
    }
    assert list(groups) == ["b", "a"]


def test_cases_of_a_file_bear_its_name_and_digest(tmp_path: Path) -> None:
    path = write_lines(tmp_path, OWN, OWN | {"id": "2", "phenomenon": "q/r"})
    shipped = minimal_pair_cases()
    cases = minimal_pair_cases([path])
    assert cases[: len(shipped)] == shipped
    assert [str(case.id) for case in cases[len(shipped) :]] == [
        "multiblimp/own/p",
        "multiblimp/own/q/r",
    ]
    before = cases[-1].pack
    write_lines(tmp_path, OWN | {"good": "other"})
    after = minimal_pair_cases([path])[-1].pack
    assert before != after
    assert before.startswith("own@")


@pytest.mark.parametrize(
    ("row", "language"),
    [
        (OWN, None),
        (OWN | {"language": "mr"}, "mr"),
        ({"sentence_good": "a", "sentence_bad": "b", "UID": "u"}, None),
        ({"sentence_good": "a", "sentence_bad": "b", "UID": "u", "linguistics_term": "t"}, "en"),
        ({"sentence_good": "a", "sentence_bad": "b", "UID": "u", "lang": "hin"}, "hi"),
        ({"sen": "a", "wrong_sen": "b", "phenomenon": "SV", "lang": "urd"}, "ur"),
        ({"sen": "a", "wrong_sen": "b", "phenomenon": "SV", "lang": "grc"}, "grc"),
    ],
)
def test_a_case_is_in_the_language_that_its_file_tells(
    tmp_path: Path, row: dict[str, str], language: str | None
) -> None:
    case = minimal_pair_cases([write_lines(tmp_path, row)])[-1]
    assert case.language == language
    assert {pair.language for pair in case.pairs} == {language}


def test_a_case_of_several_languages_has_none(tmp_path: Path) -> None:
    path = write_lines(tmp_path, OWN | {"language": "mr"}, OWN | {"id": "2", "language": "hi"})
    assert minimal_pair_cases([path])[-1].language is None


def test_shipped_pairs_are_hindi_and_sanskrit() -> None:
    assert {case.language for case in minimal_pair_cases(pairs_set="full")} == {"hi"}
    assert {case.language for case in [*sanskrit_cases(), *isolated_cases()]} == {"sa"}


def test_documented_pairs_are_apart_from_those_that_count(tmp_path: Path) -> None:
    shown = OWN | {"id": "2", "tags": {"status": "documented"}}
    case = minimal_pair_cases([write_lines(tmp_path, OWN, shown)])[-1]

    assert [pair.id for pair in case.documented.pairs] == ["2"]
    assert len(case.gated.pairs) == 1
    assert len(case.sentences()) == 4


def test_a_phenomenon_of_documented_pairs_alone_is_refused(tmp_path: Path) -> None:
    path = write_lines(tmp_path, OWN | {"tags": {"status": "documented"}})
    with pytest.raises(KasautiError, match="only documented pairs"):
        minimal_pair_cases([path])


def test_two_files_of_one_name_are_refused(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    files = [write_lines(tmp_path, OWN), write_lines(tmp_path / "other", OWN)]
    with pytest.raises(KasautiError, match="Two pairs files are called own. Rename one of them."):
        minimal_pair_cases(files)


@pytest.mark.parametrize("name", ["overall", "a/overall"])
def test_a_phenomenon_may_not_take_the_name_of_the_total(tmp_path: Path, name: str) -> None:
    path = write_lines(tmp_path, OWN | {"phenomenon": name})
    with pytest.raises(KasautiError, match="has a phenomenon called overall. Rename it."):
        minimal_pair_cases([path])


def test_pairs_of_two_equal_sentences_are_left_out_and_kept_for_the_linter(tmp_path: Path) -> None:
    equal = [OWN | {"id": str(number), "bad": "a b"} for number in (2, 4)]
    alone = OWN | {"id": "5", "phenomenon": "q", "bad": "a b"}
    path = write_lines(tmp_path, OWN, equal[0], OWN | {"id": "3"}, equal[1], alone)
    *_, case = minimal_pair_cases([path])
    assert str(case.id) == "multiblimp/own/p"
    assert [pair.id for pair in case.pairs] == ["1", "3"]
    # The one phenomenon without any other pair is told with the first.
    assert [pair.id for pair in case.left_out] == ["2", "4", "5"]
    (pack,) = packs_of([case])
    found = [finding.where for finding in lint_pairs(pack.pairs) if finding.rule == "identical"]
    assert found == ["2", "4", "5"]


def test_a_phenomenon_in_several_languages_is_one_in_each(tmp_path: Path) -> None:
    header = ("sen", "wrong_sen", "phenomenon", "lang")
    rows = [("a", "b", "SV-#", "hin"), ("c", "d", "SV-#", "urd"), ("e", "f", "SV-#", "hin")]
    path = write_tsv(tmp_path / "mixed.tsv", [header, *rows])
    cases = minimal_pair_cases([path])[-2:]
    assert [(str(case.id), case.language, len(case.pairs)) for case in cases] == [
        ("multiblimp/mixed/hin/SV-#", "hi", 2),
        ("multiblimp/mixed/urd/SV-#", "ur", 1),
    ]
    assert {case.id.phenomenon for case in cases} == {"SV-#"}


@pytest.mark.parametrize(
    ("row", "convention"),
    [
        (OWN, ""),
        ({"sentence_good": "a", "sentence_bad": "b", "UID": "u"}, "logprob"),
        ({"sen": "a", "wrong_sen": "b", "phenomenon": "SV", "lang": "urd"}, "logprob"),
    ],
)
def test_a_published_format_brings_the_convention_of_its_paper(
    tmp_path: Path, row: dict[str, str], convention: str
) -> None:
    *shipped, case = minimal_pair_cases([write_lines(tmp_path, row)])
    assert case.convention == convention
    assert {each.convention for each in shipped} == {""}


def test_public_files_are_read_whole(shared_data: Path) -> None:
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
