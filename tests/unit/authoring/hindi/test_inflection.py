"""The Hindi inflection: paradigms by hand, invariants, and UniMorph and UD where present."""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.hindi.grammar import unimorph
from authoring.hindi.grammar.conjugation import (
    Rank,
    compound,
    copula,
    imperative,
    infinitive,
    passive,
    verb_group,
)
from authoring.hindi.grammar.inflection import decline_noun
from authoring.hindi.grammar.lexicon import load_lexicon
from authoring.hindi.grammar.unimorph import compare, table
from kasauti.data.treebank_pairs.inflection import (
    Agreement,
    Case,
    Gender,
    Number,
    future,
    imperfective,
    inflect_adjective,
    perfective,
    stem_of,
    subjunctive,
)
from tests.support import ROOT

SHARED = ROOT.parent / "shared" / "data"
UNIMORPH = SHARED / "unimorph" / "hin.txt"
UD = SHARED / "ud" / "hi_pud-ud-test.conllu"
DEVIATIONS = Path(unimorph.__file__).with_name("unimorph_deviations.tsv")

LEXICON = load_lexicon()
VERBS = sorted({verb.lemma for verbs in LEXICON.verbs.values() for verb in verbs})
RANKS: tuple[Rank, ...] = ("तू", "तुम", "आप")
GENDERS = st.sampled_from(["m", "f"])
NUMBERS = st.sampled_from(["sg", "pl"])
PERSONS = st.sampled_from([1, 2, 3])


@pytest.mark.parametrize(
    ("lemma", "gender", "marked", "plural", "oblique", "oblique_plural"),
    [
        ("लड़का", "m", None, "लड़के", "लड़के", "लड़कों"),
        ("कौआ", "m", None, "कौए", "कौए", "कौओं"),
        ("पहिया", "m", None, "पहिए", "पहिए", "पहियों"),
        ("कुआँ", "m", None, "कुएँ", "कुएँ", "कुओं"),
        ("राजा", "m", False, "राजा", "राजा", "राजाओं"),
        ("घर", "m", None, "घर", "घर", "घरों"),
        ("आदमी", "m", None, "आदमी", "आदमी", "आदमियों"),
        ("भाई", "m", None, "भाई", "भाई", "भाइयों"),
        ("लड्डू", "m", None, "लड्डू", "लड्डू", "लड्डुओं"),
        ("लड़की", "f", None, "लड़कियाँ", "लड़की", "लड़कियों"),
        ("तिथि", "f", None, "तिथियाँ", "तिथि", "तिथियों"),
        ("मिठाई", "f", None, "मिठाइयाँ", "मिठाई", "मिठाइयों"),
        ("चिड़िया", "f", None, "चिड़ियाँ", "चिड़िया", "चिड़ियों"),
        ("मेज़", "f", None, "मेज़ें", "मेज़", "मेज़ों"),
        ("माला", "f", None, "मालाएँ", "माला", "मालाओं"),
        ("बहू", "f", None, "बहुएँ", "बहू", "बहुओं"),
        ("वस्तु", "f", None, "वस्तुएँ", "वस्तु", "वस्तुओं"),
    ],
)
def test_nouns_decline(lemma, gender, marked, plural, oblique, oblique_plural):
    forms = decline_noun(lemma, gender, marked=marked)

    assert forms.form("direct", "sg") == lemma
    assert forms.form("direct", "pl") == plural
    assert forms.form("oblique", "sg") == oblique
    assert forms.form("oblique", "pl") == oblique_plural


@pytest.mark.parametrize(
    ("lemma", "forms"),
    [
        ("काला", ["काला", "काले", "काले", "काले", "काली", "काली"]),
        ("नया", ["नया", "नए", "नए", "नए", "नई", "नई"]),
        ("मेरा", ["मेरा", "मेरे", "मेरे", "मेरे", "मेरी", "मेरी"]),
        ("राम का", ["राम का", "राम के", "राम के", "राम के", "राम की", "राम की"]),
        ("लाल", ["लाल"] * 6),
    ],
)
def test_adjectives_agree(lemma, forms):
    cells: list[tuple[Gender, Number, Case]] = [
        ("m", "sg", "direct"),
        ("m", "sg", "oblique"),
        ("m", "pl", "direct"),
        ("m", "pl", "oblique"),
        ("f", "sg", "direct"),
        ("f", "pl", "oblique"),
    ]

    assert [inflect_adjective(lemma, *cell) for cell in cells] == forms


@pytest.mark.parametrize(
    ("lemma", "forms"),
    [
        ("बैठना", ["बैठा", "बैठे", "बैठी", "बैठीं"]),
        ("खाना", ["खाया", "खाए", "खाई", "खाईं"]),
        ("आना", ["आया", "आए", "आई", "आईं"]),
        ("सोना", ["सोया", "सोए", "सोई", "सोईं"]),
        ("पीना", ["पिया", "पिए", "पी", "पीं"]),
        ("छूना", ["छुआ", "छुए", "छुई", "छुईं"]),
        ("करना", ["किया", "किए", "की", "कीं"]),
        ("देना", ["दिया", "दिए", "दी", "दीं"]),
        ("लेना", ["लिया", "लिए", "ली", "लीं"]),
        ("जाना", ["गया", "गए", "गई", "गईं"]),
        ("होना", ["हुआ", "हुए", "हुई", "हुईं"]),
        ("याद करना", ["याद किया", "याद किए", "याद की", "याद कीं"]),
    ],
)
def test_perfectives_regular_and_irregular(lemma, forms):
    cells: list[tuple[Gender, Number]] = [("m", "sg"), ("m", "pl"), ("f", "sg"), ("f", "pl")]

    assert [perfective(lemma, *cell, alone=True) for cell in cells] == forms


def test_feminine_plural_is_nasalized_only_without_auxiliary():
    assert perfective("जाना", "f", "pl") == "गई"
    assert perfective("जाना", "f", "pl", alone=True) == "गईं"
    assert verb_group("जाना", "perfective", "past", Agreement("f", "pl")) == "गई थीं"


@pytest.mark.parametrize(
    ("lemma", "first", "third", "second_plural", "plural"),
    [
        ("करना", "करूँगा", "करेगा", "करोगे", "करेंगे"),
        ("जाना", "जाऊँगा", "जाएगा", "जाओगे", "जाएँगे"),
        ("आना", "आऊँगा", "आएगा", "आओगे", "आएँगे"),
        ("पीना", "पिऊँगा", "पिएगा", "पियोगे", "पिएँगे"),
        ("छूना", "छुऊँगा", "छुएगा", "छुओगे", "छुएँगे"),
        ("देना", "दूँगा", "देगा", "दोगे", "देंगे"),
        ("लेना", "लूँगा", "लेगा", "लोगे", "लेंगे"),
    ],
)
def test_futures(lemma, first, third, second_plural, plural):
    assert future(lemma, Agreement("m", "sg", 1)) == first
    assert future(lemma, Agreement("m", "sg", 2)) == third
    assert future(lemma, Agreement("m", "sg", 3)) == third
    assert future(lemma, Agreement("m", "pl", 2)) == second_plural
    assert future(lemma, Agreement("m", "pl", 3)) == plural
    assert future(lemma, Agreement("f", "sg", 3)) == third[:-1] + "ी"


@pytest.mark.parametrize(
    ("lemma", "low", "familiar", "polite"),
    [
        ("बैठना", "बैठ", "बैठो", "बैठिए"),
        ("जाना", "जा", "जाओ", "जाइए"),
        ("करना", "कर", "करो", "कीजिए"),
        ("देना", "दे", "दो", "दीजिए"),
        ("लेना", "ले", "लो", "लीजिए"),
        ("पीना", "पी", "पियो", "पीजिए"),
        ("छूना", "छू", "छुओ", "छुइए"),
    ],
)
def test_imperatives_by_rank(lemma, low, familiar, polite):
    assert [imperative(lemma, rank) for rank in RANKS] == [low, familiar, polite]


def test_auxiliaries_by_person():
    cells = [Agreement("m", "sg", 1), Agreement("m", "sg", 2), Agreement("m", "sg", 3)]
    plurals = [Agreement("m", "pl", 1), Agreement("m", "pl", 2), Agreement("m", "pl", 3)]

    assert [copula("present", cell) for cell in cells + plurals] == [
        "हूँ",
        "है",
        "है",
        "हैं",
        "हो",
        "हैं",
    ]


def test_groups_and_derived_verbs():
    assert verb_group("जाना", "progressive", "present", Agreement("f", "pl")) == "जा रही हैं"
    assert verb_group("जाना", "habitual", "past", Agreement("m", "pl")) == "जाते थे"
    assert perfective(compound("खाना", "लेना"), "f", "sg") == "खा ली"
    assert perfective(passive("खाना", "f", "sg"), "f", "sg") == "खाई गई"
    assert infinitive("काम करना", ending="ने") == "काम करने"


def test_non_infinitive_is_refused():
    with pytest.raises(ValueError, match="citation form"):
        stem_of("खाता")


@given(st.sampled_from(VERBS), GENDERS, NUMBERS, PERSONS)
def test_every_verb_form_is_written_as_syllables(lemma, gender, number, person):
    agreement = Agreement(gender, number, person)
    forms = [
        imperfective(lemma, gender, number),
        perfective(lemma, gender, number, alone=True),
        future(lemma, agreement),
        subjunctive(lemma, person, number),
        *(imperative(lemma, rank) for rank in RANKS),
    ]

    for form in forms:
        assert unicodedata.is_normalized("NFC", form)
        for first, second in zip(" " + form, form, strict=False):
            is_sign = unicodedata.category(second) == "Mc" or second in "िुूेै"
            assert not is_sign or unicodedata.category(first) == "Lo" or first == "़", form
            after_consonant = "अ" <= second <= "औ" and "क" <= first <= "ह"
            assert not after_consonant or form in ("गए", "गई", "गईं"), form


@given(st.sampled_from(sorted(LEXICON.nouns)))
def test_nouns_have_oblique_plural_in_on_and_keep_lemma(lemma):
    noun = LEXICON.nouns[lemma]

    assert noun.form("direct", "sg") == lemma
    assert noun.form("oblique", "pl").endswith(("ों", "ओं"))
    if noun.gender == "f":
        assert noun.form("oblique", "sg") == lemma
        assert noun.form("direct", "pl") != lemma
    if noun.gender == "m":
        assert noun.form("direct", "pl") == noun.form("oblique", "sg")


def test_lexicon_has_documented_size():
    verbs = {verb.lemma for group in LEXICON.verbs.values() for verb in group}

    assert len(LEXICON.nouns) >= 120
    assert len(verbs) >= 80
    assert len(LEXICON.adjectives) >= 40
    assert len(LEXICON.names) >= 30


@pytest.mark.skipif(not UNIMORPH.is_file(), reason="UniMorph is not beside the repository")
def test_verbs_match_unimorph_except_explained_deviations(capsys):
    lines = UNIMORPH.read_text(encoding="utf-8").split("\n")
    cells = list(compare(lines))
    equal = sum(not cell.reason for cell in cells)
    spelt = equal + sum(cell.reason.startswith("variant") for cell in cells)
    with capsys.disabled():
        sys.stdout.write(
            f"\nUniMorph Hindi: {equal} of {len(cells)} forms equal ({equal / len(cells):.1%}), "
            f"{spelt / len(cells):.1%} with variant spellings\n"
        )

    assert len(cells) > 54_000
    assert [cell for cell in cells if cell.reason == "unexplained"] == []
    assert equal / len(cells) > 0.89
    assert spelt / len(cells) > 0.92
    assert table(cells) == DEVIATIONS.read_text(encoding="utf-8").splitlines()


@pytest.mark.skipif(not UD.is_file(), reason="UD Hindi-PUD is not beside the repository")
def test_nouns_agree_with_the_annotation_of_a_treebank():
    numbers: dict[str, Number] = {"Sing": "sg", "Plur": "pl"}
    cases: dict[str, Case] = {"Nom": "direct", "Acc": "oblique"}
    compared, equal = 0, 0
    for line in UD.read_text(encoding="utf-8").split("\n"):
        fields = unicodedata.normalize("NFC", line).split("\t")
        if len(fields) < 10 or fields[3] != "NOUN" or fields[2] not in LEXICON.nouns:
            continue
        features = dict(item.split("=") for item in fields[5].split("|") if "=" in item)
        number, case = numbers.get(features.get("Number", "")), cases.get(features.get("Case", ""))
        if number and case:
            compared += 1
            form = LEXICON.nouns[fields[2]].form(case, number)
            equal += form.replace("ँ", "ं") == fields[1].replace("ँ", "ं")

    # The rest are slips of the annotation (बच्चे as an oblique plural).
    assert compared > 200
    assert equal / compared > 0.97
