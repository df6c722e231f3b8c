"""Several models: every case on one axis, each model held against the best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_uppercase

from kasauti.analysis.case_record import ALL_ITEMS
from kasauti.analysis.comparison import ALPHA
from kasauti.records import Run
from kasauti.reports.comparison.two_runs import refused_section
from kasauti.reports.dashboard.chart import HEIGHT, MIDDLE, Scale, axis, scale_of
from kasauti.reports.dashboard.markup import Markup, element, joined, number
from kasauti.reports.dashboard.table import band_mark, scrolling, table
from kasauti.reports.model_comparison import Row, compared
from kasauti.reports.text import counted, p_value, shortened, spaced

COLOURS = 8  # then they begin again; the letters go on


def model_sections(runs: Mapping[str, Run], pages: Mapping[str, str]) -> dict[str, Markup]:
    """The sections by their titles."""
    rows = compared(runs)
    sections = {"Overview": _overview(runs, rows, pages), "Cases": _cases(runs, rows)}
    refused = [
        f"{row.case}: {label} is not compared with {row.best}: {reason}."
        for row in rows
        for label, reason in row.refused.items()
    ]
    if refused:
        sections["Not compared"] = refused_section(refused)
    return sections


def letter_of(place: int) -> str:
    """A, B, … Z, then A2, B2, …"""
    turn, rest = divmod(place, len(ascii_uppercase))
    return f"{ascii_uppercase[rest]}{turn + 1 if turn else ''}"


def _overview(runs: Mapping[str, Run], rows: Sequence[Row], pages: Mapping[str, str]) -> Markup:
    cases = [row for row in rows if not _is_whole(row)]
    return element(
        "section",
        element("p", "Comparison of ", element("b", ", ".join(runs)), class_="eyebrow"),
        element("h1", _headline(cases)),
        _models_table(runs, cases, pages),
        id="overview",
        aria_label="Overview",
    )


def _headline(cases: Sequence[Row]) -> str:
    """Which model has the best score most often, and where that is more than chance."""
    if not cases:
        return "The models have no case in common."
    best = _wins(cases)
    label = max(best, key=lambda each: best[each])
    if len(cases) == 1:
        return f"{label} is best in the only case."
    return f"{label} is best in {best[label]} of {counted(len(cases), 'case')}."


def _wins(cases: Sequence[Row]) -> dict[str, int]:
    """In how many cases each model has the best score; equal scores count for each."""
    found: dict[str, int] = {}
    for row in cases:
        for label, record in row.models.items():
            found[label] = found.get(label, 0) + (record.value == row.models[row.best].value)
    return found


def _models_table(
    runs: Mapping[str, Run], cases: Sequence[Row], pages: Mapping[str, str]
) -> Markup:
    wins = _wins(cases)
    scores = dict.fromkeys(
        suite.overall.name for run in runs.values() for suite in run.suites if suite.overall
    )
    header = ("model", "best in", "significantly worse than the best in", *map(spaced, scores))
    rows = []
    for place, (label, run) in enumerate(runs.items()):
        worse = sum(
            row.against_best[label].significantly_worse
            for row in cases
            if label in row.against_best
        )
        overall = {suite.overall.name: suite.overall for suite in run.suites if suite.overall}
        name = element("a", label, href=pages[label]) if label in pages else label
        rows.append(
            [
                joined(_key(place), name),
                shortened(wins.get(label, 0)),
                shortened(worse),
                *(
                    joined(number(overall[score].value), " ", band_mark(overall[score].band))
                    if score in overall
                    else ""
                    for score in scores
                ),
            ]
        )
    numeric = frozenset(range(1, len(header)))
    return table("The models", header, rows, numeric=numeric, hidden_caption=True)


def _cases(runs: Mapping[str, Run], rows: Sequence[Row]) -> Markup:
    groups: dict[str, list[Row]] = {}
    first = next(iter(runs.values()))
    for row in rows:
        title = spaced(first.suite(row.case.suite).title)
        groups.setdefault(f"{title}, {spaced(row.models[row.best].metric)}", []).append(row)
    count = sum(len(row.against_best) for row in rows)
    told = (
        "▼ is significantly worse than the best of its row: paired by item, Holm's correction "
        f"over {counted(count, 'comparison')}, alpha {ALPHA:g}. The p-value compares the best "
        "model with the next best."
    )
    return element(
        "section",
        element("h2", "Cases", id="cases-title"),
        *(_chart(name, group, list(runs)) for name, group in groups.items()),
        element("p", told, class_="muted"),
        id="cases",
        aria_labelledby="cases-title",
    )


def _chart(name: str, rows: Sequence[Row], labels: Sequence[str]) -> Markup:
    scale = scale_of(each.value for row in rows for each in row.models.values())
    heads = [
        element(
            "th",
            _key(place),
            element("span", label, class_="unseen"),
            scope="col",
            class_="number",
            title=label,
        )
        for place, label in enumerate(labels)
    ]
    head = element(
        "tr",
        element("th", "case", scope="col"),
        element("th", axis(scale), scope="col", class_="chart"),
        *heads,
        element("th", "n", scope="col", class_="number"),
        element("th", "p (Holm)", scope="col", class_="number"),
    )
    body = [_row(row, scale, labels) for row in rows]
    content = joined(element("caption", name), element("thead", head), element("tbody", *body))
    return scrolling(element("table", content, class_="charted"), f"{name} by model")


def _row(row: Row, scale: Scale, labels: Sequence[str]) -> Markup:
    rival = row.next_best
    return element(
        "tr",
        element("th", spaced(row.case.name), scope="row"),
        element("td", _letters(row, scale, labels), class_="chart"),
        *(_score(row, label) for label in labels),
        element("td", shortened(len(row.models[row.best].items)), class_="number"),
        element("td", p_value(rival.p_holm) if rival else "", class_="number"),
        class_="whole" if _is_whole(row) else None,
        data_case=str(row.case),
    )


def _score(row: Row, label: str) -> Markup:
    if label not in row.models:
        return element("td", "", class_="number")
    rival = row.against_best.get(label)
    worse = rival is not None and rival.significantly_worse
    mark = element("span", " ▼", class_="sign") if worse else None
    best = row.models[label].value == row.models[row.best].value
    kind = "best" if best else "worse" if worse else ""
    return element("td", number(row.models[label].value), mark, class_=f"number {kind}".rstrip())


def _letters(row: Row, scale: Scale, labels: Sequence[str]) -> Markup:
    """A circle per model at its score, with its letter; that of the best is filled."""
    parts = [element("line", class_="track", x1="0%", x2="100%", y1=MIDDLE, y2=MIDDLE)]
    order = sorted(enumerate(labels), key=lambda each: each[1] == row.best)  # the best on top
    for place, label in order:
        if label in row.models:
            at = scale(row.models[label].value)
            best = " best" if label == row.best else ""
            circle = element("circle", cx=at, cy=MIDDLE, r=8)
            letter = element("text", letter_of(place), x=at, y=MIDDLE + 3.5)
            kind = f"letter series{place % COLOURS}{best}"
            parts.append(element("g", circle, letter, class_=kind))
    return element("svg", *parts, class_="bar", width="100%", height=HEIGHT, aria_hidden="true")


def _key(place: int) -> Markup:
    return element("span", letter_of(place), class_=f"key series{place % COLOURS}")


def _is_whole(row: Row) -> bool:
    return row.case.name.rpartition("/")[2] == ALL_ITEMS
