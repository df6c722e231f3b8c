"""Frames: the notation, the forms of fillers, the proof of one error, and near duplicates."""

from __future__ import annotations

import random
import re
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.hindi.draw import Draw
from authoring.hindi.frames import FOLDER, frame_templates
from authoring.hindi.frames.fillers import read_filler
from authoring.hindi.frames.frame import Frame
from authoring.hindi.frames.schema import read_pieces
from authoring.hindi.frames.verbs import finite_form, stem_with
from authoring.hindi.grammar.lexicon import load_lexicon
from authoring.hindi.selection import MOST_SHARED, shared_words
from authoring.hindi.sets import FULL, SETS
from kasauti.data.lint.edits import words_of
from kasauti.data.lint.pairs import GENERATED, second_reading
from kasauti.data.pairs import Pair, by_phenomenon, read_pairs
from kasauti.data.treebank_pairs.inflection import Agreement
from kasauti.inputs.errors import KasautiError

FILES = sorted((FOLDER / "full").glob("*.toml"))
TEMPLATES = [template for path in FILES for template in frame_templates(path)]
LEXICON = load_lexicon()


def drafts(say: str, direction: str, **rows: str):
    """Every draft of a few draws of a frame with one row per slot."""
    frame = Frame(
        name="frame",
        schemas={direction: say},
        rows={slot: ({slot: text},) for slot, text in rows.items()},
        rule="rule",
        why="why",
    )
    return frame.build(Draw(random.Random(0), LEXICON), direction)


@given(st.sampled_from(TEMPLATES), st.integers(0, 10**6))
@settings(max_examples=300, deadline=None)
def test_drafts_without_an_error_or_with_two_are_refused(template, seed):
    draw = Draw(random.Random(seed), LEXICON)
    for direction in template.directions:
        draft = template.build(draw, direction)
        if draft and not draft.why_refused():
            good, bad = draft.sentences()
            assert good != bad
            assert not set("~{") & set(good + bad)
            assert good == " ".join(good.split())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_phenomenon_has_at_least_24_frames(path):
    assert len(frame_templates(path)) >= 24


def test_agreement_is_computed():
    draft = drafts("{S} रोज़ {*V:hab S}", "m>f", S="मेरा~ भाई m", V="उठना")

    assert draft.sentences() == ("मेरा भाई रोज़ उठता है।", "मेरा भाई रोज़ उठती है।")
    assert draft.why_refused() == ""
    assert draft.distance() == "near"
    assert drafts("{S} रोज़ {*V:hab S}", "m>f", S="बहन f", V="उठना") is None


def test_missing_ne_is_two_errors_where_the_subject_would_control():
    say = "कल {*S.ने>direct} {O} {V:perf S O}"

    one = drafts(say, "ने>bare", S="सीता f", O="रोटी f", V="खाना")
    two = drafts(say, "ने>bare", S="लड़का m", O="रोटी f", V="खाना")
    assert one.why_refused() == ""
    assert "fails 2 checks" in two.why_refused()


def test_ko_on_what_the_verb_agrees_with_is_one_error():
    say = "{S.ने} {*O.direct>को} {V:perf S O}"

    thing = drafts(say, "bare>को", S="सीता f", O="यह~ चिट्ठी f", V="पढ़ना")
    assert thing.sentences() == ("सीता ने यह चिट्ठी पढ़ी।", "सीता ने इस चिट्ठी को पढ़ी।")
    assert [check.rule for check in thing.checks[1] if check.asks != check.has] == [
        "agreement of the verb"
    ]
    host = drafts(say, "bare>को", S="सीता f", O="आराम m", V="करना")
    assert [check.rule for check in host.checks[1] if check.asks != check.has] == [
        "case of the object"
    ]


def test_bare_object_is_two_errors_where_the_verb_would_agree_with_it():
    say = "{S.ने} {*O.को>direct} {V:perf S O}"

    draft = drafts(say, "को>bare", S="मोहन m", O="सीता f", V="बुलाना")
    assert "fails 2 checks" in draft.why_refused()


@pytest.mark.parametrize("verb", ["लाना", "ले जाना", "खा जाना", "पढ़ चुकना", "भूल जाना"])
def test_verbs_that_never_take_ne_refuse_it(verb):
    draft = drafts("{S.ने} {*O.को>direct} {V:perf S O}", "को>bare", S="लड़का m", O="मोहन m", V=verb)

    assert "the good member fails: case of the subject" in draft.why_refused()


def test_a_pronoun_inside_the_contrast_does_not_mark_the_subject():
    draft = drafts("{A} आज [{B.को}|{A.को}] {V:fut A}", "second>first", A="मैं m", B="तुम m", V="बुलाना")

    assert draft.sentences() == ("मैं आज तुम्हें बुलाऊँगा।", "मैं आज मुझे बुलाऊँगा।")
    assert draft.why_refused() == ""


def test_rows_at_the_head_of_a_file_are_shared(tmp_path):
    path = tmp_path / "frames.toml"
    path.write_text(
        'directions = ["m>f"]\nS = "भाई m"\n[frames.own]\nsay = "{S} {*V:hab S}"\nV = "उठना"\n',
        encoding="utf-8",
    )
    (template,) = frame_templates(path)

    draft = template.build(Draw(random.Random(0), LEXICON), "m>f")
    assert draft
    assert draft.sentences() == ("भाई उठता है।", "भाई उठती है।")


def test_a_noun_alone_can_change_its_number():
    draft = drafts("{S?एक|तीन} {*S.ने>#} {O} {V:perf S O}", "pl>sg", S="लड़की f", O="चाय f", V="पीना")

    assert draft.sentences() == ("तीन लड़कियों ने चाय पी।", "तीन लड़की ने चाय पी।")


@pytest.mark.parametrize(
    ("filler", "marked"),
    [
        ("मेरा~ छोटा~ भाई m", "मेरे छोटे भाइयों ने"),
        ("पिता जी! m pl", "पिता जी ने"),
        ("यह~ लड़की f", "इन लड़कियों ने"),
        ("जो~ लड़का m", "जिन लड़कों ने"),
        ("कोई~ लड़का m sg", "किसी लड़के ने"),
        ("कौन~ लड़का m sg", "किस लड़के ने"),
        ("मैं f", "मैंने"),
        ("सब लोग! m pl", "सब लोगों ने"),
        ("दो लड़कियाँ! f pl", "दो लड़कियों ने"),
        ("कुछ पैसे! m pl", "कुछ पैसों ने"),
    ],
)
def test_fillers_inflect(filler, marked):
    assert read_filler(filler).phrase("pl").ergative == marked


@pytest.mark.parametrize(
    ("lemma", "tense", "form"),
    [
        ("जाना", "hab", "जाती है"),
        ("लिखना+", "fut", "लिखी जाएगी"),
        ("होना", "was", "थी"),
        ("सो जाना", "perfsum", "सो गई होगी"),
        ("चला जाना", "plup", "चली गई थी"),
        ("चला सकना", "hab", "चला सकती है"),
    ],
)
def test_tenses(lemma, tense, form):
    assert finite_form(lemma, tense, Agreement("f", "sg")) == form


def test_conjunctive_and_participle_of_to_do():
    assert (stem_with("काम करना", "कर"), stem_with("खाना", "कर")) == ("काम करके", "खाकर")
    assert (stem_with("काम करना", "ए"), stem_with("पूछना", "ए")) == ("काम किए", "पूछे")


def test_a_word_can_be_missing_or_too_much():
    missing = drafts("{S} [नहीं|] {V:fut S}", "with>without", S="मोहन m", V="सोना")
    too_much = drafts("{S} [|नहीं] सोए बिना {V:fut S}", "without>with", S="मोहन m", V="लौटना")

    assert missing.sentences() == ("मोहन नहीं सोएगा।", "मोहन सोएगा।")
    assert missing.gloss == "'नहीं' is missing: why"
    assert too_much.sentences()[1] == "मोहन नहीं सोए बिना लौटेगा।"
    assert too_much.gloss == "'नहीं' is too much: why"
    assert missing.why_refused() == too_much.why_refused() == ""


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ("{S} {V:hab S}", "has not exactly one target"),
        ("[घर]", "has no bad member"),
        ("{क}", "is not in the notation"),
    ],
)
def test_faults_of_a_schema_are_named(schema, message):
    with pytest.raises(KasautiError, match=message):
        read_pieces(schema)


@pytest.mark.parametrize("name", ["full", "extended"])
def test_no_nominative_plural_stands_before_a_postposition(name):
    plural = re.compile(
        r"(?:^| )(?:लोग|\S+ियाँ|(?!कुएँ |धुएँ )\S+एँ|(?!हमें|तुम्हें|उन्हें|इन्हें|जिन्हें|किन्हें)\S+[^ ]ें)"
        r" (?:ने|को|से|का|के|की)(?: |।|,)"
    )
    assert plural.search("राहुल ने सब लोग को बुलाया।")
    assert plural.search("अध्यापिका ने लड़कियाँ को खीर खिलाई।")

    assert not [pair.good for pair in read_pairs(SETS[name].path) if plural.search(pair.good)]


@pytest.mark.parametrize(
    ("phenomenon", "good", "bad"),
    [
        ("subject_verb_agreement_number", "दादी को यह कमरा पसंद आया।", "दादी को यह कमरा पसंद आए।"),
        ("honorific_agreement", "कल मेरा भाई हमसे मिला।", "कल मेरा भाई हमसे मिले।"),
        ("case_marking_ergative", "तूने कल चाय पी।", "तू कल चाय पी।"),
        ("case_marking_ergative", "मनोज ने सबका दिल जीता था।", "मनोज सबका दिल जीता था।"),
        ("case_marking_accusative", "दादी ने मुझे शादी में बुलाया।", "दादी ने मेरी शादी में बुलाया।"),
        ("case_marking_accusative", "उसने नौकर को घर पर छोड़ा।", "उसने नौकर पर घर पर छोड़ा।"),
        ("subject_case", "मेरी बहन रेल देख रही थी।", "मेरी बहन को रेल देख रही थी।"),
        ("subject_case", "मेरी बहन जीत पाएगी।", "मेरी बहन को जीत पाएगी।"),
        ("infinitive_form", "राम को अख़बार पढ़ना चाहिए।", "राम को अख़बार पढ़ने चाहिए।"),
        ("gender_agreement_adjective", "एक सुनहरा फ़्रेम लिया।", "एक सुनहरी फ़्रेम लिया।"),
        ("gender_agreement_adjective", "नाली बहुत गहरी खोद दी।", "नाली बहुत गहरा खोद दी।"),
        ("gender_agreement_verb", "माँ ने शॉल ख़रीदी।", "माँ ने शॉल ख़रीदा।"),
    ],
)
def test_second_readings_are_found(phenomenon, good, bad):
    pair = Pair(id="", phenomenon=phenomenon, good=good, bad=bad, gloss="", source=GENERATED)

    assert "can be read as" in second_reading(pair)


@pytest.mark.parametrize(
    ("phenomenon", "good", "bad"),
    [
        ("subject_verb_agreement_number", "यह कमरा बंद था।", "यह कमरा बंद थे।"),
        ("subject_verb_agreement_number", "शीशा टूट गया।", "शीशा टूट गए।"),
        ("honorific_agreement", "कल मेरा भाई आएगा।", "कल मेरा भाई आएँगे।"),
        ("case_marking_accusative", "दादी ने मुझे मेले में बुलाया।", "दादी ने मेरी मेले में बुलाया।"),
        ("case_marking_accusative", "उसने नौकर को सुबह जगाया।", "उसने नौकर पर सुबह जगाया।"),
        ("subject_case", "मेरी बहन टहल रही थी।", "मेरी बहन को टहल रही थी।"),
        ("case_marking_ergative", "तूने चाय पी थी।", "तू चाय पी थी।"),
    ],
)
def test_other_pairs_have_no_second_reading(phenomenon, good, bad):
    pair = Pair(id="", phenomenon=phenomenon, good=good, bad=bad, gloss="", source=GENERATED)

    assert second_reading(pair) == ""


@pytest.mark.parametrize("phenomenon", [path.stem for path in FILES])
def test_no_two_sentences_are_near_duplicates(phenomenon):
    pairs = by_phenomenon(read_pairs(FULL.path))[phenomenon]
    sentences = [frozenset(words_of(pair.good)) for pair in pairs]

    assert all(shared_words(one, other) <= MOST_SHARED for one, other in combinations(sentences, 2))
