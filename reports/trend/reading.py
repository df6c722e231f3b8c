"""What the trend needs of result files: outcomes of all runs, and each item's text once."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kasauti.records import CaseId, Item, Measurement, Run
from kasauti.records.decoding import RecordError, read_run
from kasauti.records.encoding import RESULTS_FORMAT
from kasauti.records.outside_files import OutsideFileError, decoded, read_bytes
from kasauti.records.outside_formats import parse_json
from kasauti.scorers.case_record import CaseRecord

Records = Mapping[CaseId, CaseRecord]


@dataclass(slots=True)
class Results:
    """The cases of every result file that was read, and a sentence for each that was not."""

    titles: dict[str, str] = field(default_factory=dict)  # of the suites
    items: dict[str, dict[str, Item]] = field(default_factory=dict)  # by case and id
    problems: list[str] = field(default_factory=list)

    def read(self, path: Path) -> Records:
        """The cases of one run that can be compared by item; none where it cannot be read."""
        try:
            content = parse_json(path, decoded(path, read_bytes(path)))
            run = read_run(self._with_new_items(content))
        except OutsideFileError as error:
            self.problems.append(f"Without items: {error}")
            return {}
        except RecordError as error:
            self.problems.append(f"Without items: {path} is left out: {error}.")
            return {}
        return self.take(run)

    def take(self, run: Run) -> Records:
        """The cases of a run that can be compared by item."""
        self.titles |= {suite.suite: suite.title for suite in run.suites}
        records = {}
        for measurement in run.measurements:
            if measurement.outcomes is not None and measurement.change is None:
                self._keep_items(measurement)
                records[measurement.case] = _compact(CaseRecord.of(measurement))
        return records

    def _keep_items(self, measurement: Measurement) -> None:
        known = self.items.setdefault(str(measurement.case), {})
        for item in measurement.items:
            known.setdefault(item.id, item)

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
