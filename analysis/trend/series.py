"""The runs of a history as trainings: which checkpoints each has, and in which order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kasauti.analysis.history.past_runs import PastRun, training_of

Sources = Mapping[Path, Sequence[PastRun]]  # the runs of each results folder


@dataclass(frozen=True, slots=True)
class Source:
    """A run and the results folder whose history has it."""

    folder: Path
    run: PastRun

    @property
    def path(self) -> Path:
        return self.folder / self.run.results


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """One state of the weights, and the runs that measured it, oldest first."""

    step: int | None
    sources: tuple[Source, ...]

    @property
    def date(self) -> str:
        return self.sources[-1].run.date


@dataclass(frozen=True, slots=True)
class Series:
    """A training: its checkpoints by step, or by date where they have no steps.

    left_out: how many runs measured other weights under the same name and step before.
    """

    name: str
    checkpoints: tuple[Checkpoint, ...]
    left_out: int = 0

    @property
    def has_steps(self) -> bool:
        return self.checkpoints[0].step is not None


def all_series(folders: Sources) -> list[Series]:
    """The trainings of all folders; where two have one of the same name, the folders are named."""
    found = [(folder, series) for folder, runs in folders.items() for series in _of(folder, runs)]
    names = [series.name for _, series in found]
    return [
        replace(series, name=f"{folder.name}: {series.name}")
        if names.count(series.name) > 1
        else series
        for folder, series in found
    ]


def _of(folder: Path, runs: Iterable[PastRun]) -> list[Series]:
    trainings: dict[tuple[str, bool], list[Source]] = {}
    for run in sorted(runs, key=lambda each: each.date):
        name = training_of(run.model) or folder.resolve().name
        trainings.setdefault((name, run.step is not None), []).append(Source(folder, run))
    return [
        _by_step(name, sources) if has_steps else _by_date(name, sources)
        for (name, has_steps), sources in trainings.items()
    ]


def _by_step(name: str, sources: Sequence[Source]) -> Series:
    steps: dict[int | None, list[Source]] = {}
    for source in sources:
        steps.setdefault(source.run.step, []).append(source)
    # A training that was started again has other weights at the same step: the newest count.
    kept = {step: _of_newest_weights(group) for step, group in steps.items()}
    checkpoints = [Checkpoint(step, tuple(group)) for step, group in kept.items()]
    ordered = sorted(checkpoints, key=lambda each: each.step or 0)
    left_out = len(sources) - sum(len(group) for group in kept.values())
    return Series(name, tuple(ordered), left_out)


def _by_date(name: str, sources: Sequence[Source]) -> Series:
    """Runs of the same weights are one checkpoint, which stands where they were measured last."""
    groups: dict[str, list[Source]] = {}
    for each in sources:
        groups.setdefault(_weights(each.run) or each.run.date, []).append(each)
    checkpoints = [Checkpoint(None, tuple(group)) for group in groups.values()]
    return Series(name, tuple(sorted(checkpoints, key=lambda each: each.date)))


def _of_newest_weights(sources: Sequence[Source]) -> list[Source]:
    weights = _weights(sources[-1].run)
    return [source for source in sources if _weights(source.run) == weights]


def _weights(run: PastRun) -> str:
    """Return the digests of the weights and of the adapter."""
    return "|".join(run.settings[name] for name in ("weights", "adapter") if name in run.settings)
