"""IndicGLUE: Hindi classification, named entities and cloze questions."""

from __future__ import annotations

import pytest

from kasauti.data.indicglue.cases import IndicGlueCase
from kasauti.fixtures.indicglue import IndicGlueSolver
from kasauti.fixtures.indicglue_baselines import baselines
from kasauti.fixtures.indicglue_measurement import errors, indicglue_fields, task_result
from kasauti.fixtures.judgement import Judge
from kasauti.fixtures.record import Record


@pytest.mark.indicglue
def test_model_does_the_task(
    indicglue_case: IndicGlueCase, solve_indicglue: IndicGlueSolver, judge: Judge, record: Record
) -> None:
    solution = solve_indicglue(indicglue_case)
    result = task_result(indicglue_case, solution)
    judgement = judge(
        indicglue_case.id,
        result.metric,
        result.value,
        n=len(result.gold),
        interval=result.measured.intervals[result.metric],
    )
    beside = baselines(indicglue_case, solution, seed=solve_indicglue.seed)
    record(
        judgement.fields()
        | indicglue_fields(indicglue_case, solution, result, beside, judgement.bar)
        | solve_indicglue.provenance(indicglue_case, solution)
    )
    passed = judgement.passed
    assert passed, f"{judgement.sentence()}\n{errors(indicglue_case, solution, result)}"
