"""Every wrong form in context is wrong in every reading; and how sentences are written."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from authoring.sanskrit.grammar.categories import CELLS, Case, Cell, Gender, Number, prose
from kasauti.data.sanskrit.records import (
    GENDER_AGREEMENT,
    IN_CONTEXT,
    VERB_CONJUGATION,
    ContrastSet,
    read_contrast_sets,
)

pytest.importorskip("vidyut", reason="checking forms needs vidyut")

from authoring.sanskrit.grammar.lexicon import in_gender, nouns, verbs, written_for
from authoring.sanskrit.grammar.panini import (
    causative_passive,
    decline,
    participle_forms,
    passive,
)
from authoring.sanskrit.sets.agreement import is_wrong_gender, reads_as_agreeing
from authoring.sanskrit.sets.context import Seat, template_likeness
from authoring.sanskrit.sets.frames import Frame, frames, sentence_words, verbs_of

FRAMES = {frame.name: frame for frame in frames()}
NOUNS = {noun.stem: noun for noun in nouns() if "homonym" not in noun.kinds}
SINGULAR = Cell(Case.NOMINATIVE, Number.SINGULAR)
GENITIVE = Cell(Case.GENITIVE, Number.SINGULAR)
DUAL_AND_PLURAL = (Number.DUAL, Number.PLURAL)
WORDS = st.sampled_from(["अहम्", "रामः", "वनम्", "अत्र", "गच्छति", "इच्छति", "फलम्"])


@pytest.fixture(scope="module")
def in_context() -> list[ContrastSet]:
    return read_contrast_sets(IN_CONTEXT)


def right_cell(record: ContrastSet) -> Cell:
    return Cell(Case(record.metadata["case"]), Number(record.metadata["number"]))


def test_right_form_is_licensed_and_wrong_form_is_not(
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
    cells = _cells_of_forms()
    for record in in_context:
        frame, right = FRAMES[record.metadata["frame"]], right_cell(record)
        template, noun = template_of(record), NOUNS[record.stem]
        wrong = record.metadata["wrong_form"]
        assert Seat(noun, frame, template, right).excludes(wrong), record.id
        excluded = frame.excluded(template, right)
        if not noun.kinds & {"person", "deity", "oblation", "villain", "feared"}:
            excluded |= {Cell(Case.VOCATIVE, number) for number in Number}
        assert cells[wrong] <= excluded, record.id


def _cells_of_forms() -> dict[str, set[Cell]]:
    """Every cell of every noun, asked of vidyut and not of the table of readings."""
    found: dict[str, set[Cell]] = {}
    for noun in nouns():
        for cell in CELLS:
            for form in decline(noun.stem, noun.gender, cell):
                found.setdefault(form, set()).add(cell)
    return found


def template_of(record: ContrastSet) -> str:
    """The template that gives the record's sentence."""
    noun = NOUNS[record.stem]
    [template] = [
        template
        for template in FRAMES[record.metadata["frame"]].templates
        if prose(sentence_words(template, noun, record.metadata["form"], right_cell(record)))
        == record.grammatical
    ]
    return template


# Wrong sentences of earlier sets that are right when they are read with sandhi.
@pytest.mark.parametrize(
    ("stem", "frame", "template", "case", "wrong", "reading"),
    [
        ("आचार्य", "comparative", "त्वम् {noun} एव उन्नततरः {2s:अस्}", "ablative", "आचार्य", "आचार्यः"),
        ("मातुल", "krte", "वयम् {noun} एव कृते {1p:जीव्}", "genitive", "मातुल", "मातुले"),
        ("प्रजा", "vina_today", "अद्य {noun} विना न {1p:क्रीड्}", "accusative", "प्रजा", "प्रजाः"),
        ("पुत्री", "abhi", "त्वम् {noun} अपि अभि साधुः {2s:अस्}", "accusative", "पुत्र्या", "पुत्र्यौ"),
    ],
)
def test_a_wrong_form_is_not_how_sandhi_writes_a_right_one(
    stem: str, frame: str, template: str, case: str, wrong: str, reading: str
) -> None:
    seat = Seat(NOUNS[stem], FRAMES[frame], template, Cell(Case(case), Number.SINGULAR))
    assert reading in written_for(wrong, seat.following)
    assert not seat.excludes(wrong)


@pytest.mark.parametrize(
    ("template", "wrong"),
    [
        # "We alone, O boys, …" and "only this one sleeps, O boys".
        ("वयम् {noun} एव {1p:स्निह्}", False),
        ("{एतद्} {noun} एव {present:स्वप्}", False),
        ("{noun} एव {present:स्वप्}", True),
    ],
)
def test_only_before_a_particle_that_cannot_open_a_sentence_no_vocative_stands(
    template: str, wrong: bool
) -> None:
    cells = frozenset(Cell(case, number) for case in (Case.ACCUSATIVE,) for number in Number)
    frame = Frame("any", frozenset(), frozenset(Gender), (SINGULAR,), cells, (template,), "")
    seat = Seat(NOUNS["बालक"], frame, template, SINGULAR)
    voc = Cell(Case.VOCATIVE, Number.PLURAL)
    assert (voc in frame.excluded(template, SINGULAR)) is wrong
    assert not seat.excludes("बालक")  # A vocative only: never wrong by एव alone.


@pytest.mark.parametrize("frame", frames(), ids=lambda frame: frame.name)
def test_only_particle_or_stranded_word_excludes_vocative(
    frame: Frame,
) -> None:
    governors = {"विना", "प्रति", "अभि"}
    for template in frame.templates:
        excluded = {cell.case for right in frame.right for cell in frame.excluded(template, right)}
        if Case.VOCATIVE in excluded:
            opens = template.startswith("{noun} एव")
            assert opens or governors & set(template.split()), template


@pytest.mark.parametrize("frame", frames(), ids=lambda frame: frame.name)
def test_no_verb_takes_an_accusative_that_is_to_be_wrong(frame: Frame) -> None:
    if Case.ACCUSATIVE not in {cell.case for cell in frame.wrong}:
        return
    for template in frame.templates:
        for verb in verbs_of(template):
            if "{passive:" not in template:
                assert not verbs()[verb].takes_accusative, template
        # Dancing, sitting down, roaming, falling: "enact", "occupy", "roam through" …
        for word in template.split():
            assert not word.startswith(("नृत्य", "उपविश", "भ्रम", "पत", "हीन")), template


def test_no_passive_is_the_causatives_too() -> None:
    used = {
        verb
        for frame in frames()
        for template in frame.templates
        if "{passive:" in template
        for verb in verbs_of(template)
    }
    assert len(used) >= 5
    for verb in used:
        root = verbs()[verb].root
        assert not set(passive(root)) & set(causative_passive(root)), verb
    playing = verbs()["क्रीड्"].root
    assert passive(playing) == causative_passive(playing) == ("क्रीड्यते",)


@pytest.mark.parametrize(
    "frame", [frame for frame in frames() if frame.contrasts_number], ids=lambda frame: frame.name
)
def test_no_verb_of_a_frame_of_number_is_a_participle(frame: Frame) -> None:
    # "कविः एव जीवतः" can be "just the poet of one who lives".
    for template in frame.templates:
        for verb in verbs_of(template):
            forms = {verbs()[verb].form("present", 3, number) for number in Number}
            if "{present:" in template:
                assert not forms & participle_forms(verbs()[verb].root), template


def test_no_right_form_is_first_read_as_a_locative(in_context: list[ContrastSet]) -> None:
    for record in in_context:
        neuter_dual = (record.metadata["gender"], record.metadata["number"]) == ("neuter", "dual")
        direct = record.metadata["case"] in ("nominative", "accusative", "vocative")
        assert not (neuter_dual and direct), record.id


def test_no_frame_excludes_what_it_licenses() -> None:
    for frame in frames():
        for template in frame.templates:
            for right in frame.right:
                assert right not in frame.excluded(template, right), (frame.name, template)


def test_syncretic_form_is_not_wrong() -> None:
    subject = Seat(NOUNS["योगिन्"], FRAMES["subject_number"], "{noun} एव {present:मुद्}", SINGULAR)
    assert subject.excludes("बालकाः")
    # योगिनः is "yogins", but also "of the yogin".
    assert not subject.excludes("योगिनः")
    near = Seat(NOUNS["नदी"], FRAMES["samipe"], "वयम् {noun} एव समीपे {1p:वस्}", GENITIVE)
    assert near.excludes("नदीम्")
    # "We alone, O boy, live near …"
    assert not Seat(NOUNS["बालक"], near.frame, near.template, GENITIVE).excludes("बालकौ")
    assert not near.excludes("नद्याः")


@pytest.mark.parametrize(
    ("template", "excluded"),
    [
        ("{noun} एव {present:मुद्}", {Cell(Case.VOCATIVE, number) for number in Number}),
        ("वयम् {noun} विना {1p:जीव्}", {SINGULAR, Cell(Case.NOMINATIVE, Number.DUAL)}),
        ("त्वम् {noun} विना {2s:जीव्}", {Cell(Case.NOMINATIVE, n) for n in DUAL_AND_PLURAL}),
        ("एषा कथा {noun} {3s:रुच्}", set()),
    ],
)
def test_template_exclusions(template: str, excluded: set[Cell]) -> None:
    frame = Frame("any", frozenset(), frozenset(), (GENITIVE,), frozenset(), (template,), "")
    assert frame.excluded(template, GENITIVE) == excluded


@pytest.mark.parametrize("frame", frames(), ids=lambda frame: frame.name)
def test_every_frame_is_used(frame: Frame, in_context: list[ContrastSet]) -> None:
    assert any(record.metadata["frame"] == frame.name for record in in_context)


def test_likeness_of_crossed_templates() -> None:
    assert template_likeness("वयम् {noun} विना {1p:जीव्}", "वयम् {noun} कृते {1p:जीव्}") == 3
    assert template_likeness("{noun} एव ग्रन्थः {passive:पठ्}", "{noun} एव ग्रन्थम् {present:पठ्}") == 3
    assert template_likeness("हे {noun} अत्र {imperative:स्था}", "वयम् {noun} एव {1p:वस्}") == 1


def test_wrong_genders_do_not_agree() -> None:
    for record in read_contrast_sets(GENDER_AGREEMENT):
        meta = record.metadata
        assert meta["gender"] != meta["incorrect_gender"]
        # A neuter singular could be an adverb.
        assert (meta["incorrect_gender"], meta["number"]) != ("neuter", "singular")
        noun = NOUNS[meta["noun"]]
        cell = Cell(Case(meta["case"]), Number(meta["number"]))
        assert is_wrong_gender(noun, record.stem, meta["wrong_form"], cell), record.id


@pytest.mark.parametrize(
    ("noun", "agreeing", "form", "number", "wrong"),
    [
        ("बालिका", "सुप्त", "सुप्तः", Number.SINGULAR, True),
        # सुप्तौ is also the locative of सुप्ति, "in sleep"; सुप्ते "in one who sleeps".
        ("बालिका", "सुप्त", "सुप्तौ", Number.DUAL, False),
        ("बालक", "सुप्त", "सुप्ते", Number.DUAL, False),
        ("बालक", "एतद्", "एते", Number.DUAL, True),
        # A neuter singular could be an adverb; भिक्षवः could be women.
        ("बालक", "सुप्त", "सुप्तम्", Number.SINGULAR, False),
        ("शिशु", "एतद्", "एताः", Number.PLURAL, False),
        ("बालक", "एतद्", "एतौ", Number.DUAL, False),
    ],
)
def test_a_wrong_gender_has_no_other_reading(
    noun: str, agreeing: str, form: str, number: Number, wrong: bool
) -> None:
    cell = Cell(Case.NOMINATIVE, number)
    assert is_wrong_gender(NOUNS[noun], agreeing, form, cell) is wrong


@pytest.mark.parametrize(
    ("noun", "form", "read"),
    [
        ("बालक", "सुप्ता", False),
        ("बालिका", "सुप्ता", True),
    ],
)
def test_gender_is_wrong_also_when_sandhi_is_read_into_it(noun: str, form: str, read: bool) -> None:
    template = "{noun} एव तत्र {agreeing}"
    assert reads_as_agreeing(template, NOUNS[noun], "सुप्त", form, SINGULAR) is read


def test_your_is_not_a_wrong_demonstrative() -> None:
    # ते वनानि could be "your forests".
    plural = Cell(Case.NOMINATIVE, Number.PLURAL)
    assert not is_wrong_gender(NOUNS["वन"], "तद्", "ते", plural)
    assert is_wrong_gender(NOUNS["वन"], "एतद्", "एते", plural)


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


def test_possible_accusatives_only_with_intransitive_verbs() -> None:
    for record in read_contrast_sets(VERB_CONJUGATION):
        also_accusative = {"आवाम्", "आवां", "युवाम्", "युवां"} & set(record.context.split())
        if record.metadata["frame"] in ("noun", "coordination") or also_accusative:
            assert not verbs()[record.stem].takes_accusative, record.id
