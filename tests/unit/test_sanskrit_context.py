"""Every wrong form in context is wrong in every reading; and how sentences are written."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasauti.data.sanskrit.grammar import CELLS, Case, Cell, Gender, Number, prose
from kasauti.data.sanskrit.records import (
    GENDER_AGREEMENT,
    IN_CONTEXT,
    VERB_CONJUGATION,
    ContrastSet,
    read_contrast_sets,
)
from kasauti.data.sanskrit.sampling import spread

pytest.importorskip("vidyut", reason="checking forms needs vidyut")

from kasauti.data.sanskrit.context import is_wrong_in_every_reading
from kasauti.data.sanskrit.frames import Frame, frames
from kasauti.data.sanskrit.lexicon import forms_in_gender, in_gender, nouns, readings, verbs
from kasauti.data.sanskrit.panini import conjugate, decline

FRAMES = {frame.name: frame for frame in frames()}
AGREEING = [
    *("एतद्", "इदम्", "तद्", "सुप्त", "श्रान्त", "तुष्ट", "नष्ट", "शोभित"),
    *("कृश", "स्थूल", "वृद्ध", "दुर्बल", "बलिष्ठ", "विस्तीर्ण", "रमणीय", "नव", "शून्य"),
]
WORDS = st.sampled_from(["अहम्", "रामः", "वनम्", "अत्र", "गच्छति", "इच्छति", "फलम्"])


@pytest.fixture(scope="module")
def in_context() -> list[ContrastSet]:
    return read_contrast_sets(IN_CONTEXT)


def right_cell(record: ContrastSet) -> Cell:
    return Cell(Case(record.metadata["case"]), Number(record.metadata["number"]))


def test_the_right_form_is_right_and_the_wrong_form_is_none_of_its_variants(
    in_context: list[ContrastSet],
) -> None:
    for record in in_context:
        gender = Gender(record.metadata["gender"])
        licensed = decline(record.stem, gender, right_cell(record))
        assert record.metadata["form"] == licensed[0], record.id
        assert record.metadata["wrong_form"] not in licensed, record.id


def test_the_wrong_form_is_licensed_in_no_reading_of_any_noun(
    in_context: list[ContrastSet],
) -> None:
    for record in in_context:
        frame, right = FRAMES[record.metadata["frame"]], right_cell(record)
        excluded = frame.excluded(right)
        assert readings(record.metadata["wrong_form"]) <= excluded, record.id
        for noun in nouns():
            for cell in CELLS:
                if record.metadata["wrong_form"] in decline(noun.stem, noun.gender, cell):
                    assert cell in excluded, (record.id, noun.stem, cell)


@pytest.mark.parametrize("frame", frames(), ids=lambda frame: frame.name)
def test_only_a_particle_keeps_a_wrong_form_from_being_a_vocative(frame: Frame) -> None:
    if all("{noun} एव" in template for template in frame.templates):
        return
    licensed = {right.case for right, _ in frame.swaps}
    if Case.VOCATIVE not in licensed:
        excluded = {cell.case for right, _ in frame.swaps for cell in frame.excluded(right)}
        assert Case.VOCATIVE not in excluded


@pytest.mark.parametrize("frame", frames(), ids=lambda frame: frame.name)
def test_no_verb_takes_an_accusative_that_is_to_be_wrong(frame: Frame) -> None:
    cases = {cell.case for right, _ in frame.swaps for cell in frame.excluded(right)}
    if Case.ACCUSATIVE not in cases:
        return
    for template in frame.templates:
        for word in template.split():
            if ":" in word:
                assert not verbs()[word.strip("{}").split(":")[1]].takes_accusative
            # Dancing, sitting down, roaming, falling: "enact", "occupy", "roam through" …
            assert not word.startswith(("नृत्य", "उपविश", "भ्रम", "पत", "हीन")), template


def test_fear_is_contrasted_only_with_the_nominative() -> None:
    cells = {wrong for _, wrong in FRAMES["bhi"].swaps} | FRAMES["bhi"].impossible
    assert cells == {Cell(Case.NOMINATIVE, Number.SINGULAR)}


def test_only_many_live_all_round_a_place(in_context: list[ContrastSet]) -> None:
    around = {"परितः", "सर्वतः", "अभितः"}
    found = [record for record in in_context if around & set(record.context.split())]
    assert found
    assert all(record.context.startswith(("वयम्", "वयं", "यूयम्", "यूयं")) for record in found)


def test_no_right_form_is_first_read_as_a_locative(in_context: list[ContrastSet]) -> None:
    for record in in_context:
        neuter_dual = (record.metadata["gender"], record.metadata["number"]) == ("neuter", "dual")
        direct = record.metadata["case"] in ("nominative", "accusative", "vocative")
        assert not (neuter_dual and direct), record.id


def test_no_frame_excludes_what_it_licenses() -> None:
    for frame in frames():
        for right, _ in frame.swaps:
            assert right not in frame.excluded(right), frame.name


def test_a_syncretic_form_is_not_taken_for_wrong() -> None:
    subject, near = FRAMES["subject_number"], FRAMES["samipe"]
    singular = Cell(Case.NOMINATIVE, Number.SINGULAR)
    assert is_wrong_in_every_reading(subject, singular, "बालकाः")
    # योगिनः is "yogins", but also "of the yogin"; मातुः is the genitive itself.
    assert not is_wrong_in_every_reading(subject, singular, "योगिनः")
    assert not is_wrong_in_every_reading(near, Cell(Case.GENITIVE, Number.SINGULAR), "नद्याः")


@pytest.mark.parametrize("frame", frames(), ids=lambda frame: frame.name)
def test_every_frame_is_used(frame: Frame, in_context: list[ContrastSet]) -> None:
    used = [record for record in in_context if record.metadata["frame"] == frame.name]
    assert len(used) >= 20
    assert {record.context for record in used if "___" not in record.context} == set()


def test_wrong_genders_do_not_agree() -> None:
    for record in read_contrast_sets(GENDER_AGREEMENT):
        meta = record.metadata
        assert meta["gender"] != meta["incorrect_gender"]
        # A neuter singular could be an adverb.
        assert (meta["incorrect_gender"], meta["number"]) != ("neuter", "singular")


def test_a_wrong_gender_is_no_other_gender_of_the_noun() -> None:
    # ताः भिक्षवः is "those (women) who beg"; इमं बलम् is "this Bala".
    for record in read_contrast_sets(GENDER_AGREEMENT):
        meta = record.metadata
        cell = Cell(Case(meta["case"]), Number(meta["number"]))
        form = decline(record.stem, Gender(meta["gender"]), cell)[0]
        [stem] = [
            stem
            for stem in AGREEING
            if meta["form"] in forms_in_gender(stem, Gender(meta["gender"]), cell)
        ]
        for gender in Gender:
            if meta["wrong_form"] in forms_in_gender(stem, gender, cell):
                assert form not in forms_in_gender(record.stem, gender, cell), record.id


def test_no_adjective_is_a_name_of_a_place() -> None:
    for record in read_contrast_sets(GENDER_AGREEMENT):
        assert "विशाल" not in record.grammatical


@pytest.mark.parametrize(
    ("stem", "gender", "other"),
    [
        ("कृश", Gender.FEMININE, "कृशा"),
        ("कन्या", Gender.MASCULINE, "कन्य"),
        ("भिक्षु", Gender.FEMININE, "भिक्षु"),
        ("तद्", Gender.FEMININE, "तद्"),
        ("योगिन्", Gender.FEMININE, None),
        ("नदी", Gender.MASCULINE, None),
    ],
)
def test_stems_in_another_gender(stem: str, gender: Gender, other: str | None) -> None:
    assert in_gender(stem, gender) == other


def test_what_could_be_an_accusative_stands_only_where_none_is_taken() -> None:
    for record in read_contrast_sets(VERB_CONJUGATION):
        subject = record.grammatical.split()[0]
        if record.metadata["frame"] in ("noun", "coordination") or subject in ("आवां", "युवां"):
            assert not verbs()[record.stem].takes_accusative, record.id


def test_a_verb_that_needs_an_object_has_one() -> None:
    verb = verbs()
    assert verb["लभ्"].words
    assert verb["पत्"].takes_accusative
    assert not verb["पत्"].words
    for record in read_contrast_sets(VERB_CONJUGATION):
        sentence = record.grammatical.replace("ं", "म्").split()
        assert set(verb[record.stem].words) <= set(sentence), record.id


def test_a_subject_has_one_number() -> None:
    for record in read_contrast_sets(VERB_CONJUGATION):
        if record.metadata["frame"] == "noun":
            cells = readings(record.grammatical.split()[0])
            numbers = {cell.number for cell in cells if cell.case is Case.NOMINATIVE}
            assert numbers == {record.metadata["number"]}, record.id


def test_wrong_verbs_are_no_variant_of_the_right_one() -> None:
    for record in read_contrast_sets(VERB_CONJUGATION):
        meta = record.metadata
        variants = conjugate(
            verbs()[record.stem].root, meta["tense"], int(meta["person"]), Number(meta["number"])
        )
        assert meta["form"] == variants[0]
        assert meta["wrong_form"] not in variants


def test_readings_see_every_noun() -> None:
    # सख्यौ is two friends (f.), or in a friend (सखि, m.).
    assert readings("सख्यौ") >= {
        Cell(Case.NOMINATIVE, Number.DUAL),
        Cell(Case.LOCATIVE, Number.SINGULAR),
    }
    # यती is one ascetic too (यतिन्), पण्डितम् a neuter adjective, पुत्रीः an epic nominative.
    assert Cell(Case.NOMINATIVE, Number.SINGULAR) in readings("यती") & readings("पण्डितम्")
    assert Cell(Case.NOMINATIVE, Number.PLURAL) in readings("पुत्रीः") & readings("वधूः")


def test_prose_writes_anusvara_only_before_consonants() -> None:
    assert prose(["अहम्", "वनम्", "इच्छामि"]) == "अहं वनम् इच्छामि।"
    assert prose(["धिक्", "चोरम्"]) == "धिक् चोरम्।"


@given(st.lists(WORDS, min_size=1, max_size=6), st.data())
def test_prose_changes_nothing_but_a_final_m(words: list[str], data: st.DataObject) -> None:
    sentence = prose(words)
    assert sentence.endswith("।")
    written = sentence[:-1].split(" ")
    assert [word.replace("ं", "म्") for word in written] == words
    # Exchanging one word leaves all words but it and the one before it as they were.
    place = data.draw(st.integers(0, len(words) - 1))
    other = prose([*words[:place], "रामेण", *words[place + 1 :]])[:-1].split(" ")
    changed = [at for at in range(len(words)) if other[at] != written[at]]
    assert set(changed) <= {place - 1, place}


@given(st.lists(st.integers(0, 5), max_size=40), st.integers(0, 12), st.integers(0, 99))
def test_spread_takes_each_value_in_turn(values: list[int], size: int, seed: int) -> None:
    chosen = spread(values, size, random.Random(seed), [lambda value: value])
    assert len(chosen) == min(size, len(values))
    for value in chosen:
        # No value comes up twice more than another that was still to be had.
        for other in set(values):
            if chosen.count(value) > chosen.count(other) + 1:
                assert chosen.count(other) == values.count(other)
