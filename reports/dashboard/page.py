"""The page: sections written here, the items as data, style and script inside the one file."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Any

from kasauti.reports.dashboard.cases import suite_section
from kasauti.reports.dashboard.comparison import SUITE as REGRESSION
from kasauti.reports.dashboard.comparison import comparison_section
from kasauti.reports.dashboard.items import COLUMNS, item_groups
from kasauti.reports.dashboard.markup import Markup, element, joined, slug
from kasauti.reports.dashboard.provenance import provenance_section
from kasauti.reports.dashboard.table import TITLES, spaced
from kasauti.reports.dashboard.verdict import (
    diagnosis_section,
    model_name,
    suites_section,
    verdict_section,
)
from kasauti.reports.totals import SECTIONS
from kasauti.reports.unmeasured import Unmeasured

FOLDER = Path(__file__).parent
SCRIPTS = ("items.js", "page.js")

Measurement = Mapping[str, Any]


def write_dashboard(
    path: Path,
    measurements: Sequence[Measurement],
    results: Mapping[str, Any],
    *,
    missed: Sequence[Unmeasured] = (),
) -> None:
    """Write the page of a run; `missed` are the tests that ended without a measurement."""
    path.write_text(dashboard(measurements, results, missed=missed), encoding="utf-8", newline="\n")


def dashboard(
    measurements: Sequence[Measurement],
    results: Mapping[str, Any],
    *,
    missed: Sequence[Unmeasured] = (),
) -> str:
    """The page as text."""
    style = _read("style.css")
    script = "\n".join(_read(name) for name in SCRIPTS)
    suites = _by_suite(measurements)
    return Template(_read("template.html")).substitute(
        policy=joined(content_policy(style, script)),
        title=joined(f"{model_name(results)} · Kasauti"),
        style=style,
        navigation=joined(*_links(suites, results)),
        sections=joined(*_sections(measurements, suites, results, missed)),
        provenance=provenance_section(measurements, results),
        data=embedded({"columns": COLUMNS, "groups": item_groups(measurements)}),
        script=script,
    )


def _sections(
    measurements: Sequence[Measurement],
    suites: Mapping[str, Sequence[Measurement]],
    results: Mapping[str, Any],
    missed: Sequence[Unmeasured],
) -> Iterator[Markup | None]:
    """What the page says before its table of items, from the verdict down."""
    yield verdict_section(measurements, results, missed)
    yield diagnosis_section(results)
    yield comparison_section(suites.get(REGRESSION, []))
    yield suites_section(measurements, results)
    for name, cases in suites.items():
        if name != REGRESSION:
            yield suite_section(name, cases, _section(results, name))


def embedded(content: object) -> str:
    """JSON that can stand inside a script element: nothing in it can end that element."""
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def content_policy(style: str, script: str) -> str:
    """Nothing from the network, and no style or script but these two, by their hashes."""
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"


def _by_suite(measurements: Sequence[Measurement]) -> dict[str, list[Measurement]]:
    suites: dict[str, list[Measurement]] = {}
    for measurement in measurements:
        suites.setdefault(measurement["case"].partition("/")[0], []).append(measurement)
    return suites


def _links(suites: Mapping[str, object], results: Mapping[str, Any]) -> Iterator[Markup]:
    entries = [("verdict", "Verdict")]
    if results["summary"].get("diagnosis"):
        entries.append(("diagnosis", "Diagnosis"))
    if REGRESSION in suites:
        entries.append((slug(f"suite-{REGRESSION}"), "Comparison"))
    entries.append(("suites", "Suites"))
    entries += [
        (slug(f"suite-{name}"), TITLES.get(name, spaced(name)))
        for name in suites
        if name != REGRESSION
    ]
    entries += [("items", "Items"), ("provenance", "Signatures")]
    for place, name in entries:
        yield element("li", element("a", name, href=f"#{place}"))


def _section(results: Mapping[str, Any], suite: str) -> Mapping[str, Any]:
    """A suite's part of the results, where it stands under its documented name."""
    section: Mapping[str, Any] = results.get(
        SECTIONS[suite].name if suite in SECTIONS else suite, {}
    )
    return section


def _read(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")
