"""report.md: the run for a pull request, a step summary or a mail."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from kasauti.records import (
    Change,
    Clusters,
    Figure,
    FlippedItem,
    Item,
    Measurement,
    Run,
    SuiteResult,
    Total,
)
from kasauti.reports.files.markdown import bullets, fence, fold, plain, table
from kasauti.reports.pages.items import is_pair, worst_items
from kasauti.reports.wording.languages import (
    are_mixed,
    matrix_header,
    matrix_rows,
    shown_table,
)
from kasauti.reports.wording.rows import (
    HEADER,
    baseline_of,
    baseline_table,
    by_drop,
    case_row,
    change_verdict,
    detail_figures,
    layer_average,
    layer_profile,
    layer_table,
    regressions,
    total_rows,
)
from kasauti.reports.wording.text import (
    SIGNS,
    count_text,
    interval_text,
    minute,
    number_text,
    p_value,
    threshold_text,
    verdict_text,
)
from kasauti.reports.wording.verdict import headline, run_verdict, sentence

WORST = 5  # items of a case that failed
FLIPS = 5  # items of a case that are now decided otherwise, each way
ITEM_HEADER = ("item", "text", "preferred instead", "expected", "given", "score", "note")
FIGURE_HEADER = ("case", "figure", "value", "95 % interval", "n", "threshold", "verdict")
CLUSTER_HEADER = (
    "case",
    "95 %: other clusters",
    "95 %: these clusters, other items",
    "clusters",
    "effective n",
    "design effect",
)
CHANGE_HEADER = ("case", "before", "now", "change", "n", "p", "p (Holm)", "verdict")
NUMERIC = (2, 4)
OPEN_LANGUAGES = 30  # a longer matrix is folded
MOST_FAILURES = 60  # with their worst items; of the others the reason alone


def run_markdown(run: Run) -> str:
    return "\n".join(_lines(run)) + "\n"


def _lines(run: Run) -> Iterator[str]:
    yield from _head(run)
    yield from _section("Diagnosis", bullets(run.diagnosis))
    yield from _section("Overall scores", _overall(run))
    cases = [each for each in run.measurements if each.change is None]
    yield from _comparison(run)
    for name, measurements in run.by_suite().items():
        of_suite = [each for each in measurements if each.change is None]
        if of_suite:
            suite = run.suite(name)
            yield from _section(suite.title, _suite(of_suite, suite))
    yield from _failures([each for each in cases if each.red])
    shown = [f"{each.case}: {each.why_shown}" for each in cases if each.verdict == "shown"]
    yield from _section("Measured, not judged", bullets(shown))
    errors = [f"{each.case or each.test}: {each.reason}" for each in run.errors]
    yield from _section("Could not be measured", bullets(errors))
    others = [each for each in run.unmeasured if each not in run.errors]
    unmeasured = [f"{each.test} {each.outcome}: {each.reason}" for each in others]
    yield from _section("Tests without a measurement", bullets(unmeasured))
    notes = [note for measurement in run.measurements for note in measurement.notes]
    yield from _section("Notes", bullets(notes))
    yield from _section("Signatures", _signatures(run.measurements))


def _head(run: Run) -> Iterator[str]:
    yield f"# Kasauti: {plain(run.model)}"
    yield from ["", f"**{SIGNS[run_verdict(run)]} {plain(headline(run))}**"]
    if run.measurements:
        yield from ["", plain(sentence(run), longest=None)]
    facts = [minute(run.date)]
    facts += [run.model_config[name] for name in ("dtype", "device") if name in run.model_config]
    facts += [f"{name} {version}" for name, version in run.versions.items()]
    yield from ["", plain(" · ".join(facts), longest=None)]


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    """A heading and what stands under it; nothing where there is nothing to say."""
    written = list(lines)
    if written:
        yield from ["", f"## {plain(title)}", "", *written]


def _overall(run: Run) -> list[str]:
    rows = []
    for suite in run.suites:
        if (score := suite.overall) is not None:
            figure = suite.figure
            same = figure is not None and math.isclose(figure.value, score.value)
            interval = figure.interval if figure and same else None
            value, cases = f"{score.value:.3f}", str(score.cases)
            rows.append((score.name, value, str(interval or ""), cases, score.band or ""))
    return table(("score", "value", "95 % interval", "cases", "band"), rows, numeric=(1, 3))


def _suite(cases: Sequence[Measurement], suite: SuiteResult) -> Iterator[str]:
    yield from _languages(cases)
    rows = [*map(case_row, cases), *total_rows(suite)]
    mixed = are_mixed(cases)
    # The suite stands in the heading.
    marked = [
        [name, language if mixed else "", *cells, verdict_text(verdict)]
        for _, name, language, *cells, verdict in rows
    ]
    yield from table(HEADER[1:], marked, numeric=NUMERIC)
    header, probed = layer_table(cases)
    if probed:
        yield from ["", *table(header, probed, numeric=range(1, len(header)))]
        told = (layer_profile(cases), layer_average(suite))
        yield from ["", *bullets(filter(None, told))]
    header, compared = baseline_table(cases)
    if compared:
        listed = table(header, compared, numeric=range(1, len(header)))
        yield from ["", *fold("Scores beside baselines that see no model", listed)]
    measured: list[tuple[str, Figure | Total]] = [
        *((case.case.name, case.headline) for case in cases),
        *((total.name, total) for total in suite.totals),
    ]
    clustered = [
        (str(name), interval_text(found.interval), *_clusters(found.clusters))
        for name, found in measured
        if found.clusters
    ]
    if clustered:
        yield from ["", *table(CLUSTER_HEADER, clustered, numeric=(4, 5))]
    figures = [
        _figure(case, figure) for case in cases for figure in (*case.figures, *detail_figures(case))
    ]
    if figures:
        listed = table(FIGURE_HEADER, figures, numeric=(2, 4))
        yield from ["", *fold(count_text(len(figures), "further figure"), listed)]


def _languages(cases: Sequence[Measurement]) -> Iterator[str]:
    """The matrix of languages and phenomena, with what the tokenizer makes of each language."""
    found = shown_table(cases)
    if found is None:
        return
    header = matrix_header(found)
    lines = table(header, matrix_rows(found), numeric=range(1, len(header)))
    title = f"{count_text(len(found.rows), 'language')} by phenomenon"
    yield from fold(title, lines) if len(found.rows) > OPEN_LANGUAGES else lines
    yield ""


def _figure(measurement: Measurement, figure: Figure) -> tuple[str, ...]:
    return (
        measurement.case.name,
        figure.metric,
        number_text(figure.value),
        interval_text(figure.interval),
        figure.sample,
        threshold_text(figure.threshold),
        verdict_text(figure.verdict),
    )


def _clusters(clusters: Clusters) -> tuple[str, ...]:
    return (
        interval_text(clusters.item_interval),
        str(clusters),
        f"{clusters.effective_n:.1f}",
        f"{clusters.design_effect:.2f}",
    )


def _failures(cases: Sequence[Measurement]) -> Iterator[str]:
    if not cases:
        return
    yield from ["", "## What did not pass"]
    for case in cases[:MOST_FAILURES]:
        yield from ["", f"### {plain(str(case.case))}", "", *bullets(case.why_red)]
        rows = [_item(item) for item in worst_items(case, WORST)]
        if rows:
            yield from ["", *table(ITEM_HEADER, rows, numeric=(5,))]
    if more := cases[MOST_FAILURES:]:
        reasons = [reason for case in more for reason in case.why_red]
        listed = list(bullets(reasons))
        yield from ["", *fold(f"{count_text(len(more), 'more case')} without items", listed)]


def _item(item: Item) -> tuple[str, ...]:
    pair = is_pair(item)
    return (
        item.id,
        item.texts[0] if pair else " · ".join(item.texts),
        item.texts[1] if pair else "",
        item.expected or "",
        item.given or "",
        "" if item.score is None else f"{item.score:.3f}",
        item.note,
    )


def _comparison(run: Run) -> Iterator[str]:
    """This run beside its baseline, and the items that flipped."""
    compared = by_drop(run)
    if not compared:
        return
    rows = [_change_row(measurement, change) for measurement, change in compared]
    title = run.suite(compared[0][0].case.suite).title
    told = f"Compared with {plain(baseline_of(run))}. {plain(regressions(run))}"
    yield from _section(title, [told, "", *table(CHANGE_HEADER, rows, numeric=range(1, 7))])
    for measurement, change in compared:
        if measurement.red:
            reasons = bullets(measurement.why_red)
            yield from ["", f"### {plain(str(measurement.case))}", "", *reasons]
            yield from _flips("Worse now", change.lost, change.flips_lost)
            yield from _flips("Better now", change.won, change.flips_won)


def _change_row(measurement: Measurement, change: Change) -> tuple[str, ...]:
    n = measurement.headline.n
    return (
        str(change.compared),
        f"{change.before:.3f}",
        f"{change.now:.3f}",
        f"{measurement.headline.value:+.3f}",
        "" if n is None else str(n),
        p_value(change.p),
        p_value(change.p_holm),
        change_verdict(measurement),
    )


def _flips(title: str, count: int, flips: Sequence[FlippedItem]) -> Iterator[str]:
    if flips:
        flipped = [f"{flip.id} {flip.text}" for flip in flips[:FLIPS]]
        more = f", {FLIPS} shown" if count > FLIPS else ""
        yield from ["", f"{title}: {count}{more}", "", *bullets(flipped)]


def _signatures(measurements: Sequence[Measurement]) -> Iterator[str]:
    """Each signature once, under the cases that it belongs to."""
    cases: dict[str, list[Measurement]] = {}
    for each in measurements:
        cases.setdefault(each.signature, []).append(each)
    for signature, group in cases.items():
        owners = ", ".join(str(each.case) for each in group) if len(cases) > 1 else "All cases"
        yield from [f"{plain(owners, longest=None)}:", "", *fence([signature]), ""]
