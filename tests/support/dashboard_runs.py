"""Runs of every kind for the tests of the reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kasauti.analysis.totals import pair_totals, probe_totals
from kasauti.fixtures.suites.quiz.report import REPORT, quiz_report
from kasauti.records import (
    Item,
    Measurement,
    Overall,
    Run,
    SuiteResult,
    Total,
    Unmeasured,
    total_work,
)
from tests.support.built_measurements import (
    DATE,
    HOSTILE,
    MODEL,
    VERSIONS,
    WRONG,
    measured,
    metric_case,
    pair,
    pair_case,
    probe_case,
    question,
    quiz_case,
    regression_case,
    threshold,
)


def whole_run(**changes: Any) -> Run:
    """A run of every suite, with hostile text wherever a model or a file can put some."""
    hostile = [
        pair(number, right=False, texts=(text, text + " x"), tags={"kind": text}, id=text)
        for number, text in enumerate(HOSTILE)
    ]
    plain = [pair(number, right=number % 4 != 0) for number in range(12)]
    sanskrit = [pair(number, texts=("रामाय नमः", "रामं नमः"), language="sa") for number in range(4)]
    chosen = {"dative": {"dative": 3, "accusative": 1}, "locative": {"locative": 2}}
    asked = Item(id="1", texts=("2+2",), given="4")
    above = threshold(500.0, direction="at most")
    return run_of(
        pair_case("multiblimp/word_order", plain, notes=("word_order: a note.",)),
        pair_case(
            "multiblimp/<b>hostile</b>",
            hostile,
            notes=HOSTILE,
            headline={"threshold": threshold(source=HOSTILE[2])},
        ),
        pair_case("sanskrit/case_choice", sanskrit, chosen=chosen, language="sa"),
        probe_case("probes/case_detection"),
        *_quiz(),
        metric_case("chrf", 41.5, threshold=threshold(30.0)),
        metric_case("perplexity", 812.25, threshold=above),
        measured("unheard_of/thing", 0.5, 2, items=(asked,)),
        regression_case("multiblimp/word_order", 0.9, 0.75),
        regression_case("probes/case_detection", 0.85, 0.9),
        **changes,
    )


def many_items(count: int) -> Run:
    """Two cases with so many pairs between them, every fifth of them wrong."""
    pairs = [pair(number, right=number % 5 != 0) for number in range(count)]
    half = count // 2
    return run_of(
        pair_case("multiblimp/first", pairs[:half]), pair_case("multiblimp/second", pairs[half:])
    )


def decided_early() -> Run:
    """A case of which one pair was scored whole, and the others behind their common start."""
    details = {"rest_logprobs": [-4.25, -6.5], "shared_tokens": 3}
    rest: dict[str, Any] = {"scores": (), "details": details}
    pairs = [pair(0), *(pair(number, **rest) for number in range(1, 4))]
    return run_of(pair_case("multiblimp/number", pairs, unit="logprob"))


Totals = Callable[[Sequence[Measurement]], tuple[Total, ...]]

SUITES: Mapping[str, tuple[str, str, Totals | None]] = {
    "multiblimp": ("Minimal pairs", "multiblimp", lambda cases: pair_totals(cases)[0]),
    "sanskrit": ("Sanskrit contrast sets", "sanskrit", lambda cases: pair_totals(cases)[0]),
    "probes": ("Morphological probes", "morphological_probes", probe_totals),
    "quiz": ("Quiz", "quiz", None),
    "regression": ("Compared with the baseline", "regression", None),
}
FINDINGS = {"quiz": {"Recommendations": ("HIGH: review the topics", HOSTILE[0])}}


def run_of(
    *measurements: Measurement,
    band: str | None = None,
    unmeasured: Sequence[Unmeasured] = (),
    diagnosis: Sequence[str] = (),
    **changes: Any,
) -> Run:
    """A run with the totals of its suites; `band` is that of every overall score."""
    run = Run(date=DATE, measurements=measurements)
    suites = [suite_of(name, cases, band) for name, cases in run.by_suite().items()]
    fields: dict[str, Any] = {
        "suites": tuple(each for each in suites if each),
        "model_config": MODEL,
        "versions": VERSIONS,
        "work": total_work(measurements),
        **changes,
    }
    return Run(
        date=DATE,
        measurements=measurements,
        unmeasured=tuple(unmeasured),
        diagnosis=tuple(diagnosis),
        **fields,
    )


def suite_of(name: str, cases: Sequence[Measurement], band: str | None) -> SuiteResult | None:
    """Total of a suite's cases; None for an unknown suite."""
    if name not in SUITES:
        return None
    title, section, totals_of = SUITES[name]
    countable = [case for case in cases if case.outcomes or case.layers]
    totals = totals_of(countable) if totals_of else ()
    shipped = [total for total in totals if "/" not in total.name]
    overall = [
        Overall(f"{name}_accuracy", total.figures["accuracy"], band, len(cases))
        for total in shipped
    ]
    return SuiteResult(
        suite=name,
        title=title,
        section=section,
        totals=totals,
        overall=overall[0] if overall else None,
        details={REPORT: quiz_report(cases, timestamp=DATE)} if _is_quiz(cases) else {},
        findings=FINDINGS.get(name, {}),
    )


def _is_quiz(cases: Sequence[Measurement]) -> bool:
    return all(case.level and "identifier" in case.details for case in cases)


def _quiz() -> list[Measurement]:
    """A quiz of four levels, each with a right answer and a wrong one."""
    answers = {
        "final_assessment": HOSTILE[0],
        "unit-01": "The halving.",
        "unit-01/chapter-01": HOSTILE[1],
        "unit-01/chapter-01/topic-01": "The halving.",
    }
    levels = ("final", "unit", "chapter", "topic")
    return [
        quiz_case(
            level,
            name,
            [
                question(f"{name}-q1"),
                question(f"{name}-q2", right=False, given=said, details={"violations": [WRONG]}),
            ],
            voice=0.72,
        )
        for level, (name, said) in zip(levels, answers.items(), strict=True)
    ]
