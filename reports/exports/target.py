"""The destination of an export, and the figures of a run under the names that trackers show."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType

from kasauti.inputs.errors import KasautiError
from kasauti.records import Measurement, Run

PROJECT = "kasauti"


@dataclass(frozen=True, slots=True)
class Target:
    """The destination that the user gave.

    out: a file or a folder, for forms that are files.
    project: of W&B; in MLflow an experiment.
    """

    out: Path | None = None
    project: str = PROJECT


def client(module: str, package: str) -> ModuleType:
    """The tool's own client; a package that is not installed is one sentence."""
    try:
        return import_module(module)
    except ImportError as error:
        raise KasautiError(
            f"{module} cannot be imported ({error}). Install it: pip install {package}."
        ) from None


def exported_cases(run: Run) -> list[Measurement]:
    """Return the measured cases; comparisons with a baseline are not figures of the model."""
    return [each for each in run.measurements if each.change is None]


def exported_figures(run: Run) -> dict[str, float]:
    """`multiblimp/word_order`, its interval, further figures of a case, and the overall scores."""
    figures: dict[str, float] = {}
    for measurement in exported_cases(run):
        name, headline = str(measurement.case), measurement.headline
        figures[name] = headline.value
        if headline.interval:
            figures[f"{name}.low"] = headline.interval.low
            figures[f"{name}.high"] = headline.interval.high
        for figure in measurement.figures:
            figures[f"{name}/{figure.metric}"] = figure.value
    for suite in run.suites:
        if suite.overall is not None:
            figures[suite.overall.name] = suite.overall.value
    return figures


def exported_settings(run: Run) -> dict[str, str]:
    """The model, what it ran on, and the versions."""
    versions = {f"version_{name}": version for name, version in run.versions.items()}
    return {**run.model_config, **versions, "date": run.date}
