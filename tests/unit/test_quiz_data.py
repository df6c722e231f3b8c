"""Quiz files and personas: read as documented, completed where a file is missing, or refused."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from kasauti.data.quiz.pack import PERSONA, SHIPPED
from kasauti.data.quiz.persona import check_phrases
from kasauti.fixtures.suites.quiz.cases import quiz_cases
from kasauti.inputs.errors import KasautiError
from kasauti.scorers.voice.composite import QuestionResult, QuestionThresholds
from kasauti.scorers.voice.voice import find_voice
from tests.support.quiz_packs import ANSWERS, pack_files, write_pack
from tests.support.quiz_packs import PERSONA as PERSONA_TEXT

TURN, HALVING, BOTH, LEARNED = ANSWERS


def asked(folder: Path) -> dict[str, list[str]]:
    return {case.name: [q.text for q in case.questions] for case in quiz_cases(folder)}


def test_levels_come_in_the_order_in_which_they_are_asked(tmp_path: Path) -> None:
    cases = quiz_cases(write_pack(tmp_path))
    assert [str(case.id) for case in cases] == [
        "quiz/unit-01/chapter-01/topic-01",
        "quiz/unit-01/chapter-01/topic-02",
        "quiz/unit-01/chapter-01",
        "quiz/unit-01",
        "quiz/final_assessment",
    ]
    assert [case.stage for case in cases] == [0, 0, 1, 1, 1]


def test_a_quiz_is_in_the_language_that_its_persona_names(tmp_path: Path) -> None:
    assert {case.language for case in quiz_cases(write_pack(tmp_path))} == {"en"}
    folder = write_pack(tmp_path, persona=f'language = "hi"\n{PERSONA_TEXT}')
    assert {case.language for case in quiz_cases(folder)} == {"hi"}


def test_a_chapter_asks_its_topics_and_its_synthesis(tmp_path: Path) -> None:
    assert asked(write_pack(tmp_path))["unit-01/chapter-01"] == [TURN, HALVING, BOTH]


def test_a_question_that_the_chapter_test_repeats_is_asked_once(tmp_path: Path) -> None:
    (test,), topics = (pack_files()[name] for name in ("chapter_tests.json", "quiz_data.json"))
    repeated = [*topics[0]["questions"], *test["questions"]]
    folder = write_pack(tmp_path, {"chapter_tests.json": [{**test, "questions": repeated}]})
    assert asked(folder)["unit-01/chapter-01"] == [TURN, HALVING, BOTH]


def test_a_chapter_without_a_test_is_made_of_its_topics(tmp_path: Path) -> None:
    folder = write_pack(tmp_path, {"chapter_tests.json": None})
    assert asked(folder)["unit-01/chapter-01"] == [TURN, HALVING]


def test_a_chapter_test_that_is_complete_stands_alone(tmp_path: Path) -> None:
    (test,) = pack_files()["chapter_tests.json"]
    folder = write_pack(tmp_path, {"chapter_tests.json": [{**test, "complete": True}]})
    assert asked(folder)["unit-01/chapter-01"] == [BOTH]


def test_units_are_made_of_topics_or_read(tmp_path: Path) -> None:
    assert asked(write_pack(tmp_path / "a"))["unit-01"] == [TURN, HALVING]
    final = pack_files()["final_assessment.json"]["questions"]
    folder = write_pack(tmp_path / "b", {"unit_exams.json": [{"unit": "u", "questions": final}]})
    assert asked(folder)["u"] == [LEARNED]
    assert "unit-01" not in asked(folder)


def test_a_question_keeps_its_id_at_every_level(tmp_path: Path) -> None:
    ids = {case.name: [q.id for q in case.questions] for case in quiz_cases(write_pack(tmp_path))}
    assert ids["unit-01"] == [
        "unit-01/chapter-01/topic-01/q1",
        "unit-01/chapter-01/topic-02/q1",
    ]
    assert ids["unit-01/chapter-01"][2] == "unit-01/chapter-01/q1"
    assert ids["final_assessment"] == ["final_assessment/q1"]


def test_a_final_assessment_alone_is_a_quiz(tmp_path: Path) -> None:
    folder = write_pack(tmp_path, {"quiz_data.json": None, "chapter_tests.json": None})
    assert list(asked(folder)) == ["final_assessment"]


def test_the_pack_is_known_by_its_content(tmp_path: Path) -> None:
    before = quiz_cases(write_pack(tmp_path))[0].pack
    persona = PERSONA_TEXT.replace("weight = 1", "weight = 3")
    assert quiz_cases(write_pack(tmp_path, persona=persona))[0].pack != before


def topics(**change: object) -> list[dict[str, object]]:
    return [pack_files()["quiz_data.json"][0] | change]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"quiz_data.json": "{"}, "quiz_data.json is not JSON .*line 1"),
        ({"quiz_data.json": {}}, "is not a list"),
        ({"quiz_data.json": []}, "is empty"),
        ({"quiz_data.json": [1]}, "entry 1 is not a JSON object"),
        ({"quiz_data.json": topics(unit=" ")}, "entry 1 has no unit"),
        ({"quiz_data.json": topics(unit="a/b")}, "without a slash"),
        ({"quiz_data.json": topics(questions=[])}, "entry 1 has no questions"),
        ({"quiz_data.json": topics(questions=["Why?"])}, "question 1 is not a JSON object"),
        ({"quiz_data.json": topics(questions=[{"question": "Why?"}])}, "no reference_answer"),
        ({"quiz_data.json": topics() + topics()}, "repeats"),
        ({"final_assessment.json": []}, "is not a JSON object"),
        (
            {"final_assessment.json": {"questions": [{"question": TURN, "reference_answer": "x"}]}},
            "another reference answer",
        ),
        (
            {"quiz_data.json": topics(questions=topics()[0]["questions"] * 2)},  # type: ignore[operator]
            "twice",
        ),
    ],
)
def test_files_that_cannot_be_meant_are_refused_with_their_place(files, message, tmp_path) -> None:
    with pytest.raises(KasautiError, match=message):
        quiz_cases(write_pack(tmp_path, files))


def test_a_folder_without_questions_or_persona_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KasautiError, match="is not a folder"):
        quiz_cases(tmp_path / "nowhere")
    with pytest.raises(KasautiError, match="has no questions"):
        quiz_cases(tmp_path)
    (write_pack(tmp_path) / "persona.toml").unlink()
    with pytest.raises(KasautiError, match="persona.toml does not exist"):
        quiz_cases(tmp_path)


def test_a_file_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    (write_pack(tmp_path) / "quiz_data.json").write_bytes(b'["caf\xe9"]')
    with pytest.raises(KasautiError, match="is not UTF-8 at byte"):
        quiz_cases(tmp_path)


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('name = "the tester"', "", "has no name"),
        ('name = "the tester"', 'name = "x"\ntone = "y"', "unknown entry tone"),
        ("weight = 2", "weight = 0", "weight 0"),
        ("expected = 1", "expected = 0.5", "expected = 0.5"),
        ("weight = 2", "weight = 2\ncolour = 1", "unknown field colour"),
        ("'odds|likely'", "'odds('", "is not a regular expression"),
        ("'odds|likely'", "'odds)(?:x'", "is not a regular expression"),
        ("'odds|likely'", "'odds?|.*'", "matches everywhere"),
        ("'odds|likely'", "3", "is not text"),
        ("patterns = ['odds|likely', 'tends? to']", "patterns = []", "has no patterns"),
        ('name = "picture"', 'name = "odds"', "same name as another one"),
        ('why = "Nothing is certain."', "", "has no why"),
        ("[[negative]]", "[[negative", "is not TOML"),
    ],
)
def test_a_persona_that_cannot_be_meant_is_refused(before, after, message, tmp_path: Path) -> None:
    assert before in PERSONA_TEXT
    persona = PERSONA_TEXT.replace(before, after, 1)
    with pytest.raises(KasautiError, match=message):
        quiz_cases(write_pack(tmp_path, persona=persona))


def test_the_shipped_pack_has_the_documented_size() -> None:
    cases = quiz_cases()
    sizes = Counter((case.level, len(case.questions)) for case in cases)
    assert sizes == {("topic", 10): 24, ("chapter", 35): 8, ("unit", 60): 4, ("final", 20): 1}
    assert len({question.id for case in cases for question in case.questions}) == 300
    raw = json.loads((SHIPPED / "chapter_tests.json").read_text(encoding="utf-8"))
    assert [len(chapter["questions"]) for chapter in raw] == [5] * 8
    check_phrases(SHIPPED / PERSONA, cases[0].persona)


def test_every_shipped_reference_would_pass_as_an_answer() -> None:
    """Voice 0.75 at the least and nothing violated; each also has its share of the markers."""
    cases = quiz_cases()
    persona = cases[0].persona
    questions = {question.id: question for case in cases for question in case.questions}
    applied: set[str] = set()
    for question in questions.values():
        voice = find_voice(question.text, question.reference, persona)
        result = QuestionResult(question.id, 1.0, voice, QuestionThresholds())
        assert result.misses == [], (question.id, voice)
        assert result.voice_score >= 0.75, question.id
        applied |= set(voice.applied)
    assert applied == {distinction.name for distinction in persona.distinctions}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("certainty", "So it is as good as done; whoever says otherwise has not looked."),
        ("certainty", "The next wave of selling is therefore unavoidable."),
        ("false precision", "I see the index at 4,150 by the autumn."),
        ("false precision", "The recession starts in August 2029."),
        ("orders to trade", "They do not protect you. Swap them for commodity funds on Monday."),
        ("orders to trade", "Anyone with sense should be short by Friday."),
        ("hype", "It is going vertical, nobody is ready for what comes next."),
        ("machine boilerplate", "I hope that this was useful."),
        ("disclaimer boilerplate", "None of the above should be relied on when you invest."),
        ("the end of cycles", "The business cycle is now a matter for historians."),
    ],
)
def test_the_shipped_persona_knows_what_it_never_says(name: str, said: str) -> None:
    persona = quiz_cases()[0].persona
    assert name in {each.name for each in find_voice("Why?", said, persona).negatives}


@pytest.mark.parametrize(
    "said",
    [
        "Traders get in early, and short sellers lean against the rally.",
        "Brokers promise that it will certainly double.",
        "Nobody can say that it is certain to rise.",
        "In 1929 shares peaked on 3 September.",
        "Easy money lifts bitcoin, and a jump in rates sinks it.",
    ],
)
def test_the_shipped_persona_does_not_flag_the_innocent(said: str) -> None:
    assert find_voice("Why?", said, quiz_cases()[0].persona).negatives == ()


def test_what_others_say_ends_where_the_speaker_goes_on() -> None:
    persona = quiz_cases()[0].persona
    said = "Brokers say little of it, but it will certainly double."
    assert [each.name for each in find_voice("Why?", said, persona).negatives] == ["certainty"]
