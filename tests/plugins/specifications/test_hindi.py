"""The Hindi evaluation framework, requirement by requirement, on one run of every suite."""

from __future__ import annotations

import re
import statistics
from typing import Any

import pytest

from kasauti.analysis.diagnosis import diagnosis
from kasauti.records import Overall
from kasauti.thresholds.loader import load_thresholds
from tests.support.specifications.shown import Requirement, Shown, each_requirement

PHENOMENA = (
    *("subject_verb_agreement_number", "subject_verb_agreement_person"),
    *("subject_verb_agreement_gender", "gender_agreement_adjective", "number_agreement"),
    *("honorific_agreement", "case_marking_ergative", "case_marking_accusative"),
    *("case_marking_dative", "word_order", "negation", "binding", "control"),
    "gender_agreement_verb",
)
PROBES: dict[str, set[str]] = {
    "case": {"nominative", "ergative", "accusative", "dative", "genitive", "locative"},
    "number": {"singular", "plural"},
    "gender": {"masculine", "feminine"},
    "tense": {"present", "past", "future"},
    "person": {"first", "second", "third"},
    "aspect": {"perfective", "imperfective", "progressive"},
    "mood": {"indicative", "subjunctive", "imperative"},
    "voice": {"active", "passive"},
    "honorific": {"intimate", "informal", "formal"},
    "definiteness": {"definite", "indefinite"},
}
TASKS = {
    "inltkh_headlines": "accuracy",
    "bbc_hindi": "accuracy",
    "iitp_movie_reviews": "f1",
    "iitp_product_reviews": "f1",
    "soham_ner": "f1",
    "wikiann_ner": "f1",
}


BEST_LAYER = r"case_detection \| [\d.]+ \| \d \((embeddings|early|middle|late)\)"


def blimp(shown: Shown, name: str) -> dict[str, Any]:
    found: dict[str, Any] = shown.results["multiblimp"][name]
    return found


def probe(shown: Shown, name: str) -> dict[str, Any]:
    found: dict[str, Any] = shown.results["morphological_probes"][f"{name}_detection"]
    return found


def perplexity_gaps(shown: Shown, name: str) -> list[float]:
    items = [item for item in blimp(shown, name)["items"] if item.get("right") is not None]
    return [item["scores"][1] - item["scores"][0] for item in items]


def bands(suite: str, value: float) -> str:
    return load_thresholds().bands(suite, "default").band(value)


def found(low: str, high: str = "") -> str:
    scores = [Overall(name, 0.5, "poor", 9) for name in [low] if name]
    scores += [Overall(high, 0.9, "excellent", 9)] if high else []
    return " ".join(diagnosis(scores))


def details(shown: Shown, case: str, kind: str) -> list[dict[str, str]]:
    rows = shown.rows("evaluation_details.csv")
    return [row for row in rows if (row["case"], row["kind"]) == (case, kind)]


def averages(shown: Shown) -> str:
    found = shown.results["morphological_probes"]["average_by_layer"]
    listed = ", ".join(f"{layer}: {value:.3f}" for layer, value in found.items())
    best = max(found, key=lambda layer: float(found[layer]))
    return f"Mean accuracy by layer: {listed}; the highest at layer {best}."


def profile(shown: Shown) -> str:
    """The depth at which each probe is best read, in words: the tiny model has two layers."""
    depths = {"embeddings": 0, "early": 1, "middle": 2}
    told = []
    for depth, layer in depths.items():
        names = [name for name in PROBES if probe(shown, name)["best_layer"] == layer]
        if names:
            told.append(f"{depth}: {', '.join(f'{name}_detection {layer}' for name in names)}")
    return f"Best layers, {'; '.join(told)}."


def probed_lemmas(shown: Shown, name: str) -> list[bool]:
    """Of each lemma with several labels: True if every example is right."""
    labels: dict[str, set[str]] = {}
    right: dict[str, bool] = {}
    for item in probe(shown, name)["items"]:
        if lemma := item["details"]["lemma"]:
            labels.setdefault(lemma, set()).add(item["expected"])
            right[lemma] = right.get(lemma, True) and item["right"]
    return [right[lemma] for lemma in right if len(labels[lemma]) > 1]


def whole_paradigms(found: dict[str, Any]) -> dict[str, Any] | None:
    figures = [each for each in found["figures"] if each["metric"] == "whole_paradigms"]
    return figures[0] if figures else None


REQUIREMENTS: list[tuple[Any, ...]] = [
    *(
        (f"phenomenon {name} is measured by its share of right pairs",
         lambda s, n=name: blimp(s, n)["accuracy"] == blimp(s, n)["correct"] / blimp(s, n)["total"])
        for name in PHENOMENA
    ),
    *(
        (f"the mean perplexity difference of {name} is that of its pairs",
         lambda s, n=name: blimp(s, n)["avg_perplexity_diff"]
         == pytest.approx(statistics.fmean(perplexity_gaps(s, n))))
        for name in PHENOMENA[::4]
    ),
    *(
        (f"the deviation of the perplexity difference of {name} is that of its pairs",
         lambda s, n=name: blimp(s, n)["std_perplexity_diff"]
         == pytest.approx(statistics.pstdev(perplexity_gaps(s, n))))
        for name in PHENOMENA[1::4]
    ),
    ("a pair is right where the good sentence has the lower perplexity",
     lambda s: all(
         item["right"] == (item["scores"][0] < item["scores"][1])
         for name in PHENOMENA for item in blimp(s, name)["items"]
         if item.get("right") is not None)),
    ("the phenomena are exactly the fourteen documented ones",
     lambda s: set(s.results["multiblimp"]) >= {*PHENOMENA, "overall"}),
    ("the overall accuracy is over all pairs of the phenomena",
     lambda s: blimp(s, "overall")["correct"], lambda s: sum(
         blimp(s, name)["correct"] for name in PHENOMENA)),
    ("the overall total is the sum of the phenomena's totals",
     lambda s: blimp(s, "overall")["total"], lambda s: sum(
         blimp(s, name)["total"] for name in PHENOMENA)),
    ("the overall score has its documented name multiblimp_accuracy",
     lambda s: s.summary["overall_scores"]["multiblimp_accuracy"],
     lambda s: blimp(s, "overall")["accuracy"]),
    *(
        (f"probe {name}_detection names its task", lambda s, n=name: probe(s, n)["task"],
         f"{name}_detection")
        for name in PROBES
    ),
    *(
        (f"probe {name}_detection tells its documented labels apart",
         lambda s, n=name: PROBES[n] <= {
             str(item["expected"]) for item in probe(s, n)["items"]})
        for name in PROBES
    ),
    ("a probe is made for every layer and the embeddings",
     lambda s: {tuple(probe(s, name)["layer_results"]) for name in PROBES}, {("0", "1", "2")}),
    ("a layer has accuracy, correct and total",
     lambda s: all(
         layer["accuracy"] == layer["correct"] / layer["total"]
         for name in PROBES for layer in probe(s, name)["layer_results"].values())),
    ("a probe has best_layer, a layer that was probed",
     lambda s: all(
         str(probe(s, name)["best_layer"]) in probe(s, name)["layer_results"] for name in PROBES)),
    ("best_accuracy is the accuracy at the layers that were chosen without the test rows",
     lambda s: all(
         probe(s, name)["best_accuracy"] == probe(s, name)["accuracy"] for name in PROBES)),
    ("average_by_layer is the mean of the ten tasks at each layer",
     lambda s: s.results["morphological_probes"]["average_by_layer"],
     lambda s: {layer: pytest.approx(statistics.fmean(
         probe(s, name)["layer_results"][layer]["accuracy"] for name in PROBES))
         for layer in ("0", "1", "2")}),
    ("the mean of the probes is morphological_avg",
     lambda s: s.summary["overall_scores"]["morphological_avg"],
     lambda s: pytest.approx(statistics.fmean(probe(s, name)["accuracy"] for name in PROBES))),
    ("train and test share no lemma",
     lambda s: {probe(s, name)["settings"]["folds"] for name in PROBES}, {"lemma-disjoint"}),
    ("a probe has the majority baseline",
     lambda s: all(0 < probe(s, name)["baselines"]["majority"] < 1 for name in PROBES)),
    ("a probe has the baseline of the same model with random weights",
     lambda s: all(0 <= probe(s, name)["baselines"]["random_init"] <= 1 for name in PROBES)),
    ("the probe is a logistic regression",
     lambda s: {probe(s, name)["settings"]["probe"] for name in PROBES}, {"logistic"}),
    ("a probe has the selectivity against memorizing",
     lambda s: all(-1 <= probe(s, name)["selectivity"] <= 1 for name in PROBES)),
    *(
        (f"task {name} has {metric} as its headline",
         lambda s, n=name: s.results["indicglue"][n]["metric"], metric)
        for name, metric in TASKS.items()
    ),
    *(
        (f"task {name} has precision and recall",
         lambda s, n=name: {"precision", "recall", "f1"} <= set(s.results["indicglue"][n]))
        for name in ("soham_ner", "wikiann_ner")
    ),
    ("sentiment has accuracy beside F1",
     lambda s: {"accuracy", "f1"} <= set(s.results["indicglue"]["iitp_movie_reviews"])),
    ("questions with options are a task",
     lambda s: s.results["indicglue"]["cloze_qa"]["task"], "cloze_qa"),
    ("the tasks run without fine-tuning by default",
     lambda s: {s.results["indicglue"][name]["mode"] for name in TASKS}, {"zero"}),
    ("the average of IndicGLUE has accuracy and F1",
     lambda s: {"accuracy", "f1"} <= set(s.results["indicglue"]["average"])),
    ("the average accuracy is indicglue_avg",
     lambda s: s.summary["overall_scores"]["indicglue_avg"],
     lambda s: s.results["indicglue"]["average"]["accuracy"]),
    ("a task has random and majority baselines",
     lambda s: all({"random", "majority"} <= set(s.results["indicglue"][name]["baselines"])
                   for name in TASKS)),
    ("the results have the documented sections",
     lambda s: {"indicglue", "multiblimp", "morphological_probes", "summary"} <= set(s.results)),
    ("the summary has evaluation_date in ISO 8601",
     lambda s: s.summary["evaluation_date"][4:11:3], "--T"),
    ("the summary has model_config", lambda s: "model" in s.summary["model_config"]),
    ("the results folder is evaluation_{timestamp}",
     lambda s: s.run.folder.name.startswith("evaluation_20")),
    ("the results are written as evaluation_results.json",
     lambda s: (s.run.folder / "evaluation_results.json").is_file()),
    ("evaluation_summary.csv has a row for every phenomenon",
     lambda s: {row["case"] for row in s.rows() if row["kind"] == "headline"}
     >= {f"multiblimp/{name}" for name in PHENOMENA}),
    *((f"evaluation_summary.csv has {name} of every phenomenon",
       lambda s, n=name: {row["case"]: float(row["value"]) for row in s.rows()
                          if row["metric"] == n and row["case"].count("/") == 1
                          and row["case"].startswith("multiblimp/")},
       lambda s, n=name: {f"multiblimp/{each}": blimp(s, each)[n] for each in PHENOMENA})
      for name in ("avg_perplexity_diff", "std_perplexity_diff")),
    ("report.md has the perplexity differences",
     lambda s: s.text("report.md").count("| avg_perplexity_diff |") >= len(PHENOMENA)),
    *((f"evaluation_details.csv has the {kind}s of {case}",
       lambda s, c=case, k=kind: len(details(s, c, k)) > 1)
      for case, kind in (("probes/case_detection", "baseline"), ("probes/case_detection", "layer"),
                         ("multiblimp/word_order", "slice"), ("indicglue/bbc_hindi", "baseline"))),
    ("evaluation_details.csv has average_by_layer",
     lambda s: {row["name"]: float(row["score"])
                for row in details(s, "probes/average_by_layer", "layer")},
     lambda s: s.results["morphological_probes"]["average_by_layer"]),
    *((f"{place} has {words}", lambda s, f=told, t=text: f(s) in t(s))
      for place, text in (("the terminal", lambda s: s.terminal),
                          ("report.md", lambda s: s.text("report.md").replace("\\_", "_")),
                          ("the dashboard", lambda s: s.text("dashboard.html")))
      for words, told in (("average_by_layer", averages), ("the profile of layers", profile))),
    ("report.md has the best layer of a probe in words",
     lambda s: re.search(BEST_LAYER, s.text("report.md")) is not None),
    *((f"{name}_detection has the share of lemmas with all forms right, of those with several",
       lambda s, n=name: (found := whole_paradigms(probe(s, n))) and (found["value"], found["n"]),
       lambda s, n=name: ((lemmas := probed_lemmas(s, n)) and (
           pytest.approx(statistics.fmean(lemmas)), len(lemmas))) or None)
      for name in PROBES),
    ("the share of whole paradigms has an interval over lemmas",
     lambda s: [found["interval"]["low"] < found["interval"]["high"] for name in PROBES
                if (found := whole_paradigms(probe(s, name)))],
     lambda s: [True for name in PROBES if probed_lemmas(s, name)]),
    ("a phenomenon has the baseline of chance",
     lambda s: {blimp(s, name)["baselines"]["chance"] for name in PHENOMENA}, {0.5}),
    *((f"{place} has minimal pairs beside chance",
       lambda s, n=name, w=words: w in s.text(n).replace("\\_", "_"))
      for place, name, words in (
          ("report.md", "report.md", "| case | score | chance | shorter in tokens |"),
          ("the dashboard", "dashboard.html", "Each case beside its baselines"))),
    ("the dashboard has the best layer", lambda s: "best layer" in s.text("dashboard.html")),
    ("evaluation_summary.csv has the overall scores",
     lambda s: {row["metric"] for row in s.rows() if row["kind"] == "overall"}
     >= {"indicglue_avg", "multiblimp_accuracy", "morphological_avg"}),
    ("a run in Python has the overall scores by name",
     lambda s: s.run.run.overall_scores, lambda s: s.summary["overall_scores"]),
    ("the terminal prints the overall scores",
     lambda s: f"multiblimp_accuracy {s.summary['overall_scores']['multiblimp_accuracy']:.3f}"
     in s.terminal),
    ("the dashboard draws a curve per probe",
     lambda s: all(f'aria-label="{name}_detection: ' in s.text("dashboard.html")
                   for name in PROBES)),
    ("report.md shows failed items",
     lambda s: "## What did not pass" in s.text("report.md")),
    ("a signature says how to repeat a measurement",
     lambda s: "convention:perplexity" in blimp(s, "binding")["signature"]),
    *(
        (f"{suite} of {value} is {band}", lambda s, a=suite, v=value: bands(a, v), band)
        for suite, limits in (
            ("indicglue", (0.60, 0.70, 0.80)),
            ("multiblimp", (0.70, 0.80, 0.90)),
            ("probes", (0.65, 0.75, 0.85)),
        )
        for value, band in (
            (limits[0] - 0.01, "poor"), (limits[0], "fair"), (limits[1], "good"),
            (limits[2], "good"), (limits[2] + 0.01, "excellent"),
        )
    ),
    ("low IndicGLUE and high MultiBLiMP: knowledge of the world is missing",
     lambda s: "lacks knowledge of meaning and of the world"
     in found("indicglue_avg", "multiblimp_accuracy")),
    ("low MultiBLiMP and high IndicGLUE: statistical patterns",
     lambda s: "statistical patterns" in found("multiblimp_accuracy", "indicglue_avg")),
    ("low probes: the tokenization may not suit the language",
     lambda s: "tokenization may not suit" in found("morphological_avg")),
    ("high IndicGLUE: the model captures meaning",
     lambda s: "captures meaning" in found("", "indicglue_avg")),
    ("high MultiBLiMP: sensitive to violations of syntax",
     lambda s: "sensitive to violations" in found("", "multiblimp_accuracy")),
    ("high probes: inflection and paradigms",
     lambda s: "inflection and its paradigms" in found("", "morphological_avg")),
]  # fmt: skip


@each_requirement(REQUIREMENTS)
def test_the_framework_is_kept_to(limited: Shown, asked: Requirement) -> None:
    expected = asked.expected(limited) if callable(asked.expected) else asked.expected
    assert asked.actual(limited) == expected
