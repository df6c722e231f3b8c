"""report.md: the run for a pull request, a step summary or a mail."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from kasauti.reports.dashboard.items import COLUMNS, item_groups
from kasauti.reports.dashboard.markup import shortened
from kasauti.reports.dashboard.table import SIGNS, TITLES, interval_text
from kasauti.reports.dashboard.verdict import headline, model_name, run_verdict, sentence
from kasauti.reports.gates import missed_gates, p_value, red
from kasauti.reports.markdown import bullets, fenced, folded, plain, table
from kasauti.reports.model_comparison import Models, comparison_table
from kasauti.reports.table import HEADER, case_row, total_rows
from kasauti.reports.unmeasured import Unmeasured

Measurement = Mapping[str, Any]
Measurements = Sequence[Measurement]

REGRESSION = "regression"
WORST = 5  # items of a case that failed
FLIPS = 5  # items of a case that are now decided otherwise, each way
ITEM_COLUMNS = {
    "id": "item",
    "text": "text",
    "other": "preferred instead",
    "expected": "expected",
    "given": "given",
    "score": "score",
    "note": "note",
}
NUMERIC = (1, 3)


def write_report(path: Path, lines: Iterator[str]) -> None:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def run_markdown(
    measurements: Measurements, results: Mapping[str, Any], missed: Sequence[Unmeasured]
) -> Iterator[str]:
    """The lines of the report; `missed` are the tests that ended without a measurement."""
    yield from _head(measurements, results, missed)
    yield from _section("Diagnosis", bullets(results["summary"].get("diagnosis", [])))
    yield from _section("Overall scores", _overall(results["summary"]))
    suites: dict[str, list[Measurement]] = {}
    for measurement in measurements:
        suites.setdefault(measurement["case"].partition("/")[0], []).append(measurement)
    yield from _comparison(suites.pop(REGRESSION, []))
    for suite, cases in suites.items():
        yield from _section(TITLES.get(suite, suite), _suite(cases, results))
    yield from _failures([case for cases in suites.values() for case in red(cases)])
    untold = [f"{each.test} {each.outcome}: {each.reason}" for each in missed]
    yield from _section("Tests without a measurement", bullets(untold))
    notes = [note for measurement in measurements for note in measurement.get("notes", [])]
    yield from _section("Notes", bullets(notes))
    yield from _section("Signatures", _signatures(measurements))


def comparison_markdown(models: Models) -> Iterator[str]:
    """Several models side by side: the table of the terminal, as it stands there."""
    yield from ["# Kasauti: comparison of the models", "", *fenced(comparison_table(models))]


def _head(
    measurements: Measurements, results: Mapping[str, Any], missed: Sequence[Unmeasured]
) -> Iterator[str]:
    summary = results["summary"]
    counts = {
        verdict: sum(each["verdict"] == verdict for each in measurements) for verdict in SIGNS
    }
    sign = SIGNS[run_verdict(counts, missed)]
    yield f"# Kasauti: {plain(model_name(results))}"
    yield from ["", f"**{sign} {plain(headline(measurements, missed))}**"]
    if measurements:
        yield from ["", plain(sentence(measurements), longest=None)]
    config, versions = summary.get("model_config", {}), summary.get("versions", {})
    facts = [str(summary["evaluation_date"]).replace("T", " ")[:16]]
    facts += [str(config[name]) for name in ("dtype", "device") if name in config]
    facts += [f"{name} {version}" for name, version in versions.items()]
    yield from ["", plain(" · ".join(facts), longest=None)]


def _section(title: str, lines: Iterator[str] | Sequence[str]) -> Iterator[str]:
    """A heading and what stands under it; nothing where there is nothing to tell."""
    told = list(lines)
    if told:
        yield from ["", f"## {plain(title)}", "", *told]


def _overall(summary: Mapping[str, Any]) -> list[str]:
    bands = summary.get("bands", {})
    rows = [
        (name, f"{score:.3f}", bands.get(name, ""))
        for name, score in summary.get("overall_scores", {}).items()
    ]
    return table(("score", "value", "band"), rows, numeric=(1,))


def _suite(cases: Measurements, results: Mapping[str, Any]) -> Iterator[str]:
    bands = results["summary"].get("bands", {})
    rows = [*map(case_row, cases), *total_rows(cases, bands=bands)]
    # The suite stands in the heading.
    yield from table(HEADER[1:], [_signed(row[1:]) for row in rows], numeric=NUMERIC)
    figures = [(case, figure) for case in cases for figure in case.get("figures", [])]
    if figures:
        header = ("case", "figure", "value", "95 % interval", "n", "bar", "verdict")
        listed = table(header, [_figure(*each) for each in figures], numeric=(2, 4))
        yield from ["", *folded(f"{len(figures)} further figures", listed)]


def _signed(row: Sequence[str]) -> list[str]:
    *cells, verdict = row
    return [*cells, _verdict(verdict)]


def _verdict(verdict: str | None) -> str:
    return f"{SIGNS.get(verdict, '')} {verdict}".strip() if verdict else ""


def _figure(case: Measurement, figure: Mapping[str, Any]) -> tuple[str, ...]:
    bar = figure["bar"]
    return (
        case["case"].partition("/")[2],
        figure["metric"],
        shortened(figure["value"]),
        interval_text(figure),
        "" if figure["n"] is None else str(figure["n"]),
        "" if bar is None else f"{figure['direction']} {shortened(bar, digits=2)}",
        _verdict(figure["verdict"]),
    )


def _failures(cases: Measurements) -> Iterator[str]:
    if not cases:
        return
    yield from ["", "## What missed its bar"]
    for case in cases:
        yield from ["", f"### {plain(case['case'])}", "", *bullets(missed_gates(case))]
        worst = _worst_items(case)
        if worst:
            rows = [[item[column] for column in ITEM_COLUMNS] for item in worst]
            yield from ["", *table([*ITEM_COLUMNS.values()], rows, numeric=(5,))]


def _worst_items(case: Measurement) -> list[Mapping[str, Any]]:
    """What the model gets wrong, the worst first; else what it scores lowest."""
    items = [
        dict(zip(COLUMNS, row, strict=True))
        for group in item_groups([case])
        for row in group["rows"]
    ]
    wrong = [item for item in items if item["right"] is False]
    scored = [item for item in items if item["right"] is None and item["score"] is not None]
    less_is_better = case["direction"] in ("at most", "less than")
    chosen = wrong or scored
    # Items that are wrong have margins or scores for which more is better.
    chosen.sort(
        key=lambda item: (item["score"] or 0.0) * (-1 if less_is_better and not wrong else 1)
    )
    return [
        {
            name: "" if value is None else f"{value:.3f}" if name == "score" else value
            for name, value in item.items()
        }
        for item in chosen[:WORST]
    ]


def _comparison(cases: Measurements) -> Iterator[str]:
    """This run beside its baseline, and the items that flipped."""
    rows = []
    for case in cases:
        details = case["details"]
        rows.append(
            (
                case["case"].partition("/")[2],
                f"{details['before']:.3f}",
                f"{details['now']:.3f}",
                f"{case['value']:+.3f}",
                str(case["n"]),
                p_value(details["p"]),
                p_value(details["p_holm"]),
                _verdict(case["verdict"]),
            )
        )
    header = ("case", "before", "now", "change", "n", "p", "p (Holm)", "verdict")
    yield from _section(TITLES[REGRESSION], table(header, rows, numeric=range(1, 7)))
    for case in red(cases):
        yield from ["", f"### {plain(case['case'])}", "", *bullets(missed_gates(case))]
        yield from _flips(case["details"])


def _flips(details: Mapping[str, Any]) -> Iterator[str]:
    for way, title in (("lost", "Worse now"), ("won", "Better now")):
        flips = details["flips"][way]
        if flips:
            told = [f"{flip['id']} {flip['text']}" for flip in flips[:FLIPS]]
            count = details.get(way, len(flips))  # the list is cut, the count is not
            more = f", {FLIPS} shown" if count > FLIPS else ""
            yield from ["", f"{title}: {count}{more}", "", *bullets(told)]


def _signatures(measurements: Measurements) -> Iterator[str]:
    """Each signature once, under the cases that it belongs to."""
    cases: dict[str, list[str]] = {}
    for measurement in measurements:
        cases.setdefault(measurement["signature"], []).append(measurement["case"])
    for signature, names in cases.items():
        told = ", ".join(names) if len(cases) > 1 else "All cases"
        yield from [f"{plain(told, longest=None)}:", "", *fenced([signature]), ""]
