"""The pytest plugin: the command-line options and the list of plugins."""

from __future__ import annotations

from pathlib import Path

import pytest

# In the order of their imports: pytest wants to load a plugin before anyone imports it.
pytest_plugins = [
    "kasauti.fixtures.settings",
    "kasauti.fixtures.fatal",
    "kasauti.fixtures.cases",
    "kasauti.fixtures.selection",
    "kasauti.fixtures.model",
    "kasauti.fixtures.choices",
    "kasauti.fixtures.answers",
    "kasauti.fixtures.indicglue",
    "kasauti.fixtures.probes",
    "kasauti.fixtures.judgement",
    "kasauti.fixtures.pair_measurement",
    "kasauti.fixtures.zeroshot",
    "kasauti.fixtures.zeroshot_scorer",
    "kasauti.fixtures.quiz",
    "kasauti.fixtures.metrics",
    "kasauti.fixtures.record",
    "kasauti.fixtures.regression",
    "kasauti.fixtures.regression_items",
    "kasauti.reports.completeness",
]


def pytest_addoption(parser: pytest.Parser) -> None:
    from kasauti.fixtures.quiz_options import add_quiz_options
    from kasauti.fixtures.zeroshot_options import add_zeroshot_options

    group = parser.getgroup("kasauti", "kasauti: evaluation of language models")
    _model_options(group)
    _measurement_options(group)
    _generation_options(group)
    add_quiz_options(group)
    _metric_options(group)
    _probe_options(group)
    _indicglue_options(group)
    add_zeroshot_options(group)
    _regression_options(group)
    _run_options(group)


@pytest.hookimpl(tryfirst=True)  # before pytest-html reads its options
def pytest_configure(config: pytest.Config) -> None:
    from kasauti.fixtures.overall_bands import overall_bands
    from kasauti.fixtures.settings import evaluates, runs_no_tests
    from kasauti.reports.baseline_file import BaselineFile
    from kasauti.reports.pytest_html import PytestHtml
    from kasauti.reports.run import RunReport, new_folder

    option = config.option
    if evaluates(config) and not runs_no_tests(config) and not hasattr(config, "workerinput"):
        try:
            folder = new_folder(Path(option.results_dir))
        except OSError as error:
            raise pytest.UsageError(
                f"--results-dir={option.results_dir} cannot be written to ({error.strerror}). "
                "Give a folder of your own."
            ) from None
        option.htmlpath = option.htmlpath or str(folder / "report.html")
        option.self_contained_html = True
        report = RunReport(folder, band_of=overall_bands(config))
        config.pluginmanager.register(report, "kasauti-report")
        config.pluginmanager.register(PytestHtml(), "kasauti-html")
        if option.save_baseline:
            config.pluginmanager.register(BaselineFile(Path(option.save_baseline)))


def _model_options(group: pytest.OptionGroup) -> None:
    group.addoption(
        "--model",
        action="append",  # so that the default cannot stand here: it would be kept beside them
        metavar="MODEL",
        help="hub name, checkpoint folder, GGUF file or embedded model (default: gemma-3-270m); "
        "repeatable: several are evaluated one after another and compared",
    )
    group.addoption("--adapter", metavar="DIR", help="LoRA adapter (peft) to put on the model")
    group.addoption(
        "--device",
        default="auto",
        type=_device,
        metavar="auto|cpu|cuda[:n]",
        help="where the model runs (default: auto, a GPU where there is one)",
    )
    group.addoption(
        "--dtype",
        default="auto",
        choices=["auto", "float32", "bfloat16", "float16"],
        help="precision of the weights (default: auto, float32 on a CPU)",
    )
    group.addoption(
        "--batch-tokens",
        type=_positive,
        metavar="N",
        help="tokens in one forward pass; bounds the memory (default: 2048, on a GPU 16384)",
    )
    group.addoption(
        "--bos",
        default="auto",
        metavar="auto|none|TOKEN",
        help="the token before each sentence (default: auto: its BOS, else EOS, else CLS)",
    )
    group.addoption(
        "--pll",
        default="within_word_l2r",
        choices=["original", "within_word_l2r"],
        help="how a masked model scores: each token masked alone, or with the rest of its word "
        "(default: within_word_l2r)",
    )
    group.addoption(
        "--trust-remote-code",
        action="store_true",
        help="run code that comes with the model; only for authors you trust",
    )
    group.addoption(
        "--allow-pickle",
        action="store_true",
        help="load pickled weights, which can run code; only for authors you trust",
    )


def _measurement_options(group: pytest.OptionGroup) -> None:
    group.addoption(
        "--pairs",
        action="append",
        default=[],
        metavar="FILE",
        help="more minimal pairs: our JSONL, BLiMP's JSONL or MultiBLiMP's TSV (repeatable)",
    )
    group.addoption(
        "--pairs-set",
        default="core",
        choices=["core", "full"],
        help="the Hindi pairs written by hand, or with the generated ones (default: core)",
    )
    group.addoption(
        "--pair-score",
        choices=["perplexity", "logprob", "char", "byte"],
        help="what two sentences are compared by (default: as documented for each suite, "
        "multiblimp by perplexity, sanskrit by log-probability)",
    )
    group.addoption(
        "--verdict",
        default="point",
        choices=["point", "confident"],
        help="hold the score, or its whole 95%% interval, against the bar (default: point)",
    )
    group.addoption(
        "--require",
        default="fair",
        choices=["fair", "good", "excellent"],
        help="the band that a score must reach (default: fair, so that a poor model fails)",
    )
    group.addoption(
        "--thresholds", metavar="DIR", help="TOML files whose bars replace those of the same key"
    )


def _generation_options(group: pytest.OptionGroup) -> None:
    group.addoption(
        "--max-new-tokens",
        type=_positive,
        metavar="N",
        help="tokens that an answer may have (default: 512; zero-shot translation 256, topics 32)",
    )
    group.addoption(
        "--prompt-format",
        default="auto",
        choices=["auto", "template", "gemma", "plain"],
        help="how a question is put: by the chat template, in Gemma's turns, or as plain text "
        "(default: auto, the template where there is one)",
    )


def _probe_options(group: pytest.OptionGroup) -> None:
    group.addoption(
        "--probe-data",
        action="append",
        default=[],
        metavar="PATH",
        help="more probe tasks: our JSONL, a folder of train.tsv, dev.tsv and test.tsv, or a "
        "CoNLL-U treebank (repeatable)",
    )
    group.addoption(
        "--probe-feature", metavar="NAME", help="what to predict in a treebank, e.g. Number"
    )
    group.addoption(
        "--pool",
        default="last",
        choices=["last", "mean"],
        help="what is read of a word's subwords: the last one or their mean (default: last)",
    )
    group.addoption(
        "--probe-layers",
        default="all",
        type=_layers,
        metavar="last|all|N",
        help="the layers to probe; 0 are the embeddings (default: all)",
    )
    group.addoption(
        "--random-init",
        action="store_true",
        help="also probe the same architecture with random weights, as a baseline",
    )


def _metric_options(group: pytest.OptionGroup) -> None:
    group.addoption(
        "--predictions",
        metavar="FILE",
        help="answers to measure, JSONL with prediction and reference (default: the model's own "
        "answers to the final assessment of the quiz)",
    )
    group.addoption(
        "--against",
        metavar="FILE",
        help="answers to the same questions to compare --predictions with",
    )
    group.addoption(
        "--bertscore-model",
        metavar="MODEL",
        help="encoder for BERTScore (default: roberta-large, else the embedded all-MiniLM-L6-v2)",
    )
    group.addoption(
        "--no-bertscore-rescaling",
        action="store_true",
        help="take BERTScore as it is, for a model that has no rescaling baseline",
    )
    group.addoption(
        "--perplexity-model",
        metavar="MODEL",
        help="language model that the answers' perplexity is taken of (default: "
        "EleutherAI/gpt-neo-125M, else the embedded gemma-3-270m)",
    )


def _indicglue_options(group: pytest.OptionGroup) -> None:
    group.addoption(
        "--indicglue-mode",
        default="zero",
        choices=["zero", "few", "full"],
        help="solve IndicGLUE without training, after fine-tuning on --shots examples, or on the "
        "whole training split (default: zero)",
    )
    group.addoption(
        "--shots",
        type=int,
        default=16,
        choices=[16, 32, 64],
        help="examples to fine-tune on with --indicglue-mode=few (default: 16)",
    )
    group.addoption(
        "--indicglue-data",
        metavar="DIR",
        help="IndicGLUE's files, one folder a task, or a hub name (default: the shipped pack)",
    )


def _regression_options(group: pytest.OptionGroup) -> None:
    group.addoption(
        "--save-baseline", metavar="FILE", help="write what a later run is compared with"
    )
    group.addoption(
        "--baseline",
        metavar="FILE",
        help="fail where a case is significantly worse than in this run (a file that "
        "--save-baseline wrote, or an evaluation_results.json)",
    )
    group.addoption(
        "--candidate",
        metavar="FILE",
        help="compare this finished run with the baseline; runs no model",
    )
    group.addoption(
        "--max-drop",
        type=_share,
        metavar="X",
        help="also fail where a score drops by more than X (0.02: two points)",
    )


def _run_options(group: pytest.OptionGroup) -> None:
    group.addoption(
        "--results-dir",
        default="results",
        metavar="DIR",
        help="where reports are written, in a folder for each run (default: results)",
    )
    group.addoption(
        "--store", metavar="FILE", help="the score store (default: in the user's cache folder)"
    )
    group.addoption(
        "--no-store", action="store_true", help="neither read nor keep scores of other runs"
    )
    group.addoption("--seed", type=int, default=0, metavar="N", help="seed of all random choices")


def _device(text: str) -> str:
    kind, colon, index = text.partition(":")
    if text in ("auto", "cpu") or (kind == "cuda" and (index.isdigit() if colon else True)):
        return text
    raise ValueError(text)


def _layers(text: str) -> str:
    if text in ("all", "last") or text.isdecimal():
        return text
    raise ValueError(text)


def _share(text: str) -> float:
    number = float(text)
    if not 0 <= number < 1:
        raise ValueError(text)
    return number


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number
