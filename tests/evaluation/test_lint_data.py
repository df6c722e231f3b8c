"""The data itself: are the pairs sound, and does it take grammar to solve them?"""

from __future__ import annotations

import pytest

from kasauti.data.frequency import word_frequency
from kasauti.data.lint import lint_pairs
from kasauti.data.pair_cases import PairCase, PairPack
from kasauti.fixtures.judgement import Judge
from kasauti.fixtures.record import Record
from kasauti.scorers.baselines import bigram, shorter_wins, unigram
from kasauti.scorers.signature import signature

SHOWN = 20


@pytest.mark.lint_data
def test_pairs_are_sound(pair_pack: PairPack, judge: Judge, record: Record) -> None:
    findings = lint_pairs(pair_pack.pairs)
    judgement = judge.by_bar(
        f"lint_data/{pair_pack.name}", "findings", len(findings), n=len(pair_pack.pairs)
    )
    record(
        judgement.fields()
        | {
            "details": {"list": [str(finding) for finding in findings]},
            "signature": signature({"data": pair_pack.version}),
        }
    )
    passed = judgement.passed
    assert passed, "\n".join([judgement.sentence(), *map(str, findings[:SHOWN])])


@pytest.mark.lint_data
def test_no_baseline_solves_the_phenomenon(
    pair_case: PairCase, judge: Judge, record: Record
) -> None:
    pairs = [(pair.good, pair.bad) for pair in pair_case.pairs]
    accuracies = {
        "shorter sentence": shorter_wins(pairs).accuracy,
        "word frequency": unigram(pairs, word_frequency(pair_case.sentences())).accuracy,
        "word pairs": bigram(pairs).accuracy,
    }
    best = max(accuracies, key=accuracies.__getitem__)
    judgement = judge.by_bar(
        f"lint_data/{pair_case.name}", "baseline", accuracies[best], n=len(pairs)
    )
    record(
        judgement.fields()
        | {
            "details": {"chance": 0.5, "baselines": accuracies},
            "signature": signature({"data": pair_case.pack}),
        }
    )
    passed = judgement.passed
    assert passed, f"{judgement.sentence()} The baseline is: {best}."
