"""The top of the page: how the run ended, in one sentence, and how each suite did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kasauti.records import Figure, Measurement, Run, SuiteResult, Unmeasured
from kasauti.records.bars import VERDICTS
from kasauti.reports.dashboard.chart import bar_chart, drawn_values, scale_of
from kasauti.reports.dashboard.markup import Markup, element, joined, number, slug
from kasauti.reports.dashboard.table import band_mark, table
from kasauti.reports.text import SIGNS, interval_text, shortened, spaced
from kasauti.reports.verdict import headline, run_verdict, sentence, verdict_counts

COMPARISON = "comparison"  # the id of the section that compares with a baseline
BANDS = ("excellent", "good", "fair", "poor")


def verdict_section(run: Run) -> Markup:
    """The verdict, the counts, the model and the date."""
    counts = verdict_counts(run)
    tiles = [
        element("li", element("strong", shortened(counts[verdict])), " ", sign, verdict)
        for verdict in VERDICTS
        for sign in (element("span", SIGNS[verdict], " ", aria_hidden="true"),)
    ]
    return element(
        "section",
        element("p", "Evaluation of ", element("b", run.model), class_="eyebrow"),
        element("h1", headline(run), class_=run_verdict(run)),
        element("p", sentence(run), class_="lead") if run.measurements else None,
        element("ul", *tiles, class_="tiles", aria_label="Verdicts"),
        _unmeasured(run.unmeasured),
        _overall(run),
        _facts(run),
        id="verdict",
        aria_label="Verdict",
    )


def suites_section(run: Run) -> Markup:
    """One row per suite: its verdicts, its bands, its overall score."""
    rows = [_suite_row(run.suite(name), cases) for name, cases in run.by_suite().items()]
    header = ("suite", "overall", "", "95 % interval", "cases", *SIGNS, "bands")
    numeric = frozenset({1, 3, *range(4, 5 + len(SIGNS))})
    return element(
        "section",
        element("h2", "Suites", id="suites-title"),
        table("Verdicts and bands by suite", header, rows, numeric=numeric, hidden_caption=True),
        id="suites",
        aria_labelledby="suites-title",
    )


def diagnosis_section(run: Run) -> Markup | None:
    """What the figures together suggest; nothing where they suggest nothing."""
    if not run.diagnosis:
        return None
    return element(
        "section",
        element("h2", "Diagnosis", id="diagnosis-title"),
        element("ul", *(element("li", each) for each in run.diagnosis), class_="prose"),
        id="diagnosis",
        aria_labelledby="diagnosis-title",
    )


def _suite_row(suite: SuiteResult, cases: Sequence[Measurement]) -> list[str]:
    counts = Counter[str](case.verdict for case in cases)
    bands = Counter(case.headline.band for case in cases)
    marks = [element("span", band_mark(band), f" {bands[band]}") for band in BANDS if bands[band]]
    figure = _overall_figure(suite)
    return [
        joined(
            element("a", spaced(suite.title), href=f"#{suite_id(suite.suite, cases)}"),
            " ",
            element("code", suite.suite),
        ),
        number(figure.value) if figure else "",
        bar_chart(figure, scale_of(drawn_values(figure))) if figure else "",
        interval_text(figure.interval) if figure else "",
        shortened(len(cases)),
        *(shortened(counts[verdict]) for verdict in SIGNS),
        element("span", *marks, class_="bands") if marks else "",
    ]


def suite_id(suite: str, cases: Sequence[Measurement]) -> str:
    """The section of a suite; its comparisons with a baseline have a section of their own."""
    return COMPARISON if all(case.change for case in cases) else slug(f"suite-{suite}")


def _overall_figure(suite: SuiteResult) -> Figure | None:
    """The total of the shipped cases, with its interval; else the overall score alone."""
    for total in suite.totals:
        for metric, value in list(total.figures.items())[:1]:
            if "/" not in total.name:
                return Figure(metric, value, n=total.n, interval=total.interval)
    return Figure(suite.overall.name, suite.overall.value) if suite.overall else None


def _unmeasured(tests: Sequence[Unmeasured]) -> Markup | None:
    """Tests that ended alike are listed together; one cause often ends many."""
    groups: dict[tuple[str, str], list[str]] = {}
    for each in tests:
        groups.setdefault((each.outcome, each.reason), []).append(each.test)
    entries = [_ended_alike(*how, names) for how, names in groups.items()]
    return (
        element("ul", *entries, class_="warning", aria_label="Without a measurement")
        if entries
        else None
    )


def _ended_alike(outcome: str, reason: str, tests: Sequence[str]) -> Markup:
    names = [element("code", test) for test in tests]
    if len(tests) == 1:
        return element("li", *names, f" {outcome}: {reason}")
    listed = element("ul", *(element("li", name) for name in names))
    which = element("details", element("summary", "Which tests"), listed)
    return element("li", f"{len(tests)} tests {outcome}: {reason}", which)


def _overall(run: Run) -> Markup | None:
    scores = [each.overall for each in run.suites if each.overall]
    if not scores:
        return None
    pairs = [
        element(
            "div",
            element("dt", spaced(score.name)),
            element("dd", number(score.value), " ", band_mark(score.band)),
        )
        for score in scores
    ]
    return element("dl", *pairs, class_="overall", aria_label="Overall scores")


def _facts(run: Run) -> Markup:
    date = element("time", run.date.replace("T", " ")[:16], datetime=run.date)
    facts = [run.model_config[name] for name in ("dtype", "device") if name in run.model_config]
    facts += [f"kasauti {run.versions['kasauti']}"] if "kasauti" in run.versions else []
    return element("p", date, *(f" · {fact}" for fact in facts), class_="facts")
