"""The generative metrics and their documented face, `Evaluator`."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from kasauti.records import Provenance
from kasauti.scorers.text import overlap
from kasauti.scorers.text.corpus_metrics import (
    AnswerLosses,
    BertF1,
    CorpusMetric,
    Metric,
    MetricModels,
    mean_metric,
)

if TYPE_CHECKING:
    from kasauti.engines.backends.local.backend import LocalBackend
    from kasauti.engines.metric_models.bert_scores import BertScores


def bertscore(found: BertF1) -> CorpusMetric:
    """Return the mean F1 of BERTScore."""
    metric = mean_metric("BERTScore", found.items, signature=Provenance(found.settings).signature)
    return replace(metric, notices=found.notices, other_scale=found.other_scale)


def perplexity(losses: AnswerLosses) -> CorpusMetric:
    """Return the exponential of the mean loss per token, over all tokens of all answers.

    It depends on the answers only, not on how they were batched. Items are the perplexities of
    single answers.
    """
    import numpy as np

    nats, lengths = -np.asarray(losses.logprobs, dtype=float), np.asarray(losses.tokens)
    if not len(nats) or len(nats) != len(lengths) or not lengths.all():
        raise ValueError("need a loss and at least one token for each answer")
    notices = losses.notices
    if losses.truncated:
        model = losses.settings.get("model", "the perplexity model")
        notices += (
            f"Perplexity: {losses.truncated} of {len(lengths)} answers exceed the context "
            f"of {model} and were truncated.",
        )
    return CorpusMetric(
        "Perplexity",
        tuple(np.exp(nats / lengths).tolist()),
        lambda counts: np.exp((counts @ nats) / (counts @ lengths)),
        Provenance(losses.settings).signature,
        notices,
        losses.other_scale,
    )


WITH_A_MODEL = (
    Metric(
        "BERTScore",
        lambda answers, references, models: bertscore(models.bertscore(answers, references)),
        "How close the vectors of an answer's words are to those of its reference (mean F1).",
    ),
    Metric(
        "Perplexity",
        lambda answers, _, models: perplexity(models.perplexity(answers)),
        "How surprised another language model is by the answers; lower is more fluent.",
    ),
)
# A metric is an entry here or in overlap.py, and a threshold in thresholds/metrics.toml.
ALL = {each.name: each for each in (*overlap.METRICS, *WITH_A_MODEL)}
METRICS = tuple(name for name, each in ALL.items() if not each.other_scripts)
# Cases of the suite where the references are outside the Latin script.
OTHER_SCRIPTS = tuple(name for name, each in ALL.items() if each.other_scripts)


@dataclass(frozen=True, slots=True)
class EvaluationConfig:
    """The metrics, in their order, and the models of those that need one.

    Without a name the documented model is used, or the embedded fallback, with a notice.
    """

    metrics: Sequence[str] = METRICS
    bertscore_model: str | None = None  # documented: roberta-large
    bertscore_rescaling: bool = True
    perplexity_model: str | None = None  # documented: EleutherAI/gpt-neo-125M


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of an Evaluator; any object with the same attributes will do."""

    evaluation: EvaluationConfig = field(default_factory=EvaluationConfig)


class _Config(Protocol):
    @property
    def evaluation(self) -> EvaluationConfig: ...


class Evaluator:
    """Scores answers against their references. A metric that is not asked for loads nothing.

    models: what runs the models; by default they are loaded when they are first needed.
    """

    def __init__(self, config: _Config, *, models: MetricModels | None = None) -> None:
        self._metrics = [_find_metric(name) for name in config.evaluation.metrics]
        self._models = models or _LocalModels(config.evaluation)

    def score(self, preds: Sequence[str], refs: Sequence[str]) -> dict[str, float]:
        """Each metric's value by its name, in the configured order."""
        if len(preds) != len(refs):
            raise ValueError(
                f"There are {len(preds)} predictions and {len(refs)} references. "
                "Give one reference for each prediction."
            )
        if not preds:
            raise ValueError("There are no predictions. Give at least one.")
        modelled = {each.name for each in WITH_A_MODEL} & {*self._metrics}
        if modelled and isinstance(self._models, _LocalModels):
            self._models.warn_of_a_slow_device()
        scores = {name: ALL[name].compute(preds, refs, self._models) for name in self._metrics}
        for notice in (notice for metric in scores.values() for notice in metric.notices):
            warnings.warn(notice, stacklevel=2)
        return {name: metric.value for name, metric in scores.items()}


class _LocalModels:
    """Loads each model at its first need and keeps it."""

    def __init__(self, config: EvaluationConfig) -> None:
        self._config = config

    def bertscore(self, answers: Sequence[str], references: Sequence[str]) -> BertF1:
        scores, notice = self._bert
        return BertF1(scores.f1(answers, references), scores.settings(), _filled(notice))

    def perplexity(self, answers: Sequence[str]) -> AnswerLosses:
        from kasauti.engines.metric_models.perplexity import answer_losses

        judge, notice = self._judge
        losses = answer_losses(judge, answers)
        return AnswerLosses(
            [each.logprob for each in losses.scores],
            [each.tokens for each in losses.scores],
            judge.settings(),
            losses.truncated,
            _filled(notice),
        )

    def warn_of_a_slow_device(self) -> None:
        import torch

        if not torch.cuda.is_available():
            message = "BERTScore and Perplexity run on the CPU, which is slow."
            warnings.warn(message, stacklevel=3)

    @cached_property
    def _bert(self) -> tuple[BertScores, str]:
        from kasauti.engines.metric_models.bert_scores import bert_scores

        config = self._config
        return bert_scores(config.bertscore_model, rescale=config.bertscore_rescaling)

    @cached_property
    def _judge(self) -> tuple[LocalBackend, str]:
        from pathlib import Path

        from kasauti.engines.backends.local.backend import LocalBackend
        from kasauti.engines.metric_models.perplexity import perplexity_source
        from kasauti.engines.sources.request import ModelRequest
        from kasauti.engines.store.score_store import ScoreStore

        source, notice = perplexity_source(self._config.perplexity_model)
        return LocalBackend(ModelRequest(source=source, store=ScoreStore(Path(":memory:")))), notice


def _filled(notice: str) -> tuple[str, ...]:
    return (notice,) if notice else ()


def _find_metric(name: str) -> str:
    """The metric of this name, however its letters are cased."""
    for metric in METRICS:
        if metric.casefold() == name.casefold():
            return metric
    raise ValueError(f"{name} is not a metric. Use some of: {', '.join(METRICS)}.")
