"""The generative metrics: the four documented figures and their face in Python."""

from __future__ import annotations

import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kasauti.inputs.errors import KasautiError
from kasauti.scorers.text.metrics import METRICS, Config, EvaluationConfig, Evaluator
from kasauti.thresholds.loader import load_thresholds
from tests.support.specifications.shown import Requirement, Shown, each_requirement

LONG = ["The quick brown fox jumps over the lazy dog."]


def case(shown: Shown, name: str) -> dict[str, Any]:
    found: dict[str, Any] = shown.results["metrics"][name]
    return found


def scores(*metrics: str, said: list[str] = LONG, meant: list[str] = LONG) -> dict[str, float]:
    return Evaluator(Config(EvaluationConfig(metrics=metrics))).score(said, meant)


def refused(said: list[str], meant: list[str]) -> str:
    with pytest.raises(ValueError, match="predictions") as error:
        scores("BLEU", said=said, meant=meant)
    return str(error.value)


REQUIREMENTS: list[tuple[Any, ...]] = [
    *((f"{name} is measured", lambda s, n=name: case(s, n)["metric"], name) for name in METRICS),
    ("the metrics are the four documented ones", lambda s: METRICS,
     ("BLEU", "ROUGE_L", "BERTScore", "Perplexity")),
    ("BLEU tokenizes by 13a and keeps case",
     lambda s: {"tok:13a", "case:mixed"} <= set(case(s, "BLEU")["settings"]["by"].split("|"))),
    ("ROUGE-L stems", lambda s: "stem" in case(s, "ROUGE_L")["settings"]["by"]),
    ("BLEU of equal texts is 100", lambda s: scores("BLEU")["BLEU"], pytest.approx(100)),
    ("ROUGE-L of equal texts is 1", lambda s: scores("ROUGE_L")["ROUGE_L"], pytest.approx(1)),
    ("BLEU of fewer than four tokens is 0, as sacrebleu has it",
     lambda s: scores("BLEU", said=["hello world"], meant=["hello world"]), {"BLEU": 0.0}),
    ("lists of different lengths raise",
     lambda s: "2 predictions and 1 references" in refused(["a", "b"], ["a"])),
    ("no predictions raise", lambda s: "no predictions" in refused([], [])),
    ("results come in the configured order",
     lambda s: [*scores("ROUGE_L", "BLEU")], ["ROUGE_L", "BLEU"]),
    ("a metric that is not asked for is absent", lambda s: [*scores("BLEU")], ["BLEU"]),
    ("names of metrics may have any case", lambda s: [*scores("bleu")], ["BLEU"]),
    ("score is the only public method",
     lambda s: [name for name in dir(Evaluator) if not name.startswith("_")], ["score"]),
    ("perplexity is of the answers, and lower is better",
     lambda s: case(s, "Perplexity")["threshold"]["direction"], "at most"),
    *((f"the example of {name} is {value}",
       lambda s, n=name: load_thresholds()[f"metrics.default.{n}"].value, value)
      for name, value in (("BLEU", 5.17), ("ROUGE_L", 0.0421), ("BERTScore", 0.7894),
                          ("Perplexity", 278.6))),
    ("an embedded model in place of roberta-large is told",
     lambda s: "the documented roberta-large is not available" in s.terminal),
]  # fmt: skip


def test_the_documented_attributes_alone_are_enough() -> None:
    cfg = SimpleNamespace(
        evaluation=SimpleNamespace(metrics=["ROUGE_L", "BLEU"]),
        experiment=SimpleNamespace(random_seed=7),
        fp16_perplexity=True,
    )
    assert list(Evaluator(cfg=cfg).score(LONG, LONG)) == ["ROUGE_L", "BLEU"]
    drawn = []
    for _ in range(2):
        Evaluator(cfg)  # which plants the documented seed
        drawn.append(random.random())
    assert drawn[0] == drawn[1]


def test_settings_come_from_a_yaml_file_that_has_others_beside_them(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(
        "evaluation: {metrics: [BLEU]}\nexperiment: {random_seed: 3, name: x}\nbatch_size: 2\n"
        "training: {epochs: 3}\n",
        encoding="utf-8",
    )
    config = Config.from_yaml(path)
    assert (config.evaluation.metrics, config.experiment.random_seed) == (["BLEU"], 3)
    assert (config.batch_size, config.fp16_perplexity) == (2, False)
    path.write_text("a: [", encoding="utf-8")
    with pytest.raises(KasautiError, match="is not YAML"):
        Config.from_yaml(path)


def test_perplexity_does_not_depend_on_the_batch_size(long_llama: Path) -> None:
    said = ["The boys read a book.", "", "Rates rise."]
    found = []
    for size in (1, 3):
        models = EvaluationConfig(metrics=["Perplexity"], perplexity_model=str(long_llama))
        with pytest.warns(UserWarning, match="run on the CPU"):
            found.append(Evaluator(Config(models, batch_size=size)).score(said, said)["Perplexity"])
    assert found[0] == pytest.approx(found[1], rel=1e-5)


@each_requirement(REQUIREMENTS)
def test_the_metrics_are_as_documented(limited: Shown, asked: Requirement) -> None:
    assert asked.actual(limited) == asked.expected
