"""This run beside its baseline: before and now for each case, and the items that flipped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kasauti.reports.dashboard.chart import HEIGHT, MIDDLE, Scale, axis, scale_of
from kasauti.reports.dashboard.items import shown
from kasauti.reports.dashboard.markup import Markup, element, joined, number, prose, shortened, slug
from kasauti.reports.dashboard.table import TITLES, scrolling, spaced, verdict_mark

Cases = Sequence[Mapping[str, Any]]

SUITE = "regression"
WAYS = {"lost": "Worse now", "won": "Better now"}
HEADER = ("before", "now", "change", "n", "p", "p (Holm)", "detectable drop", "verdict")


def comparison_section(cases: Cases) -> Markup | None:
    """The comparison; nothing where no baseline was given."""
    if not cases:
        return None
    title = slug(f"suite-{SUITE}")
    compared = [case for case in cases if _ends(case) is not None]
    others = [case for case in cases if _ends(case) is None]
    return element(
        "section",
        element("h2", TITLES[SUITE], id=f"{title}-title"),
        *(_chart(name, group) for name, group in _alike(compared).items()),
        *(_apart(case) for case in others),
        *_notes(cases),
        *_flips(compared),
        id=title,
        aria_labelledby=f"{title}-title",
    )


def _chart(name: str, cases: Cases) -> Markup:
    """Cases of a suite that are measured alike, on one axis."""
    ends = [end for case in cases if (end := _ends(case)) is not None]
    scale = scale_of([{"low": before, "high": now} for before, now in ends])
    ruler = element("th", axis(scale), scope="col", class_="chart")
    *figures, verdict = HEADER
    cells = [element("th", name, scope="col", class_="number") for name in figures]
    cells.append(element("th", verdict, scope="col"))
    head = element("tr", element("th", "case", scope="col"), ruler, *cells)
    caption = element("caption", f"{name}: a ring is before, a dot is now")
    body = [_row(case, scale) for case in cases]
    content = joined(caption, element("thead", head), element("tbody", *body))
    return scrolling(element("table", content, class_="charted"), f"{name}, before and now")


def _row(case: Mapping[str, Any], scale: Scale) -> Markup:
    before, now = _ends(case) or (0.0, 0.0)
    details = case["details"]
    change = case["value"] if case["metric"] == "change" else now - before
    sign = element("data", f"{change:+.3f}".replace("-", "−"), value=repr(change))
    figures = [
        number(before),
        number(now),
        sign,
        shortened(details.get("n", case["n"])),
        _p_value(details.get("p")),
        _p_value(details.get("p_holm")),
        number(details.get("smallest_detectable_drop")),
    ]
    return element(
        "tr",
        element("th", spaced(case["case"].split("/", maxsplit=2)[-1]), scope="row"),
        element("td", dumbbell(before, now, scale, _kind(case)), class_="chart"),
        *(element("td", figure, class_="number") for figure in figures),
        element("td", verdict_mark(case["verdict"])),
        data_case=case["case"],
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


def _kind(case: Mapping[str, Any]) -> str:
    """A drop that counts, a gain, or neither; the suite says which way is down."""
    if case["verdict"] == "failed":
        return "failed"
    before, now = _ends(case) or (0.0, 0.0)
    return "passed" if case["details"].get("drop", before - now) < 0 else "ungated"


def _alike(cases: Cases) -> dict[str, list[Mapping[str, Any]]]:
    """The cases by suite and metric."""
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for case in cases:
        suite = case["case"].split("/")[1]
        metric = spaced(str(case["details"].get("metric", "score")))
        groups.setdefault(f"{TITLES.get(suite, spaced(suite))}, {metric}", []).append(case)
    return groups


def _ends(case: Mapping[str, Any]) -> tuple[float, float] | None:
    before, now = case["details"].get("before"), case["details"].get("now")
    if isinstance(before, int | float) and isinstance(now, int | float):
        return float(before), float(now)
    return None


def _p_value(p: object) -> str:
    if not isinstance(p, int | float):
        return ""
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def _apart(case: Mapping[str, Any]) -> Markup:
    """A case that is in one of the runs only."""
    name = case["case"].partition("/")[2]
    told = " · ".join(f"{spaced(key)}: {shown(value)}" for key, value in case["details"].items())
    return element("p", element("b", spaced(name)), " ", told, " ", verdict_mark(case["verdict"]))


def _notes(cases: Cases) -> Iterator[Markup]:
    for case in cases:
        for note in case.get("notes", []):
            yield element("p", note, class_="note")


def _flips(cases: Cases) -> Iterator[Markup]:
    """The items that were decided otherwise, each with the way to it in the table."""
    for case in cases:
        name = case["case"].partition("/")[2]
        groups = case["details"].get("flips") or {}
        lists = [_flip_list(name, way, items) for way, items in groups.items() if items]
        if lists:
            # The lists are cut; the counts are not.
            counts = {way: case["details"].get(way, len(items)) for way, items in groups.items()}
            told = ", ".join(f"{number} {way}" for way, number in counts.items())
            summary = element(
                "summary", "What flipped in ", element("b", spaced(name)), f": {told}"
            )
            yield element("details", summary, *lists)


def _flip_list(case: str, way: str, items: Sequence[Mapping[str, Any]]) -> Markup:
    rows = [
        element(
            "li",
            element(
                "button",
                str(item["id"]),
                type="button",
                class_="show link",
                data_case=case,
                data_text=str(item["id"]),
            ),
            " ",
            prose(str(item.get("text", ""))),
        )
        for item in items
    ]
    return joined(element("h3", WAYS.get(way, spaced(way))), element("ul", *rows))
