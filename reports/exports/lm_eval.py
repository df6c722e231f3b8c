"""lm-eval: the run as the results.json that its tools and leaderboards read."""

from __future__ import annotations

import math
import re
from datetime import datetime
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from kasauti.records import Measurement, Run, SuiteResult
from kasauti.reports.exports.target import Target, exported_cases
from kasauti.reports.files.results_json import json_text
from kasauti.reports.files.writing import refuse_foreign, write_text_whole
from kasauti.reports.wording.text import count_text

FILE = "results.json"
FILTER = "none"  # lm-eval's name for replies that were not cut
NOT_KNOWN = "N/A"  # its word for a standard error that nobody computed
METRICS = {"accuracy": "acc", "exact_match": "exact_match"}  # under lm-eval's own names
ROUNDING = 1e-9

Json = dict[str, Any]


def to_lm_eval(run: Run, target: Target) -> str:
    """Write the file; a folder as `out` gets one called results.json."""
    path = target.out or Path(FILE)
    path = path / FILE if path.is_dir() else path
    refuse_foreign(path, '"model": "kasauti"')
    cases = exported_cases(run)
    write_text_whole(path, json_text(lm_eval_results(run)))
    return f"lm-eval: {count_text(len(cases), 'task')} in {path}"


def lm_eval_results(run: Run) -> Json:
    """The content of the file: a task per case, a group per suite that has an overall score."""
    cases = {task_name(str(each.case)): each for each in exported_cases(run)}
    groups = {
        suite.suite: result
        for suite in run.suites
        if (result := _group(suite)) and suite.suite not in cases
    }
    return {
        "results": {**{name: _task(each) for name, each in cases.items()}, **groups},
        "groups": groups,
        "group_subtasks": {
            name: [task for task, each in cases.items() if each.case.suite == name]
            for name in groups
        },
        "configs": {name: _config(name, each) for name, each in cases.items()},
        "versions": dict.fromkeys([*cases, *groups], 0),
        "n-shot": {name: _shots(each) for name, each in cases.items()},
        "higher_is_better": {
            name: {_metric(each): not _lower(each)} for name, each in cases.items()
        },
        "n-samples": {
            name: {"original": each.headline.n, "effective": each.headline.n}
            for name, each in cases.items()
        },
        **_environment(run),
    }


def task_name(case: str) -> str:
    """A case as the name of a task.

    >>> task_name("multiblimp/mypairs/agreement")
    'multiblimp_mypairs_agreement'
    """
    return re.sub(r"[^\w.\-:]+", "_", case)


def standard_error(measurement: Measurement) -> float | str:
    """That of the mean of the items, as lm-eval computes it; not known of any other figure."""
    outcomes = measurement.outcomes
    if outcomes is None or len(outcomes.items) < 2:
        return NOT_KNOWN
    values = list(outcomes.items.values())
    if not math.isclose(fmean(values), measurement.headline.value, abs_tol=ROUNDING):
        return NOT_KNOWN
    return stdev(values) / math.sqrt(len(values))


def _task(measurement: Measurement) -> Json:
    metric = _metric(measurement)
    return {
        "alias": str(measurement.case),
        "sample_len": measurement.headline.n,
        f"{metric},{FILTER}": measurement.headline.value,
        f"{metric}_stderr,{FILTER}": standard_error(measurement),
        **{f"{figure.metric},{FILTER}": figure.value for figure in measurement.figures},
    }


def _group(suite: SuiteResult) -> Json | None:
    if suite.overall is None:
        return None
    return {
        "alias": suite.title,
        f"{suite.overall.name},{FILTER}": suite.overall.value,
        f"{suite.overall.name}_stderr,{FILTER}": NOT_KNOWN,
    }


def _config(name: str, measurement: Measurement) -> Json:
    return {
        "task": name,
        "num_fewshot": _shots(measurement),
        "metric_list": [
            {
                "metric": _metric(measurement),
                "aggregation": "mean",
                "higher_is_better": not _lower(measurement),
            }
        ],
        "metadata": {"version": 0, "kasauti": dict(measurement.settings)},
    }


def _environment(run: Run) -> Json:
    model = run.model_config.get("model", "")
    adapter = run.model_config.get("adapter", "none")
    return {
        "config": {
            "model": "kasauti",
            "model_args": {"pretrained": model, **({} if adapter == "none" else {"peft": adapter})},
            "device": run.model_config.get("device"),
            "batch_size": None,
            "limit": None,
            "model_dtype": run.model_config.get("dtype"),
        },
        "git_hash": None,
        "date": datetime.fromisoformat(run.date).timestamp(),
        "pretty_env_info": ", ".join(f"{name} {each}" for name, each in run.versions.items()),
        "transformers_version": run.versions.get("transformers"),
        "lm_eval_version": None,
        "model_source": "kasauti",
        "model_name": run.model,
        "model_name_sanitized": re.sub(r"[\"<>:/|\\?*\[\]]+", "__", run.model),
    }


def _metric(measurement: Measurement) -> str:
    metric = measurement.headline.metric
    return METRICS.get(metric, metric)


def _lower(measurement: Measurement) -> bool:
    threshold = measurement.headline.threshold
    return threshold is not None and threshold.lower_is_better


def _shots(measurement: Measurement) -> int:
    shots = measurement.settings.get("shots", "0")
    return int(shots) if shots.isdecimal() else 0
