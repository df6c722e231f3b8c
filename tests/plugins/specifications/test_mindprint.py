"""The quiz pipeline, requirement by requirement, on one run of a folder with its own persona."""

from __future__ import annotations

import re
import statistics
from typing import Any

import pytest

from kasauti.thresholds.loader import load_thresholds
from tests.support.specifications.shown import Requirement, Shown, each_requirement

TOPICS = ("unit-01/chapter-01/topic-01", "unit-01/chapter-01/topic-02")
CHAPTER, UNIT, FINAL = "unit-01/chapter-01", "unit-01", "final_assessment"
QUIZZES = (*TOPICS, CHAPTER, UNIT, FINAL)
THRESHOLDS = {"topic": (0.90, 0.75), "chapter": (0.85, 0.75), "unit": (0.80, 0.75)}
FIELDS = (
    *("model_name", "approach", "timestamp", "overall_accuracy", "overall_voice_score"),
    *("passed", "failed_topics", "critical_violations", "recommendations", "summary"),
)
REMEDIES = {
    "Low accuracy (under 70 %)": "More epochs of supervised fine-tuning",
    "Low voice (under 0.60)": "More weight for preference pairs",
    "Critical violation": "Targeted preference pairs",
    "Unit failure": "Training with a focus on the unit's content",
}


def level(shown: Shown, name: str) -> dict[str, Any]:
    found: dict[str, Any] = shown.results["quiz"][name]
    return found


def report(shown: Shown) -> dict[str, Any]:
    found: dict[str, Any] = shown.json("eval_*.json")
    return found


def markdown(shown: Shown) -> str:
    return shown.text("eval_*.md")


def questions(shown: Shown) -> list[dict[str, Any]]:
    return [item for name in QUIZZES for item in level(shown, name)["items"]]


def threshold(key: str) -> float:
    return load_thresholds()[f"quiz.{key}"].value


def applies(shown: Shown, trigger: str) -> object:
    (found,) = [row for row in report(shown)["manual_review"] if row["trigger"] == trigger]
    return found["applies"]


REQUIREMENTS: list[tuple[Any, ...]] = [
    *((f"{name} is a test of its own", lambda s, n=name: level(s, n)["identifier"], name)
      for name in QUIZZES),
    *(
        (f"{name} has the share of passed questions as its accuracy",
         lambda s, n=name: level(s, n)["accuracy"]
         == level(s, n)["passed_questions"] / level(s, n)["total_questions"])
        for name in QUIZZES
    ),
    *(
        (f"{name} has the mean voice score of its questions",
         lambda s, n=name: level(s, n)["avg_voice_score"]
         == pytest.approx(statistics.fmean(item["score"] for item in level(s, n)["items"])))
        for name in QUIZZES
    ),
    *(
        (f"{name} has the mean similarity of its questions",
         lambda s, n=name: level(s, n)["avg_semantic_score"]
         == pytest.approx(statistics.fmean(
             item["details"]["semantic_score"] for item in level(s, n)["items"])))
        for name in QUIZZES
    ),
    *(
        (f"a {name} needs an accuracy of {accuracy} and a voice of {voice}",
         lambda s, n=name: (threshold(f"{n}.accuracy"), threshold(f"{n}.voice")),
         (accuracy, voice))
        for name, (accuracy, voice) in THRESHOLDS.items()
    ),
    ("the final assessment needs an accuracy of 0.85 and a voice of 0.80",
     lambda s: (threshold("final.accuracy"), threshold("final.voice")), (0.85, 0.80)),
    *(
        (f"a {name} keeps all critical distinctions and no negative pattern",
         lambda s, n=name: (threshold(f"{n}.distinctions"), threshold(f"{n}.negatives")),
         (1.0, 0.0))
        for name in (*THRESHOLDS, "final")
    ),
    ("an answer needs a similarity of 0.70", lambda s: threshold("question.semantic"), 0.70),
    ("an answer needs markers of 0.60", lambda s: threshold("question.markers"), 0.60),
    ("the voice score weighs similarity 50, markers 30, distinctions 10 and negatives 10 %",
     lambda s: all(
         item["score"] == pytest.approx(
             0.5 * item["details"]["semantic_score"] + 0.3 * item["details"]["marker_score"]
             + 0.1 * item["details"]["distinction_score"]
             + 0.1 * (not item["details"]["negative_patterns"]))
         for item in questions(s))),
    ("a question keeps the answer and its reference",
     lambda s: all(item["expected"] and "given" in item for item in questions(s))),
    ("question ids are {identifier}/q{number}",
     lambda s: level(s, TOPICS[0])["items"][0]["id"], f"{TOPICS[0]}/q1"),
    ("answers are greedy and have at most the asked number of new tokens",
     lambda s: all(item["details"]["tokens"] <= 8 for item in questions(s))),
    ("answers are compared by all-MiniLM-L6-v2",
     lambda s: level(s, FINAL)["settings"]["embedding"].split("@")[0], "all-MiniLM-L6-v2"),
    ("units without a file have the questions of their topics",
     lambda s: level(s, UNIT)["total_questions"], 2),
    *((f"eval_*.json has {name}", lambda s, n=name: n in report(s)) for name in FIELDS),
    ("eval_*.json is named by the time of the run without colons",
     lambda s: [re.fullmatch(r"eval_[\d-]+T[\d-]+\.json", path.name) is not None
                for path in s.run.folder.glob("eval_*.json")], [True]),
    *(
        (f"the summary counts {name} with their means",
         lambda s, n=name: set(report(s)["summary"][n]),
         {"count", "passed", "avg_accuracy", "avg_voice"})
        for name in ("topics", "chapters", "units")
    ),
    ("the summary has the final assessment alone",
     lambda s: set(report(s)["summary"]["final"]),
     {"passed", "accuracy", "voice", "critical_passed"}),
    ("the overall accuracy is the mean of all levels",
     lambda s: report(s)["overall_accuracy"],
     lambda s: statistics.fmean(level(s, name)["accuracy"] for name in QUIZZES)),
    ("the overall voice is the mean of all levels",
     lambda s: report(s)["overall_voice_score"],
     lambda s: pytest.approx(
         statistics.fmean(level(s, name)["avg_voice_score"] for name in QUIZZES))),
    ("the report passes only where units and the final assessment pass",
     lambda s: report(s)["passed"], False),
    ("the approach is shown", lambda s: report(s)["approach"], "dpo"),
    ("failed topics are listed", lambda s: report(s)["failed_topics"], [*TOPICS]),
    ("a broken distinction is a critical violation with its question",
     lambda s: report(s)["critical_violations"][0].split(": ")[:2],
     [f"{TOPICS[1]}/q1", "halving and cycle"]),
    *(
        (f"eval_*.md has a table of {title}",
         lambda s, t=title: f"## {t}\n" in markdown(s))
        for title in ("Topics", "Chapters", "Units", "Final assessment", "Recommendations",
                      "Critical violations")
    ),
    ("eval_*.md says passed or failed", lambda s: "Result: **FAILED**" in markdown(s)),
    ("critical violations come first in the recommendations",
     lambda s: report(s)["recommendations"][0].startswith("CRITICAL: "), True),
    ("more than 30 % of failed topics: more epochs or more data",
     lambda s: any(line.startswith("HIGH: 2 of 2 topics failed.")
                   for line in report(s)["recommendations"])),
    ("low voice: more weight for preference pairs",
     lambda s: any(line.startswith("MEDIUM: Voice fidelity under 0.70")
                   for line in report(s)["recommendations"])),
    ("low similarity: the answers may be off topic",
     lambda s: any(line.startswith("LOW: Semantic similarity under 0.65")
                   for line in report(s)["recommendations"])),
    ("a failed unit blocks the next one",
     lambda s: any("Do not go on to the next unit" in line
                   for line in report(s)["recommendations"])),
    *(
        (f"{failure} is remedied by: {remedy}",
         lambda s, f=failure: [row["remediation"] for row in report(s)["remediation"]
                               if row["failure"] == f and row["where"]], [remedy])
        for failure, remedy in REMEDIES.items()
    ),
    *(
        (f"a person reviews: {trigger}", lambda s, t=trigger: applies(s, t))
        for trigger in ("Any critical violation", "Voice score under 0.50 on any unit",
                        "More than 50 % of the topics failing")
    ),
    ("one line for logs: verdict, model, approach, accuracy, voice, violations",
     lambda s: re.search(
         r"\[FAIL\] long-llama \(dpo\): Acc=0\.0%, Voice=0\.\d\d, Violations=1", s.terminal)
     is not None),
    ("the exit code is 1 where something failed", lambda s: s.run.exit_code, 1),
    ("a failed chapter recommends the review of its topics",
     lambda s: f"MEDIUM: {CHAPTER} failed. Review its topics: {', '.join(TOPICS)}."
     in report(s)["recommendations"]),
    ("eval_*.md shows the documented 80 %", lambda s: "| ≥80 %" in markdown(s)),
    ("eval_*.md shows the documented 0.75", lambda s: "| ≥0.75" in markdown(s)),
    ("--no-early-termination asks every level",
     lambda s: report(s)["early_termination"], ""),
]  # fmt: skip


@each_requirement(REQUIREMENTS)
def test_the_pipeline_is_kept_to(quiz: Shown, asked: Requirement) -> None:
    expected = asked.expected(quiz) if callable(asked.expected) else asked.expected
    assert asked.actual(quiz) == expected


def test_a_person_reviews_a_final_assessment_failed_after_two_rounds_of_retraining(
    quiz: Shown, retrained: Shown
) -> None:
    trigger = "Final assessment failed after two rounds of retraining"
    assert (applies(quiz, trigger), applies(retrained, trigger)) == (None, True)


WITHOUT_PERSONA: list[tuple[Any, ...]] = [
    *((f"{name} runs without persona.toml", lambda s, n=name: level(s, n)["identifier"], name)
      for name in QUIZZES),
    ("a chapter test asks its own questions alone",
     lambda s: level(s, CHAPTER)["total_questions"], 1),
    ("a unit exam asks its own questions alone", lambda s: level(s, UNIT)["total_questions"], 1),
    ("the voice is absent", lambda s: {level(s, name)["avg_voice_score"] for name in QUIZZES},
     {None}),
    ("it is said that the voice is not measured",
     lambda s: "no persona.toml, so the voice is not measured" in s.terminal),
    ("answers are right by their similarity alone",
     lambda s: all(item["right"] == (item["details"]["semantic_score"] >= 0.70)
                   for item in questions(s))),
    ("the report passes by its documented rule", lambda s: report(s)["passed"]),
    ("topics fail all the same", lambda s: report(s)["failed_topics"], [*TOPICS]),
    ("the exit code follows the report", lambda s: s.run.exit_code, 0),
    ("it is said why the exit code is 0",
     lambda s: "The exit code is 0 by --quiz-gate=report" in s.terminal),
    ("--output is where reports are written",
     lambda s: (s.run.results_dir / s.run.folder.name / "evaluation_results.json").is_file()),
    ("eval_*.md has no voice", lambda s: "| not measured | ≥0.75" in markdown(s)),
]  # fmt: skip


@each_requirement(WITHOUT_PERSONA)
def test_the_documented_files_are_enough(documented: Shown, asked: Requirement) -> None:
    assert asked.actual(documented) == asked.expected
