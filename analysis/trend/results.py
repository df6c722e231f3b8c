"""Outcomes of all runs of a trend, and the text of each item once."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kasauti.analysis.case_record import CaseRecord
from kasauti.analysis.history.past_runs import PastCase, PastOutcomes, PastRun, items_digest
from kasauti.inputs.errors import KasautiError, RecordError
from kasauti.inputs.rows import json_content
from kasauti.records import CaseId, Item, Provenance, Run
from kasauti.records.serialization.files import RESULTS_FORMAT, read_run

Records = Mapping[CaseId, CaseRecord]


@dataclass(slots=True)
class Results:
    """The cases of every run, and a sentence for each result file that cannot be read.

    A history keeps outcomes without the ids and texts of the items: these are read from the first
    result file that has them.
    """

    titles: dict[str, str] = field(default_factory=dict)  # of the suites
    items: dict[str, dict[str, Item]] = field(default_factory=dict)  # by case and id
    problems: list[str] = field(default_factory=list)
    _ids: dict[tuple[CaseId, str], tuple[str, ...]] = field(default_factory=dict)  # by digest
    _clusters: dict[CaseId, Mapping[str, str]] = field(default_factory=dict)

    def learn(self, run: PastRun, path: Path) -> None:
        """Read the ids and texts of the items whose outcomes the history keeps, if it is needed."""
        unknown = (
            (case, each.outcomes.items) not in self._ids
            for case, each in run.cases.items()
            if each.outcomes
        )
        if run.outcomes_kept and path.is_file() and any(unknown):
            self.read(path)

    def of(self, run: PastRun, path: Path) -> Records:
        """The cases of a run that can be compared by item; `path` is its result file."""
        if not run.outcomes_kept:
            return self.read(path)
        return {
            case: self._record(run, case, each, each.outcomes)
            for case, each in run.cases.items()
            if each.outcomes
        }

    def _record(
        self, run: PastRun, case: CaseId, past: PastCase, outcomes: PastOutcomes
    ) -> CaseRecord:
        count = len(outcomes.values)
        ids = self._ids.get((case, outcomes.items))
        if ids is None or len(ids) != count:  # the file is gone: the places alone tell items apart
            ids = tuple(f"{outcomes.items} {place}" for place in range(1, count + 1))
        settings = {**run.settings, **past.settings}
        return CaseRecord(
            case=case,
            metric=past.metric,
            value=past.value,
            n=count if past.n is None else past.n,
            direction=past.threshold.direction if past.threshold else "at least",
            kind=outcomes.kind,
            items=dict(zip(ids, outcomes.values, strict=True)),
            settings=settings,
            signature=Provenance(settings).signature,
            clusters=self._clusters.get(case, {}),
        )

    def read(self, path: Path) -> Records:
        """The cases of one run that can be compared by item; none where it cannot be read."""
        try:
            content = json_content(path, longest_text=None)
            run = read_run(self._with_new_items(content))
        except RecordError as error:
            self.problems.append(f"Items are missing: {path} is left out: {error}.")
            return {}
        except KasautiError as error:
            self.problems.append(f"Items are missing: {error}")
            return {}
        return self.take(run)

    def take(self, run: Run) -> Records:
        """The cases of a run that can be compared by item."""
        self.titles |= {suite.suite: suite.title for suite in run.suites}
        records = {}
        for measurement in run.measurements:
            if measurement.outcomes is not None and measurement.change is None:
                texts = self.items.setdefault(str(measurement.case), {})
                for item in measurement.items:
                    texts.setdefault(item.id, item)
                digest = items_digest(measurement.outcomes.items)
                ids = tuple(sys.intern(item) for item in sorted(measurement.outcomes.items))
                self._ids[measurement.case, digest] = ids
                record = _compact(CaseRecord.of(measurement))
                # Of a file whose items are known already they were not read again.
                known = record.clusters or self._clusters.get(measurement.case, {})
                self._clusters[measurement.case] = known
                records[measurement.case] = replace(record, clusters=known)
        return records

    def _with_new_items(self, content: object) -> object:
        """Without the items of cases that are known already: they are most of a file."""
        if not isinstance(content, dict) or RESULTS_FORMAT not in content:
            return content
        for section in content.values():
            for case in section.values() if isinstance(section, dict) else ():
                if isinstance(case, dict) and self._knows(case):
                    case.pop("items", None)
        return content

    def _knows(self, case: Mapping[str, Any]) -> bool:
        name, outcomes = case.get("case"), case.get("outcomes")
        if not isinstance(name, str) or not isinstance(outcomes, dict):
            return False
        ids = outcomes.get("items")
        return isinstance(ids, dict) and ids.keys() <= self.items.get(name, {}).keys()


def _compact(record: CaseRecord) -> CaseRecord:
    """The record with item ids that all runs share: fifty runs of 20,000 items have a million."""
    return replace(record, items={sys.intern(item): each for item, each in record.items.items()})
