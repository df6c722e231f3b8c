"""One line per run: what a history keeps of it, to and from JSON."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from statistics import fmean
from typing import Any

import msgspec
from msgspec.structs import replace

from kasauti.inputs.errors import RecordError
from kasauti.inputs.files import LONGEST_LINE
from kasauti.records import LIMIT
from kasauti.records.case_id import CaseId
from kasauti.records.items import OutcomeKind, Outcomes
from kasauti.records.measurements import Measurement
from kasauti.records.numbers import Count, Finite, Interval, Positive
from kasauti.records.runs import Run
from kasauti.records.serialization.cases import INVALID
from kasauti.records.thresholds import Threshold, Verdict


class PastOutcomes(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The outcome of each item, in the order of the sorted ids.

    items: the digest of the ids. Two runs with the same digest have the same items, so that their
    outcomes can be paired by their places.
    right: a bit per item, so that 20,000 items are 3 kB.
    """

    kind: OutcomeKind
    items: str
    n: Positive
    right: bytes = b""
    scores: tuple[Finite, ...] = ()

    def __post_init__(self) -> None:
        bits = int.from_bytes(self.right, "big").bit_length()
        lengths = (len(self.right), len(self.scores))
        expected = ((self.n + 7) // 8, 0) if self.kind == "right" else (0, self.n)
        if lengths != expected or bits > self.n:
            raise ValueError(f"not the outcomes of {self.n} items")

    @property
    def values(self) -> tuple[float, ...]:
        """Right (1) or wrong (0), or scores."""
        if self.kind == "score":
            return self.scores
        bits = f"{int.from_bytes(self.right, 'big'):0{self.n}b}"
        return tuple(1.0 if bit == "1" else 0.0 for bit in bits)


def past_outcomes(outcomes: Outcomes) -> PastOutcomes:
    """Return what a history keeps of the outcomes."""
    values = tuple(outcomes.items[item] for item in sorted(outcomes.items))
    digest, n = items_digest(outcomes.items), len(values)
    if outcomes.kind == "score":
        return PastOutcomes("score", digest, n, scores=values)
    bits = "".join("1" if value else "0" for value in values)
    return PastOutcomes("right", digest, n, right=int(bits, 2).to_bytes((n + 7) // 8, "big"))


def items_digest(items: Iterable[str]) -> str:
    """Return a digest of item ids, in whatever order they come."""
    text = "\n".join(sorted(items))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


DIGITS = 16  # of a digest of item ids
MEAN = "mean of cases"
# How checkpoints are called: checkpoint-500, step_2000, ckpt500, global_step1000, iter-100.
_STEP = re.compile(
    r"(?:global[-_]?)?(?:step|checkpoint|ckpt|iter|iteration)[-_]?(\d+)(?!.*\d)", re.IGNORECASE
)


class PastCase(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A case as one run measured it.

    red: whether the case failed its test; earlier versions kept the verdict alone.
    settings: those that not all cases of the run share.
    outcomes: of its items, where they were kept.
    """

    metric: str
    value: Finite
    verdict: Verdict
    red: bool = False
    n: Count | None = None
    interval: Interval | None = None
    threshold: Threshold | None = None
    settings: Mapping[str, str] = {}
    outcomes: PastOutcomes | None = None


class PastScore(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """The score of a suite as a whole.

    metric: what the value is; `mean of cases` where the suite gives no total.
    """

    metric: str
    value: Finite
    interval: Interval | None = None
    band: str | None = None


class PastGate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The verdict of a gate on a run: its level, the smallest corrected p-value, if it was red."""

    alpha: Finite
    p: Finite
    red: bool


class PastRun(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="kasauti_history",
    tag=2,
):
    """A finished run: when, of which model, what it measured, and where its results are.

    step: of the training, where the name of the model gives one.
    settings: those that all its cases share.
    results: the path of its evaluation_results.json, from the history's folder.
    outcomes_kept: every case has its outcomes here, so that no result file is needed to compare
    them.
    cases: by CaseId; in a file by its text.
    gate: where the run was compared with a baseline.
    scores: of each suite as a whole; earlier versions did not keep them.
    """

    date: str
    model: str
    step: Count | None
    complete: bool
    settings: dict[str, str]
    results: str
    outcomes_kept: bool
    cases: dict[Any, PastCase]
    gate: PastGate | None = None
    scores: dict[str, PastScore] = {}

    def data_of(self, suite: str) -> Mapping[CaseId, tuple[str | None, str | None]]:
        """The data and the limit of each case of a suite: scores over others cannot be compared."""
        settings = {
            case: {**self.settings, **each.settings}
            for case, each in self.cases.items()
            if case.suite == suite
        }
        return {case: (each.get("data"), each.get(LIMIT)) for case, each in settings.items()}


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
        gate=_past_gate(run),
        scores=dict(_past_scores(run)),
    )


def _past_scores(run: Run) -> Iterator[tuple[str, PastScore]]:
    for name, cases in run.by_suite().items():
        suite = run.suite(name)
        whole = [each.headline for each in cases if each.change is None and not each.case.is_part]
        if (figure := suite.figure) is not None:
            band = suite.overall.band if suite.overall else None
            yield (
                name,
                PastScore(
                    metric=figure.metric, value=figure.value, interval=figure.interval, band=band
                ),
            )
        elif len({each.metric for each in whole}) == 1:
            yield name, PastScore(metric=MEAN, value=fmean(each.value for each in whole))


def _past_gate(run: Run) -> PastGate | None:
    compared = [each for each in run.measurements if each.change]
    changes = [each.change for each in compared if each.change]
    if not changes:
        return None
    red = any(each.verdict == "failed" for each in compared)
    return PastGate(changes[0].alpha, min(each.p_holm for each in changes), red)


def history_line(past: PastRun) -> str:
    """Return the line of a run, without outcomes where they make it too long."""
    line = _line(past)
    if len(line) > LONGEST_LINE:
        cases = {case: replace(each, outcomes=None) for case, each in past.cases.items()}
        line = _line(replace(past, cases=cases, outcomes_kept=False))
    return line


def read_history_line(content: object) -> PastRun:
    """Return the run in the parsed content of a line."""
    try:
        past = msgspec.convert(content, PastRun)
        return replace(past, cases={CaseId.parse(each): past.cases[each] for each in past.cases})
    except INVALID as error:
        if str(error).endswith(".verdict`"):
            raise RecordError(
                "its verdicts are those of an earlier version; evaluate again"
            ) from None
        raise RecordError(f"it has a missing or invalid value: {error}") from None


def _line(past: PastRun) -> str:
    named = replace(past, cases={str(case): each for case, each in past.cases.items()})
    # Not by msgspec, which refuses half a surrogate pair.
    return json.dumps(msgspec.to_builtins(named), ensure_ascii=False, allow_nan=False)


def _past_case(measurement: Measurement, shared: Mapping[str, str]) -> PastCase:
    headline, outcomes = measurement.headline, measurement.outcomes
    return PastCase(
        metric=headline.metric,
        value=headline.value,
        verdict=measurement.verdict,
        red=measurement.red,
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
