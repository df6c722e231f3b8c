"""The rules find every wrong sentence of earlier sets for which a reader found a right reading."""

from __future__ import annotations

import pytest

from authoring.sanskrit.grammar.categories import CELLS, Case, Cell, Gender, Number
from kasauti.data.sanskrit.records import VERB_CONJUGATION, read_contrast_sets

pytest.importorskip("vidyut", reason="checking forms needs vidyut")

from authoring.sanskrit.grammar.lexicon import adverbials, nouns, postpositions
from authoring.sanskrit.sets.context import Seat
from authoring.sanskrit.sets.frames import Frame, frames
from authoring.sanskrit.sets.sandhi_pairs import candidates

NOUNS = {noun.stem: noun for noun in nouns() if "homonym" not in noun.kinds}
SINGULAR, DUAL, PLURAL = Number


def excludes(stem: str, template: str, right: Cell, wrong: str) -> bool:
    """True if the rules call a form wrong where the frame itself would exclude all other cells."""
    others = frozenset(CELLS) - {right}
    frame = Frame("old", frozenset(), frozenset(Gender), (right,), others, (template,), "")
    return Seat(NOUNS[stem], frame, template, right).excludes(wrong)


@pytest.mark.parametrize(
    ("stem", "template", "number", "wrong"),
    [
        # "By the interior of a wish", "of a bride", …
        ("इच्छा", "वयम् {noun} अन्तरेण न {1p:जीव्}", SINGULAR, "इच्छायाः"),
        ("वधू", "यूयम् {noun} अपि अन्तरेण {2p:वस्}", SINGULAR, "वध्वाः"),
        ("भगिनी", "त्वम् {noun} अन्तरेण {2s:हृष्}", SINGULAR, "भगिन्याः"),
        ("प्रजा", "त्वम् {noun} अन्तरेण न {2s:तुष्}", SINGULAR, "प्रजायाः"),
        ("कन्या", "वयम् {noun} अपि अन्तरेण {1p:वस्}", SINGULAR, "कन्यायाः"),
        # "O Droṇa, meanwhile …", "you, a holy man", "you poets", "other than …".
        ("द्रोण", "वयम् {noun} अन्तरेण {1p:जीव्}", SINGULAR, "द्रोण"),
        ("साधु", "त्वम् {noun} अन्तरेण {2s:हृष्}", SINGULAR, "साधुः"),
        ("कवि", "यूयम् {noun} अन्तरेण {2p:जीव्}", PLURAL, "कवयः"),
        ("शिशु", "वयम् {noun} अपि अन्तरेण {1p:वस्}", PLURAL, "शिशुभ्यः"),
        # "We sages do not live in truth."
        ("मुनि", "वयम् {noun} ऋते न {1p:जीव्}", PLURAL, "मुनयः"),
    ],
)
def test_beside_a_case_of_a_noun_nothing_is_left_over(
    stem: str, template: str, number: Number, wrong: str
) -> None:
    right = Cell(Case.ACCUSATIVE, number)
    assert not excludes(stem, template, right, wrong)
    for other in ("अन्तरेण", "ऋते"):
        template = template.replace(other, "विना")
    assert excludes(stem, template, right, wrong)


@pytest.mark.parametrize(
    ("stem", "template", "right", "wrong"),
    [
        ("काम", "वयम् {noun} अद्य {1p:विरम्}", Cell(Case.ABLATIVE, SINGULAR), "कामम्"),
        ("देश", "वयम् {noun} एव {1p:वस्}", Cell(Case.LOCATIVE, DUAL), "देशौ"),
    ],
)
def test_an_accusative_that_stands_by_itself_is_not_wrong(
    stem: str, template: str, right: Cell, wrong: str
) -> None:
    assert wrong in adverbials()
    assert not excludes(stem, template, right, wrong)


def test_no_frame_needs_a_noun_beside_a_case_of_a_noun() -> None:
    assert {"अन्तरेण", "ऋते", "कृते", "समीपे"} <= postpositions()
    for frame in frames():
        for template in frame.templates:
            if not postpositions().isdisjoint(template.split()):
                assert {cell.case for cell in frame.wrong} == {Case.ACCUSATIVE}, template


def test_no_honorific_is_a_participle_or_a_vocative() -> None:
    # "Being so, (we) sleep now"; "ladies, (you) will obtain a jewel".
    honorifics = {
        record.grammatical.split()[0].replace("ं", "म्")
        for record in read_contrast_sets(VERB_CONJUGATION)
        if (record.metadata["frame"], record.metadata["person"]) == ("honorific", "3")
    }
    assert honorifics == {"भवान्", "भवती"}


def test_no_subject_of_two_is_in_apposition_to_one_left_out() -> None:
    # "(I), the pupil, and you perish", but not "(I), my pupil, and you".
    found = [
        record.grammatical
        for record in read_contrast_sets(VERB_CONJUGATION)
        if record.metadata["frame"] == "coordination"
    ]
    assert found
    assert all(sentence.startswith("मम ") for sentence in found)


def test_no_wrong_join_swallows_the_vowel_of_a_prefix() -> None:
    # बालिकेपविशति is बालिके + अपविशति.
    wrong = [text for candidate in candidates() for text in candidate.wrong]
    assert any(text.endswith("upaviSati") for text in wrong)
    assert not any(text.endswith(("epaviSati", "opaviSati")) for text in wrong)
