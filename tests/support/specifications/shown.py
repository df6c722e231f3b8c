"""A finished run with everything that it shows to a reader."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import pytest

from tests.support.runs import Run

SUITES = (
    *("multiblimp", "sanskrit", "sanskrit_isolated", "probes", "zeroshot", "indicglue"),
    *("quiz", "metrics", "freshness", "lint_data"),
)


@dataclass(frozen=True)
class Shown:
    """A finished run with everything that it shows to a reader."""

    run: Run

    @cached_property
    def results(self) -> dict[str, Any]:
        return self.run.results

    @property
    def summary(self) -> dict[str, Any]:
        summary = self.results["summary"]
        assert isinstance(summary, dict)
        return summary

    @property
    def terminal(self) -> str:
        return self.run.output

    def text(self, name: str) -> str:
        """The only file of this name or pattern in the folder of the run."""
        (path,) = self.run.folder.glob(name)
        return path.read_text(encoding="utf-8-sig")

    def rows(self, name: str = "evaluation_summary.csv") -> list[dict[str, str]]:
        return list(csv.DictReader(io.StringIO(self.text(name), newline="")))

    def json(self, name: str) -> Any:
        return json.loads(self.text(name))


class Requirement(NamedTuple):
    """A demand of a specification in plain words, how a run shows it, and what is expected."""

    words: str
    actual: Callable[[Shown], object]
    expected: object = True


def each_requirement(rows: Iterable[tuple[Any, ...]]) -> pytest.MarkDecorator:
    """Parametrize a test by requirements, each with its words as its id."""
    requirements = [Requirement(*row) for row in rows]
    return pytest.mark.parametrize("asked", requirements, ids=lambda each: each.words)
