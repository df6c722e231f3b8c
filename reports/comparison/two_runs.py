"""Two runs, before and now: what changed, how surely, and which items flipped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kasauti.analysis.case_record import ALL_ITEMS
from kasauti.analysis.comparison import ALPHA, Comparison, Flip
from kasauti.records import Item, Run
from kasauti.reports.dashboard.chart import Scale, axis, scale_of
from kasauti.reports.dashboard.comparison import dumbbell
from kasauti.reports.dashboard.markup import Markup, element, joined, number, prose
from kasauti.reports.dashboard.table import scrolling, table
from kasauti.reports.run_comparison import MARKS, compared, day, direction, not_compared
from kasauti.reports.text import counted, p_value, shortened, spaced

HEADER = ("before", "now", "change", "95 % interval", "p", "p (Holm)", "lost", "won")
KINDS = {"worse": "failed", "better": "passed", "": "ungated"}
MOST_FLIPS = 200  # of a case, each way; the counts are of all


def run_sections(before: Run, now: Run) -> dict[str, Markup]:
    """The sections by their titles."""
    found = compared(before, now)
    comparisons = list(found.comparisons.values())
    sections = {
        "Overview": _overview(before, now, comparisons),
        "Cases": _cases(now, comparisons),
    }
    if any(each.lost or each.won for each in comparisons):
        sections["Flipped items"] = _flipped(before, now, comparisons)
    if refused := not_compared(found):
        sections["Not compared"] = refused_section(refused)
    return sections


def _overview(before: Run, now: Run, comparisons: Sequence[Comparison]) -> Markup:
    directions = [direction(each) for each in comparisons if not _is_whole(each)]
    counts = {name: directions.count(name) for name in ("worse", "better", "")}
    names = {
        "worse": "significantly worse",
        "better": "significantly better",
        "": "no clear change",
    }
    tiles = [
        element("li", element("strong", shortened(counts[kind])), f" {MARKS.get(kind, '=')} {name}")
        for kind, name in names.items()
    ]
    return element(
        "section",
        element("p", "Before: ", element("b", before.model), f", {day(before)}", class_="eyebrow"),
        element("p", "Now: ", element("b", now.model), f", {day(now)}", class_="eyebrow"),
        element("h1", _headline(counts), class_="failed" if counts["worse"] else None),
        element("p", _lead(comparisons), class_="lead"),
        element("ul", *tiles, class_="tiles changes", aria_label="Changes"),
        _settings(before, now),
        id="overview",
        aria_label="Overview",
    )


def _headline(counts: Mapping[str, int]) -> str:
    total = sum(counts.values())
    if not total:
        return "Nothing can be compared."
    if not counts["worse"] and not counts["better"]:
        return f"No significant change in {counted(total, 'case')}."
    parts = [f"{counts[kind]} significantly {kind}" for kind in ("worse", "better") if counts[kind]]
    return f"Of {counted(total, 'case')}, {' and '.join(parts)}."


def _lead(comparisons: Sequence[Comparison]) -> str:
    if not comparisons:
        return "See below why."
    cases = [each for each in comparisons if not _is_whole(each)]
    largest = max(cases, key=lambda each: each.drop)
    if largest.drop <= 0:
        return "No score is lower than before."
    return (
        f"Largest drop: {largest.case}, {spaced(largest.now.metric)} "
        f"{shortened(largest.before.value)} before, {shortened(largest.now.value)} now "
        f"(p with Holm's correction: {p_value(largest.p_holm)})."
    )


def _settings(before: Run, now: Run) -> Markup | None:
    """What the runs did not share, besides the date."""
    earlier, later = ({**run.model_config, **run.versions} for run in (before, now))
    rows = [
        (spaced(name), earlier.get(name, "–"), later.get(name, "–"))
        for name in dict.fromkeys([*earlier, *later])
        if earlier.get(name) != later.get(name)
    ]
    return (
        table("What differs between the runs", ("setting", "before", "now"), rows) if rows else None
    )


def _cases(now: Run, comparisons: Sequence[Comparison]) -> Markup:
    groups: dict[str, list[Comparison]] = {}
    for each in comparisons:
        name = f"{spaced(now.suite(each.case.suite).title)}, {spaced(each.now.metric)}"
        groups.setdefault(name, []).append(each)
    told = (
        "Paired by item (exact McNemar; scores: paired bootstrap), with Holm's correction over "
        f"{counted(len(comparisons), 'case')}, alpha {ALPHA:g}. Lost and won: items."
    )
    return element(
        "section",
        element("h2", "Cases", id="cases-title"),
        *(_chart(name, group) for name, group in groups.items()),
        element("p", told, class_="muted"),
        id="cases",
        aria_labelledby="cases-title",
    )


def _chart(name: str, comparisons: Sequence[Comparison]) -> Markup:
    """Cases of a suite that are measured alike, on one axis; what got worse comes first."""
    scale = scale_of(end for each in comparisons for end in (each.before.value, each.now.value))
    cells = [element("th", title, scope="col", class_="number") for title in HEADER]
    ruler = element("th", axis(scale), scope="col", class_="chart")
    head = element("tr", element("th", "case", scope="col"), ruler, *cells)
    ordered = sorted(comparisons, key=_order)
    body = [_row(each, scale) for each in ordered]
    caption = element("caption", f"{name}: a ring is before, a dot is now")
    content = joined(caption, element("thead", head), element("tbody", *body))
    return scrolling(element("table", content, class_="charted"), f"{name}, before and now")


def _order(comparison: Comparison) -> tuple[bool, int, float]:
    place = {"worse": 0, "": 1, "better": 2}[direction(comparison)]
    return _is_whole(comparison), place, -comparison.drop


def _is_whole(comparison: Comparison) -> bool:
    return comparison.case.name.rpartition("/")[2] == ALL_ITEMS


def _row(comparison: Comparison, scale: Scale) -> Markup:
    kind = direction(comparison)
    change, interval = comparison.change, comparison.interval
    figures = [
        number(comparison.before.value),
        number(comparison.now.value),
        element("data", _signed(change), value=repr(change)),
        f"{_signed(interval.low)} to {_signed(interval.high)}",
        p_value(comparison.p),
        element(
            "span", f"{p_value(comparison.p_holm)} {MARKS.get(kind, '')}".strip(), class_="sign"
        ),
        shortened(len(comparison.lost)),
        shortened(len(comparison.won)),
    ]
    drawn = dumbbell(comparison.before.value, comparison.now.value, scale, KINDS[kind])
    return element(
        "tr",
        element("th", spaced(comparison.case.name), scope="row"),
        element("td", drawn, class_="chart"),
        *(element("td", figure, class_="number") for figure in figures),
        class_=f"{kind}{' whole' if _is_whole(comparison) else ''}".strip() or None,
        data_case=str(comparison.case),
    )


def _flipped(before: Run, now: Run, comparisons: Sequence[Comparison]) -> Markup:
    items = {**_items(before), **_items(now)}
    return element(
        "section",
        element("h2", "Flipped items", id="flipped-items-title"),
        *_flips(comparisons, items),
        id="flipped-items",
        aria_labelledby="flipped-items-title",
        class_="flipped",
    )


def _flips(
    comparisons: Sequence[Comparison], items: Mapping[tuple[str, str], Item]
) -> Iterator[Markup]:
    for each in comparisons:
        lists = [
            _list(str(each.case), title, flips, items)
            for title, flips in (("Lost", each.lost), ("Won", each.won))
            if flips
        ]
        if lists and not _is_whole(each):
            told = f": {len(each.lost)} lost, {len(each.won)} won"
            name = element("b", str(each.case))
            yield element("details", element("summary", name, told), *lists)


def _list(
    case: str, title: str, flips: Sequence[Flip], items: Mapping[tuple[str, str], Item]
) -> Markup:
    rows = []
    for flip in flips[:MOST_FLIPS]:
        item = items.get((case, flip.item))
        text = prose(item.text, language=item.language) if item else None
        rows.append(element("li", element("code", flip.item), text))
    more = len(flips) - len(rows)
    return joined(
        element("h3", title),
        element("ul", *rows),
        element("p", f"{counted(more, 'more item')} not listed.", class_="muted") if more else None,
    )


def _items(run: Run) -> dict[tuple[str, str], Item]:
    return {
        (str(case.case), item.id): item
        for case in run.measurements
        if case.change is None
        for item in case.items
    }


def refused_section(sentences: Sequence[str]) -> Markup:
    return element(
        "section",
        element("h2", "Not compared", id="not-compared-title"),
        element("ul", *(element("li", sentence) for sentence in sentences), class_="prose"),
        id="not-compared",
        aria_labelledby="not-compared-title",
    )


def _signed(value: float) -> str:
    return f"{value:+.3f}".replace("-", "−")
