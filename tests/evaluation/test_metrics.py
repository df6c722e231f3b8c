"""Generative metrics: how near do the answers come to their references, and how fluent are they?"""

from __future__ import annotations

import pytest

from kasauti.data.metric_cases import MetricCase
from kasauti.fixtures.judgement import Judge
from kasauti.fixtures.metric_measurement import metric_fields, worst_answers
from kasauti.fixtures.metrics import MetricScorer
from kasauti.fixtures.record import Record


@pytest.mark.metrics
def test_answers_reach_the_metric(
    metric_case: MetricCase, score_metric: MetricScorer, judge: Judge, record: Record
) -> None:
    answers = score_metric.answers(metric_case)
    metric = score_metric(metric_case, answers)
    judgement = judge.by_bar(
        metric_case.id,
        metric.name,
        metric.value,
        n=len(answers),
        interval=score_metric.interval(metric),
    )
    record(
        judgement.fields()
        | metric_fields(
            metric_case,
            metric,
            answers,
            difference=score_metric.difference(metric_case, metric),
            told=score_metric.told[metric_case.name],
        )
        | score_metric.provenance(metric_case, metric)
    )
    passed = judgement.passed
    assert passed, f"{judgement.sentence()}\n{worst_answers(metric_case, metric, answers)}"
