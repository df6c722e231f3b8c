"""One-line rules: they find a planted cue, not a misleading one, and see no test row."""

from __future__ import annotations

import numpy as np
import pytest

from kasauti.data.probes.examples import ProbeTask
from kasauti.data.probes.packs import probe_tasks
from kasauti.scorers.probing.baselines import CUE_WORD, best_rule, words_of
from kasauti.scorers.probing.examples import ProbeData, Surface
from kasauti.scorers.probing.folds import divide
from kasauti.scorers.probing.probe import one_rule
from kasauti.thresholds import load_thresholds

EXAMPLES = 200
# In no order, so that the numbers of the examples do not tell their labels.
LABELS = np.random.default_rng(0).permutation(np.arange(EXAMPLES) % 2).tolist()


def rule_of(surfaces: list[Surface], labels: list[int]) -> tuple[str, float]:
    found = np.array(labels)
    lemmas = [str(number // 4) for number in range(len(labels))]
    division = divide(found, lemmas, np.random.default_rng(0))
    rule = best_rule(surfaces, found, division.train[:, 0], division.test[:, 0])
    assert sum(rule.right) / len(labels) == rule.accuracy
    return rule.name, rule.accuracy


PLANTED = {
    "previous word": lambda label, n: Surface(
        f"w{n} {'एकदम' if label else 'अब'}", f"x{n}", f"y{n}"
    ),
    "next word": lambda label, n: Surface(f"w{n}", f"x{n}", f"{'गए' if label else 'गया'} y{n}"),
    "2-letter ending of the span": lambda label, n: Surface(
        f"w{n}", f"x{n}{'ता' if label else 'ना'}", "y"
    ),
    "first word": lambda label, n: Surface(f"{'हम' if label else 'तुम'} w{n} v{n}", f"x{n}", ""),
    "position": lambda label, n: Surface(" ".join([f"w{n}"] * (3 + label)), f"x{n}", ""),
    CUE_WORD: lambda label, n: Surface(f"w{n} {'हम,' if label else 'तुम'} a{n} b{n}", f"x{n}", ""),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_cue_is_found(name: str) -> None:
    surfaces = [PLANTED[name](label, number) for number, label in enumerate(LABELS)]
    found, accuracy = rule_of(surfaces, LABELS)
    assert accuracy == 1.0
    # An ending of another length, or the cue word, may tell as much.
    assert found == name or name in ("previous word", "2-letter ending of the span", "first word")


def test_a_cue_that_misleads_as_often_is_worth_nothing() -> None:
    cues = [(label + number) % 2 for number, label in enumerate(LABELS)]
    surfaces = [
        Surface(f"w{number} {'हम' if cue else 'तुम'}", f"x{number}", "")
        for number, cue in enumerate(cues)
    ]
    assert rule_of(surfaces, LABELS)[1] < 0.65


def test_word_of_one_lemma_does_not_generalize() -> None:
    labels = [LABELS[number // 4] for number in range(EXAMPLES)]
    surfaces = [Surface(f"w{number // 4}", f"x{number // 4}", "") for number in range(EXAMPLES)]
    assert rule_of(surfaces, labels)[1] < 0.65


def test_words_have_no_punctuation() -> None:
    assert words_of("“हम” गए, और (तुम) नहीं।") == ["हम", "गए", "और", "तुम", "नहीं"]
    assert words_of(" । ") == []


@pytest.mark.parametrize("task", probe_tasks(), ids=lambda task: task.name)
def test_no_rule_solves_a_shipped_task(task: ProbeTask) -> None:
    limit = load_thresholds()["lint_data.default.one_rule"].value
    assert one_rule(ProbeData.of(task.examples)).accuracy <= limit
