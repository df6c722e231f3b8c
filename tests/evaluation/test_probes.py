"""Morphological probes: can the feature be read from the model's representation of the word?"""

from __future__ import annotations

import pytest

from kasauti.data.probe_cases import ProbeCase
from kasauti.fixtures.judgement import Judge
from kasauti.fixtures.probes import ProbeScorer, probe_fields, worst_labels
from kasauti.fixtures.record import Record


@pytest.mark.probes
def test_layers_encode_the_feature(
    probe_case: ProbeCase, score_probe: ProbeScorer, judge: Judge, record: Record
) -> None:
    score = score_probe(probe_case)
    tested = score.tested
    judgement = judge(
        probe_case.id, "accuracy", tested.accuracy, n=tested.total, interval=tested.interval
    )
    record(
        judgement.fields()
        | probe_fields(probe_case, score, score_probe.random_accuracy(probe_case))
        | score_probe.provenance(probe_case)
    )
    passed = judgement.passed
    assert passed, f"{judgement.sentence()}\n{worst_labels(score, probe_case)}"
