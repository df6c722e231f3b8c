"""The quiz report: what the levels give together, under the documented names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from statistics import fmean
from typing import Any

Case = Mapping[str, Any]
Cases = Mapping[str, Case]

REPORT = "report"
LEVELS = {"topic": "topics", "chapter": "chapters", "unit": "units"}
FINAL = "final"

# The documented limits of recommendations, remediation and manual review.
MANY_TOPICS = 0.30
LOW_VOICE, LOW_SEMANTIC = 0.70, 0.65
REMEDY_ACCURACY, REMEDY_VOICE = 0.70, 0.60
REVIEW_VOICE, REVIEW_TOPICS = 0.50, 0.50
SHOWN_PATTERN = 60


def quiz_totals(cases: Cases) -> dict[str, Any]:
    """The report of all levels, as a total of the suite."""
    return {REPORT: quiz_report(list(cases.values()))} if cases else {}


def quiz_report(cases: Sequence[Case]) -> dict[str, Any]:
    """The documented report; a level that was not asked is empty in it."""
    first = cases[0]
    by_level = {level: _of_level(cases, level) for level in (*LEVELS, FINAL)}
    topics, final = by_level["topic"], by_level[FINAL]
    failed_topics = [case["identifier"] for case in topics if not _passed(case)]
    critical = list(_critical_violations(cases))
    early = str(first["early_termination"])
    report: dict[str, Any] = {
        "model_name": first["model_name"],
        "approach": first["approach"],
        "timestamp": datetime.now().astimezone().isoformat(timespec="seconds"),
        "overall_accuracy": fmean(case["accuracy"] for case in cases),
        "overall_voice_score": fmean(case["avg_voice_score"] for case in cases),
        "passed": not early and all(_passed(case) for case in cases),
        "early_termination": early,
        "failed_topics": failed_topics,
        "critical_violations": critical,
        "negative_patterns": _unique(cases, "negative_patterns_found"),
        "cut_answers": _cut(cases),
        "summary": {
            **{name: _summary(by_level[level]) for level, name in LEVELS.items()},
            FINAL: _final_summary(final[0]) if final else None,
        },
    }
    report["recommendations"] = list(_recommendations(by_level, failed_topics, critical))
    report["remediation"] = list(_remediation(cases, critical))
    report["manual_review"] = list(_manual_review(by_level, failed_topics, critical))
    return report


def summary_line(report: Mapping[str, Any]) -> str:
    """The whole quiz in one line, for logs."""
    return (
        f"[{'PASS' if report['passed'] else 'FAIL'}] {report['model_name']} "
        f"({report['approach']}): Acc={report['overall_accuracy']:.1%}, "
        f"Voice={report['overall_voice_score']:.2f}, "
        f"Violations={len(report['critical_violations'])}"
    )


def _of_level(cases: Sequence[Case], level: str) -> list[Case]:
    return [case for case in cases if case["level"] == level]


def _passed(case: Case) -> bool:
    return bool(case["verdict"] == "passed")


def _summary(cases: Sequence[Case]) -> dict[str, Any]:
    """None in place of an average that nothing was measured for."""
    return {
        "count": len(cases),
        "passed": sum(_passed(case) for case in cases),
        "avg_accuracy": fmean(case["accuracy"] for case in cases) if cases else None,
        "avg_voice": fmean(case["avg_voice_score"] for case in cases) if cases else None,
    }


def _final_summary(case: Case) -> dict[str, Any]:
    return {
        "passed": _passed(case),
        "accuracy": case["accuracy"],
        "voice": case["avg_voice_score"],
        "critical_passed": case["critical_distinctions_passed"],
    }


def _critical_violations(cases: Sequence[Case]) -> Iterator[str]:
    """Each broken distinction of a question once, however many levels ask the question."""
    broken: dict[tuple[str, str], list[str]] = {}
    for case in cases:
        for question in case["question_results"]:
            for violation in question["violations"]:
                told = broken.setdefault((question["question_id"], violation["name"]), [])
                told += [wrong for wrong in [_wrong(violation)] if wrong not in told]
    for (question_id, name), told in broken.items():
        yield f"{question_id}: {name}: {'; '.join(told)}"


def _wrong(violation: Mapping[str, Any]) -> str:
    """What is said, as a quotation; where something is not said, what it is about."""
    if violation["said"]:
        return f"says “{violation['sentence']}”"
    pattern = violation["missing"]
    shown = pattern if len(pattern) <= SHOWN_PATTERN else f"{pattern[:SHOWN_PATTERN]}…"
    return f"does not say what it must ({violation['why']} Looked for: {shown})"


def _unique(cases: Sequence[Case], field: str) -> list[str]:
    return list(dict.fromkeys(found for case in cases for found in case[field]))


def _cut(cases: Sequence[Case]) -> dict[str, int]:
    """How many different answers were cut off because they were too long."""
    finished = {
        question["question_id"]: question["finished"]
        for case in cases
        for question in case["question_results"]
    }
    return {"cut": sum(not each for each in finished.values()), "of": len(finished)}


def _recommendations(
    by_level: Mapping[str, Sequence[Case]], failed: Sequence[str], critical: Sequence[str]
) -> Iterator[str]:
    """What to do, the most urgent first."""
    topics = by_level["topic"]
    told = False
    for line in (
        *_urgent(by_level, critical),
        *_of_topics(len(topics), failed),
        *_low(topics, "avg_voice_score", LOW_VOICE, "MEDIUM", "voice fidelity",
              "Give preference pairs about the voice more weight."),
        *_low(topics, "avg_semantic_score", LOW_SEMANTIC, "LOW", "semantic similarity",
              "The model may be answering something else than it was asked."),
    ):  # fmt: skip
        told = True
        yield line
    if not told:
        passed = all(_passed(case) for cases in by_level.values() for case in cases)
        yield (
            "The model passed all evaluation criteria."
            if passed
            else "MEDIUM: A level missed its bars; its figures say which."
        )


def _urgent(by_level: Mapping[str, Sequence[Case]], critical: Sequence[str]) -> Iterator[str]:
    if critical:
        names = Counter(violation.split(": ")[1] for violation in critical)
        told = ", ".join(f"{name} ({count})" for name, count in names.most_common())
        yield (
            f"CRITICAL: The model does not keep apart what it must: {told}. "
            "Add preference pairs that stress the distinction."
        )
    if units := [case["identifier"] for case in by_level["unit"] if not _passed(case)]:
        yield (
            f"HIGH: {len(units)} unit exams failed: {', '.join(units)}. "
            "Do not go on to the next unit."
        )
    if any(not _passed(case) for case in by_level[FINAL]):
        yield "HIGH: The final assessment failed. The model is not ready for release."


def _of_topics(count: int, failed: Sequence[str]) -> Iterator[str]:
    if len(failed) > count * MANY_TOPICS:
        yield (
            f"HIGH: {len(failed)} of {count} topics failed. "
            "Consider more epochs of supervised fine-tuning, or more data."
        )
    elif failed:
        unit, worst = Counter(topic.split("/")[0] for topic in failed).most_common(1)[0]
        yield f"MEDIUM: {worst} topics of {unit} failed. Train more on the content of this unit."


def _low(
    topics: Sequence[Case], field: str, limit: float, priority: str, what: str, remedy: str
) -> Iterator[str]:
    if low := [case["identifier"] for case in topics if case[field] < limit]:
        yield f"{priority}: {len(low)} topics have a {what} under {limit:.2f}. {remedy}"


def _remediation(cases: Sequence[Case], critical: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The documented table: each kind of failure, its remedy, and where it applies."""
    low = [case["identifier"] for case in cases if case["accuracy"] < REMEDY_ACCURACY]
    flat = [case["identifier"] for case in cases if case["avg_voice_score"] < REMEDY_VOICE]
    units = [case["identifier"] for case in _of_level(cases, "unit") if not _passed(case)]
    for failure, remedy, where in (
        ("Low accuracy (under 70 %)", "More epochs of supervised fine-tuning", low),
        ("Low voice (under 0.60)", "More weight for preference pairs", flat),
        ("Critical violation", "Targeted preference pairs", _questions(critical)),
        ("Unit failure", "Training with a focus on the unit's content", units),
    ):
        yield {"failure": failure, "remediation": remedy, "where": list(where)}


def _questions(violations: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(violation.split(": ")[0] for violation in violations))


def _manual_review(
    by_level: Mapping[str, Sequence[Case]], failed: Sequence[str], critical: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """The documented triggers; None where one run cannot know."""
    units, topics = by_level["unit"], by_level["topic"]
    final_failed = any(not _passed(case) for case in by_level[FINAL])
    yield {"trigger": "Any critical violation", "applies": bool(critical)}
    yield {
        "trigger": "Voice score under 0.50 on any unit",
        "applies": any(case["avg_voice_score"] < REVIEW_VOICE for case in units) if units else None,
    }
    yield {
        "trigger": "More than 50 % of the topics failing",
        "applies": len(failed) > len(topics) * REVIEW_TOPICS if topics else None,
    }
    yield {
        "trigger": "Final assessment failed after two rounds of retraining",
        "applies": None if final_failed or not by_level[FINAL] else False,
    }
