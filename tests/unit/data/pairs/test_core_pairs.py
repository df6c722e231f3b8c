"""The shipped Hindi pairs: complete, clean, and with every pair of the specification."""

from __future__ import annotations

import unicodedata
from collections import Counter

import pytest

from authoring.hindi.selection import differs_in_nasalization_only
from kasauti.data.pairs import by_phenomenon, read_pairs
from kasauti.fixtures.suites.pairs.cases import HINDI_CORE

PAIRS = read_pairs(HINDI_CORE)

PHENOMENA = {
    "subject_verb_agreement_number",
    "subject_verb_agreement_person",
    "subject_verb_agreement_gender",
    "gender_agreement_adjective",
    "number_agreement",
    "honorific_agreement",
    "case_marking_ergative",
    "case_marking_accusative",
    "case_marking_dative",
    "word_order",
    "negation",
    "binding",
    "control",
    "gender_agreement_verb",
}
# Specified, but with a reading that rescues the bad sentence: shown, not counted.
RESCUED = {
    "word_order": 2,
    "case_marking_accusative": 2,
    "subject_verb_agreement_number": 2,
    "case_marking_ergative": 3,
}

SPECIFIED = {
    "subject_verb_agreement_number": [
        ("लड़का घर जाता है।", "लड़का घर जाता हैं।"),
        ("लड़का खाता है", "लड़का खाते हैं"),
        ("लड़के खाते हैं", "लड़के खाता है"),
        ("लड़की जाती है", "लड़की जाती हैं"),
        ("लड़कियाँ जाती हैं", "लड़कियाँ जाती है"),
        ("मैं खाता हूँ", "मैं खाता है"),
    ],
    "subject_verb_agreement_gender": [
        ("लड़का गया", "लड़का गई"),
        ("लड़की गई", "लड़की गया"),
        ("औरत आई", "औरत आया"),
        ("आदमी आया", "आदमी आई"),
    ],
    "case_marking_ergative": [
        ("राम ने खाना खाया", "राम खाना खाया"),
        ("सीता ने किताब पढ़ी", "सीता किताब पढ़ी"),
        ("लड़के ने पानी पिया", "लड़के पानी पिया"),
        ("मैंने काम किया", "मैं काम किया"),
    ],
    "case_marking_accusative": [
        ("मैंने राम को देखा", "मैंने राम देखा"),
        ("उसने मुझको बुलाया", "उसने मैं बुलाया"),
        ("सीता को बुलाओ", "सीता बुलाओ"),
    ],
    "word_order": [
        ("राम घर जाता है", "जाता है राम घर"),
        ("मैं किताब पढ़ता हूँ", "पढ़ता हूँ मैं किताब"),
    ],
    "honorific_agreement": [
        ("आप जाते हैं", "आप जाता है"),
        ("तुम जाते हो", "तुम जाता है"),
    ],
}


def test_fourteen_phenomena_exist() -> None:
    assert len(PHENOMENA) == 14
    assert set(by_phenomenon(PAIRS)) == PHENOMENA


@pytest.mark.parametrize("phenomenon", sorted(PHENOMENA))
def test_phenomenon_has_sixty_pairs_of_many_templates(phenomenon: str) -> None:
    pairs = by_phenomenon(PAIRS)[phenomenon]
    documented = [pair for pair in pairs if not pair.gated]

    templates = Counter(pair.tags["template"] for pair in pairs if pair.gated)
    assert templates.total() >= 60
    assert len(templates) >= 20
    assert max(templates.values()) <= 4
    assert len(documented) == RESCUED.get(phenomenon, 0)
    assert {pair.source for pair in documented} <= {"specification"}


def test_nasalization_only_pairs_are_under_a_tenth() -> None:
    for phenomenon, pairs in by_phenomenon(pair for pair in PAIRS if pair.gated).items():
        nasal = [p for p in pairs if differs_in_nasalization_only(p.good, p.bad)]
        assert len(nasal) < len(pairs) / 10, phenomenon
        assert {pair.tags["nasalization"] for pair in nasal} <= {"only"}


def test_person_pairs_do_not_test_respect() -> None:
    pairs = by_phenomenon(PAIRS)["subject_verb_agreement_person"]

    assert not [pair.id for pair in pairs if pair.good.startswith("तुम ") and "हैं" in pair.bad]


@pytest.mark.parametrize(
    ("phenomenon", "good", "bad"),
    [(name, good, bad) for name, pairs in SPECIFIED.items() for good, bad in pairs],
)
def test_specified_pair_is_included_verbatim(phenomenon: str, good: str, bad: str) -> None:
    # Verbatim but for the encoding of nukta letters, which has one normal form.
    normal = (unicodedata.normalize("NFC", good), unicodedata.normalize("NFC", bad))
    (pair,) = [pair for pair in PAIRS if (pair.good, pair.bad) == normal]
    assert pair.phenomenon == phenomenon


def test_text_is_in_nfc() -> None:
    texts = [text for pair in PAIRS for text in (pair.good, pair.bad, pair.gloss)]
    assert [text for text in texts if not unicodedata.is_normalized("NFC", text)] == []


def test_text_is_clean() -> None:
    """No stray spaces, and no letters of another script in a Hindi sentence."""
    for pair in PAIRS:
        for text in (pair.good, pair.bad):
            assert text == " ".join(text.split()), pair.id
            strays = {
                letter
                for letter in text
                if letter.isalpha() and "DEVANAGARI" not in unicodedata.name(letter)
            }
            assert not strays, pair.id


def test_pairs_and_ids_are_unique() -> None:
    twice = Counter((pair.good, pair.bad) for pair in PAIRS)
    assert [pair for pair, count in twice.items() if count > 1] == []
    ids = Counter(pair.id for pair in PAIRS)
    assert [name for name, count in ids.items() if count > 1] == []


def test_no_sentence_is_good_in_one_pair_and_bad_in_another() -> None:
    assert {pair.good for pair in PAIRS} & {pair.bad for pair in PAIRS} == set()


def test_every_pair_states_error_and_source() -> None:
    assert [pair.id for pair in PAIRS if not pair.gloss.strip() or not pair.source.strip()] == []


def test_danda_ends_both_sentences_or_neither() -> None:
    """A full stop on one side only would be a second difference."""
    assert [p.id for p in PAIRS if p.good.endswith("।") != p.bad.endswith("।")] == []
