"""The quiz report: what the levels give together, for programs and for readers."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from kasauti.__main__ import main
from kasauti.commands.quiz_compare import compare_quizzes, comparison_lines
from kasauti.commands.schema import results_schema
from kasauti.fixtures.suites.quiz.report import QuizReport, quiz_report
from kasauti.fixtures.suites.quiz.report_files import quiz_lines, quiz_markdown
from kasauti.fixtures.suites.quiz.suite import GATED, Quiz
from kasauti.records import Figure, Item, Measurement, Run
from kasauti.records.serialization.cases import builtins
from kasauti.reports.files.results_json import results_json
from tests.support.built_measurements import DATE, measured, question, quiz_case
from tests.support.dashboard_runs import run_of


def case(level: str, name: str, right: int, total: int = 10, **changes: Any) -> Measurement:
    voice = changes.get("voice", 0.9)
    asked = [question(f"{name}/q{n}", right=n < right, voice=voice) for n in range(total)]
    return quiz_case(level, name, asked, **{"voice": voice, **changes})


def report_of(*quizzes: Measurement) -> QuizReport:
    return quiz_report(quizzes, timestamp=DATE)


def asking(quiz: Measurement, *questions: Item) -> Measurement:
    return replace(quiz, items=questions)


PASSING = [
    case("topic", "unit-01/c/t1", 10),
    case("chapter", "unit-01/c", 9),
    case("unit", "unit-01", 9),
    case("final", "final_assessment", 10),
]
SAID = {
    "name": "halving",
    "said": "x",
    "sentence": "The halving does it.",
    "missing": "",
    "why": "no.",
}
MISSING = {
    "name": "halving",
    "said": "",
    "sentence": "",
    "missing": "credit",
    "why": "Credit does it.",
}


def applies(report: QuizReport, words: str) -> object:
    (row,) = [row for row in report.manual_review if words in row.trigger]
    return row.applies


def where(report: QuizReport, words: str) -> tuple[str, ...]:
    (row,) = [row for row in report.remediation if words in row.failure]
    return row.where


def test_a_quiz_that_passes_everywhere() -> None:
    report = report_of(*PASSING)
    assert report.passed
    assert report.overall_accuracy == pytest.approx((1 + 0.9 + 0.9 + 1) / 4)
    summary = builtins(report.summary)
    assert summary["topics"] == {"count": 1, "passed": 1, "avg_accuracy": 1.0, "avg_voice": 0.9}
    assert summary["final"] == {
        "passed": True,
        "accuracy": 1.0,
        "voice": 0.9,
        "critical_passed": True,
    }
    assert report.recommendations == ("The model passed all evaluation criteria.",)
    assert str(report) == "[PASS] bob (dpo): Acc=95.0%, Voice=0.90, Violations=0"
    assert [row.applies for row in report.manual_review] == [False] * 4
    assert not any(row.where for row in report.remediation)
    assert list(report.findings()) == ["Recommendations"]


@pytest.mark.parametrize("rule", ["documented", "every-level"])
@pytest.mark.parametrize("index", range(4))
def test_units_and_the_final_assessment_decide_or_every_level(index: int, rule: str) -> None:
    quizzes = [replace(q, details={**q.details, "pass_rule": rule}) for q in PASSING]
    failed = replace(quizzes[index].headline, verdict="failed")
    quizzes[index] = replace(quizzes[index], headline=failed)
    report = report_of(*quizzes)
    decides = quizzes[index].level in ("unit", "final")
    assert report.passed == (rule == "documented" and not decides)
    assert "passed all" not in " ".join(report.recommendations)


def test_topics_alone_decide_where_nothing_else_was_asked() -> None:
    topic = PASSING[0]
    assert topic.level == "topic"
    assert report_of(topic).passed
    failed = replace(topic, headline=replace(topic.headline, verdict="failed"))
    assert not report_of(failed).passed


def test_a_critical_violation_fails_the_quiz() -> None:
    broken = question("t/q1", details={"violations": [SAID]})
    assert not report_of(asking(PASSING[0], broken), *PASSING[1:]).passed


def test_an_early_end_fails_the_quiz_and_is_told() -> None:
    early = "Early termination: only 1 of 2 topics passed."
    quiz = case("topic", "unit-01/c/t1", 10, details={"early_termination": early})
    report = report_of(quiz)
    assert not report.passed
    assert builtins(report.summary)["units"] == {
        "count": 0,
        "passed": 0,
        "avg_accuracy": None,
        "avg_voice": None,
    }
    assert report.summary.final is None
    assert report.findings()["Recommendations"][0] == early
    assert f"- {early}" in (quiz_markdown(run_of(quiz)) or "").splitlines()


def test_a_violation_is_told_once_with_its_sentence() -> None:
    broken = question("t/q1", right=False, details={"violations": [SAID, MISSING]})
    report = report_of(*(asking(quiz, broken) for quiz in PASSING))
    (told,) = report.critical_violations
    assert told.startswith("t/q1: halving: says “The halving does it.”; does not say what it must")
    assert "Looked for: credit" in told
    assert report.recommendations[0].startswith("CRITICAL: ")
    assert "halving (1)" in report.recommendations[0]
    assert applies(report, "critical violation") is True
    assert where(report, "Critical") == ("t/q1",)
    assert report.findings()["Manual review"] == ("Any critical violation",)


@pytest.mark.parametrize(
    ("cut", "told"),
    [
        (0, ""),
        (1, "1 of 3 answers was truncated; raise --max-new-tokens."),
        (2, "2 of 3 answers were truncated; raise --max-new-tokens."),
    ],
)
def test_truncated_answers_are_counted_once(cut: int, told: str) -> None:
    asked = [question(f"q{n}", details={"finished": n >= cut}) for n in range(3)]
    report = report_of(quiz_case("unit", "unit-01", asked), quiz_case("topic", "a/b", asked[:2]))
    assert (report.cut_answers.cut, report.cut_answers.of) == (cut, 3)
    assert str(report.cut_answers) == told


def test_recommendations_by_the_share_of_failed_topics() -> None:
    topics = [case("topic", f"unit-0{n // 5}/c/t{n}", 10) for n in range(10)]
    few = [case("topic", "unit-01/c/t5", 1), case("topic", "unit-01/c/t6", 1)]
    (told,) = report_of(*topics[:5], *few, *topics[7:]).recommendations
    assert told.startswith("MEDIUM: 2 topics of unit-01 failed.")
    (told,) = report_of(*topics[:5], few[0], *topics[6:]).recommendations
    assert told.startswith("MEDIUM: 1 topic of unit-01 failed.")
    many = [case("topic", f"unit-01/c/t{n}", 1) for n in range(4)]
    report = report_of(*topics[4:], *many)
    assert report.recommendations[0].startswith("HIGH: 4 of 10 topics failed.")
    assert applies(report, "50 %") is False
    assert applies(report, "two rounds") is None
    assert len(where(report, "Low accuracy")) == 4


def test_a_low_voice_is_remedied_and_reviewed() -> None:
    report = report_of(
        case("topic", "unit-01/c/t1", 10, voice=0.6, figures=()),
        case("unit", "unit-01", 10, voice=0.49, figures=()),
    )
    assert [line.split(":")[0] for line in report.recommendations] == ["MEDIUM", "LOW"]
    assert applies(report, "under 0.50") is True
    assert where(report, "Low voice") == ("unit-01",)


def test_a_failed_unit_blocks() -> None:
    report = report_of(case("unit", "unit-02", 1))
    assert report.recommendations[0].startswith("HIGH: 1 unit exam failed: unit-02.")
    assert where(report, "Unit failure") == ("unit-02",)


def test_the_report_has_its_documented_form() -> None:
    schema, own = results_schema(), Quiz().schema()["totals"]["^report$"]
    broken = question("t/q1", right=False, details={"violations": [SAID]})
    for quizzes in (PASSING, PASSING[:1], [asking(PASSING[0], broken)]):
        content = json.loads(json.dumps(builtins(report_of(*quizzes))))
        part = {"$defs": schema["$defs"], **own}
        jsonschema.validate(content, part, jsonschema.Draft202012Validator)


def test_a_report_needs_a_quiz() -> None:
    with pytest.raises(ValueError, match="at least one"):
        quiz_report([], timestamp=DATE)


def test_the_markdown_shows_levels_and_worst_answers() -> None:
    wrong = [question(f"q{n}", right=False, voice=0.2, given="No | it.\nYes.") for n in range(2)]
    text = quiz_markdown(run_of(*PASSING, quiz_case("topic", "unit-01/c/t2", wrong, voice=0.2)))
    assert text is not None
    assert "| unit-01/c/t2 | 0 of 2 | 0.0% | 0.000 to 0.658 | at least 0.80 | 0.20 |" in text
    assert "**PASSED**" in text  # units and the final assessment did
    assert "## Failed topics" in text
    assert "## Final assessment" in text
    assert "### q0: What drives the cycle?" in text
    assert "> Yes." in text
    # 2 here, and one each of the chapter and the unit.
    assert "## 4 answers did not pass, the worst first" in text


def test_a_run_without_a_quiz_shows_none() -> None:
    run = run_of(measured("multiblimp/a", 0.5), suites=())
    assert quiz_markdown(run) is None
    assert list(quiz_lines(run)) == []


def test_the_terminal_shows_the_quiz_in_a_few_lines() -> None:
    lines = list(quiz_lines(run_of(case("unit", "unit-02", 1))))
    assert lines[0][0].split() == ["quiz", *GATED]
    assert lines[2][0].split()[:2] == ["unit-02", "0.100"]
    assert lines[4] == ("[FAIL] bob (dpo): Acc=10.0%, Voice=0.90, Violations=0", "failed")
    assert lines[5][0].startswith("  HIGH: 1 unit exam failed")


def test_judged_facts_have_a_column() -> None:
    plain = case("unit", "unit-02", 1)
    judged = replace(plain, figures=(*plain.figures, Figure("factual", 0.25, 10)))
    run = run_of(judged, case("unit", "unit-03", 1))
    lines = [line.split() for line, _ in quiz_lines(run)]
    assert lines[0] == ["quiz", "accuracy", "factual", *GATED[1:]]
    assert lines[2][:3] == ["unit-02", "0.100", "0.250"]
    header, _, first, second = (quiz_markdown(run) or "").split("## Units\n\n")[1].splitlines()[:4]
    at = header.split(" | ").index("Factual")
    assert first.split(" | ")[at] == "25.0%"
    assert {row.count("|") for row in (header, first, second)} == {12}
    assert "Factual" not in (quiz_markdown(run_of(plain)) or "")


def test_two_reports_are_compared_question_by_question() -> None:
    worse = run_of(case("topic", "t", 2, 12, voice=0.5), case("chapter", "c", 3, 4, voice=0.5))
    better = run_of(case("topic", "t", 10, 12), case("chapter", "c", 3, 4))
    lines = list(comparison_lines(worse, better))
    topics, chapters, every = (line.split() for line in lines[5:8])
    # 8 of 12 got better and none worse: p = 2 / 2 ** 8, smallest but one of six tests.
    assert topics[:5] == ["topics", "12", "16.7%", "83.3%", "+66.7%"]
    assert 0.0078 <= float(topics[5]) <= 0.0078 * 6
    assert chapters[:5] == ["chapters", "4", "75.0%", "75.0%", "+0.0%"]
    assert float(chapters[5]) == 1.0
    assert every[:3] == ["all", "questions", "16"]
    assert lines[7].split("+0.400")[0].split()[-2:] == ["0.500", "0.900"]
    assert lines[0].startswith("A: [FAIL] bob (dpo)")


def test_only_shared_questions_are_compared() -> None:
    left, right = run_of(case("topic", "t", 2, 3)), run_of(case("topic", "t", 2, 5))
    assert [len(each.right) for each in compare_quizzes(left, right)] == [3, 3]


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def written(name: str, run: Run) -> str:
        (tmp_path / name).write_text(results_json(run), encoding="utf-8")
        return str(tmp_path / name)

    run = written("run.json", run_of(case("topic", "t", 2, 3)))
    written("other.json", run_of(case("topic", "s", 2, 3)))
    written("pairs.json", run_of(measured("multiblimp/a", 0.5)))
    written("old.json", run_of(case("", "s", 2, 3)))
    (tmp_path / "none.json").write_text("{}", encoding="utf-8")
    (tmp_path / "text").write_text("?", encoding="utf-8")
    for second, told in [
        ("nowhere.json", "cannot be read"),
        ("text", "is not JSON"),
        ("none.json", "neither a baseline nor"),
        ("pairs.json", "contains no quiz"),
        ("old.json", "was written by an older version"),
        ("other.json", "share no question"),
    ]:
        assert main(["quiz-compare", run, str(tmp_path / second)]) == 4
        assert told in capsys.readouterr().err
    assert main(["quiz-compare", run, run]) == 0
    assert "all questions" in capsys.readouterr().out
