"""One line per run: what a history keeps of it, to and from JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

import msgspec

from kasauti.analysis.history.past_outcomes import PastOutcomes, past_outcomes
from kasauti.inputs.errors import RecordError
from kasauti.inputs.files import LONGEST_LINE
from kasauti.records.case_id import CaseId
from kasauti.records.measurements import Measurement
from kasauti.records.numbers import Count, Finite, Interval
from kasauti.records.runs import Run
from kasauti.records.serialization.cases import INVALID
from kasauti.records.thresholds import Threshold, Verdict

# How checkpoints are called: checkpoint-500, step_2000, ckpt500, global_step1000, iter-100.
_STEP = re.compile(
    r"(?:global[-_]?)?(?:step|checkpoint|ckpt|iter|iteration)[-_]?(\d+)(?!.*\d)", re.IGNORECASE
)


class PastCase(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A case as one run measured it.

    settings: those that not all cases of the run share.
    outcomes: of its items, where they were kept.
    """

    metric: str
    value: Finite
    verdict: Verdict
    n: Count | None = None
    interval: Interval | None = None
    threshold: Threshold | None = None
    settings: Mapping[str, str] = {}
    outcomes: PastOutcomes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRun:
    """A finished run: when, of which model, what it measured, and where its results are.

    step: of the training, where the name of the model gives one.
    settings: those that all its cases share.
    outcomes_kept: every case has its outcomes here, so that no result file is needed to compare
    them.
    results: the path of its evaluation_results.json, from the history's folder.
    """

    date: str
    model: str
    step: int | None
    complete: bool
    settings: Mapping[str, str]
    results: str
    outcomes_kept: bool
    cases: Mapping[CaseId, PastCase]


class _Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    kasauti_history: Literal[2] = 2
    date: str
    model: str
    step: Count | None
    complete: bool
    settings: dict[str, str]
    results: str
    outcomes_kept: bool
    cases: dict[str, PastCase]


def step_of(name: str) -> int | None:
    """Return the step of the training in the name of a checkpoint.

    >>> step_of("runs/hindi/checkpoint-2000"), step_of("gemma-3-270m")
    (2000, None)
    """
    found = _STEP.search(name)
    return int(found.group(1)) if found else None


def training_of(name: str) -> str:
    """Return the name that the checkpoints of one training share: theirs without the step.

    >>> training_of("runs/hindi/checkpoint-2000"), training_of("hindi-step-500-ema")
    ('runs/hindi', 'hindi-ema')
    """
    found = _STEP.search(name)
    if found is None:
        return name
    before, after = name[: found.start()].rstrip("/\\-_ "), name[found.end() :].strip("/\\")
    return (f"{before}{after}" if before else after.lstrip("-_ ")).removesuffix(" with")


def past_run(run: Run, *, results: str) -> PastRun:
    """Return what a history keeps of a run; comparisons with a baseline are not part of it."""
    measured = [each for each in run.measurements if each.change is None]
    shared = _shared_settings(measured)
    return PastRun(
        date=run.date,
        model=run.model,
        step=step_of(run.model),
        complete=run.complete,
        settings=shared,
        results=results,
        outcomes_kept=True,
        cases={each.case: _past_case(each, shared) for each in measured},
    )


def history_line(past: PastRun) -> str:
    """Return the line of a run, without outcomes where they make it too long."""
    line = _line(past)
    if len(line) > LONGEST_LINE:
        cases = {
            case: msgspec.structs.replace(each, outcomes=None) for case, each in past.cases.items()
        }
        line = _line(replace(past, cases=cases, outcomes_kept=False))
    return line


def read_history_line(content: object) -> PastRun:
    """Return the run in the parsed content of a line."""
    try:
        line = msgspec.convert(content, _Line)
        cases = {CaseId.parse(name): case for name, case in line.cases.items()}
    except INVALID as error:
        raise RecordError(f"it has a missing or invalid value: {error}") from None
    return PastRun(
        date=line.date,
        model=line.model,
        step=line.step,
        complete=line.complete,
        settings=line.settings,
        results=line.results,
        outcomes_kept=line.outcomes_kept,
        cases=cases,
    )


def _line(past: PastRun) -> str:
    line = _Line(
        date=past.date,
        model=past.model,
        step=past.step,
        complete=past.complete,
        settings=dict(past.settings),
        results=past.results,
        outcomes_kept=past.outcomes_kept,
        cases={str(case): each for case, each in past.cases.items()},
    )
    # Not by msgspec, which refuses half a surrogate pair.
    return json.dumps(msgspec.to_builtins(line), ensure_ascii=False, allow_nan=False)


def _past_case(measurement: Measurement, shared: Mapping[str, str]) -> PastCase:
    headline, outcomes = measurement.headline, measurement.outcomes
    return PastCase(
        metric=headline.metric,
        value=headline.value,
        verdict=measurement.verdict,
        n=headline.n,
        interval=headline.interval,
        threshold=headline.threshold,
        settings={name: each for name, each in measurement.settings.items() if name not in shared},
        outcomes=past_outcomes(outcomes) if outcomes else None,
    )


def _shared_settings(measured: Iterable[Measurement]) -> dict[str, str]:
    settings = [each.settings for each in measured]
    return {
        name: value
        for name, value in (settings[0] if settings else {}).items()
        if all(each.get(name) == value for each in settings)
    }
