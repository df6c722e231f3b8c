"""The options of the command line as keyword arguments, for type checkers and editors."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Literal, TypedDict

Path = str | os.PathLike[str]
Several = Path | Sequence[Path]  # of an option that may be given several times


class Options(TypedDict, total=False):
    """Every option but those that `evaluate` names itself; `kasauti --help-all` explains them."""

    # the run
    language: str
    results_dir: Path
    plots: bool
    store: Path
    no_store: bool
    all: bool
    limit: int
    seed: int
    # the model
    adapter: Path
    device: str
    max_memory: str
    quantize: Literal["none", "int8", "int4"]
    dtype: Literal["auto", "float32", "bfloat16", "float16"]
    batch_tokens: int
    bos: str
    pll: Literal["original", "within_word_l2r"]
    trust_remote_code: bool
    allow_pickle: bool
    # answers
    max_new_tokens: int
    prompt_format: Literal["auto", "template", "gemma", "plain"]
    # verdicts
    verdict: Literal["point", "confident"]
    require: Literal["none", "fair", "good", "excellent"]
    cluster: str
    until: Literal["auto", "decided", "all"]
    budget: str
    until_error: Literal["case", "run"]
    same_pairs: bool
    exit_zero: bool
    thresholds: Path
    # a judge of answers
    judge_server: str
    judge: Path
    judge_model: Path
    judge_prompt: Path
    judge_repeats: int
    judge_self: bool
    # a served model
    concurrency: int
    server_timeout: int
    # a Ray cluster
    ray: str
    actors: int
    gpus_per_actor: float
    threads: int
    ray_timeout: int
    # a baseline
    save_baseline: Path
    baseline: Several
    noise: Path
    candidate: Path
    error_budget: int
    max_drop: float
    no_worse_than: float
    # -m multiblimp (Minimal pairs)
    pairs: Several
    quick: bool
    pairs_set: Literal["core", "full", "extended"]
    pair_score: Literal["perplexity", "logprob", "char", "byte"]
    # -m probes (Morphological probes)
    probe_data: Several
    pool: Literal["last", "mean"]
    probe_layers: str | int
    random_init: bool
    # -m zeroshot (Zero-shot tasks)
    tasks: str
    zeroshot_data: Several
    answer_by: Literal["generation", "likelihood"]
    # -m indicglue (IndicGLUE)
    indicglue_mode: Literal["zero", "few", "full"]
    shots: Literal[16, 32, 64]
    indicglue_data: Path
    # -m quiz (Quiz)
    quiz_data: Path
    approach: Literal["dpo", "ppo", "unspecified"]
    no_early_termination: bool
    embedding_model: Path
    quiz_pass: Literal["documented", "every-level"]
    quiz_gate: Literal["levels", "report"]
    # -m metrics (Generative metrics)
    predictions: Path
    against: Path
    bertscore_model: Path
    no_bertscore_rescaling: bool
    perplexity_model: Path
    # -m qa (Own questions)
    questions: Several
    qa_check: Literal["exact", "contains", "number", "choice", "similar", "judge"]
    qa_threshold: float
