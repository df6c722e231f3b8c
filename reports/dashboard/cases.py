"""A suite's section: every case as a bar, then what is known of each of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from kasauti.records import Explanation, Figure, Measurement, Slice, SuiteResult
from kasauti.reports.dashboard.chart import UNIT, Scale, axis, bar_chart, drawn_values, scale_of
from kasauti.reports.dashboard.languages import language_views
from kasauti.reports.dashboard.layers import layer_views
from kasauti.reports.dashboard.markup import Markup, element, joined, number, slug
from kasauti.reports.dashboard.matrix import choice_matrix, choice_views
from kasauti.reports.dashboard.table import (
    band_mark,
    figures_table,
    scrolling,
    table,
    threshold_mark,
    verdict_mark,
)
from kasauti.reports.dashboard.tree import finding_views, tree_view
from kasauti.reports.languages import are_mixed, language_text
from kasauti.reports.text import (
    counted,
    interval_text,
    sample_text,
    shortened,
    spaced,
    threshold_text,
)

# The chart stands behind the score, so that a narrow screen shows the score first.
HEADER = ("language", "95 % interval", "n", "threshold", "band", "verdict")
NUMERIC = {"score", "95 % interval", "n"}
OPEN_CASES = 60  # a longer chart is opened on demand where a table of languages stands above it

Cases = Sequence[Measurement]


def suite_section(suite: SuiteResult, cases: Cases, *, only_wrong: bool = False) -> Markup:
    """All that is known of a suite; `only_wrong` where the page has not all of its items."""
    title = slug(f"suite-{suite.suite}")
    by_language = language_views(cases)
    return element(
        "section",
        element("h2", spaced(suite.title), id=f"{title}-title"),
        by_language,
        _charts(cases, folded=by_language is not None and len(cases) > OPEN_CASES),
        layer_views(cases),
        choice_views(cases),
        finding_views(suite.findings),
        tree_view(cases),
        element(
            "details",
            element("summary", element("h3", "Case by case"), " figures, slices, notes, items"),
            *(case_panel(case, only_wrong=only_wrong) for case in failures_first(cases)),
            class_="panels",
        ),
        id=title,
        aria_labelledby=f"{title}-title",
    )


def _charts(cases: Cases, *, folded: bool) -> Markup:
    """The cases as bars; folded where they are very many."""
    charts = [case_chart(metric, group) for metric, group in _by_metric(cases).items()]
    if not folded:
        return joined(*charts, _key())
    summary = element("summary", element("h3", f"All {counted(len(cases), 'case')}"), " as bars")
    return element("details", summary, *charts, _key(), class_="panels")


def case_chart(metric: str, cases: Cases) -> Markup:
    """Cases that are measured alike on one axis, with their intervals and thresholds."""
    scale = scale_of(value for case in cases for value in drawn_values(case.headline))
    absent = set() if any(case.headline.band for case in cases) else {"band"}
    absent |= set() if are_mixed(cases) else {"language"}
    ruler = element("th", axis(scale), scope="col", class_="chart")
    cells = [
        element("th", name, scope="col", class_="number" if name in NUMERIC else None)
        for name in ("case", "score", *(name for name in HEADER if name not in absent))
    ]
    head = element("tr", *cells[:2], ruler, *cells[2:])
    body = [_chart_row(case, scale, absent) for case in failures_first(cases)]
    caption = element("caption", spaced(metric))
    content = joined(caption, element("thead", head), element("tbody", *body))
    return scrolling(element("table", content, class_="charted"), f"{spaced(metric)} by case")


def case_panel(case: Measurement, *, only_wrong: bool = False) -> Markup:
    """One case, closed at first: figures, slices, notes, and the way to its items."""
    summary = element(
        "summary",
        element("b", spaced(case.case.name)),
        " ",
        element("span", spaced(case.headline.metric), " ", number(case.headline.value)),
        " ",
        verdict_mark(case.verdict, borderline=case.borderline),
    )
    known = {case.headline.metric, *(figure.metric for figure in case.figures)}
    figures = [*case.figures, *(each for each in _further(case) if each.metric not in known)]
    return element(
        "details",
        summary,
        *_explained(case.explanation),
        element("p", _told(case.headline)),
        *(element("p", note, class_="note") for note in case.notes),
        _items_button(case, only_wrong=only_wrong),
        figures_table("Figures", figures) if figures else None,
        *_lists(case),
        choice_matrix(case) if case.chosen and case.case.is_part else None,
        *_slices(case),
        id=slug(f"case-{case.case}"),
        class_="panel",
    )


def failures_first(cases: Cases) -> list[Measurement]:
    """What did not pass before what did; else in the order of the run."""
    return sorted(cases, key=lambda case: not case.red)


def _by_metric(cases: Cases) -> dict[str, list[Measurement]]:
    groups: dict[str, list[Measurement]] = {}
    for case in cases:
        groups.setdefault(case.headline.metric, []).append(case)
    return groups


def _chart_row(case: Measurement, scale: Scale, absent: set[str]) -> Markup:
    headline = case.headline
    link = element("a", spaced(case.case.name), href=f"#{slug(f'case-{case.case}')}")
    return element(
        "tr",
        element("th", link, scope="row"),
        element("td", number(headline.value), class_="number"),
        element("td", bar_chart(headline, scale, verdict=case.verdict), class_="chart"),
        None if "language" in absent else element("td", language_text(case.language)),
        element("td", interval_text(headline.interval), class_="number"),
        element("td", sample_text(headline), class_="number"),
        element("td", threshold_mark(headline.bar)),
        None if "band" in absent else element("td", band_mark(headline.band)),
        element("td", verdict_mark(case.verdict, borderline=case.borderline)),
        data_case=str(case.case),
    )


def _key() -> Markup:
    """What the parts of a bar mean."""
    shapes = {
        "score": element("rect", class_="filled", x=0, y=3, width=22, height=8, rx=2),
        "95 % interval": element("line", class_="whisker", x1=1, x2=21, y1=7, y2=7),
        "threshold": element("line", class_="threshold", x1=11, x2=11, y1=1, y2=13),
    }
    marks = [
        element("li", element("svg", shape, width=22, height=14, aria_hidden="true"), " ", label)
        for label, shape in shapes.items()
    ]
    return element("ul", *marks, class_="legend")


def _told(headline: Figure) -> str:
    """The headline of a case as sentences."""
    sample = [] if headline.n is None else [f"n = {headline.sample}"]
    sample += [f"95 % interval {interval_text(headline.interval)}"] if headline.interval else []
    name = spaced(headline.metric).capitalize()
    message = ", ".join([f"{name} {shortened(headline.value)}", *sample])
    if headline.verdict == "shown":
        return f"{message}. Shown, not judged: {headline.why_shown}"
    if headline.bar is None:
        return f"{message}."
    return f"{message}. Threshold: {threshold_text(headline.bar)} ({headline.bar.source})."


def _explained(explanation: Explanation | None) -> Iterator[Markup]:
    """What the case tests, and what else a newcomer may ask, closed at first."""
    if explanation is None:
        return
    yield element("p", element("b", "What is tested: "), explanation.tests, class_="explained")
    decided, reason = explanation.decided, explanation.reason
    for name, text in (("When an item is right", decided), ("Why this threshold", reason)):
        if text:
            yield element("details", element("summary", name), element("p", text))


def _further(case: Measurement) -> Iterator[Figure]:
    """Every figure that only this suite has."""
    for name, value in case.details.items():
        inner = value.items() if isinstance(value, dict) else ()
        named = [(name, value), *((f"{name}: {each}", figure) for each, figure in inner)]
        for metric, figure in named:
            if isinstance(figure, int | float) and not isinstance(figure, bool):
                yield Figure(metric, figure)


def _lists(case: Measurement) -> Iterator[Markup]:
    """Every list of texts that only this suite has."""
    for name, lines in case.details.items():
        if isinstance(lines, list) and lines and all(isinstance(line, str) for line in lines):
            entries = [element("li", line, dir="auto") for line in lines]
            yield element("p", spaced(name).capitalize(), ":")
            yield element("ul", *entries)


def _items_button(case: Measurement, *, only_wrong: bool) -> Markup | None:
    if not case.items:
        return None
    message = f"Show its {counted(len(case.items), 'item')}"
    if only_wrong:
        message = "Show its wrong items"
    return element("button", message, type="button", class_="show", data_case=str(case.case))


def _slices(case: Measurement) -> Iterator[Markup]:
    for tag, group in groupby(case.slices, key=lambda each: each.tag):
        rows = [_slice_row(case, each) for each in group]
        header = (spaced(tag), "", "accuracy", "95 % interval", "right", "items")
        yield table(f"By {spaced(tag)}", header, rows, numeric=frozenset({2, 3, 4}))


def _slice_row(case: Measurement, part: Slice) -> list[str]:
    button = element(
        "button",
        "Show",
        type="button",
        class_="show",
        data_case=str(case.case),
        data_tag=f"{part.tag}={part.value}",
        aria_label=f"Show the items with {part.tag} {part.value}",
    )
    return [
        element("bdi", part.value),
        bar_chart(Figure("accuracy", part.accuracy, interval=part.interval), UNIT),
        number(part.accuracy),
        interval_text(part.interval),
        f"{part.correct} of {part.total}",
        button,
    ]
