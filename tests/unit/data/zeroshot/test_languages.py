"""Zero-shot data in any language: the codes of published files, and Belebele."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kasauti.data.zeroshot.items import ChoiceItem
from kasauti.data.zeroshot.languages import TABLES, known_language, language
from kasauti.data.zeroshot.prompts import translation_prompt
from kasauti.fixtures.suites.zeroshot.cases import ZeroshotCase, ZeroshotOptions, zeroshot_cases
from kasauti.inputs.errors import KasautiError
from kasauti.text.languages import languages

CODES = [code for codes in TABLES["languages"].values() for code in codes.split()]


def cases(*data: Path, **options: Any) -> dict[str, ZeroshotCase]:
    chosen = ZeroshotOptions(data=tuple(map(str, data)), **options)
    return {case.name: case for case in zeroshot_cases(chosen)}


def belebele(**changes: object) -> dict[str, object]:
    row: dict[str, object] = {
        "link": "https://en.wikibooks.org/wiki/Bread",
        "question_number": 1,
        "flores_passage": "Bread is made of flour. Rolls too.",
        "question": "What is bread made of?",
        **{f"mc_answer{number}": text for number, text in enumerate(("ash", "flour", "c", "d"), 1)},
        "correct_answer_num": "2",
        "dialect": "eng_Latn",
        "ds": "2023-05-03",
    }
    return row | changes


def write(path: Path, *rows: dict[str, object]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_flores_languages_have_names_and_unique_codes() -> None:
    assert len(CODES) == 196  # and eight of them in a second script: FLORES-200's 204
    assert set(CODES) <= set(languages())
    assert len({language(code).code for code in CODES}) == len(CODES)


@pytest.mark.parametrize(
    ("given", "code", "name", "script"),
    [
        ("hin_Deva", "hi", "Hindi", "Devanagari"),
        ("hin", "hi", "Hindi", "Devanagari"),
        ("hin_Latn", "hi_Latn", "Hindi", "Latin"),
        ("zho_Hant", "zh_Hant", "Chinese", "Traditional Han"),
        ("mai", "mai", "Maithili", "Devanagari"),
        ("arb-Arab", "ar", "Arabic", "Arabic"),
        ("sat_Olck", "sat", "Santali", "Ol Chiki"),
        ("kas_Deva", "ks_Deva", "Kashmiri", "Devanagari"),
        ("lat_Latn", "la_Latn", "Latin", "Latin"),  # not in FLORES-200
    ],
)
def test_a_language_is_known_by_the_codes_of_published_files(
    given: str, code: str, name: str, script: str
) -> None:
    found = language(given)
    assert (found.code, found.name, found.script) == (code, name, script)
    assert language(found.code) == found


@pytest.mark.parametrize("given", ["xyz", "topic", "hi_Xxxx", "", "h", "hi_Deva_x"])
def test_unknown_language_is_none(given: str) -> None:
    assert known_language(given) is None


def test_a_language_in_two_scripts_has_cases_of_both(tmp_path: Path) -> None:
    for code in ("eng_Latn", "mai_Deva", "hin_Latn", "hin_Deva"):
        (tmp_path / f"{code}.devtest").write_text("one\ntwo\n", encoding="utf-8")
    found = cases(tmp_path)
    assert set(found) == {
        *("translation/en-hi", "translation/hi-en", "translation/en-mai", "translation/mai-en"),
        *("translation/en-hi_Latn", "translation/hi_Latn-en"),
    }
    case = found["translation/hi_Latn-en"]
    assert (case.source_language, case.language) == ("hi-Latn", "en")
    prompt = translation_prompt("one", found["translation/en-hi_Latn"].target)
    assert "to the Hindi language; use the Latin script" in prompt


def test_indonesian_and_scripts_in_our_own_form(tmp_path: Path) -> None:
    row: dict[str, object] = {
        "id": "1",
        "topic": "sports",
        "ind": "bola",
        "hin_Latn": "khel",
        "yue": "球",
    }
    write(tmp_path / "classification.jsonl", row)
    found = cases(tmp_path)
    assert {name: case.items[0].id for name, case in found.items()} == dict.fromkeys(
        ("classification/id", "classification/hi_Latn", "classification/yue"), "1"
    )


def test_belebele_as_it_is_published(tmp_path: Path) -> None:
    rows = [
        belebele(),
        belebele(question_number=2, correct_answer_num=4),
        belebele(flores_passage="Another passage of that page."),
    ]
    write(tmp_path / "Belebele" / "eng_Latn.jsonl", *rows)
    write(tmp_path / "Belebele" / "hin_Latn.jsonl", *rows)
    found = cases(tmp_path)
    assert tuple(found) == ("belebele/en", "belebele/hi_Latn")
    items = [item for item in found["belebele/en"].items if isinstance(item, ChoiceItem)]
    assert [(item.choices[item.answer], item.id.rpartition("/")[2]) for item in items] == [
        ("flour", "Bread 1"),
        ("d", "Bread 2"),
        ("flour", "Bread 1 (2)"),
    ]
    question = found["belebele/en"].questions[0]
    assert (
        "\n\nBread is made of flour. Rolls too.\n\nWhat is bread made of?\nA. " in question.prompt
    )
    assert question.choices[question.labels.index(question.right)] == "flour"
    assert found["belebele/en"].pack.startswith("belebele@")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"correct_answer_num": "5"}, "line 1 has the correct_answer_num 5. Give 1 to 4"),
        ({"correct_answer_num": None}, "has the correct_answer_num None"),
        ({"mc_answer3": ""}, "has no mc_answer3"),
        ({"flores_passage": 3}, "has no flores_passage"),
    ],
)
def test_broken_belebele_row_gives_error(
    tmp_path: Path, changes: dict[str, object], message: str
) -> None:
    write(tmp_path / "eng_Latn.jsonl", belebele(**changes))
    with pytest.raises(KasautiError, match=message):
        cases(tmp_path)


def test_shipped_passages_balance_answer_positions() -> None:
    found = cases(tasks=("belebele",))
    for case in found.values():
        items = [item for item in case.items if isinstance(item, ChoiceItem)]
        assert [item.answer for item in items].count(0) == 3
        assert all(len(set(item.choices)) == 4 and item.passage for item in items)
        longest = [max(map(len, item.choices)) == len(item.choices[item.answer]) for item in items]
        assert sum(longest) <= 5
