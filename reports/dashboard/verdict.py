"""The top of the page: how the run ended, in one sentence, and how each suite did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from kasauti.reports.dashboard.chart import UNIT, bar_chart
from kasauti.reports.dashboard.markup import Markup, element, joined, number, shortened, slug
from kasauti.reports.dashboard.table import SIGNS, TITLES, band_mark, interval_text, spaced, table
from kasauti.reports.totals import SECTIONS
from kasauti.reports.unmeasured import Unmeasured

Measurements = Sequence[Mapping[str, Any]]

BANDS = ("excellent", "good", "fair", "poor")


def verdict_section(
    measurements: Measurements, results: Mapping[str, Any], missed: Sequence[Unmeasured]
) -> Markup:
    """The verdict, the counts, the model and the date."""
    counts = Counter(measurement["verdict"] for measurement in measurements)
    outcome = run_verdict(counts, missed)
    tiles = [
        element("li", element("strong", shortened(counts[verdict])), " ", sign, verdict)
        for verdict in SIGNS
        for sign in (element("span", SIGNS[verdict], " ", aria_hidden="true"),)
    ]
    summary = results["summary"]
    return element(
        "section",
        element("p", "Evaluation of ", element("b", model_name(results)), class_="eyebrow"),
        element("h1", headline(measurements, missed), class_=outcome),
        element("p", sentence(measurements), class_="lead") if measurements else None,
        element("ul", *tiles, class_="tiles", aria_label="Verdicts"),
        _missed(missed),
        _overall(summary.get("overall_scores", {}), summary.get("bands", {})),
        _facts(summary),
        id="verdict",
        aria_label="Verdict",
    )


def run_verdict(counts: Mapping[str, int], missed: Sequence[Unmeasured]) -> str:
    """Passed only where every case met its bar and no test failed before it measured one."""
    if counts.get("failed") or any(each.outcome == "failed" for each in missed):
        return "failed"
    return "inconclusive" if counts.get("inconclusive") else "passed"


def headline(measurements: Measurements, missed: Sequence[Unmeasured]) -> str:
    """How many cases meet their bars, and how many tests came to no measurement."""
    total = len(measurements)
    met = sum(measurement["verdict"] == "passed" for measurement in measurements)
    count = f"All {total}" if met == total else f"{met} of {total}"
    told = [f"{count} measurements meet their bars."]
    for outcome, ending in (("failed", "failed without a measurement"), ("skipped", "skipped")):
        number = sum(each.outcome == outcome for each in missed)
        if number:
            told.append(f"{number} {'test' if number == 1 else 'tests'} {ending}.")
    return " ".join(told)


def sentence(measurements: Measurements) -> str:
    """Which case misses its bar by most; else which one comes closest to missing it."""
    gated = [each for each in measurements if each.get("bar") is not None]
    if not gated:
        return "Nothing here is held against a bar."
    worst = min(gated, key=_room)
    side = "furthest from meeting its bar" if _room(worst) < 0 else "closest to its bar"
    return (
        f"{worst['case']} is {side}: {spaced(worst['metric'])} {shortened(worst['value'])}, "
        f"and the bar is {worst['direction']} {shortened(worst['bar'], digits=2)}."
    )


def suites_section(measurements: Measurements, results: Mapping[str, Any]) -> Markup:
    """A row a suite: its verdicts, its bands, its overall score."""
    suites: dict[str, list[Mapping[str, Any]]] = {}
    for measurement in measurements:
        suites.setdefault(measurement["case"].partition("/")[0], []).append(measurement)
    rows = [_suite_row(suite, cases, results) for suite, cases in suites.items()]
    header = ("suite", "cases", *SIGNS, "bands", "overall", "", "95 % interval")
    numeric = frozenset({1, 2, 3, 4, 6, 8})
    return element(
        "section",
        element("h2", "Suites", id="suites-title"),
        table("Verdicts and bands by suite", header, rows, numeric=numeric, hidden_caption=True),
        id="suites",
        aria_labelledby="suites-title",
    )


def diagnosis_section(results: Mapping[str, Any]) -> Markup | None:
    """What the figures together suggest, where the run's summary says so."""
    sentences = results["summary"].get("diagnosis")
    if not sentences:
        return None
    told = [sentences] if isinstance(sentences, str) else sentences
    return element(
        "section",
        element("h2", "Diagnosis", id="diagnosis-title"),
        element("ul", *(element("li", str(each)) for each in told), class_="prose"),
        id="diagnosis",
        aria_labelledby="diagnosis-title",
    )


def model_name(results: Mapping[str, Any]) -> str:
    """The model, and its adapter where it has one."""
    config = results["summary"].get("model_config", {})
    adapter = config.get("adapter")
    name = str(config.get("model", "no model"))
    return f"{name} with {adapter}" if adapter and adapter != "none" else name


def _room(measurement: Mapping[str, Any]) -> float:
    """How far a score is beyond its bar; negative on the wrong side of it."""
    value, bar = float(measurement["value"]), float(measurement["bar"])
    # Perplexities are hundreds and accuracies shares: large bars are taken as the unit.
    beyond = (value - bar) / max(1.0, abs(bar))
    return -beyond if measurement.get("direction") in ("at most", "less than") else beyond


def _suite_row(suite: str, cases: Measurements, results: Mapping[str, Any]) -> list[str]:
    counts = Counter(case["verdict"] for case in cases)
    bands = Counter(case.get("band") for case in cases)
    marks = [element("span", band_mark(band), f" {bands[band]}") for band in BANDS if bands[band]]
    section = SECTIONS.get(suite)
    total = results.get(section.name if section else suite, {}).get("overall", {})
    figure = {"value": total.get("accuracy"), **total.get("interval", {})}
    return [
        joined(
            element("a", TITLES.get(suite, spaced(suite)), href=f"#{slug('suite-' + suite)}"),
            " ",
            element("code", suite),
        ),
        shortened(len(cases)),
        *(shortened(counts[verdict]) for verdict in SIGNS),
        element("span", *marks, class_="bands") if marks else "",
        number(figure["value"]) if total else "",
        bar_chart(figure, UNIT) if total else "",
        interval_text(figure),
    ]


def _missed(missed: Sequence[Unmeasured]) -> Markup | None:
    """Tests that ended alike are told together; one cause often ends many."""
    groups: dict[tuple[str, str], list[str]] = {}
    for each in missed:
        groups.setdefault((each.outcome, each.reason), []).append(each.test)
    told = [_ended_alike(*how, tests) for how, tests in groups.items()]
    return (
        element("ul", *told, class_="warning", aria_label="Without a measurement") if told else None
    )


def _ended_alike(outcome: str, reason: str, tests: Sequence[str]) -> Markup:
    names = [element("code", test) for test in tests]
    if len(tests) == 1:
        return element("li", *names, f" {outcome}: {reason}")
    listed = element("ul", *(element("li", name) for name in names))
    which = element("details", element("summary", "Which tests"), listed)
    return element("li", f"{len(tests)} tests {outcome}: {reason}", which)


def _overall(scores: Mapping[str, float], bands: Mapping[str, str]) -> Markup | None:
    if not scores:
        return None
    pairs = [
        element(
            "div",
            element("dt", spaced(name)),
            element("dd", number(score), " ", band_mark(bands.get(name))),
        )
        for name, score in scores.items()
    ]
    return element("dl", *pairs, class_="overall", aria_label="Overall scores")


def _facts(summary: Mapping[str, Any]) -> Markup:
    config = summary.get("model_config", {})
    date = str(summary["evaluation_date"])
    told = element("time", date.replace("T", " ")[:16], datetime=date)
    facts = [f"{config[name]}" for name in ("dtype", "device") if config.get(name)]
    versions = summary.get("versions", {})
    facts += [f"kasauti {versions['kasauti']}"] if "kasauti" in versions else []
    return element("p", told, *(f" · {fact}" for fact in facts), class_="facts")
