"""Verbs of the frames: their objects, subjects and wrong forms."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from authoring.sanskrit.grammar.categories import Case, Cell, Number
from kasauti.data.sanskrit.records import (
    VERB_CONJUGATION,
    read_contrast_sets,
)

pytest.importorskip("vidyut", reason="checking forms needs vidyut")

from authoring.sanskrit.grammar.lexicon import nouns, readings, verbs
from authoring.sanskrit.grammar.panini import (
    conjugate,
    participle_forms,
)
from authoring.sanskrit.sets.frames import frames

FRAMES = {frame.name: frame for frame in frames()}


NOUNS = {noun.stem: noun for noun in nouns() if "homonym" not in noun.kinds}


WORDS = st.sampled_from(["अहम्", "रामः", "वनम्", "अत्र", "गच्छति", "इच्छति", "फलम्"])


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


def test_no_wrong_verb_is_a_participle() -> None:
    assert "जीवतः" in participle_forms(verbs()["जीव्"].root)
    assert "जीविष्यति" in participle_forms(verbs()["जीव्"].root)
    for record in read_contrast_sets(VERB_CONJUGATION):
        wrong = record.metadata["wrong_form"]
        assert wrong not in participle_forms(verbs()[record.stem].root), record.id


def test_wrong_verbs_are_not_variants_of_right_one() -> None:
    for record in read_contrast_sets(VERB_CONJUGATION):
        meta = record.metadata
        variants = conjugate(
            verbs()[record.stem].root, meta["tense"], int(meta["person"]), Number(meta["number"])
        )
        assert meta["form"] == variants[0]
        assert meta["wrong_form"] not in variants


def test_readings_cover_every_noun() -> None:
    # सख्यौ is two friends (f.), or in a friend (सखि, m.).
    assert readings("सख्यौ") >= {
        Cell(Case.NOMINATIVE, Number.DUAL),
        Cell(Case.LOCATIVE, Number.SINGULAR),
    }
    # यती is one ascetic too (यतिन्), पण्डितम् a neuter adjective, पुत्रीः an epic nominative.
    assert Cell(Case.NOMINATIVE, Number.SINGULAR) in readings("यती") & readings("पण्डितम्")
    assert Cell(Case.NOMINATIVE, Number.PLURAL) in readings("पुत्रीः") & readings("वधूः")
    assert Cell(Case.VOCATIVE, Number.PLURAL) in readings("पुत्रीः")
