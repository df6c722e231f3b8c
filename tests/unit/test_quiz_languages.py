"""A quiz in another language: its denials and reports, how answers are compared, what is said."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasauti.data.quiz.pack import SHIPPED, shipped_quizzes
from kasauti.fixtures.suites.quiz.cases import QuizCase, quiz_cases
from kasauti.fixtures.suites.quiz.report import NOT_JUDGED, quiz_report
from kasauti.fixtures.suites.quiz.suite import Quiz
from kasauti.inputs.errors import KasautiError
from kasauti.records import Measurement
from kasauti.records.persona import Fact, Inference, Persona, Phrase, Speech
from kasauti.scorers.text.letters import letter_similarity
from kasauti.scorers.voice.clauses import claims
from kasauti.scorers.voice.factual import Asked, judge_facts
from kasauti.scorers.voice.negation import is_denied, is_of_others, sentence_around
from kasauti.scorers.voice.speech import is_denied_in_clause
from kasauti.scorers.voice.voice import find_voice
from kasauti.thresholds import load_thresholds
from tests.support.fake_backend import FakeBackend, context
from tests.support.quiz_packs import ANSWERS, PERSONA, write_pack

HINDI = SHIPPED.parent / "hindi_seasons"


@cache
def hindi() -> tuple[QuizCase, ...]:
    return tuple(quiz_cases(HINDI))


def persona() -> Persona:
    return hindi()[0].persona


def place(marked: str) -> tuple[str, int, int]:
    start, end = marked.index("["), marked.index("]") - 1
    return marked.replace("[", "").replace("]", ""), start, end


DENIED = [
    "बारिश की तारीख़ [पक्की] नहीं होती।",
    "कोई नहीं कह सकता कि तारीख़ [पक्की] है।",
    "यह ग़लत है कि [ऋतुएँ दूरी के कारण बदलती] हैं।",
    "यह [पक्का] मत मानिए।",
    "न सावन न भादों [पक्का] है।",
    "यह भ्रम है कि [शुभ मुहूर्त] से बारिश होती है।",
    "तारीख़ बदलती है। वह [पक्की] नहीं है। किसान जानता है।",
    "बादल आते हैं, लेकिन बारिश [पक्की] नहीं होती।",
]
SAID = [
    "बारिश की तारीख़ [पक्की] है।",
    "यह संयोग नहीं, यह [पक्का] है।",
    "यह संयोग नहीं है, बल्कि [पक्का] है।",
    "यह न केवल संभव बल्कि [पक्का] है।",
    "बादल नहीं हैं लेकिन बारिश [पक्की] है।",
    "आज धूप नहीं है। कल बारिश [पक्की] है।",
    "यह [पक्का] है और कोई इसे नहीं बदल सकता।",
    "इसमें संदेह नहीं कि यह [पक्का] है।",
    "यह कहना ग़लत नहीं कि बारिश [पक्की] है।",
]


@pytest.mark.parametrize("marked", DENIED)
def test_hindi_denials(marked: str) -> None:
    assert is_denied(*place(unicodedata.normalize("NFC", marked)), persona().speech)


@pytest.mark.parametrize("marked", SAID)
def test_hindi_claims(marked: str) -> None:
    text, start, end = place(unicodedata.normalize("NFC", marked))
    assert not is_denied(text, start, end, persona().speech)
    assert not is_of_others(text, start, end, persona().speech)


@pytest.mark.parametrize(
    "marked",
    [
        "लोग कहते हैं कि बारिश [पक्की] है।",
        "कहा जाता है कि यह [शुभ मुहूर्त] है।",
        "विज्ञापन में [गारंटी] मिलती है।",
        "क्या बारिश [पक्की] है?",
        "अख़बार ने लिखा: “बारिश [पक्की] है” और छापा।",
        "बारिश [पक्की] है, ऐसा लोग मानते हैं।",
    ],
)
def test_what_others_say_in_hindi_is_not_said(marked: str) -> None:
    assert is_of_others(*place(unicodedata.normalize("NFC", marked)), persona().speech)


@pytest.mark.parametrize(
    "marked", ["हम कहते हैं कि यह [पक्का] है।", "लोग कहते हैं कि ठंड है, लेकिन गर्मी [पक्की] है।"]
)
def test_what_the_speaker_says_is_said(marked: str) -> None:
    assert not is_of_others(*place(unicodedata.normalize("NFC", marked)), persona().speech)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("यह एक है। यह दो है॥ तीन", "यह एक है।"),
        ("یہ کیا ہے؟ یہ دو ہے۔", "یہ کیا ہے؟"),
        ("这是一。这是二！", "这是一。"),
    ],
)
def test_sentences_end_as_their_script_ends_them(text: str, first: str) -> None:
    assert sentence_around(text, 0).text == first


@pytest.mark.parametrize("text", ["क्या यह सच है?", "یہ کیا ہے؟", "这是吗？"])
def test_questions_are_asked_in_every_script(text: str) -> None:
    assert sentence_around(text, 0).asks


@given(st.text(max_size=60), st.data())
def test_any_text_has_an_answer(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    speech = Speech((Phrase("न"),), (Phrase("न केवल"),), (Phrase("और"),), (Phrase("कहते"),))
    assert is_denied_in_clause(text, start, end, speech) in (True, False)
    assert is_denied_in_clause(text, start, end, Speech()) is False


def test_the_shipped_hindi_quiz_has_24_questions_and_its_references_would_pass() -> None:
    questions = {
        each.text: each
        for case in hindi()
        if case.level in ("topic", "final")
        for each in case.questions
    }
    assert len(questions) == 24
    assert set(hindi()[0].facts) == set(questions)
    for each in questions.values():
        voice = find_voice(each.text, each.reference, persona())
        assert voice.marker_score >= 0.6
        assert not voice.violations
        assert not voice.negatives
    assert shipped_quizzes() == ["hindi_seasons", "market_cycles"]


@pytest.mark.parametrize("name", ["quiz_data.json", "final_assessment.json", "facts.jsonl"])
def test_the_hindi_files_are_composed(name: str) -> None:
    text = (HINDI / name).read_text(encoding="utf-8")
    assert unicodedata.normalize("NFC", text) == text


def labelled() -> list[dict[str, Any]]:
    return [json.loads(line) for line in (HINDI / "judged.jsonl").read_text("utf-8").splitlines()]


def test_letters_tell_what_an_answer_is_about_and_not_whether_it_is_right() -> None:
    references = {q.text: q.reference for case in hindi() for q in case.questions}
    judged = labelled()
    threshold = load_thresholds()["quiz.question.letters"].value
    right = [each for each in judged if each["right"]]
    own = [letter_similarity(each["answer"], references[each["question"]]) for each in right]
    others = [
        letter_similarity(each["answer"], reference)
        for each in right
        for question, reference in references.items()
        if question != each["question"]
    ]
    assert min(own) >= threshold
    assert sum(value >= threshold for value in others) < 0.05 * len(others)
    wrong = [
        letter_similarity(each["answer"], references[each["question"]])
        for each in judged
        if not each["right"]
    ]
    assert (
        sum(value >= threshold for value in wrong) > len(wrong) / 2
    )  # which is why it gates nothing


@pytest.mark.parametrize(
    ("answer", "name"),
    [
        ("गर्मी इसलिए होती है कि पृथ्वी सूरज के पास आ जाती है।", "झुकाव और दूरी"),
        ("दूरी ही कारण है, झुकाव नहीं।", "झुकाव और दूरी"),
    ],
)
def test_a_hindi_distinction_is_broken(answer: str, name: str) -> None:
    question = "गर्मी और सर्दी की ऋतुएँ क्यों बदलती हैं?"
    found = find_voice(question, unicodedata.normalize("NFC", answer), persona())
    assert {each.name for each in found.violations} == {name}


def test_a_denied_confusion_keeps_the_distinction() -> None:
    question = "गर्मी और सर्दी की ऋतुएँ क्यों बदलती हैं?"
    answer = unicodedata.normalize("NFC", "धुरी के झुकाव से; दूरी इसका कारण नहीं है।")
    assert not find_voice(question, answer, persona()).violations


class NoEmbedder:
    """A Hindi answer is never given to the English model."""

    def __init__(self, *_: object, **__: object) -> None:
        self.name = "none"

    def settings(self) -> dict[str, str]:
        return {"embedding": "none"}

    def similarities(self, pairs: list[tuple[str, str]]) -> list[float]:
        return [0.9 for _ in pairs]


def measured(
    cases: list[QuizCase], said: Mapping[str, str], monkeypatch: pytest.MonkeyPatch, **options: Any
) -> list[Measurement]:
    monkeypatch.setattr("kasauti.fixtures.suites.quiz.measure.Embedder", NoEmbedder)
    measure = Quiz().measurer(context(Quiz(), cases, FakeBackend(answers=said), **options))
    return [measure(case) for case in cases]


def test_without_a_model_of_its_language_a_quiz_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {q.text: q.reference for case in hindi() for q in case.questions}
    first, *others = measured(list(hindi()), said, monkeypatch)
    assert first.headline.value == 1.0  # every reference is its own answer
    for each in (first, *others):
        assert each.verdict == "shown"
        assert "in Hindi answers are compared by letters" in each.why_shown
        assert each.settings["similarity"] == "letter trigrams"
        assert "factual" not in each.details
        assert "facts" not in each.settings
        assert each.notes == ()
    report = quiz_report([first, *others], timestamp="2026-01-01T00:00:00")
    assert str(report).startswith("[SHOWN] ")
    assert report.failed_topics == ()
    assert report.recommendations == (NOT_JUDGED,)


def test_with_a_model_of_its_language_the_thresholds_apply(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = [case for case in hindi() if case.level == "final"]
    said = {q.text: q.reference for q in cases[0].questions}
    (final,) = measured(cases, said, monkeypatch, embedding_model="somewhere")
    assert final.verdict == "passed"
    assert final.settings["embedding"] == "none"


def test_a_language_without_speech_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = PERSONA.replace("\n[[markers]]", '\nlanguage = "de"\n\n[[markers]]', 1)
    cases = quiz_cases(write_pack(tmp_path, persona=text))
    (first, *_) = measured(cases, ANSWERS, monkeypatch)
    assert first.notes == (
        "quiz: what an answer denies or reports in German counts as said. Add a [speech] table "
        "to persona.toml.",
    )
    assert find_voice("", "It is not guaranteed.", cases[0].persona).negatives


@pytest.mark.parametrize(
    ("speech", "message"),
    [
        ('speech = "x"\n', "speech is not a table"),
        ("[speech]\nnegation = ['x']\n", "unknown field negation. Use negations, not_negations"),
        ("[speech]\nnegations = []\n", "has no negations"),
        ("[speech]\nreports = ['(']\n", "is not a regular expression"),
        ("[speech]\nreports = ['(?:a+)+b']\n", "can take very long"),
    ],
)
def test_speech_that_cannot_be_meant_is_refused(tmp_path: Path, speech: str, message: str) -> None:
    head, rest = PERSONA.split("\n[[markers]]", 1)
    folder = write_pack(tmp_path, persona=f"{head}\n{speech}\n[[markers]]{rest}")
    with pytest.raises(KasautiError, match=message):
        quiz_cases(folder)


def test_claims_end_at_a_danda_and_other_languages_are_entailed_too() -> None:
    answer = "वसंत में दो महीने हैं। क्या ये चैत्र और वैशाख हैं?"
    assert claims(answer) == ["वसंत में दो महीने हैं।"]
    fact = Fact(("वसंत दो महीने का है",), ("वसंत एक महीने का है",))
    asked = [Asked("क्या?", (fact,), answer, english=each) for each in (False, True)]
    hindi, english = judge_facts(asked, lambda pairs: [Inference(0.9, 0.0) for _ in pairs])
    assert hindi
    assert hindi.right
    assert english
    assert not english.right  # it is not English


def test_judged_answers_are_to_questions_that_are_asked() -> None:
    assert len(labelled()) == 48
    assert {row["question"] for row in labelled()} == set(hindi()[0].facts)
