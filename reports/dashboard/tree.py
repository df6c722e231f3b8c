"""Cases that are parts of others, as a tree: a unit, its chapters, their topics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kasauti.records import CaseId, Item, Measurement
from kasauti.reports.dashboard.chart import bar_chart, drawn_values, scale_of
from kasauti.reports.dashboard.markup import Markup, element, joined, number, prose
from kasauti.reports.dashboard.table import figures_table, verdict_mark
from kasauti.reports.items import further
from kasauti.reports.text import counted, spaced

Children = Mapping[CaseId | None, Sequence[Measurement]]


def finding_views(findings: Mapping[str, Sequence[str]]) -> Markup:
    """Lists that a person should read first; the first of them is open."""
    lists = [
        element(
            "details",
            element("summary", element("h3", title), f" {len(lines)}"),
            element("ul", *(element("li", prose(line)) for line in lines)),
            open=index == 0,
        )
        for index, (title, lines) in enumerate(findings.items())
    ]
    return joined(*lists)


def tree_view(cases: Sequence[Measurement]) -> Markup | None:
    """Every case below the one that it is a part of; nothing where no case has a level."""
    placed = [case for case in cases if case.level]
    if not placed:
        return None
    names = {case.case for case in placed}
    children: dict[CaseId | None, list[Measurement]] = {}
    for case in placed:
        children.setdefault(case.parent if case.parent in names else None, []).append(case)
    branches = [_branch(case, children) for case in children.get(None, [])]
    tree = element("ul", *branches, class_="tree", aria_label="Levels")
    return joined(element("h3", "Levels"), tree)


def _branch(case: Measurement, children: Children) -> Markup:
    level, name = spaced(case.level), spaced(_name(case, children))
    headline = case.headline
    summary = element(
        "summary",
        element("span", level, class_="level"),
        " ",
        element("b", name),
        element(
            "span",
            bar_chart(headline, scale_of(drawn_values(headline)), verdict=case.verdict),
            class_="chart",
        ),
        element("span", spaced(headline.metric), " ", number(headline.value), class_="muted"),
        " ",
        verdict_mark(case.verdict, borderline=case.borderline),
    )
    below = [_branch(each, children) for each in children.get(case.case, [])]
    return element(
        "li",
        element(
            "details",
            summary,
            figures_table(f"{level} {name}", case.figures) if case.figures else None,
            _items(case),
            element("ul", *below, class_="tree") if below else None,
            class_="branch",
        ),
    )


def _name(case: Measurement, children: Children) -> str:
    """The name of a case, without that of the case that it stands below."""
    if case.parent is None or case not in children.get(case.parent, ()):
        return case.case.name
    return case.case.name.removeprefix(f"{case.parent.name}/")


def _items(case: Measurement) -> Markup | None:
    if not case.items:
        return None
    listed = [_item(item, item.language or case.language) for item in case.items]
    return element(
        "details",
        element("summary", counted(len(listed), "item")),
        element("ol", *listed, class_="questions"),
    )


def _item(item: Item, language: str | None) -> Markup:
    right = {True: "passed", False: "failed", None: None}[item.right]
    texts = [prose(text, language=language) for text in item.texts]
    summary = element("summary", *texts, " ", verdict_mark(right))
    entries = [
        joined(element("dt", spaced(name)), element("dd", text)) for name, text in _told(item)
    ]
    return element("li", element("details", summary, element("dl", *entries)))


def _told(item: Item) -> Iterator[tuple[str, Markup]]:
    for name, text in (("given", item.given), ("expected", item.expected)):
        if text:
            yield name, prose(text, language=item.answer_language)
    if item.score is not None:
        yield "score", number(item.score)
    for name, value in further(item):
        is_figure = isinstance(value, int | float) and not isinstance(value, bool)
        yield name, number(value) if is_figure else prose(str(value))
