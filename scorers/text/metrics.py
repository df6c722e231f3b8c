"""The generative metrics: how each is computed, and their documented face, `Evaluator`."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from kasauti.records import Provenance
from kasauti.scorers.text.corpus_metrics import CorpusMetric, mean_metric, perplexity
from kasauti.scorers.text.metric_names import METRICS
from kasauti.scorers.text.overlap import bleu, chrf, rouge_l, unicode_rouge_l

if TYPE_CHECKING:
    from kasauti.engines.backends.local.backend import LocalBackend
    from kasauti.engines.metric_models.bert_scores import BertScores

WITH_A_MODEL = ("BERTScore", "Perplexity")


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
    """What runs the models of the metrics that need one."""

    def bertscore(self, answers: Sequence[str], references: Sequence[str]) -> BertF1: ...

    def perplexity(self, answers: Sequence[str]) -> AnswerLosses: ...


def compute_metric(
    name: str, answers: Sequence[str], references: Sequence[str], models: MetricModels
) -> CorpusMetric:
    """One metric of the answers, with the notices that its reader needs."""
    compute: dict[str, Callable[[], CorpusMetric]] = {
        "BLEU": lambda: bleu(answers, references),
        "ROUGE_L": lambda: rouge_l(answers, references),
        "ROUGE_L_unicode": lambda: unicode_rouge_l(answers, references),
        "chrF++": lambda: chrf(answers, references),
        "BERTScore": lambda: _bertscore(models.bertscore(answers, references)),
        "Perplexity": lambda: _perplexity(models.perplexity(answers)),
    }
    return compute[name]()


def _bertscore(found: BertF1) -> CorpusMetric:
    metric = mean_metric("BERTScore", found.items, signature=Provenance(found.settings).signature)
    return replace(metric, notices=found.notices, other_scale=found.other_scale)


def _perplexity(losses: AnswerLosses) -> CorpusMetric:
    metric = perplexity(
        losses.logprobs, losses.tokens, signature=Provenance(losses.settings).signature
    )
    notices = losses.notices
    if losses.truncated:
        model = losses.settings.get("model", "the perplexity model")
        notices += (
            f"Perplexity: {losses.truncated} of {len(losses.tokens)} answers exceed the context "
            f"of {model} and were truncated.",
        )
    return replace(metric, notices=notices, other_scale=losses.other_scale)


@dataclass(frozen=True, slots=True)
class EvaluationConfig:
    """Which metrics, in which order, and the models of those that need one.

    Without a name the documented model is used, or the embedded fallback, with a notice.
    """

    metrics: Sequence[str] = METRICS
    bertscore_model: str | None = None  # documented: roberta-large
    bertscore_rescaling: bool = True
    perplexity_model: str | None = None  # documented: EleutherAI/gpt-neo-125M


@dataclass(frozen=True, slots=True)
class Config:
    """What an Evaluator is made from; any object with the same attributes will do."""

    evaluation: EvaluationConfig = field(default_factory=EvaluationConfig)


class _Config(Protocol):
    @property
    def evaluation(self) -> EvaluationConfig: ...


class Evaluator:
    """Scores answers against their references. A metric that is not asked for loads nothing.

    models: what runs the models; by default they are loaded when they are first needed.
    """

    def __init__(self, config: _Config, *, models: MetricModels | None = None) -> None:
        self._metrics = [_known(name) for name in config.evaluation.metrics]
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
        if isinstance(self._models, _LocalModels) and set(WITH_A_MODEL) & set(self._metrics):
            self._models.warn_of_a_slow_device()
        scores = {name: compute_metric(name, preds, refs, self._models) for name in self._metrics}
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
        from kasauti.engines.sources.loading import LoadOptions
        from kasauti.engines.store.score_store import ScoreStore

        source, notice = perplexity_source(self._config.perplexity_model)
        return LocalBackend(source, LoadOptions(), ScoreStore(Path(":memory:"))), notice


def _filled(notice: str) -> tuple[str, ...]:
    return (notice,) if notice else ()


def _known(name: str) -> str:
    """The metric of this name, however its letters are cased."""
    for metric in METRICS:
        if metric.casefold() == name.casefold():
            return metric
    raise ValueError(f"{name} is not a metric. Use some of: {', '.join(METRICS)}.")
