"""One line per run: what a history keeps of it, to and from JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kasauti.analysis.past_outcomes import (
    PastOutcomes,
    outcomes_json,
    past_outcomes,
    read_outcomes,
)
from kasauti.inputs.errors import RecordError
from kasauti.inputs.files import LONGEST_LINE
from kasauti.records.case_id import CaseId
from kasauti.records.measurements import Measurement
from kasauti.records.numbers import Interval
from kasauti.records.runs import Run
from kasauti.records.thresholds import HOLDS, VERDICTS, Threshold, Verdict

FORMAT = "kasauti_history"
VERSION = 1
# How checkpoints are called: checkpoint-500, step_2000, ckpt500, global_step1000, iter-100.
_STEP = re.compile(
    r"(?:global[-_]?)?(?:step|checkpoint|ckpt|iter|iteration)[-_]?(\d+)(?!.*\d)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class PastCase:
    """A case as one run measured it.

    settings: those that not all cases of the run share.
    outcomes: of its items, where they were kept.
    """

    value: float
    n: int | None
    interval: Interval | None
    verdict: Verdict
    threshold: Threshold | None
    metric: str = ""  # lines of earlier versions have neither this nor what follows
    settings: Mapping[str, str] = field(default_factory=dict)
    outcomes: PastOutcomes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRun:
    """A finished run: when, of which model, what it measured, and where its results are.

    step: of the training, where the name of the model gives one.
    settings: those that all its cases share.
    outcomes_kept: whether every case has its outcomes here, so that no result file is needed to
    compare them.
    results: the path of its evaluation_results.json, from the history's folder.
    """

    date: str
    model: str
    step: int | None
    complete: bool
    settings: Mapping[str, str]
    results: str
    cases: Mapping[CaseId, PastCase]
    outcomes_kept: bool = False

    @property
    def signature(self) -> str:
        """The shared settings in one line."""
        return signature_of(self.settings)


def step_of(name: str) -> int | None:
    """The step of the training in the name of a checkpoint.

    >>> step_of("runs/hindi/checkpoint-2000"), step_of("gemma-3-270m")
    (2000, None)
    """
    found = _STEP.search(name)
    return int(found.group(1)) if found else None


def training_of(name: str) -> str:
    """What the checkpoints of one training have in common: their name without the step.

    >>> training_of("runs/hindi/checkpoint-2000"), training_of("hindi-step-500-ema")
    ('runs/hindi', 'hindi-ema')
    """
    found = _STEP.search(name)
    if found is None:
        return name
    before, after = name[: found.start()].rstrip("/\\-_ "), name[found.end() :].strip("/\\")
    return (f"{before}{after}" if before else after.lstrip("-_ ")).removesuffix(" with")


def past_run(run: Run, *, results: str) -> PastRun:
    """What a history keeps of a run; comparisons with a baseline are not part of it."""
    measured = [each for each in run.measurements if each.change is None]
    shared = _shared_settings(measured)
    return PastRun(
        date=run.date,
        model=run.model,
        step=step_of(run.model),
        complete=run.complete,
        settings=shared,
        results=results,
        cases={each.case: _past_case(each, shared) for each in measured},
        outcomes_kept=True,
    )


def history_line(past: PastRun) -> str:
    """The line of a run, without its line end; without outcomes where they make it too long."""
    line = _line(past)
    if len(line) > LONGEST_LINE:
        cases = {case: replace(each, outcomes=None) for case, each in past.cases.items()}
        line = _line(replace(past, cases=cases, outcomes_kept=False))
    return line


def _line(past: PastRun) -> str:
    content = {
        FORMAT: VERSION,
        "date": past.date,
        "model": past.model,
        "step": past.step,
        "complete": past.complete,
        "signature": past.signature,
        "settings": dict(past.settings),
        "results": past.results,
        "outcomes_kept": past.outcomes_kept,
        "cases": {str(case): _case_json(each) for case, each in past.cases.items()},
    }
    return json.dumps(content, ensure_ascii=False, allow_nan=False)


def read_history_line(content: object) -> PastRun:
    """The run in the parsed content of a line."""
    if not isinstance(content, Mapping) or content.get(FORMAT) != VERSION:
        raise RecordError("it is not a line of a history")
    try:
        step = content["step"]
        return PastRun(
            date=_text(content["date"]),
            model=_text(content["model"]),
            step=None if step is None else int(step),
            complete=content["complete"] is True,
            settings=_settings(content),
            results=_text(content["results"]),
            cases={CaseId.parse(name): _read_case(each) for name, each in content["cases"].items()},
            outcomes_kept=content.get("outcomes_kept") is True,
        )
    except (KeyError, TypeError, AttributeError, ValueError, OverflowError) as error:
        raise RecordError(f"it has a missing or invalid value: {error}") from None


def signature_of(settings: Mapping[str, str]) -> str:
    """All settings in one line, in the order of their names."""
    return "|".join(f"{name}:{settings[name]}" for name in sorted(settings))


def _past_case(measurement: Measurement, shared: Mapping[str, str]) -> PastCase:
    headline, outcomes = measurement.headline, measurement.outcomes
    own = {name: each for name, each in measurement.settings.items() if name not in shared}
    return PastCase(
        headline.value,
        headline.n,
        headline.interval,
        measurement.verdict,
        headline.threshold,
        headline.metric,
        own,
        past_outcomes(outcomes) if outcomes else None,
    )


def _shared_settings(measured: Iterable[Measurement]) -> dict[str, str]:
    settings = [each.settings for each in measured]
    return {
        name: value
        for name, value in (settings[0] if settings else {}).items()
        if all(each.get(name) == value for each in settings)
    }


def _settings(content: Mapping[str, Any]) -> dict[str, str]:
    """The shared settings; of a line of an earlier version, by its signature."""
    if "settings" in content:
        return {_text(name): _text(value) for name, value in content["settings"].items()}
    parts = [part.partition(":") for part in _text(content["signature"]).split("|") if part]
    return {name: value for name, _, value in parts}


def _case_json(case: PastCase) -> dict[str, Any]:
    content: dict[str, Any] = {
        "metric": case.metric,
        "value": case.value,
        "n": case.n,
        "verdict": case.verdict,
    }
    if case.interval is not None:
        content["interval"] = [case.interval.low, case.interval.high]
    if case.threshold is not None:
        threshold = case.threshold
        content["threshold"] = [
            threshold.direction,
            threshold.value,
            threshold.required,
            threshold.source,
        ]
    if case.settings:
        content["settings"] = dict(case.settings)
    if case.outcomes is not None:
        content["outcomes"] = outcomes_json(case.outcomes)
    return content


def _read_case(content: Mapping[str, Any]) -> PastCase:
    interval, threshold = content.get("interval"), content.get("threshold")
    n, verdict = content["n"], content["verdict"]
    if verdict not in VERDICTS:
        raise RecordError(f"the verdict {verdict!r} is not known")
    return PastCase(
        float(content["value"]),
        None if n is None else int(n),
        Interval(float(interval[0]), float(interval[1])) if interval else None,
        verdict,
        _read_threshold(threshold) if threshold else None,
        _text(content.get("metric", "")),
        {_text(name): _text(value) for name, value in content.get("settings", {}).items()},
        read_outcomes(content["outcomes"]) if "outcomes" in content else None,
    )


def _read_threshold(threshold: list[Any]) -> Threshold:
    direction, value, required, source = threshold
    if direction not in HOLDS:
        raise RecordError(f"the direction {direction!r} is not known")
    return Threshold(
        _text(required), direction, None if value is None else float(value), _text(source)
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r}, which is not a text")
    return value
