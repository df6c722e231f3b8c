"""The page: overview, drops and runs written here, the rest as data that its script draws."""

from __future__ import annotations

from pathlib import Path
from string import Template

from kasauti.reports.dashboard.markup import joined
from kasauti.reports.offline_page import content_policy, embedded
from kasauti.reports.trend.columns import columns_of
from kasauti.reports.trend.content import trend_content
from kasauti.reports.trend.overview import drops_section, overview_section, runs_section
from kasauti.reports.trend.tracks import Trend

FOLDER = Path(__file__).parent
DASHBOARD = FOLDER.parent / "dashboard"
STYLES = (DASHBOARD / "style.css", DASHBOARD / "series.css", FOLDER / "style.css")
SCRIPTS = (
    *(DASHBOARD / name for name in ("elements.js", "frame.js", "texts.js")),
    *(FOLDER / name for name in ("data.js", "chart.js", "map.js", "case.js", "items.js")),
    FOLDER / "page.js",
)


def trend_page(trend: Trend) -> str:
    """The page as text."""
    style, script = (_read(paths) for paths in (STYLES, SCRIPTS))
    names = ", ".join(series.name for series in trend.series)
    return Template(_read([FOLDER / "template.html"])).substitute(
        policy=joined(content_policy(style, script)),
        title=joined(f"Trend of {names} · Kasauti"),
        style=style,
        overview=overview_section(trend),
        drops=drops_section(trend),
        runs=runs_section(trend),
        data=embedded(trend_content(trend, columns_of(trend.series))),
        script=script,
    )


def _read(paths: tuple[Path, ...] | list[Path]) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)
