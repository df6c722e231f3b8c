"""Where the figures come from: a signature for each case, the versions, the work done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kasauti.reports.dashboard.markup import Markup, element, shortened
from kasauti.reports.dashboard.table import spaced, table


def provenance_section(
    measurements: Sequence[Mapping[str, Any]], results: Mapping[str, Any]
) -> Markup:
    """From a signature a reader can repeat the measurement."""
    rows = [
        (
            measurement["case"],
            element("code", measurement["signature"], class_="signature"),
            _copy_button(measurement),
        )
        for measurement in measurements
        if measurement.get("signature")
    ]
    return element(
        "section",
        element("h2", "Signatures and environment", id="provenance-title"),
        _environment(results["summary"]),
        element(
            "details",
            element("summary", f"Signatures of {len(rows)} cases"),
            table("Signatures", ("case", "signature", "copy"), rows, hidden_caption=True),
        )
        if rows
        else None,
        id="provenance",
        aria_labelledby="provenance-title",
    )


def _copy_button(measurement: Mapping[str, Any]) -> Markup:
    return element(
        "button",
        "Copy",
        type="button",
        class_="copy",
        data_copy=measurement["signature"],
        aria_label=f"Copy the signature of {measurement['case']}",
    )


def _environment(summary: Mapping[str, Any]) -> Markup:
    work = summary.get("work", {})
    facts = {
        **summary.get("model_config", {}),
        **summary.get("versions", {}),
        "date": summary["evaluation_date"],
        "sequences computed": shortened(work.get("computed", 0)),
        "sequences from the store": shortened(work.get("stored", 0)),
    }
    pairs = [
        element("div", element("dt", spaced(name)), element("dd", str(value)))
        for name, value in facts.items()
    ]
    return element("dl", *pairs, class_="facts-list", aria_label="Environment")
