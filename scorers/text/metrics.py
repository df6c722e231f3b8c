"""The generative metrics and their documented face, `Evaluator`."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from kasauti.inputs.errors import KasautiError
from kasauti.inputs.rows import read_text
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
    from kasauti.engines.metric_models.perplexity import Losses

AnyConfig = TypeVar("AnyConfig", bound="Any")


def bertscore(found: BertF1) -> CorpusMetric:
    metric = mean_metric("BERTScore", found.items, signature=Provenance(found.settings).signature)
    return replace(metric, notices=found.notices, other_scale=found.other_scale)


def bert_f1(
    scores: BertScores, notice: str, answers: Sequence[str], references: Sequence[str]
) -> BertF1:
    """Return the F1 of answers by one encoder; the notice says why it is not another."""
    items = scores.f1(answers, references)
    return BertF1(items, scores.settings(), (notice,) if notice else (), scores.other_scale())


def join_losses(judge: LocalBackend, notice: str, *losses: Losses) -> AnswerLosses:
    """Return the losses of several batches of answers; the notice is as in `bert_f1`."""
    from kasauti.engines.metric_models.perplexity import other_scale

    scores = [score for each in losses for score in each.scores]
    return AnswerLosses(
        logprobs=[each.logprob for each in scores],
        tokens=[each.tokens for each in scores],
        settings=judge.settings(),
        truncated=sum(each.truncated for each in losses),
        notices=(notice,) if notice else (),
        other_scale=other_scale(judge.name),
    )


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
class ExperimentConfig:
    """The seed of what libraries draw; nothing that is scored here depends on it."""

    random_seed: int | None = None


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of an Evaluator; any object with the documented ones of them will do.

    fp16_perplexity: compute perplexity in half precision where there is a GPU.
    batch_size: answers of which perplexity is computed at once, which changes no figure.
    """

    evaluation: EvaluationConfig = field(default_factory=EvaluationConfig)
    experiment: ExperimentConfig = field(default_factory=ExperimentConfig)
    fp16_perplexity: bool = False
    batch_size: int = 8

    @classmethod
    def of(cls, given: object) -> Config:
        """Return the settings that an object or a mapping has, with defaults for the others."""
        return _fill(cls(), given)

    @classmethod
    def from_yaml(cls, path: str | PathLike[str]) -> Config:
        """Read the settings in a YAML file; entries for other programs are left alone."""
        import yaml

        try:
            found = yaml.safe_load(read_text(Path(path)))
        except yaml.YAMLError as error:
            reason = " ".join(str(error).split())
            raise KasautiError(f"{path} is not YAML ({reason}). Correct it.") from None
        return cls.of(found or {})


def _fill(defaults: AnyConfig, given: object) -> AnyConfig:
    found = {}
    for each in fields(defaults):
        default = getattr(defaults, each.name)
        value = (
            given.get(each.name) if isinstance(given, Mapping) else getattr(given, each.name, None)
        )
        if value is not None:
            found[each.name] = _fill(default, value) if is_dataclass(default) else value
    return replace(defaults, **found)


class Evaluator:
    """Scores answers against their references. A metric that is not asked for loads nothing.

    models: what runs the models; by default they are loaded when they are first needed.
    """

    def __init__(self, cfg: object, *, models: MetricModels | None = None) -> None:
        config = Config.of(cfg)
        self._metrics = [_find_metric(name) for name in config.evaluation.metrics]
        self._models = models or _LocalModels(config)
        if config.experiment.random_seed is not None:
            _seed_everything(config.experiment.random_seed, torch_too=models is None)

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

    def __init__(self, config: Config) -> None:
        self._config = config.evaluation
        self._half, self._batch = config.fp16_perplexity, config.batch_size

    def bertscore(self, answers: Sequence[str], references: Sequence[str]) -> BertF1:
        return bert_f1(*self._bert, answers, references)

    def perplexity(self, answers: Sequence[str]) -> AnswerLosses:
        from kasauti.engines.metric_models.perplexity import answer_losses

        judge, notice = self._judge
        starts = range(0, len(answers), self._batch)
        losses = [answer_losses(judge, answers[at : at + self._batch]) for at in starts]
        return join_losses(judge, notice, *losses)

    def warn_of_a_slow_device(self) -> None:
        if not self._has_gpu():
            message = "BERTScore and Perplexity run on the CPU, which is slow."
            warnings.warn(message, stacklevel=3)

    def _has_gpu(self) -> bool:
        import torch

        return torch.cuda.is_available()

    @cached_property
    def _bert(self) -> tuple[BertScores, str]:
        from kasauti.engines.metric_models.bert_scores import bert_scores

        config = self._config
        return bert_scores(config.bertscore_model, rescale=config.bertscore_rescaling)

    @cached_property
    def _judge(self) -> tuple[LocalBackend, str]:
        from kasauti.engines.backends.local.backend import LocalBackend
        from kasauti.engines.metric_models.perplexity import perplexity_source
        from kasauti.engines.sources.loading import LoadOptions
        from kasauti.engines.sources.request import ModelRequest
        from kasauti.engines.store.score_store import ScoreStore

        source, notice = perplexity_source(self._config.perplexity_model)
        store = ScoreStore(Path(":memory:"))
        half = "float16" if self._half and self._has_gpu() else "auto"
        return LocalBackend(
            ModelRequest(source=source, store=store, load=LoadOptions(dtype=half))
        ), notice


def _seed_everything(seed: int, *, torch_too: bool) -> None:
    """Seed what libraries may draw from, as documented."""
    import random

    import numpy as np

    random.seed(seed)
    np.random.seed(seed % 2**32)
    if torch_too:
        import torch

        torch.manual_seed(seed)


def _find_metric(name: str) -> str:
    """The metric of this name, however its letters are cased."""
    for metric in METRICS:
        if metric.casefold() == name.casefold():
            return metric
    raise ValueError(f"{name} is not a metric. Use some of: {', '.join(METRICS)}.")
