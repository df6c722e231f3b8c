"""Metrics of a whole corpus: a value, the value of each item, and their uncertainty."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

# numpy is imported where it is needed: suites list the metrics in runs that compute nothing.
if TYPE_CHECKING:
    from kasauti.scorers.statistics.bootstrap import Counts, Floats


@dataclass(frozen=True, slots=True)
class CorpusMetric:
    """One metric of one set of answers.

    `of_draws` is given how often each draw has each item, [draws, items], and returns the value of
    each drawn corpus; everything else about the whole is derived from it.
    """

    name: str
    items: tuple[float, ...]  # each answer on its own
    of_draws: Callable[[Counts], Floats]
    signature: str
    notices: tuple[str, ...] = ()  # what a reader of the value should know
    other_scale: str = ""  # why the documented figures are on another scale than this value
    item_name: str = ""  # what the value of an item is, where it has a name of its own

    @property
    def value(self) -> float:
        import numpy as np

        return float(self.of_draws(np.ones((1, len(self.items)), dtype=np.int64))[0])


@dataclass(frozen=True, slots=True)
class BertF1:
    """The F1 of each answer, and the settings of the model that it is computed with.

    other_scale: why documented figures are on another scale; empty where they are not.
    """

    items: Sequence[float]
    settings: Mapping[str, str]
    notices: tuple[str, ...] = ()
    other_scale: str = ""


@dataclass(frozen=True, slots=True)
class AnswerLosses:
    """The log-probability and the tokens of each answer, and the model that they are from.

    truncated: how many answers exceeded the model's context.
    other_scale: as of BertF1.
    """

    logprobs: Sequence[float]
    tokens: Sequence[int]
    settings: Mapping[str, str]
    truncated: int = 0
    notices: tuple[str, ...] = ()
    other_scale: str = ""


class MetricModels(Protocol):
    """The models of the metrics that need one."""

    def bertscore(self, answers: Sequence[str], references: Sequence[str]) -> BertF1: ...

    def perplexity(self, answers: Sequence[str]) -> AnswerLosses: ...


@dataclass(frozen=True, slots=True)
class Metric:
    """A generative metric; its threshold is in thresholds/metrics.toml.

    explanation: what it measures, for people who meet it for the first time.
    other_scripts: a case only where the references are outside the Latin script.
    """

    name: str
    compute: Callable[[Sequence[str], Sequence[str], MetricModels], CorpusMetric]
    explanation: str
    other_scripts: bool = False


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference of one set of answers from another to the same questions."""

    other: float
    value: float
    p: float


def mean_metric(name: str, items: Sequence[float], *, signature: str) -> CorpusMetric:
    from kasauti.scorers.statistics.bootstrap import mean_of

    return CorpusMetric(name, tuple(map(float, items)), mean_of(items), signature)


def compare_metrics(
    one: CorpusMetric,
    other: CorpusMetric,
    *,
    seed: int,
    clusters: Sequence[object] | None = None,
) -> Difference:
    """Return the difference and its two-sided p-value by the paired bootstrap (Koehn 2004).

    Both are resampled in the same way. p is the share of draws in which the difference is as far
    from its mean as the observed one is from 0 (Riezler and Maxwell 2005).
    """
    import numpy as np

    observed = one.value - other.value
    differences = _resample_differences(one, other, seed=seed, clusters=clusters)
    strayed = np.abs(differences - differences.mean()) >= abs(observed) * (1 - 1e-9)
    return Difference(other.value, observed, (int(strayed.sum()) + 1) / (len(differences) + 1))


def margin_over(
    one: CorpusMetric,
    other: CorpusMetric,
    *,
    alpha: float,
    seed: int,
    clusters: Sequence[object] | None = None,
) -> float:
    """Return how far above the other's value this one must be for its gain to be no chance.

    The gain less its one-sided lower bound, by the paired bootstrap.
    """
    import numpy as np

    low = np.quantile(_resample_differences(one, other, seed=seed, clusters=clusters), alpha)
    return float(one.value - other.value - low)


def _resample_differences(
    one: CorpusMetric,
    other: CorpusMetric,
    *,
    seed: int,
    clusters: Sequence[object] | None,
) -> Floats:
    from kasauti.scorers.statistics.bootstrap import resample

    count = len(one.items)
    if count != len(other.items):
        raise ValueError(f"need answers to the same questions, got {count} and {len(other.items)}")
    return resample(
        lambda counts: one.of_draws(counts) - other.of_draws(counts),
        count,
        seed=seed,
        clusters=clusters,
    )
