"""This run beside its baseline: before and now for each case, and the items that flipped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kasauti.records import CaseId, Change, FlippedItem, Measurement, Run
from kasauti.reports.change_table import baseline_of
from kasauti.reports.dashboard.chart import HEIGHT, MIDDLE, Scale, axis, scale_of
from kasauti.reports.dashboard.markup import Markup, element, joined, number, prose
from kasauti.reports.dashboard.table import scrolling, verdict_mark
from kasauti.reports.dashboard.verdict import COMPARISON
from kasauti.reports.text import p_value, shortened, spaced

HEADER = ("before", "now", "change", "n", "p", "p (Holm)", "detectable drop", "verdict")

Compared = tuple[Measurement, Change]


def comparison_section(run: Run) -> Markup | None:
    """The comparison; nothing where no baseline was given."""
    compared = [(each, each.change) for each in run.measurements if each.change]
    if not compared:
        return None
    title = f"{COMPARISON}-title"
    return element(
        "section",
        element("h2", spaced(run.suite(compared[0][0].case.suite).title), id=title),
        element("p", "Compared with ", element("b", baseline_of(run)), "."),
        *(_chart(name, group) for name, group in _alike(run, compared).items()),
        *(element("p", note, class_="note") for case, _ in compared for note in case.notes),
        *_flips(compared),
        id=COMPARISON,
        aria_labelledby=title,
    )


def dumbbell(before: float, now: float, scale: Scale, kind: str) -> Markup:
    """Two dots and the way between them."""
    track = {"y1": MIDDLE, "y2": MIDDLE}
    return element(
        "svg",
        element("line", class_="track", x1="0%", x2="100%", **track),
        element("line", class_=f"way {kind}", x1=scale(before), x2=scale(now), **track),
        element("circle", class_="before", cx=scale(before), cy=MIDDLE, r=4.5),
        element("circle", class_=f"now {kind}", cx=scale(now), cy=MIDDLE, r=5),
        class_="bar",
        width="100%",
        height=HEIGHT,
        aria_hidden="true",
    )


def _alike(run: Run, compared: Sequence[Compared]) -> dict[str, list[Compared]]:
    """The cases by suite and metric."""
    groups: dict[str, list[Compared]] = {}
    for measurement, change in compared:
        suite = spaced(run.suite(change.compared.suite).title)
        name = f"{suite}, {spaced(change.metric)}"
        groups.setdefault(name, []).append((measurement, change))
    return groups


def _chart(name: str, compared: Sequence[Compared]) -> Markup:
    """Cases of a suite that are measured alike, on one axis."""
    scale = scale_of(end for _, change in compared for end in (change.before, change.now))
    ruler = element("th", axis(scale), scope="col", class_="chart")
    *figures, verdict = HEADER
    cells = [element("th", name, scope="col", class_="number") for name in figures]
    cells.append(element("th", verdict, scope="col"))
    head = element("tr", element("th", "case", scope="col"), ruler, *cells)
    caption = element("caption", f"{name}: a ring is before, a dot is now")
    body = [_row(measurement, change, scale) for measurement, change in compared]
    content = joined(caption, element("thead", head), element("tbody", *body))
    return scrolling(element("table", content, class_="charted"), f"{name}, before and now")


def _row(measurement: Measurement, change: Change, scale: Scale) -> Markup:
    difference, n = measurement.headline.value, measurement.headline.n
    sign = f"{difference:+.3f}".replace("-", "−")
    least = change.smallest_detectable_drop
    figures = [
        number(change.before),
        number(change.now),
        element("data", sign, value=repr(difference)),
        "" if n is None else shortened(n),
        p_value(change.p),
        p_value(change.p_holm),
        "none" if least is None else number(least),
    ]
    drawn = dumbbell(change.before, change.now, scale, _kind(measurement, change))
    return element(
        "tr",
        element("th", spaced(change.compared.name), scope="row"),
        element("td", drawn, class_="chart"),
        *(element("td", figure, class_="number") for figure in figures),
        element("td", verdict_mark(measurement.verdict)),
        data_case=str(measurement.case),
    )


def _kind(measurement: Measurement, change: Change) -> str:
    """A drop that counts, a gain, or neither."""
    if measurement.verdict == "failed":
        return "failed"
    return "passed" if change.drop < 0 else "ungated"


def _flips(compared: Sequence[Compared]) -> Iterator[Markup]:
    """The items that were decided otherwise, each with the way to it in the table."""
    for _, change in compared:
        lists = [
            _flip_list(change.compared, title, flips)
            for title, flips in (("Worse now", change.flips_lost), ("Better now", change.flips_won))
            if flips
        ]
        if lists:
            # The lists are truncated; the counts are not.
            name = element("b", str(change.compared))
            message = f": {change.lost} worse, {change.won} better"
            yield element("details", element("summary", "Flipped items of ", name, message), *lists)


def _flip_list(case: CaseId, title: str, flips: Sequence[FlippedItem]) -> Markup:
    rows = [
        element(
            "li",
            element(
                "button",
                flip.id,
                type="button",
                class_="show link",
                data_case=str(case),
                data_text=flip.id,
            ),
            " ",
            prose(flip.text, language=flip.language),
        )
        for flip in flips
    ]
    return joined(element("h3", title), element("ul", *rows))
