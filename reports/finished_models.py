"""Which of several models have all their outcomes, so that their reports can be written."""

from __future__ import annotations

import pytest


class FinishedModels:
    """Counts the outcomes of each model, in whatever order they come.

    The report of a test says which model it is about (`model`, empty for the data itself, which
    belongs to each) and how many tests make that model's report whole (`model_tests`). Where there
    is one model, they say neither.
    """

    def __init__(self) -> None:
        self._expected: dict[str, int] = {}
        self._ended: dict[str, set[str]] = {}  # the tests by the label of their model

    def hear(self, report: pytest.TestReport) -> None:
        label = getattr(report, "model", None)
        if label:
            self._expected[label] = report.model_tests
        if label is not None and report.when == "teardown":
            self._ended.setdefault(label, set()).add(report.nodeid)

    def is_finished(self, label: str) -> bool:
        ended = sum(len(self._ended.get(each, ())) for each in {label, ""})
        return self._expected.get(label) == ended

    def finished(self) -> list[str]:
        return [label for label in self._expected if self.is_finished(label)]
