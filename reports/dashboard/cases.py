"""A suite's section: every case as a bar, then what is known of each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kasauti.reports.dashboard.chart import UNIT, Scale, axis, bar_chart, scale_of
from kasauti.reports.dashboard.items import LISTS, raw_items
from kasauti.reports.dashboard.layers import layer_views
from kasauti.reports.dashboard.markup import Markup, element, joined, number, shortened, slug
from kasauti.reports.dashboard.matrix import choice_matrix, choice_views, is_part
from kasauti.reports.dashboard.quiz import quiz_views
from kasauti.reports.dashboard.table import (
    TITLES,
    band_mark,
    bar_text,
    figures_table,
    interval_text,
    scrolling,
    spaced,
    table,
    verdict_mark,
)

Case = Mapping[str, Any]
Cases = Sequence[Case]

# What has a view of its own, or is told in the headline.
SHOWN_ELSEWHERE = {*LISTS, "slices", "layer_results", "chosen", "task", "list"}
HEADER = ("case", "score", "95 % interval", "n", "bar", "band", "verdict")
WITHOUT_BANDS = tuple(name for name in HEADER if name != "band")
NUMERIC = {"score", "95 % interval", "n"}


def suite_section(suite: str, cases: Cases, totals: Mapping[str, Any]) -> Markup:
    """All that is known of a suite; `totals` is its section of the results."""
    title = slug(f"suite-{suite}")
    return element(
        "section",
        element("h2", TITLES.get(suite, spaced(suite)), id=f"{title}-title"),
        *(case_chart(metric, group) for metric, group in _by_metric(cases).items()),
        _key(),
        layer_views(cases),
        choice_views(cases),
        quiz_views(cases, totals.get("report", {})) if suite == "quiz" else None,
        element(
            "details",
            element("summary", element("h3", "Case by case"), " figures, slices, notes, items"),
            *(case_panel(case) for case in cases),
            class_="panels",
        ),
        id=title,
        aria_labelledby=f"{title}-title",
    )


def case_chart(metric: str, cases: Cases) -> Markup:
    """Cases that are measured alike on one axis, with their intervals and bars."""
    scale = scale_of(cases)
    first, *others = HEADER if any(case.get("band") for case in cases) else WITHOUT_BANDS
    ruler = element("th", axis(scale), scope="col", class_="chart")
    cells = [
        element("th", name, scope="col", class_="number" if name in NUMERIC else None)
        for name in others
    ]
    head = element("tr", element("th", first, scope="col"), ruler, *cells)
    body = [_chart_row(case, scale, banded="band" in others) for case in cases]
    caption = element("caption", spaced(metric))
    content = joined(caption, element("thead", head), element("tbody", *body))
    return scrolling(element("table", content, class_="charted"), f"{spaced(metric)} by case")


def case_panel(case: Case) -> Markup:
    """One case, closed at first: figures, slices, notes, and the way to its items."""
    name = case["case"].partition("/")[2]
    summary = element(
        "summary",
        element("b", spaced(name)),
        " ",
        element("span", spaced(case["metric"]), " ", number(case["value"]), class_="muted"),
        " ",
        verdict_mark(case["verdict"]),
    )
    chosen = case["details"].get("chosen")
    figures = list(case.get("figures", []))
    known = {case["metric"], *(figure["metric"] for figure in figures)}
    figures += [each for each in _further(case["details"]) if each["metric"] not in known]
    return element(
        "details",
        summary,
        element("p", _told(case)),
        *(element("p", note, class_="note") for note in case.get("notes", [])),
        _items_button(case),
        figures_table("Figures", figures) if figures else None,
        _list(case["details"].get("list")),
        choice_matrix(chosen, case["case"]) if chosen and is_part(case) else None,
        *_slices(case),
        id=slug(f"case-{case['case']}"),
        class_="panel",
    )


def _by_metric(cases: Cases) -> dict[str, list[Case]]:
    groups: dict[str, list[Case]] = {}
    for case in cases:
        groups.setdefault(case["metric"], []).append(case)
    return groups


def _chart_row(case: Case, scale: Scale, *, banded: bool) -> Markup:
    name = case["case"].partition("/")[2]
    link = element("a", spaced(name), href=f"#{slug('case-' + case['case'])}")
    return element(
        "tr",
        element("th", link, scope="row"),
        element("td", bar_chart(case, scale), class_="chart"),
        element("td", number(case["value"]), class_="number"),
        element("td", interval_text(case), class_="number"),
        element("td", shortened(case["n"]), class_="number"),
        element("td", bar_text(case)),
        element("td", band_mark(case.get("band"))) if banded else None,
        element("td", verdict_mark(case["verdict"])),
        data_case=case["case"],
    )


def _key() -> Markup:
    told = (("filled", "score"), ("whisker", "95 % interval"), ("threshold", "bar"))
    marks = []
    for name, text in told:
        shape = (
            element("rect", class_=name, x=0, y=3, width=22, height=8, rx=2)
            if name.startswith("filled")
            else element("line", class_=name, x1=1, x2=21, y1=7, y2=7)
            if name == "whisker"
            else element("line", class_=name, x1=11, x2=11, y1=1, y2=13)
        )
        drawn = element("svg", shape, width=22, height=14, aria_hidden="true")
        marks.append(element("li", drawn, " ", text))
    return element("ul", *marks, class_="legend")


def _told(case: Case) -> str:
    """The headline of a case as sentences."""
    interval = interval_text(case)
    surety = f", 95 % interval {interval}" if interval else ""
    name = spaced(case["metric"]).capitalize()
    told = f"{name} {shortened(case['value'])}, n = {case['n']}{surety}."
    if case.get("bar") is None:
        return told
    asked = f"{case['direction']} {shortened(case['bar'], digits=2)}"
    return f"{told} Asked for: {asked} ({case.get('source') or 'no source given'})."


def _further(details: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Every other figure of a case, whatever its suite calls it."""
    for name, value in details.items():
        if name in SHOWN_ELSEWHERE:
            continue
        if isinstance(value, dict):
            for inner, figure in value.items():
                if _is_figure(figure):
                    yield {"metric": f"{name}: {inner}", "value": figure}
        elif _is_figure(value):
            yield {"metric": name, "value": value}


def _is_figure(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _items_button(case: Case) -> Markup | None:
    count = len(raw_items(case))
    if not count:
        return None
    told = "Show its item" if count == 1 else f"Show its {count} items"
    return element("button", told, type="button", class_="show", data_case=case["case"])


def _list(lines: object) -> Markup | None:
    if not isinstance(lines, list) or not lines:
        return None
    return element("ul", *(element("li", str(line), dir="auto") for line in lines))


def _slices(case: Case) -> Iterator[Markup]:
    for tag, values in case["details"].get("slices", {}).items():
        rows = [_slice_row(case, tag, value, figures) for value, figures in values.items()]
        header = (spaced(tag), "", "accuracy", "95 % interval", "right", "items")
        caption = f"By {spaced(tag)}"
        yield table(caption, header, rows, numeric=frozenset({2, 3, 4}))


def _slice_row(case: Case, tag: str, value: str, figures: Mapping[str, Any]) -> list[str]:
    interval = figures.get("interval") or {}
    figure = {"value": figures["accuracy"], **interval}
    button = element(
        "button",
        "Show",
        type="button",
        class_="show",
        data_case=case["case"],
        data_tag=f"{tag}={value}",
        aria_label=f"Show the items with {tag} {value}",
    )
    return [
        element("bdi", value),
        bar_chart(figure, UNIT),
        number(figures["accuracy"]),
        interval_text(figure),
        f"{figures.get('correct', '')} of {figures.get('total', '')}",
        button,
    ]
