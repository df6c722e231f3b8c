"""English beside the shipped pairs."""

from __future__ import annotations

import pytest

from authoring.pair_files import write_pairs
from kasauti.data.pairs import read_pairs
from kasauti.data.pairs.translations import translations
from kasauti.data.sanskrit.records import SENTENCES, WORD_GLOSSES, ContrastSet, read_contrast_sets
from kasauti.fixtures.suites.pairs.cases import (
    HINDI_WORD_GLOSSES,
    isolated_cases,
    minimal_pair_cases,
    sanskrit_cases,
)


def test_every_pair_written_by_hand_has_a_translation() -> None:
    pairs = [pair for case in minimal_pair_cases() for pair in case.pairs]
    assert [pair.id for pair in pairs if not pair.translation] == []
    assert len({pair.translation for pair in pairs}) > 0.95 * len(pairs)


def test_translations_match_their_pairs() -> None:
    pairs = {pair.good: pair.translation for case in minimal_pair_cases() for pair in case.pairs}
    assert pairs["इस घर में पाँच कमरे हैं।"] == "There are five rooms in this house."
    assert pairs["हमें घर का ताला टूटा हुआ मिला।"] == "We found the lock of the house broken."


def test_every_generated_pair_is_glossed_word_by_word() -> None:
    pairs = [pair for case in minimal_pair_cases(pairs_set="extended") for pair in case.pairs]
    assert len(pairs) > 8000
    for pair in pairs:
        if pair.id.startswith("hi-core"):
            assert "word by word" not in pair.translation
        else:
            words = pair.translation.removeprefix("word by word: ").split(" · ")
            assert len(words) == len(pair.good.split()), pair.id


def test_every_word_of_the_glosses_occurs_and_is_in_english() -> None:
    glosses = translations(HINDI_WORD_GLOSSES)
    cases = minimal_pair_cases(pairs_set="extended")
    words = {
        word.strip("।,?!") for case in cases for s in case.good_sentences() for word in s.split()
    }
    assert glosses.keys() <= words
    assert [
        word for word, gloss in glosses.items() if not gloss.strip() or not gloss.isascii()
    ] == []


def test_every_sanskrit_sentence_is_glossed_word_by_word() -> None:
    for case in sanskrit_cases():
        for pair in case.pairs:
            words = pair.translation.removeprefix("word by word: ").split(" · ")
            # Words that sandhi joins are written as one.
            joined = case.name == "external_sandhi"
            assert len(words) in ({2, 3} if joined else {len(pair.good.split())}), pair.id


def test_bare_forms_are_glossed() -> None:
    glosses = {pair.gloss for case in isolated_cases() for pair in case.pairs}
    assert "ablative singular, not vocative singular" in glosses


@pytest.fixture(scope="module")
def records() -> dict[str, ContrastSet]:
    return {record.id: record for path in SENTENCES for record in read_contrast_sets(path)}


def test_glosses_match_lexicon(records: dict[str, ContrastSet]) -> None:
    pytest.importorskip("vidyut")
    from authoring.sanskrit.word_glosses import word_glosses

    assert dict(word_glosses(records.values())) == translations(WORD_GLOSSES)


@pytest.mark.parametrize(
    ("sentence", "gloss"),
    [
        (
            "त्वं जामातरं विना न हृष्यसि।",
            "you · son-in-law (accusative singular) · without · not · "
            "be glad (2nd person singular)",
        ),
        (
            "दुहितरौ एव अतुष्यताम्।",
            "daughter (nominative dual) · just · be content (imperfect, 3rd person dual)",
        ),
        ("कविस्तिष्ठति।", "poet (nominative singular) · stand (3rd person singular)"),
        (
            "जनकान् प्रति वयं शनैः गच्छामः।",
            "father (accusative plural) · towards · we · slowly · go (1st person plural)",
        ),
    ],
)
def test_a_gloss_by_hand(records: dict[str, ContrastSet], sentence: str, gloss: str) -> None:
    (record,) = (each for each in records.values() if each.grammatical == sentence)
    assert translations(WORD_GLOSSES)[record.id] == f"word by word: {gloss}"


def test_custom_file_can_have_translations(tmp_path) -> None:
    path = tmp_path / "own.jsonl"
    pair = minimal_pair_cases()[0].pairs[0]
    write_pairs(path, [pair])
    assert read_pairs(path)[0].translation == pair.translation
