"""comparison.html: two runs as before and now, or several models, on one offline page."""

from __future__ import annotations

from collections.abc import Mapping

from kasauti.records import Run
from kasauti.reports.pages.comparison.models import models_view
from kasauti.reports.pages.comparison.two_runs import runs_view
from kasauti.reports.pages.offline_page import offline_page

STYLES = ("dashboard/style.css", "dashboard/series.css", "comparison/style.css")
SCRIPTS = ("dashboard/elements.js", "dashboard/frame.js", "comparison/page.js")


def runs_page(before: Run, now: Run) -> str:
    """Return the page of two runs, as before and now."""
    return _page("runs", f"{before.model} and {now.model}", runs_view(before, now))


def models_page(runs: Mapping[str, Run], *, pages: Mapping[str, str] | None = None) -> str:
    """Return the page of several models by their labels; `pages` are their own dashboards."""
    return _page("models", ", ".join(runs), models_view(runs, pages or {}))


def _page(kind: str, names: str, view: Mapping[str, object]) -> str:
    sections = {"overview": "Overview", "cases": "Cases"}
    sections |= {"flipped-items": "Flipped items"} if view.get("flips") else {}
    sections |= {"not-compared": "Not compared"} if view["refused"] else {}
    return offline_page(
        f"comparison/{kind}.html",
        styles=STYLES,
        scripts=SCRIPTS,
        title=f"Comparison of {names}",
        navigation=sections,
        **view,
    )
