"""The documented face of the four generative metrics: `Evaluator(config).score(preds, refs)`."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from kasauti.scorers.corpus_metrics import CorpusMetric, mean_metric
from kasauti.scorers.fluency import perplexity
from kasauti.scorers.overlap import bleu, rouge_l
from kasauti.scorers.signature import signature

if TYPE_CHECKING:
    from kasauti.engines.local import Engine
    from kasauti.engines.metric_models.bert_scores import BertScores

METRICS = ("BLEU", "ROUGE_L", "BERTScore", "Perplexity")


@dataclass(frozen=True, slots=True)
class EvaluationConfig:
    """Which metrics, in which order, and the models of those that need one."""

    metrics: Sequence[str] = METRICS
    bertscore_model: str | None = None  # None: roberta-large, else what is at hand
    bertscore_rescaling: bool = True
    perplexity_model: str | None = None  # None: EleutherAI/gpt-neo-125M, else what is at hand


@dataclass(frozen=True, slots=True)
class Config:
    """What an Evaluator is made from; any object with the same attributes will do."""

    evaluation: EvaluationConfig = field(default_factory=EvaluationConfig)


class _Config(Protocol):
    @property
    def evaluation(self) -> EvaluationConfig: ...


class Evaluator:
    """Scores answers against their references. A metric that is not asked for loads nothing."""

    def __init__(self, config: _Config) -> None:
        self._config = config.evaluation
        self._metrics = [_known(name) for name in self._config.metrics]

    def score(self, preds: Sequence[str], refs: Sequence[str]) -> dict[str, float]:
        """Each metric's value by its name, in the configured order."""
        if len(preds) != len(refs):
            raise ValueError(
                f"There are {len(preds)} predictions and {len(refs)} references. "
                "Give one reference for each prediction."
            )
        if not preds:
            raise ValueError("There are no predictions. Give at least one.")
        compute = {
            "BLEU": lambda: bleu(preds, refs),
            "ROUGE_L": lambda: rouge_l(preds, refs),
            "BERTScore": lambda: self._bertscore(preds, refs),
            "Perplexity": lambda: self._perplexity(preds),
        }
        self._warn_of_a_slow_device()
        return {name: compute[name]().value for name in self._metrics}

    def _bertscore(self, preds: Sequence[str], refs: Sequence[str]) -> CorpusMetric:
        items = self._bert.f1(preds, refs)
        return mean_metric("BERTScore", items, signature=signature(self._bert.settings()))

    def _perplexity(self, preds: Sequence[str]) -> CorpusMetric:
        from kasauti.engines.metric_models.perplexity import answer_losses

        losses = answer_losses(self._judge, preds).scores
        return perplexity(
            [each.logprob for each in losses],
            [each.tokens for each in losses],
            signature=signature(self._judge.settings()),
        )

    def _warn_of_a_slow_device(self) -> None:
        if {"BERTScore", "Perplexity"} & set(self._metrics):
            import torch

            if not torch.cuda.is_available():
                warnings.warn(
                    "BERTScore and Perplexity run on the CPU, which is slow.", stacklevel=3
                )

    @cached_property
    def _bert(self) -> BertScores:
        from kasauti.engines.metric_models.bert_scores import bert_scores

        scores, told = bert_scores(
            self._config.bertscore_model, rescale=self._config.bertscore_rescaling
        )
        if told:
            warnings.warn(told, stacklevel=4)
        return scores

    @cached_property
    def _judge(self) -> Engine:
        from pathlib import Path

        from kasauti.engines.local import Engine
        from kasauti.engines.metric_models.perplexity import perplexity_source
        from kasauti.engines.sources.loading import LoadOptions
        from kasauti.engines.store.score_store import ScoreStore

        source, told = perplexity_source(self._config.perplexity_model)
        if told:
            warnings.warn(told, stacklevel=4)
        return Engine(source, LoadOptions(), ScoreStore(Path(":memory:")))


def _known(name: str) -> str:
    """The metric of this name, however its letters are cased."""
    for metric in METRICS:
        if metric.casefold() == name.casefold():
            return metric
    raise ValueError(f"{name} is no metric. Use some of: {', '.join(METRICS)}.")
