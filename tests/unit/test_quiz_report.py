"""The quiz report: what the levels give together, for programs and for readers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kasauti.reports.quiz_comparison import compare_quizzes, comparison_lines, main
from kasauti.reports.quiz_html import answer_table
from kasauti.reports.quiz_markdown import quiz_lines, quiz_markdown
from kasauti.reports.quiz_report import quiz_report, quiz_totals, summary_line


def question(name: str, *, passed: bool = True, voice: float = 0.9, **more: Any) -> dict[str, Any]:
    return {
        "question_id": name, "question": "Why?", "reference_answer": "So.",
        "generated_answer": "Because | it is.\nYes.", "finished": True, "semantic_score": voice,
        "marker_score": voice, "voice_score": voice, "passed": passed,
        "misses": [] if passed else ["semantic"], "violations": [], **more,
    }  # fmt: skip


def case(level: str, name: str, right: int, total: int = 10, **more: Any) -> dict[str, Any]:
    voice = more.pop("voice", 0.9)
    questions = [question(f"{name}/q{n}", passed=n < right, voice=voice) for n in range(total)]
    figures = [
        {"metric": "voice", "value": voice, "bar": 0.75},
        {"metric": "negatives", "value": 0.0, "bar": 0.0},
    ]
    return {
        "accuracy": right / total, "level": level, "identifier": name, "model_name": "bob",
        "approach": "dpo", "early_termination": "", "total_questions": total,
        "passed_questions": right, "avg_semantic_score": voice, "avg_voice_score": voice,
        "critical_distinctions_passed": True, "negative_patterns_found": [],
        "question_results": questions, "interval": {"low": 0.1, "high": 0.9},
        "bar": {"value": 0.8}, "figures": figures, "signature": "s",
        "verdict": "passed" if right / total >= 0.8 else "failed", **more,
    }  # fmt: skip


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


def applies(report: dict[str, Any], words: str) -> object:
    (row,) = [row for row in report["manual_review"] if words in row["trigger"]]
    return row["applies"]


def where(report: dict[str, Any], words: str) -> list[str]:
    (row,) = [row for row in report["remediation"] if words in row["failure"]]
    return list(row["where"])


def test_a_quiz_that_passes_everywhere() -> None:
    report = quiz_report(PASSING)
    assert report["passed"]
    assert report["overall_accuracy"] == pytest.approx((1 + 0.9 + 0.9 + 1) / 4)
    assert report["summary"]["topics"] == {
        "count": 1, "passed": 1, "avg_accuracy": 1.0, "avg_voice": 0.9
    }  # fmt: skip
    assert report["summary"]["final"] == {
        "passed": True, "accuracy": 1.0, "voice": 0.9, "critical_passed": True
    }  # fmt: skip
    assert report["recommendations"] == ["The model passed all evaluation criteria."]
    assert summary_line(report) == "[PASS] bob (dpo): Acc=95.0%, Voice=0.90, Violations=0"
    assert [row["applies"] for row in report["manual_review"]] == [False] * 4
    assert not any(row["where"] for row in report["remediation"])


@pytest.mark.parametrize("place", range(4))
def test_one_failed_level_fails_the_quiz(place: int) -> None:
    cases = [c | {"verdict": "failed"} if n == place else c for n, c in enumerate(PASSING)]
    report = quiz_report(cases)
    assert not report["passed"]
    assert "passed all" not in " ".join(report["recommendations"])


def test_an_early_end_fails_the_quiz_and_is_told() -> None:
    early = "Early termination: only 1 of 2 topics passed."
    cases = [c | {"early_termination": early} for c in PASSING[:1]]
    report = quiz_report(cases)
    assert not report["passed"]
    assert report["summary"]["units"] == {
        "count": 0, "passed": 0, "avg_accuracy": None, "avg_voice": None
    }  # fmt: skip
    assert report["summary"]["final"] is None
    assert f"- {early}" in list(quiz_markdown(report, cases))


def test_a_violation_is_told_once_with_its_sentence() -> None:
    broken = question("t/q1", passed=False, violations=[SAID, MISSING])
    cases = [c | {"question_results": [broken]} for c in PASSING]
    report = quiz_report(cases)
    (told,) = report["critical_violations"]
    assert told.startswith("t/q1: halving: says “The halving does it.”; does not say what it must")
    assert "Looked for: credit" in told
    assert report["recommendations"][0].startswith("CRITICAL: ")
    assert "halving (1)" in report["recommendations"][0]
    assert applies(report, "critical violation") is True
    assert where(report, "Critical") == ["t/q1"]


def test_recommendations_by_the_share_of_failed_topics() -> None:
    topics = [case("topic", f"unit-0{n // 5}/c/t{n}", 10) for n in range(10)]
    few = [case("topic", "unit-01/c/t5", 1), case("topic", "unit-01/c/t6", 1)]
    (told,) = quiz_report([*topics[:5], *few, *topics[7:]])["recommendations"]
    assert told.startswith("MEDIUM: 2 topics of unit-01 failed.")
    many = [case("topic", f"unit-01/c/t{n}", 1) for n in range(4)]
    report = quiz_report([*topics[4:], *many])
    assert report["recommendations"][0].startswith("HIGH: 4 of 10 topics failed.")
    assert applies(report, "50 %") is False
    assert applies(report, "two rounds") is None
    assert len(where(report, "Low accuracy")) == 4


def test_a_low_voice_is_remedied_and_reviewed() -> None:
    low = [case("topic", "unit-01/c/t1", 10, voice=0.6), case("unit", "unit-01", 10, voice=0.49)]
    report = quiz_report(low)
    assert [line.split(":")[0] for line in report["recommendations"]] == ["MEDIUM", "LOW"]
    assert applies(report, "under 0.50") is True
    assert where(report, "Low voice") == ["unit-01"]


def test_a_failed_unit_blocks() -> None:
    report = quiz_report([case("unit", "unit-02", 1)])
    assert report["recommendations"][0].startswith("HIGH: 1 unit exams failed: unit-02.")
    assert where(report, "Unit failure") == ["unit-02"]


def test_the_markdown_shows_levels_and_worst_answers() -> None:
    cases = [*PASSING, case("topic", "unit-01/c/t2", 0, 2, voice=0.2)]
    text = "\n".join(quiz_markdown(quiz_report(cases), cases))
    assert "| unit-01/c/t2 | 0 of 2 | 0.0% | 0.100 to 0.900 |" in text
    assert "**FAILED**" in text
    assert "## Final assessment" in text
    assert "### unit-01/c/t2/q0: Why?" in text
    assert "> Yes." in text


def test_the_page_shows_what_did_not_pass_and_nothing_as_markup() -> None:
    wrong = question("q", passed=False, generated_answer="<b>Buy</b>", violations=[SAID],
                     negative_patterns=[])  # fmt: skip
    table = answer_table([question("r"), wrong])
    assert "1 answers did not pass" in table
    assert "&lt;b&gt;Buy&lt;/b&gt;" in table
    assert "halving: The halving does it." in table
    assert answer_table([question("r")]) == ""


def test_a_run_without_a_quiz_shows_none() -> None:
    assert quiz_totals({}) == {}
    assert list(quiz_lines([])) == []


def section(cases: list[dict[str, Any]]) -> dict[str, Any]:
    return {c["identifier"]: c for c in cases} | quiz_totals({c["identifier"]: c for c in cases})


def test_two_reports_are_compared_question_by_question() -> None:
    worse = section([case("topic", "t", 2, 12, voice=0.5), case("chapter", "c", 3, 4, voice=0.5)])
    better = section([case("topic", "t", 10, 12), case("chapter", "c", 3, 4)])
    lines = list(comparison_lines(worse, better))
    topics, chapters, every = (line.split() for line in lines[5:8])
    # 8 of 12 got better and none worse: p = 2 / 2 ** 8, smallest but one of six tests.
    assert topics[:5] == ["topics", "12", "16.7%", "83.3%", "+66.7%"]
    assert 0.0078 <= float(topics[5]) <= 0.0078 * 6
    assert chapters[:5] == ["chapters", "4", "75.0%", "75.0%", "+0.0%"]
    assert float(chapters[5]) == 1.0
    assert every[:3] == ["all", "questions", "16"]
    assert every[7:10] == ["0.500", "0.900", "+0.400"]
    assert lines[0].startswith("A: [FAIL] bob (dpo)")


def test_only_shared_questions_are_compared() -> None:
    left, right = section([case("topic", "t", 2, 3)]), section([case("topic", "t", 2, 5)])
    assert [len(each.right) for each in compare_quizzes(left, right)] == [3, 3]


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys) -> None:
    run = tmp_path / "run.json"
    run.write_text(json.dumps({"quiz": section([case("topic", "t", 2, 3)])}), encoding="utf-8")
    other = tmp_path / "other.json"
    other.write_text(json.dumps({"quiz": section([case("topic", "s", 2, 3)])}), encoding="utf-8")
    (tmp_path / "none.json").write_text("{}")
    (tmp_path / "text").write_text("?")
    for second, told in [
        ("nowhere.json", "cannot be read"),
        ("text", "is not JSON"),
        ("none.json", "holds no quiz"),
        ("other.json", "share no question"),
    ]:
        assert main([str(run), str(tmp_path / second)]) == 2
        assert told in capsys.readouterr().err
    assert main([str(run)]) == 2
    assert main([str(run), str(run)]) == 0
    assert "all questions" in capsys.readouterr().out
