"""Suites of SyntaxGym as cases: one for each of their predictions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from kasauti.data.drawing import drawn
from kasauti.data.pairs.formats.regions import Prediction, RegionItem, RegionSuite
from kasauti.data.pairs.packs import ReadPack, packs_named
from kasauti.records import CaseId

LANGUAGE = "en"  # SyntaxGym's own suites are English


@dataclass(frozen=True, slots=True)
class RegionCase:
    """One prediction of a test suite, over all its items: a test of its own."""

    suite: str
    name: str
    pack: str  # the data pack and a digest of its file
    prediction: Prediction
    items: tuple[RegionItem, ...]
    note: str = ""
    language: str | None = LANGUAGE

    @property
    def id(self) -> CaseId:
        """Keys reports and baselines, however the tests are run."""
        return CaseId(self.suite, self.name)

    def limited(self, count: int, *, seed: int) -> RegionCase:
        """The case with so many of its items."""
        if len(self.items) <= count:
            return self
        return replace(self, items=drawn(self.items, count, seed=seed, name=lambda each: each.id))

    def requests(self) -> list[tuple[str, str]]:
        """What is to be scored: a region, and what stands before it."""
        return [
            (before, text)
            for item in self.items
            for condition in self.prediction.conditions
            for _, before, text in item.parts(condition)
        ]


def region_cases(files: Iterable[Path] = ()) -> list[RegionCase]:
    """The predictions of SyntaxGym's suites among what --pairs names."""
    return [
        case
        for pack in packs_named(files)
        for each in pack.content.regions
        for case in _cases(pack, each)
    ]


def _cases(pack: ReadPack, suite: RegionSuite) -> Iterator[RegionCase]:
    several = len(suite.predictions) > 1
    for number, prediction in enumerate(suite.predictions, start=1):
        name = f"{suite.name}-{number}" if several else suite.name
        yield RegionCase(
            "multiblimp",
            f"{pack.prefix}{name}",
            pack.version,
            prediction,
            suite.items,
            pack.content.note,
        )
