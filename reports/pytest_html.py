"""report.html: what pytest-html shows of each test, with its figures and its pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import pytest

from kasauti.reports.layers_svg import layer_curve, layer_map
from kasauti.reports.matrix_svg import matrix_svg
from kasauti.reports.quiz_html import answer_table

HEADERS = ("Case", "Score", "95 % interval", "n", "Bar", "Band", "Verdict")
# pytest-html's columns are result, test, duration, links. Ours take the place of the test (the
# case names it) and of the links (there are none).
RESULT, DURATION = 0, 2
SHOWN_WRONG = 200


class PytestHtml:
    """Hooks of pytest-html; registered beside it, never in a pytest-xdist worker."""

    def __init__(self) -> None:
        self._by_layer: dict[str, dict[str, float]] = {}

    def pytest_html_report_title(self, report: Any) -> None:
        report.title = "Kasauti"

    def pytest_html_results_table_header(self, cells: list[str]) -> None:
        ours = [f"<th>{header}</th>" for header in HEADERS]
        cells[:] = [cells[RESULT], *ours, cells[DURATION]]

    def pytest_html_results_table_row(self, report: pytest.TestReport, cells: list[str]) -> None:
        measurement = getattr(report, "measurement", None)
        empty = [report.nodeid, *[""] * (len(HEADERS) - 1)]
        figures = _figures(measurement) if measurement else empty
        ours = [f"<td style='white-space: nowrap'>{escape(figure)}</td>" for figure in figures]
        cells[:] = [cells[RESULT], *ours, cells[DURATION]]

    def pytest_html_results_table_html(self, report: pytest.TestReport, data: list[str]) -> None:
        measurement = getattr(report, "measurement", {})
        details = measurement.get("details", {})
        if details.get("chosen"):
            title = f"{measurement['case']}: what was right (rows), what was chosen (columns)"
            data.append(f"<p>{escape(title)}</p>{matrix_svg(details['chosen'], title)}")
        if details.get("layer_results"):
            layers = details["layer_results"]
            self._by_layer[details["task"]] = {
                layer: result["accuracy"] for layer, result in layers.items()
            }
            title = f"{measurement['case']}: accuracy by layer"
            letters = details["baselines"]["character_ngrams"]
            data.append(f"<p>{escape(title)}</p>{layer_curve(layers, title, ngrams=letters)}")
        if details.get("question_results"):
            data.append(answer_table(details["question_results"]))
        pairs = details.get("pairs", [])
        wrong = [pair for pair in pairs if not pair["right"]]
        if wrong:
            data.append(_pair_table(sorted(wrong, key=lambda pair: pair["margin"])))

    def pytest_html_results_summary(self, summary: list[str]) -> None:
        if self._by_layer:
            title = "Accuracy of the probes by task and layer, in per cent"
            summary.append(f"<p>{title}</p>{layer_map(self._by_layer, title)}")


def _figures(measurement: Mapping[str, Any]) -> list[str]:
    low, high = measurement["low"], measurement["high"]
    return [
        f"{measurement['case']} {measurement.get('model', '')}".rstrip(),
        f"{measurement['value']:.3f}",
        "" if low is None else f"{low:.3f} to {high:.3f}",
        str(measurement["n"]),
        (
            measurement["required"]
            if measurement["bar"] is None
            else f"{measurement['direction']} {measurement['bar']:.2f}"
        ),
        measurement["band"] or "",
        measurement["verdict"],
    ]


def _pair_table(wrong: Sequence[Mapping[str, Any]]) -> str:
    """The pairs that the model gets wrong, the worst first, with both perplexities."""
    rows = "".join(
        f"<tr><td>{escape(pair['id'])}</td><td lang='hi'>{escape(pair['good'])}</td>"
        f"<td>{pair['good_perplexity']:.1f}</td><td lang='hi'>{escape(pair['bad'])}</td>"
        f"<td>{pair['bad_perplexity']:.1f}</td><td>{escape(pair['gloss'])}</td></tr>"
        for pair in wrong[:SHOWN_WRONG]
    )
    return (
        f"<p>{len(wrong)} pairs decided wrongly"
        f"{f', the worst {SHOWN_WRONG} shown' if len(wrong) > SHOWN_WRONG else ''}:</p>"
        "<table><tr><th>pair</th><th>grammatical</th><th>perplexity</th>"
        f"<th>ungrammatical</th><th>perplexity</th><th>what is wrong</th></tr>{rows}</table>"
    )
