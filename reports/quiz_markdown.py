"""The quiz report as a person reads it: quiz_report.md, and a few lines on the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from kasauti.reports.markdown import bullets, fenced, plain
from kasauti.reports.quiz_report import FINAL, LEVELS, REPORT, quiz_report, summary_line
from kasauti.reports.results_json import by_suite

Case = Mapping[str, Any]
SHOWN_ANSWERS = 10
APPLIES = {True: "**yes**", False: "no", None: "not known from this run"}


def write_quiz_report(path: Path, content: Mapping[str, Any]) -> None:
    """Write the report of the results' quiz; nothing where no quiz was asked."""
    section = content.get("quiz", {})
    if REPORT in section:
        cases = [case for name, case in section.items() if name != REPORT]
        path.write_text("\n".join(quiz_markdown(section[REPORT], cases)) + "\n", encoding="utf-8")


def quiz_lines(measurements: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """What the terminal shows of a quiz, each line with the verdict it shows."""
    cases = list(by_suite(measurements).get("quiz", {}).values())
    if not cases:
        return
    report = quiz_report(cases)
    yield summary_line(report), "passed" if report["passed"] else "failed"
    for told in (report["early_termination"], _cut(report), *report["recommendations"]):
        if told:
            yield f"  {told}", ""
    yield "", ""


def quiz_markdown(report: Mapping[str, Any], cases: Sequence[Case]) -> Iterator[str]:
    """The lines of the report."""
    yield from _head(report, cases)
    for level, name in LEVELS.items():
        of_level = [case for case in cases if case["level"] == level]
        if of_level:
            yield from ["", f"## {name.capitalize()}", "", *_level_table(of_level)]
    for case in (case for case in cases if case["level"] == FINAL):
        yield from ["", "## Final assessment", "", *_level_table([case])]
    yield from _list("Failed topics", report["failed_topics"])
    yield from _list("Critical violations", report["critical_violations"])
    yield from _list("Negative patterns", report["negative_patterns"])
    yield from _list("Recommendations", report["recommendations"])
    yield from _actions(report)
    yield from _worst_answers(cases)


def _head(report: Mapping[str, Any], cases: Sequence[Case]) -> Iterator[str]:
    violations, patterns = report["critical_violations"], report["negative_patterns"]
    yield f"# Quiz report: {plain(report['model_name'])}"
    yield ""
    yield f"- Approach: {report['approach']}"
    yield f"- Time: {report['timestamp']}"
    yield f"- Result: **{'PASSED' if report['passed'] else 'FAILED'}**"
    if report["early_termination"]:
        yield f"- {report['early_termination']}"
    if cut := _cut(report):
        yield f"- {cut}"
    yield from ["", "| Metric | Value | Bar |", "| --- | ---: | --- |"]
    yield f"| Accuracy, mean of the levels | {report['overall_accuracy']:.1%} | by level |"
    yield f"| Voice, mean of the levels | {report['overall_voice_score']:.2f} | by level |"
    yield f"| Critical violations | {len(violations)} | 0 |"
    yield f"| Negative patterns | {len(patterns)} | 0 |"
    yield from ["", "Signature:", "", *fenced([cases[0]["signature"]])]


def _cut(report: Mapping[str, Any]) -> str:
    cut = report["cut_answers"]
    if not cut["cut"]:
        return ""
    return (
        f"{cut['cut']} of {cut['of']} answers were cut off at their longest. "
        "Raise --max-new-tokens to hear them to their end."
    )


def _level_table(cases: Sequence[Case]) -> Iterator[str]:
    yield "| Quiz | Right | Accuracy | 95 % interval | Bar | Voice | Bar | Critical | Negative | |"
    yield "| --- | ---: | ---: | --- | --- | ---: | --- | --- | ---: | --- |"
    for case in cases:
        figures = {figure["metric"]: figure for figure in case["figures"]}
        interval, voice = case["interval"], figures["voice"]
        yield (
            f"| {plain(case['identifier'])} "
            f"| {case['passed_questions']} of {case['total_questions']} "
            f"| {case['accuracy']:.1%} | {interval['low']:.3f} to {interval['high']:.3f} "
            f"| {case['bar']['value']:.2f} | {voice['value']:.2f} | {voice['bar']:.2f} "
            f"| {'kept' if case['critical_distinctions_passed'] else '**broken**'} "
            f"| {figures['negatives']['value']:.0f} | {case['verdict']} |"
        )


def _actions(report: Mapping[str, Any]) -> Iterator[str]:
    yield from ["", "## Remediation", ""]
    yield from ["| Failure | Remediation | Where |", "| --- | --- | --- |"]
    for row in report["remediation"]:
        where = ", ".join(row["where"][:8]) + (" …" if len(row["where"]) > 8 else "")
        told = plain(where, longest=None) or "nowhere"
        yield f"| {row['failure']} | {row['remediation']} | {told} |"
    yield from ["", "## Manual review", "", "| Trigger | Applies |", "| --- | --- |"]
    for row in report["manual_review"]:
        yield f"| {row['trigger']} | {APPLIES[row['applies']]} |"


def _worst_answers(cases: Sequence[Case]) -> Iterator[str]:
    """The answers that are furthest from the voice, each once."""
    questions = {
        question["question_id"]: question
        for case in cases
        for question in case["question_results"]
        if not question["passed"]
    }
    worst = sorted(questions.values(), key=lambda question: question["voice_score"])
    if worst:
        yield from ["", f"## Answers that did not pass ({len(worst)}), the worst first"]
    for question in worst[:SHOWN_ANSWERS]:
        yield from [
            "",
            f"### {plain(question['question_id'])}: {plain(question['question'])}",
            "",
            f"Voice {question['voice_score']:.2f}, semantic {question['semantic_score']:.2f}, "
            f"markers {question['marker_score']:.2f}; "
            f"missed: {plain(', '.join(question['misses']), longest=None)}.",
            "",
            *_quoted("Answer", question["generated_answer"]),
            "",
            *_quoted("Reference", question["reference_answer"]),
        ]


def _quoted(name: str, text: str) -> list[str]:
    lines = [plain(line, longest=None) for line in text.splitlines()] or ["(empty)"]
    return [f"> **{name}:** {lines[0]}", *(f"> {line}" for line in lines[1:])]


def _list(title: str, entries: Sequence[str]) -> Iterator[str]:
    if entries:
        yield from ["", f"## {title}", "", *bullets(entries)]
