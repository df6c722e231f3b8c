"""Views of a suite: its cases as charts, panels, matrices of choices and a tree of levels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from kasauti.records import CaseId, Figure, Item, Measurement, Slice, SuiteResult
from kasauti.reports.pages.dashboard.chart import UNIT, Scale, drawn_values, scale_of
from kasauti.reports.pages.dashboard.languages import Languages, languages_of
from kasauti.reports.pages.dashboard.layers import Probed, probed_of
from kasauti.reports.wording.languages import are_mixed
from kasauti.reports.wording.rows import baseline_table
from kasauti.reports.wording.text import interval_text, name_text, number_text, threshold_text

OPEN_CASES = 60  # a longer chart is opened on demand where a table of languages stands above it
OPEN_ROWS = 10  # a larger matrix is opened on demand

Cases = Sequence[Measurement]


@dataclass(frozen=True, slots=True)
class Chart:
    """Cases that are measured alike, on one axis."""

    metric: str
    cases: Cases

    @property
    def scale(self) -> Scale:
        return scale_of(value for case in self.cases for value in drawn_values(case.headline))

    @property
    def has_bands(self) -> bool:
        return any(case.headline.band for case in self.cases)

    @property
    def has_languages(self) -> bool:
        return are_mixed(self.cases)


@dataclass(frozen=True, slots=True)
class Choices:
    """A matrix of counts: the right label by the chosen one."""

    case: Measurement

    @property
    def columns(self) -> list[str]:
        chosen = self.case.chosen
        return sorted({each for row in chosen.values() for each in row} | set(chosen))

    @property
    def right(self) -> int:
        return sum(row.get(name, 0) for name, row in self.case.chosen.items())

    @property
    def total(self) -> int:
        return sum(sum(row.values()) for row in self.case.chosen.values())

    @property
    def is_open(self) -> bool:
        return len(self.case.chosen) <= OPEN_ROWS


@dataclass(frozen=True, slots=True)
class Panel:
    """All that is known of one case."""

    case: Measurement

    @property
    def told(self) -> str:
        """The headline of the case as sentences."""
        headline = self.case.headline
        sample = [] if headline.n is None else [f"n = {headline.sample}"]
        sample += [f"95 % interval {interval_text(headline.interval)}"] if headline.interval else []
        if found := headline.clusters:
            sample[-1] += f" (other {found.by[0]}s too)"
            sample += [
                f"{interval_text(found.item_interval)} (other items of these {found})",
                f"effective n {found.effective_n:.1f}, design effect {found.design_effect:.2f}",
            ]
        name = name_text(headline.metric).capitalize()
        message = ", ".join([f"{name} {number_text(headline.value)}", *sample])
        if headline.verdict == "shown":
            return f"{message}. Shown, not judged: {headline.why_shown}"
        if headline.threshold is None:
            return f"{message}."
        threshold = f"{threshold_text(headline.threshold)} ({headline.threshold.source})"
        return f"{message}. Threshold: {threshold}."

    @property
    def figures(self) -> list[Figure]:
        """The figures of every suite, then those that only this one has."""
        known = {self.case.headline.metric, *(figure.metric for figure in self.case.figures)}
        further = (each for each in self._further() if each.metric not in known)
        return [*self.case.figures, *further]

    @property
    def lists(self) -> dict[str, list[str]]:
        """Every list of texts that only this suite has."""
        return {
            name: lines
            for name, lines in self.case.details.items()
            if isinstance(lines, list) and lines and all(isinstance(line, str) for line in lines)
        }

    @property
    def choices(self) -> Choices | None:
        """The choices of a cut through other cases; those of others stand above the panels."""
        return Choices(self.case) if self.case.chosen and self.case.case.is_part else None

    @property
    def judged(self) -> list[Item]:
        """The items with a judge's verdict; those that are not right come first."""
        needed = {"verdict", "verdict_reason"}
        found = [each for each in self.case.items if each.texts and needed <= each.details.keys()]
        return sorted(found, key=lambda each: each.details["verdict"] == "right")

    @property
    def slices(self) -> list[tuple[str, list[tuple[Slice, Figure]]]]:
        """The slices by tag, each with its threshold."""
        return [
            (
                tag,
                [
                    (each, Figure("accuracy", each.accuracy, interval=each.interval))
                    for each in group
                ],
            )
            for tag, group in groupby(self.case.slices, key=lambda each: each.tag)
        ]

    def _further(self) -> Iterator[Figure]:
        for name, value in self.case.details.items():
            inner = value.items() if isinstance(value, dict) else ()
            named = [(name, value), *((f"{name}: {each}", figure) for each, figure in inner)]
            for metric, figure in named:
                if isinstance(figure, int | float) and not isinstance(figure, bool):
                    yield Figure(metric, figure)


@dataclass(frozen=True, slots=True)
class Branch:
    """A case with those that are parts of it: a unit, its chapters, their topics."""

    case: Measurement
    name: str
    below: Sequence[Branch]

    @property
    def scale(self) -> Scale:
        return scale_of(drawn_values(self.case.headline))


@dataclass(frozen=True, slots=True)
class SuiteView:
    """A suite's section; `only_wrong` where the page has not all of its items."""

    suite: SuiteResult
    cases: Cases
    only_wrong: bool = False
    unit: Scale = UNIT

    @property
    def languages(self) -> Languages | None:
        return languages_of(self.cases)

    @property
    def is_long(self) -> bool:
        return len(self.cases) > OPEN_CASES

    @property
    def charts(self) -> list[Chart]:
        groups: dict[str, list[Measurement]] = {case.headline.metric: [] for case in self.cases}
        for case in failures_first(self.cases):
            groups[case.headline.metric].append(case)
        return [Chart(metric, cases) for metric, cases in groups.items()]

    @property
    def probed(self) -> Probed | None:
        return probed_of(self.cases, self.suite)

    @property
    def baselines(self) -> tuple[list[str], list[list[str]]]:
        return baseline_table(self.cases)

    @property
    def choices(self) -> list[Choices]:
        return [Choices(case) for case in self.cases if case.chosen and not case.case.is_part]

    @property
    def tree(self) -> list[Branch]:
        return tree_of(self.cases)

    @property
    def panels(self) -> list[Panel]:
        return [Panel(case) for case in failures_first(self.cases)]


def failures_first(cases: Cases) -> list[Measurement]:
    """Return the cases that did not pass, then the others, each in the order of the run."""
    return sorted(cases, key=lambda case: not case.red)


def tree_of(cases: Cases) -> list[Branch]:
    """Every case below the one that it is a part of; nothing where no case has a level."""
    placed = [case for case in cases if case.level]
    names = {case.case for case in placed}
    children: dict[CaseId | None, list[Measurement]] = {}
    for case in placed:
        parent = case.parent if case.parent in names else None
        children.setdefault(parent, []).append(case)
    return [_branch(case, children) for case in children.get(None, [])]


def _branch(case: Measurement, children: Mapping[CaseId | None, Cases]) -> Branch:
    name = case.case.name
    if case.parent is not None and case in children.get(case.parent, ()):
        name = name.removeprefix(f"{case.parent.name}/")
    return Branch(case, name, [_branch(each, children) for each in children.get(case.case, [])])
