"""Trainings for the tests of the trend: runs on disk, with a history."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from kasauti.analysis.history.history_file import append_run, read_history
from kasauti.analysis.trend.results import Results
from kasauti.analysis.trend.series import all_series
from kasauti.analysis.trend.tracks import Trend, trend_of
from kasauti.records import Measurement
from kasauti.reports.files.results_json import results_json
from tests.support.built_measurements import MODEL, pair, pair_case
from tests.support.dashboard_runs import run_of

Signs = Mapping[str, str]  # by case: + right, - wrong

# Learnt at the second checkpoint, lost again, never reached, dropped at the last but one.
RISING = ("+" * 8 + "-" * 12, "+" * 16 + "-" * 4, "+" * 17 + "-" * 3, "+" * 18 + "-" * 2)
FALLING = ("+" * 18 + "-" * 2, "+" * 18 + "-" * 2, "-" * 14 + "+" * 6, "-" * 14 + "+" * 6)
STEPS = (500, 1000, 1500, 2000)


def answers(case: str, signs: str, **changes: Any) -> Measurement:
    """A minimal-pair case whose pairs, each for itself, are right (+) or wrong (-)."""
    pairs = [pair(number, right=sign == "+", tags={}) for number, sign in enumerate(signs)]
    return pair_case(case, pairs, **changes)


def save(
    folder: Path, model: str, measured: Sequence[Measurement], *, day: int = 1, weights: str = "w"
) -> Path:
    """Write the results of a run and add it to the history of the folder."""
    settings = {**MODEL, "model": model, "weights": weights}
    changed = [
        replace(
            each,
            provenance=replace(
                each.provenance, settings={**each.provenance.settings, "weights": weights}
            ),
        )
        for each in measured
    ]
    run = replace(run_of(*changed, model_config=settings), date=f"2026-01-{day:02}T00:00:00+00:00")
    path = folder / f"evaluation_{day:03}" / "evaluation_results.json"
    path.parent.mkdir(parents=True)
    path.write_text(results_json(run), encoding="utf-8")
    append_run(folder, run, results=path)
    return path


def training(folder: Path, name: str = "runs/a", *, day: int = 1) -> Path:
    """Four checkpoints of a case that rises and one that falls."""
    for place, step in enumerate(STEPS):
        cases = [
            answers("multiblimp/rising", RISING[place]),
            answers("multiblimp/falling", FALLING[place]),
        ]
        save(folder, f"{name}/checkpoint-{step}", cases, day=day + place, weights=f"{name}{step}")
    return folder


def trend_in(*folders: Path) -> Trend:
    """The trend of the histories of these folders."""
    sources = {folder: read_history(folder / "history.jsonl").runs for folder in folders}
    return trend_of(all_series(sources), Results())


def data_of(page: str) -> dict[str, Any]:
    """The data that the script of a page reads."""
    text = page.partition('id="data">')[2].partition("</script>")[0]
    content: dict[str, Any] = json.loads(text)
    return content
