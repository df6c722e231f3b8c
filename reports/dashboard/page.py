"""The page: sections written here, the items as data, style and script inside the one file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from string import Template
from typing import Any

from kasauti.records import Measurement, Run
from kasauti.records.direction import LETTERS, RIGHT_TO_LEFT
from kasauti.records.visible import visible
from kasauti.reports.dashboard.cases import suite_section
from kasauti.reports.dashboard.comparison import comparison_section
from kasauti.reports.dashboard.markup import Markup, element, joined, slug
from kasauti.reports.dashboard.provenance import provenance_section
from kasauti.reports.dashboard.verdict import (
    COMPARISON,
    diagnosis_section,
    suites_section,
    verdict_section,
)
from kasauti.reports.items import COLUMNS, item_groups
from kasauti.reports.languages import language_text
from kasauti.reports.offline_page import content_policy, embedded
from kasauti.reports.page_items import page_items
from kasauti.reports.text import spaced

FOLDER = Path(__file__).parent
SCRIPTS = ("elements.js", "frame.js", "tables.js", "items.js", "texts.js", "page.js")


def dashboard(run: Run) -> str:
    """The page of a run as text."""
    style = _read("style.css")
    script = "\n".join(_read(name) for name in SCRIPTS)
    items, note = page_items(run.measurements)
    return Template(_read("template.html")).substitute(
        policy=joined(content_policy(style, script)),
        title=joined(f"{run.model} · Kasauti"),
        style=style,
        navigation=joined(*_links(run)),
        sections=joined(*_sections(run, only_wrong=bool(note))),
        provenance=provenance_section(run),
        items_note=element("p", note, class_="note") if note else "",
        data=embedded(_data(items)),
        script=script,
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


def _sections(run: Run, *, only_wrong: bool) -> Iterator[Markup | None]:
    """What the page says before its table of items, from the verdict down."""
    yield verdict_section(run)
    yield diagnosis_section(run)
    yield comparison_section(run)
    yield suites_section(run)
    for name, cases in _suites(run).items():
        yield suite_section(run.suite(name), cases, only_wrong=only_wrong)


def _suites(run: Run) -> dict[str, list[Measurement]]:
    """The cases of each suite that are not comparisons with a baseline."""
    suites = {
        name: [case for case in cases if case.change is None]
        for name, cases in run.by_suite().items()
    }
    return {name: cases for name, cases in suites.items() if cases}


def _links(run: Run) -> Iterator[Markup]:
    entries = [("verdict", "Verdict")]
    if run.diagnosis:
        entries.append(("diagnosis", "Diagnosis"))
    if any(each.change for each in run.measurements):
        entries.append((COMPARISON, "Comparison"))
    entries.append(("suites", "Suites"))
    entries += [(slug(f"suite-{name}"), spaced(run.suite(name).title)) for name in _suites(run)]
    entries += [("items", "Items"), ("provenance", "Signatures")]
    for target, name in entries:
        yield element("li", element("a", name, href=f"#{target}"))


def _read(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")
