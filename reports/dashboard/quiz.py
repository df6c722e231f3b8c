"""The quiz as a tree: the final assessment, then units, their chapters and their topics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kasauti.reports.dashboard.chart import UNIT, bar_chart
from kasauti.reports.dashboard.items import normalised, raw_items, shown
from kasauti.reports.dashboard.markup import Markup, element, joined, number, prose
from kasauti.reports.dashboard.table import figures_table, spaced, verdict_mark

Case = Mapping[str, Any]

# What the suite's report holds that a person should read before the levels.
TOLD = ("recommendations", "manual_review", "remediation", "critical_violations", "failed_topics")
LEVELS = ("final_assessment", "final", "unit", "chapter", "topic")


def quiz_views(cases: Sequence[Case], report: Mapping[str, Any]) -> Markup:
    """What the levels give together, where the results tell it, and the levels themselves."""
    told = [_told(name, report[name]) for name in TOLD if report.get(name)]
    return joined(*told, element("h3", "Levels"), quiz_tree(cases))


def quiz_tree(cases: Sequence[Case]) -> Markup:
    """Every quiz below the one that it is a part of; questions open on demand."""
    ordered = sorted(cases, key=lambda case: (LEVELS.index(level_of(case)), place_of(case)))
    children: dict[str, list[Case]] = {}
    for case in ordered:
        parent = parent_of(case, ordered)
        children.setdefault(parent["case"] if parent else "", []).append(case)
    branches = [_branch(case, children, above="") for case in children.get("", [])]
    return element("ul", *branches, class_="tree", aria_label="Quiz levels")


def level_of(case: Case) -> str:
    """The level: as its details tell it, else the first part of its name that is one."""
    told = [str(case["details"].get("level", "")), *case["case"].split("/")[1:]]
    return next((part for part in told if part in LEVELS), "topic")


def place_of(case: Case) -> str:
    """Where a quiz stands: `unit-01/chapter-02` for a chapter, nothing for the final one."""
    told = case["details"].get("identifier")
    if told is not None:
        return str(told)
    parts = [part for part in case["case"].split("/")[1:] if part not in LEVELS]
    return "/".join(parts)


def parent_of(case: Case, cases: Sequence[Case]) -> Case | None:
    """The smallest quiz that this one is a part of."""
    place = place_of(case)
    above = [
        other
        for other in cases
        if LEVELS.index(level_of(other)) < LEVELS.index(level_of(case))
        and place_of(other)
        and place.startswith(place_of(other) + "/")
    ]
    return max(above, key=lambda other: len(place_of(other)), default=None)


def _branch(case: Case, children: Mapping[str, Sequence[Case]], *, above: str) -> Markup:
    level = spaced(level_of(case))
    place = place_of(case)
    name = spaced(place.removeprefix(f"{above}/")) or level
    summary = element(
        "summary",
        element("span", level, class_="level"),
        " ",
        element("b", name),
        element("span", bar_chart(case, UNIT), class_="chart"),
        element("span", spaced(case["metric"]), " ", number(case["value"]), class_="muted"),
        " ",
        verdict_mark(case["verdict"]),
    )
    below = [_branch(each, children, above=place) for each in children.get(case["case"], [])]
    figures = case.get("figures", [])
    questions = [_question(item, place) for place, item in enumerate(raw_items(case))]
    return element(
        "li",
        element(
            "details",
            summary,
            figures_table(f"{level} {name}", figures) if figures else None,
            _folded(questions),
            element("ul", *below, class_="tree") if below else None,
            class_="quiz",
        ),
    )


def _told(name: str, lines: Sequence[object]) -> Markup:
    summary = element("summary", element("h3", spaced(name).capitalize()), f" {len(lines)}")
    listed = element("ul", *(element("li", prose(str(shown(line)))) for line in lines))
    return element("details", summary, listed, open=name == TOLD[0])


def _folded(questions: Sequence[Markup]) -> Markup | None:
    if not questions:
        return None
    told = f"Questions and answers: {len(questions)}"
    listed = element("ol", *questions, class_="questions")
    return element("details", element("summary", told), listed)


def _question(item: Mapping[str, Any], place: int) -> Markup:
    found = normalised(item, place)
    right = {True: "passed", False: "failed"}.get(found["right"])
    rows = [("answer", found["given"]), ("reference", found["expected"])]
    rows += [(name, value) for name, value in (found["more"] or {}).items()]
    told = [
        joined(
            element("dt", spaced(name)),
            element("dd", number(value) if _is_figure(value) else prose(str(value))),
        )
        for name, value in rows
        if value not in (None, "")
    ]
    summary = element("summary", prose(str(found["text"] or "")), " ", verdict_mark(right))
    return element("li", element("details", summary, element("dl", *told)))


def _is_figure(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
