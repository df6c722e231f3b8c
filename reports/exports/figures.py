"""The figures of a run under the names that experiment trackers show."""

from __future__ import annotations

from kasauti.records import Measurement, Run


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
