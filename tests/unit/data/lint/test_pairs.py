"""The linter finds what is wrong with a pair, and nothing in a sound one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kasauti.data.lint.edits import Edit, edits_of, whole_edit
from kasauti.data.lint.languages import languages
from kasauti.data.lint.pairs import Finding, lint_pair, lint_pairs, second_reading
from kasauti.data.pairs import Pair, read_pairs
from tests.support import ROOT

BLIMP = ROOT.parent / "shared" / "data" / "blimp"


def pair(good: str, bad: str, *, phenomenon: str = "agreement", number: int = 1, **more) -> Pair:
    return Pair(id=f"p-{number}", phenomenon=phenomenon, good=good, bad=bad, **more)


def rules(*pairs: Pair) -> list[str]:
    return [finding.rule for finding in lint_pairs(pairs)]


def test_valid_pair_gives_no_finding():
    assert rules(pair("लड़का घर जाता है।", "लड़का घर जाती है।")) == []


def test_a_finding_names_pair_rule_and_fact():
    (finding,) = lint_pairs([pair("The cat sleeps.", "The cat sleeps.")])

    assert finding == Finding("p-1", "identical", "both sentences are 'The cat sleeps.'")
    assert str(finding) == "p-1: identical: both sentences are 'The cat sleeps.'"


@pytest.mark.parametrize(
    ("good", "bad", "rule"),
    [
        ("लड\u093cका गया।".replace("ड\u093c", "\u095c"), "लड़की गया।", "not_nfc"),
        ("लड़का\u200d गया।", "लड़का\u200d गई।", "stray_character"),
        ("लड़का\u200b गया।", "लड़का\u200b गई।", "stray_character"),
        ("लड़का  गया।", "लड़का  गई।", "spacing"),
        ("लड़का गया। ", "लड़का गई। ", "spacing"),
        ("लड़का गया।", "लड़का गई", "punctuation"),
        ("लड़का, गया।", "लड़का गई।", "punctuation"),
        ("लड़का घर गया।", "लड़की घर गई।", "one_edit"),
        ("राम घर गया।", "घर राम गया।", "one_edit"),
    ],
)
def test_faults_of_single_pair_are_found(good, bad, rule):
    assert rule in rules(pair(good, bad))


def test_joiner_after_virama_is_allowed():
    assert rules(pair("क्\u200dया यह गया?", "क्\u200dया यह गई?")) == []


def test_word_order_is_the_same_words_in_another_order():
    assert rules(pair("वह घर में है।", "वह में घर है।", phenomenon="word_order")) == []
    assert "one_edit" in rules(pair("वह घर में है।", "वह घर पर है।", phenomenon="word_order"))


def test_a_phrase_that_changes_its_case_is_one_edit():
    accusative = "case_marking_accusative"
    good, bad = "राम ने मेरे भाई को बुलाया।", "राम ने मेरा भाई बुलाया।"

    assert rules(pair(good, bad, phenomenon=accusative)) == []


@pytest.mark.parametrize(
    ("phenomenon", "good", "bad", "fits"),
    [
        ("subject_verb_agreement_number", "वह जाता है।", "वह जाते हैं।", True),
        ("subject_verb_agreement_number", "वह जाता है।", "वह सोता है।", False),
        ("subject_verb_agreement_gender", "राम गया।", "राम गई।", True),
        ("case_marking_ergative", "लड़के ने रोटी खाई।", "लड़का रोटी खाई।", True),
        ("case_marking_ergative", "लड़के ने रोटी खाई।", "लड़के ने चाय खाई।", False),
        ("case_marking_dative", "मुझे भूख लगी।", "मैं भूख लगी।", True),
        ("gender_agreement_adjective", "नई कार आई।", "नया कार आई।", True),
        ("gender_agreement_adjective", "नई कार आई।", "लाल कार आई।", False),
        ("number_agreement", "इन घरों में।", "इस घरों में।", True),
        ("honorific_agreement", "आप बैठिए।", "आप बैठ।", True),
        ("negation", "वह नहीं आया।", "वह मत आया।", True),
        ("negation", "वह घर आया।", "वह स्कूल आया।", False),
        ("binding", "मैंने खुद को देखा।", "मैंने मुझे देखा।", True),
        ("binding", "राम घर गया।", "राम स्कूल गया।", False),
        ("control", "वह पढ़ना चाहता है।", "वह पढ़ने चाहता है।", True),
        ("control", "वह घर गया।", "वह स्कूल गया।", False),
    ],
)
def test_the_label_must_fit_the_edit(phenomenon, good, bad, fits):
    assert ("label" in rules(pair(good, bad, phenomenon=phenomenon))) is not fits


def test_labels_are_checked_only_for_matching_script():
    assert rules(pair("He did not go.", "He did ever go.", phenomenon="negation")) == []


def test_the_same_pair_twice_is_found():
    first, second = pair("a b.", "a c."), pair("a b.", "a c.", number=2)

    assert lint_pairs([first, second]) == [
        Finding("p-2", "repeated", "the same two sentences as p-1")
    ]


def test_sentence_both_good_and_bad_is_found():
    findings = lint_pairs([pair("a b.", "a c."), pair("a c.", "a d.", number=2)])

    assert [(finding.where, finding.rule) for finding in findings] == [("p-1", "contradictory")]


def test_edits_are_the_words_that_differ():
    item = pair("वह बड़ा लड़का घर गया।", "वह बड़ी लड़का घर गई।")

    assert edits_of(item) == [Edit(("बड़ा",), ("बड़ी",)), Edit(("गया",), ("गई",))]
    assert whole_edit(item).good == ("बड़ा", "लड़का", "घर", "गया")


@pytest.mark.skipif(not BLIMP.is_dir(), reason="BLiMP is not beside the repository")
@pytest.mark.parametrize(
    ("paradigm", "rows"),
    [("passive_1", [324, 810]), ("principle_A_case_2", [105, 287, 372, 816, 967])],
)
def test_the_identical_pairs_of_blimp_are_found(paradigm, rows):
    lines = (BLIMP / f"{paradigm}.jsonl").read_text(encoding="utf-8").splitlines()
    pairs = [
        Pair(
            id=record["pairID"],
            phenomenon=record["UID"],
            good=record["sentence_good"],
            bad=record["sentence_bad"],
        )
        for record in map(json.loads, lines)
    ]

    identical = [int(f.where) for f in lint_pairs(pairs) if f.rule == "identical"]
    assert identical == rows


@pytest.mark.parametrize(
    ("one", "other", "pure"),
    [
        *(("गई", "गया", True), ("गए", "गईं", True), ("होंगी", "होंगे", True), ("थे", "थीं", True)),
        *(("ली", "लिया", True), ("किए", "कीं", True), ("हुआ", "हुई", True), ("पाई", "पाया", True)),
        *(("सकती", "सकते", True), ("जाने", "जानी", True), ("गयी", "गया", True)),
        *(("हैं", "हों", False), ("थीं", "था", False), ("पहुंचे", "पहुंचा", False), ("जा", "गया", False)),
        *(("होंगी", "होंगें", False), ("मिलेगी", "मिले", False), ("करेंगे", "करती", False)),
        *(("गई", "गई", False), ("रहीं", "रहा", False), ("", "ा", False)),
    ],
)
def test_a_gender_flip_changes_nothing_but_the_gender(one: str, other: str, *, pure: bool) -> None:
    (hindi,) = languages()
    assert hindi.is_gender_flip(one, other) == hindi.is_gender_flip(other, one) == pure


@pytest.mark.parametrize(
    ("language", "phenomenon", "found"),
    [
        *(("hi", "SV-G", True), (None, "hin/SP-G", True), ("mr", "SV-G", False)),
        ("hi", "SV-#", False),
    ],
)
def test_gender_agreement_of_multiblimp_is_held_to_a_flip(
    language: str | None, phenomenon: str, *, found: bool
) -> None:
    agreeing = pair("वे जाती हैं।", "वे जाती हों।", phenomenon=phenomenon, language=language)
    assert ("gender_flip" in rules(agreeing)) is found


def test_a_fifth_of_a_public_sample_is_not_a_pure_flip(shared_data: Path) -> None:
    pairs = read_pairs(shared_data / "multiblimp" / "hin_gender_100.jsonl")
    found = [finding.where for pair in pairs for finding in lint_pair(pair)]
    assert len(found) == 21
    assert found[0] == "SV-G-mbp_hi_001"


@pytest.mark.parametrize(
    ("phenomenon", "good", "bad", "name"),
    [
        ("honorific_agreement", "आप पहले घर में रहिए।", "आप पहले घर में रह।", "emphatic आप"),
        ("wh_clauses", "किस कमरे में था?", "किन कमरे में था?", None),
        ("wh_clauses", "कल किसे रास्ते में रोका?", "कल कौन रास्ते में रोका?", "कौन before a place"),
        ("wh_clauses", "पूछो कि किस महिला ने गाया।", "पूछो कि किन महिला ने गाया।", "plural of respect"),
        (
            "polarity_scope",
            "उसने यह बताया कि एक भी आदमी नहीं आया।",
            "उसने यह नहीं बताया कि एक भी आदमी आया।",
            "negation of the matrix clause",
        ),
        (
            "case_marking_accusative",
            "राम ने सीता को उपन्यास दिया।",
            "राम ने सीता को उपन्यास को दिया।",
            "two phrases with को",
        ),
        ("number_agreement", "नई चप्पल टूटी है।", "नई चप्पलें टूटी है।", "a pair as a singular"),
        (
            "distributive",
            "औरत की सहेलियों ने अपनी-अपनी किताब खोली।",
            "सहेलियों की औरत ने अपनी-अपनी किताब खोली।",
            "one owned by several",
        ),
        ("honorific_agreement", "आप लोग कल आएँगे।", "आप लोग कल आएगा।", None),
    ],
)
def test_readings_that_rescue_the_bad_sentence_are_found(phenomenon, good, bad, name):
    fact = second_reading(pair(good, bad, phenomenon=phenomenon))

    assert fact == (f"{bad!r} can be read as {name}" if name else "")
