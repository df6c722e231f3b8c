"""A run: every measurement of one model, and what they come to together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from kasauti.records.figures import Clusters, Figure
from kasauti.records.measurements import Measurement, Work
from kasauti.records.numbers import Count, Finite, Interval
from kasauti.records.shown_runs import data_frame, run_html, run_text

Counted = Literal["tasks", "cases", "languages", "phenomena", "pairs"]
COUNTED: tuple[Counted, ...] = get_args(Counted)


@dataclass(frozen=True, slots=True)
class Unmeasured:
    """A test that was skipped, or that ended in an error that is not the model's.

    case, error: the case that it was about and the type of the exception, where they are known.
    """

    test: str
    outcome: Literal["error", "failed", "skipped"]
    reason: str
    case: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """The total of several cases of a suite: `overall`, or `<file>/overall`."""

    name: str
    figures: Mapping[str, Finite]  # by metric; the first is the one that a table shows
    n: Count
    interval: Interval | None = None
    correct: Count | None = None  # where the total is a share of all items
    counted: Counted = "tasks"  # what `n` counts where it is a mean
    clusters: Clusters | None = None
    counts: Mapping[str, Count] = field(default_factory=dict)  # of figures over fewer than `n`

    def count(self, metric: str) -> int:
        """Return how many items or cases a figure is over."""
        return self.counts.get(metric, self.n)


@dataclass(frozen=True, slots=True)
class Overall:
    """The one overall score of a suite, under its documented name."""

    name: str
    value: float
    band: str | None
    cases: int  # how many cases it is drawn from


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteResult:
    """The totals of a suite's cases.

    section: the documented name of the suite in evaluation_results.json.
    details: further totals under their documented names.
    findings: lists of sentences that a report shows under their titles.
    languages: the results by language, where the suite has them, as a results file does.
    """

    suite: str
    title: str
    section: str
    totals: tuple[Total, ...] = ()
    overall: Overall | None = None
    details: Mapping[str, Any] = field(default_factory=dict)
    findings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    languages: Mapping[str, Any] = field(default_factory=dict)

    @property
    def figure(self) -> Figure | None:
        """The total of the shipped cases, with its interval; else the overall score alone."""
        for total in self.totals:
            for metric, value in list(total.figures.items())[:1]:
                if "/" not in total.name:
                    return Figure(metric, value, n=total.count(metric), interval=total.interval)
        return Figure(self.overall.name, self.overall.value) if self.overall else None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Run:
    """An evaluation of one model.

    complete: whether the run went to its end; one that did not holds what it measured until then.
    defaults: options that came from the user's pyproject.toml.
    folder: where its reports are; empty of a run that was read from a file.
    """

    date: str  # ISO 8601
    measurements: tuple[Measurement, ...]
    suites: tuple[SuiteResult, ...] = ()
    unmeasured: tuple[Unmeasured, ...] = ()
    diagnosis: tuple[str, ...] = ()
    model_config: Mapping[str, str] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    work: Work = field(default_factory=Work)
    complete: bool = True
    defaults: Mapping[str, str] = field(default_factory=dict)
    folder: str = field(default="", compare=False)

    def __repr__(self) -> str:
        """Five lines: all items would be a hundred thousand characters."""
        return run_text(self)

    def _repr_html_(self) -> str:
        return run_html(self)

    def to_pandas(self, *, items: bool = False) -> Any:
        """Return a pandas DataFrame with a row per case, or per item of every case."""
        return data_frame(self, items=items)

    @property
    def passed(self) -> bool:
        """True if everything was measured, something was judged, and nothing of it is red."""
        missed = any(each.outcome != "skipped" for each in self.unmeasured)
        red = any(each.red for each in self.measurements)
        met = any(each.met for each in self.measurements)
        return self.complete and not missed and met and not red

    @property
    def model(self) -> str:
        """The model, and its adapter where it has one."""
        adapter = self.model_config.get("adapter", "none")
        name = self.model_config.get("model", "no model")
        return name if adapter == "none" else f"{name} with {adapter}"

    @property
    def errors(self) -> tuple[Unmeasured, ...]:
        """The tests that ended in an error, which says nothing about the model."""
        return tuple(each for each in self.unmeasured if each.outcome == "error")

    @property
    def overall_scores(self) -> dict[str, float]:
        """The overall score of each suite by its documented name."""
        return {each.overall.name: each.overall.value for each in self.suites if each.overall}

    def by_suite(self) -> dict[str, list[Measurement]]:
        """The measurements of each suite, in the order of the run."""
        suites: dict[str, list[Measurement]] = {}
        for each in self.measurements:
            suites.setdefault(each.case.suite, []).append(each)
        return suites

    def suite(self, name: str) -> SuiteResult:
        """A suite's totals; of a suite that has none, its name alone."""
        found = (each for each in self.suites if each.suite == name)
        return next(found, None) or SuiteResult(suite=name, title=name, section=name)

    def __getitem__(self, case: str) -> Measurement:
        """The measurement of a case by its id."""
        for measurement in self.measurements:
            if str(measurement.case) == case:
                return measurement
        raise KeyError(case)


def total_work(measurements: Iterable[Measurement]) -> Work:
    """Return the number of sequences that the model computed and of those from the store.

    Each worker of pytest-xdist counts for itself, and more with every measurement. What one has
    computed the others find in the store, where it does not count again.
    """
    counts = [each.provenance.work for each in measurements if each.provenance.work]
    by_worker: dict[str, int] = {}
    for count in counts:
        by_worker[count.worker] = max(count.computed, by_worker.get(count.worker, 0))
    computed = sum(by_worker.values())
    asked = max((count.computed + count.stored for count in counts), default=0)
    return Work(computed, max(asked - computed, 0))
