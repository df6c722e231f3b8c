"""Where the figures come from: a signature for each case, the versions, the work done."""

from __future__ import annotations

from kasauti.records import Measurement, Run
from kasauti.reports.dashboard.markup import Markup, element
from kasauti.reports.dashboard.table import table
from kasauti.reports.text import counted, shortened, spaced


def provenance_section(run: Run) -> Markup:
    """From a signature a reader can repeat the measurement."""
    rows = [
        (
            str(measurement.case),
            element("code", measurement.signature, class_="signature"),
            _copy_button(measurement),
        )
        for measurement in run.measurements
        if measurement.signature
    ]
    return element(
        "section",
        element("h2", "Signatures and environment", id="provenance-title"),
        _environment(run),
        element(
            "details",
            element("summary", f"Signatures of {counted(len(rows), 'case')}"),
            table("Signatures", ("case", "signature", "copy"), rows, hidden_caption=True),
        )
        if rows
        else None,
        id="provenance",
        aria_labelledby="provenance-title",
    )


def _copy_button(measurement: Measurement) -> Markup:
    return element(
        "button",
        "Copy",
        type="button",
        class_="copy",
        data_copy=measurement.signature,
        aria_label=f"Copy the signature of {measurement.case}",
    )


def _environment(run: Run) -> Markup:
    facts = {
        **run.model_config,
        **run.versions,
        "date": run.date,
        "sequences computed": shortened(run.work.computed),
        "sequences from the store": shortened(run.work.stored),
    }
    pairs = [
        element("div", element("dt", spaced(name)), element("dd", value))
        for name, value in facts.items()
    ]
    return element("dl", *pairs, class_="facts-list", aria_label="Environment")
