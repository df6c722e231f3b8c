"""The dashboard: the run from its verdict down, and its items as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kasauti.records import Figure, Measurement, Run, SuiteResult
from kasauti.reports.pages.dashboard.chart import (
    Scale,
    chart_name,
    charts_of,
    drawn_values,
    scale_of,
)
from kasauti.reports.pages.dashboard.suite import SuiteView
from kasauti.reports.pages.items import COLUMNS, item_groups, page_items
from kasauti.reports.pages.offline_page import anchor, embed, offline_page
from kasauti.reports.wording.languages import language_text
from kasauti.reports.wording.rows import baseline_of
from kasauti.reports.wording.text import name_text, number_text
from kasauti.reports.wording.verdict import (
    headline_sentences,
    run_verdict,
    sentence,
    verdict_counts,
)
from kasauti.text.languages import LETTERS, RIGHT_TO_LEFT
from kasauti.text.visible import visible

COMPARISON = "comparison"  # the id of the section that compares with a baseline
NAMES = ("elements.js", "frame.js", "tables.js", "items.js", "texts.js", "page.js")
SCRIPTS = tuple(f"dashboard/{name}" for name in NAMES)


@dataclass(frozen=True, slots=True)
class SuiteRow:
    """A row of the table of suites."""

    suite: SuiteResult
    cases: Sequence[Measurement]

    @property
    def target(self) -> str:
        """Its section; comparisons with a baseline have a section of their own."""
        if all(case.change for case in self.cases):
            return COMPARISON
        return anchor(self.suite.suite, "suite")

    @property
    def figure(self) -> Figure | None:
        return self.suite.figure

    @property
    def scale(self) -> Scale:
        return scale_of(drawn_values(self.figure) if self.figure else ())

    @property
    def verdicts(self) -> Counter[str]:
        return Counter(case.verdict for case in self.cases)

    @property
    def bands(self) -> Counter[str | None]:
        return Counter(case.headline.band for case in self.cases)


def dashboard(run: Run) -> str:
    items, note = page_items(run.measurements)
    suites = [
        SuiteView(run.suite(name), kept, only_wrong=bool(note))
        for name, cases in run.by_suite().items()
        if (kept := [case for case in cases if case.change is None])
    ]
    changes = [(each, each.change) for each in run.measurements if each.change]
    return offline_page(
        "dashboard/page.html",
        styles=["dashboard/style.css"],
        scripts=SCRIPTS,
        data=embed(_data(items)),
        title=run.model,
        navigation=dict(_links(run, suites)),
        run=run,
        headline=headline_sentences(run),
        verdict=run_verdict(run),
        sentence=sentence(run) if run.measurements else None,
        counts=verdict_counts(run),
        unmeasured=_unmeasured(run),
        facts=_facts(run),
        baseline=baseline_of(run),
        changes=changes,
        charts=charts_of(
            changes,
            lambda row: chart_name(run, row[1].compared, row[1].metric),
            lambda row: (row[1].before, row[1].now),
        ),
        suite_rows=[SuiteRow(run.suite(name), cases) for name, cases in run.by_suite().items()],
        suites=suites,
        items_note=note,
        environment=_environment(run),
    )


def _data(items: Sequence[Measurement]) -> dict[str, Any]:
    """The items, and what the page has to know of their languages."""
    codes = {item.language or case.language for case in items for item in case.items}
    named = sorted((language_text(code), code) for code in codes if code)
    return {
        "columns": COLUMNS,
        "groups": item_groups(items),
        "languages": {visible(code): visible(name) for name, code in named},
        "right_to_left": sorted(RIGHT_TO_LEFT),
        "their_letters": LETTERS.pattern,
    }


def _links(run: Run, suites: Sequence[SuiteView]) -> Iterator[tuple[str, str]]:
    yield "verdict", "Verdict"
    if run.diagnosis:
        yield "diagnosis", "Diagnosis"
    if any(each.change for each in run.measurements):
        yield COMPARISON, "Comparison"
    yield "suites", "Suites"
    for view in suites:
        yield anchor(view.suite.suite, "suite"), name_text(view.suite.title)
    yield "items", "Items"
    yield "provenance", "Signatures"


def _unmeasured(run: Run) -> dict[tuple[str, str], list[str]]:
    """The tests that ended alike, by outcome and reason; one cause often ends many."""
    groups: dict[tuple[str, str], list[str]] = {}
    for each in run.unmeasured:
        groups.setdefault((each.outcome, each.reason), []).append(each.test)
    return groups


def _facts(run: Run) -> list[str]:
    facts = [run.model_config[name] for name in ("dtype", "device") if name in run.model_config]
    return facts + ([f"kasauti {run.versions['kasauti']}"] if "kasauti" in run.versions else [])


def _environment(run: Run) -> dict[str, str]:
    return {
        **run.model_config,
        **run.versions,
        "date": run.date,
        "sequences computed": number_text(run.work.computed),
        "sequences from the store": number_text(run.work.stored),
    }
