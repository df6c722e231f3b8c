"""NaN is refused by every public function of the statistics: it compares as false, and so passes.

Each function has valid arguments here; each number in them is replaced in turn. A function that is
missing here fails the test.
"""

from __future__ import annotations

import inspect
import math
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from kasauti.scorers import statistics
from kasauti.scorers.statistics import (
    bootstrap,
    chance,
    change_intervals,
    clustered,
    confidence_sequence,
    intervals,
    paired_tests,
    partial_pooling,
    retraining,
    stopped_share,
)

P = paired_tests.PairedTest
NOISE = {"deviation": 0.1, "freedom": 3.0, "baselines": 2}
VALID: Mapping[Callable[..., Any], Mapping[str, Any]] = {
    paired_tests.PairedTest: {"p": 0.5},
    P(0.5).chances: {"levels": np.array([0.5, 0.1])},
    paired_tests.flip_test: {"changes": [1, -1, 0], "one_sided": True},
    paired_tests.score_flip_test: {"changes": [0.5, -1.0], "seed": 0, "one_sided": True},
    paired_tests.level_alone: {"tests": [P(0.5), P(0.1)], "index": 0, "alpha": 0.05},
    paired_tests.holm: {"p_values": [0.1, 0.2]},
    paired_tests.smallest_detectable_drop: {"n": 20, "churn": 0.1, "alpha": 0.05},
    paired_tests.smallest_detectable_difference: {
        "differences": [0.1, 0.2, 0.4, 0.1, 0.3],
        "alpha": 0.05,
        "power": 0.8,
    },
    retraining.Noise: NOISE,
    retraining.Noise(**NOISE).worse_p: {"change": 0.1},  # type: ignore[arg-type]
    retraining.Noise(**NOISE).detectable_drop: {"alpha": 0.05},  # type: ignore[arg-type]
    retraining.deviation_interval: {"deviation": 0.1, "freedom": 3.0},
    retraining.common_deviation: {"deviations": [0.1, 0.2], "runs": 3},
    retraining.common_drop: {"deviation": 0.1},
    retraining.estimate_noise: {"scores": [[0.1, 0.2], [0.3, 0.5]], "steps": [0.01, 0.01]},
    change_intervals.share_change_interval: {"changes": [1.0, -1.0], "clusters": [0, 1]},
    change_intervals.mean_change_interval: {"changes": [1.0, -0.5], "clusters": [0, 1]},
    change_intervals.design_effect: {"changes": [1.0, -1.0, 0.0], "clusters": [0, 1, 1]},
    chance.guessing: {"chances": [0.5, 0.25]},
    chance.more_than_chance: {"chances": [0.5, 0.25], "alpha": 0.05},
    clustered.clustered_share: {
        "right": [1.0, 0.0, 1.0],
        "labels": [{"t": "a"}, {"t": "a"}, {"t": "b"}],
        "kinds": ["t"],
        "share": 0.6,
        "weights": [1.0, 1.0, 2.0],
    },
    clustered.could_exclude: {"value": 0.7, "share": 0.8, "effective_n": 64.0},
    clustered.cr2_variance: {"counts": np.array([2.0, 3.0]), "sums": np.array([1.0, 2.0])},
    clustered.degrees_of_freedom: {
        "counts": np.array([2.0, 3.0]),
        "sums": np.array([1.0, 2.0]),
        "squares": 1.5,
    },
    clustered.student: {"degrees": 4.0},
    clustered.sums_by_cluster: {"outcomes": np.array([1.0, 0.0]), "names": ["a", "b"]},
    partial_pooling.pooled_shares: {"shares": [0.5, 0.2], "sizes": [10.0, 9.0]},
    clustered.interval_over_draws: {
        "runs": [0.5, 0.6],
        "item_variance": 0.01,
        "items": 10,
        "quantile": 1.96,
    },
    intervals.wilson: {"correct": 1, "total": 2},
    intervals.wilson_share: {"share": 0.5, "size": 10.0},
    confidence_sequence.ConfidenceSequence: {"total": 9, "cuts": (3,), "alpha": 0.05},
    confidence_sequence.ConfidenceSequence(9).after: {"right": 1, "taken": 2},
    stopped_share.expected_rest: {
        "sequence": confidence_sequence.ConfidenceSequence(9, (3,)),
        "seen": confidence_sequence.ConfidenceSequence(9, (3,)).after(1, 2),
        "share": 0.5,
    },
    stopped_share.calibrate: {"total": 9, "cuts": (3,), "error": 0.05},
    stopped_share.level_steps: {"total": 9, "cuts": (3,), "error": 0.05},
    bootstrap.mean_of: {"values": [0.1, 0.5, 0.2]},
    retraining.usual_drop: {"items": 24},
}
# They take no number that a score or p-value could be, or one that was refused before.
WITHOUT = {
    *("correct", "resample", "bootstrap_interval", "choose_kinds", "cluster_names"),
    *("clustered_figure", "fewest_clusters", "clusters_by_width", "number_clusters"),
    "effective_clusters",
    *("median_unbiased_share", "missed", "endings"),
    *("Counted", "Proportion", "Share", "Sampled"),
}


def spoilt(value: Any, bad: float) -> Iterator[Any]:
    """Yield the value with each number in it replaced in turn."""
    if isinstance(value, np.ndarray):
        for each in spoilt(value.tolist(), bad):
            yield np.array(each)
    elif isinstance(value, (list, tuple)):
        for place, part in enumerate(value):
            for each in spoilt(part, bad):
                yield type(value)([*value[:place], each, *value[place + 1 :]])
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield bad


CALLS = [
    pytest.param(function, name, id=f"{function.__qualname__}-{name}")
    for function, given in VALID.items()
    for name in given
    if list(spoilt(given[name], math.nan))
    if name not in ("seed", "index", "clusters", "baselines", "runs", "taken")
]


@pytest.mark.parametrize("function", VALID, ids=lambda each: each.__qualname__)
def test_the_arguments_are_valid(function: Callable[..., Any]) -> None:
    function(**VALID[function])


@pytest.mark.parametrize(("function", "name"), CALLS)
def test_nan_is_refused(function: Callable[..., Any], name: str) -> None:
    given = VALID[function]
    for bad in spoilt(given[name], math.nan):
        with pytest.raises((ValueError, OverflowError, TypeError)):
            function(**{**given, name: bad})


def test_no_public_function_is_left_out() -> None:
    known = {each.__qualname__.partition(".")[0] for each in VALID} | WITHOUT
    for each in pkgutil.iter_modules(statistics.__path__):
        module = import_module(f"{statistics.__name__}.{each.name}")
        for name, value in vars(module).items():
            if inspect.isfunction(value) or inspect.isclass(value):
                ours = value.__module__ == module.__name__ and not name.startswith("_")
                assert not ours or name in known, f"add {each.name}.{name} to VALID"
