"""Allure: one result file per case, with its wrong items attached."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from kasauti.records import Measurement, Run, Unmeasured
from kasauti.records.serialization.cases import items_json
from kasauti.reports.exports.figures import exported_settings
from kasauti.reports.exports.target import Target
from kasauti.reports.files.results_json import json_text
from kasauti.reports.files.writing import write_text_whole
from kasauti.reports.pages.items import worst_items
from kasauti.reports.wording.text import count_text, interval_text, number_text, threshold_text
from kasauti.text.visible import visible

FOLDER = "allure-results"
ITEMS = 100  # attached to a case, the worst first
# As JUnit gets them: Allure has no outcome for a case that nothing judged.
STATUSES = {"passed": "passed", "failed": "failed", "inconclusive": "failed", "shown": "skipped"}


def to_allure(run: Run, target: Target) -> str:
    """Write a folder that `allure generate` reads; files of earlier exports stay."""
    folder = target.out or Path(FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    results = [*map(_Case(run).result, run.measurements), *_unmeasured(run)]
    for result, attached in results:
        for name, text in attached.items():
            write_text_whole(folder / name, text)
        write_text_whole(folder / f"{result['uuid']}-result.json", json_text(result))
    settings = exported_settings(run).items()
    environment = "".join(f"{name}={' '.join(visible(each).split())}\n" for name, each in settings)
    write_text_whole(folder / "environment.properties", environment)
    return f"Allure: {count_text(len(results), 'result')} in {folder}"


Result = tuple[dict[str, Any], dict[str, str]]  # with the texts of the attached files by name


class _Case:
    """The results of a run's cases: the same at each time, so that an export can be repeated."""

    def __init__(self, run: Run) -> None:
        self._run = run

    def result(self, measurement: Measurement) -> Result:
        name = str(measurement.case)
        result = _result(self._run, name, STATUSES[measurement.verdict])
        told = measurement.why_shown or " ".join(measurement.why_red)
        result["statusDetails"] = {"message": visible(told)} if told else {}
        result["description"] = visible(str(measurement.headline))
        suite = self._run.suite(measurement.case.suite)
        result["labels"] += [
            {"name": "suite", "value": visible(suite.title)},
            {"name": "tag", "value": visible(measurement.verdict)},
        ]
        result["parameters"] += [
            {"name": label, "value": visible(value), "excluded": True}
            for label, value in _figures(measurement)
        ]
        return result, _attach(result, measurement)


def _figures(measurement: Measurement) -> Iterator[tuple[str, str]]:
    headline = measurement.headline
    yield headline.metric, number_text(headline.value)
    if headline.interval:
        yield "95 % interval", interval_text(headline.interval)
    if headline.threshold:
        yield "threshold", threshold_text(headline.threshold)
    if headline.n is not None:
        yield "n", str(headline.n)
    yield "signature", measurement.signature


def _attach(result: dict[str, Any], measurement: Measurement) -> dict[str, str]:
    worst = worst_items(measurement, ITEMS) if measurement.red else ()
    if not worst:
        return {}
    name = f"{result['uuid']}-attachment.json"
    result["attachments"].append(
        {"name": "The worst items", "source": name, "type": "application/json"}
    )
    return {name: json_text({"items": items_json(worst)})}


def _unmeasured(run: Run) -> Iterator[Result]:
    """Tests that failed or were skipped before they measured anything."""
    for test in run.unmeasured:
        result = _result(run, test.test, _status(test))
        result["statusDetails"] = {"message": visible(test.reason)}
        yield result, {}


def _status(test: Unmeasured) -> str:
    return "broken" if test.outcome == "failed" else "skipped"


def _result(run: Run, name: str, status: str) -> dict[str, Any]:
    at = int(datetime.fromisoformat(run.date).timestamp() * 1000)
    identity = hashlib.md5(name.encode("utf-8", "replace"), usedforsecurity=False).hexdigest()
    return {
        "uuid": str(uuid.uuid5(uuid.NAMESPACE_URL, f"{run.model} {run.date} {name}")),
        "historyId": identity,  # the same for every model, so that Allure shows a history
        "testCaseId": identity,
        "fullName": visible(name),
        "name": visible(name.partition("/")[2] or name),
        "status": status,
        "stage": "finished",
        "start": at,
        "stop": at,
        "labels": [
            {"name": "parentSuite", "value": visible(run.model)},
            {"name": "framework", "value": "kasauti"},
        ],
        "parameters": [{"name": "model", "value": visible(run.model), "excluded": True}],
        "attachments": [],
        "links": [],
    }
