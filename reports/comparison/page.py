"""The page: its sections, with the dashboard's style, in one file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from string import Template

from kasauti.records import Run
from kasauti.reports.comparison.models import model_sections
from kasauti.reports.comparison.two_runs import run_sections
from kasauti.reports.dashboard.markup import Markup, element, joined
from kasauti.reports.offline_page import content_policy

FOLDER = Path(__file__).parent
DASHBOARD = FOLDER.parent / "dashboard"
STYLES = (*(DASHBOARD / name for name in ("style.css", "series.css")), FOLDER / "style.css")
SCRIPTS = (*(DASHBOARD / name for name in ("elements.js", "frame.js")), FOLDER / "page.js")

Sections = Mapping[str, Markup]  # by their titles; the name of each is the id of its element


def runs_page(before: Run, now: Run) -> str:
    """Two runs, as before and now."""
    return _page(f"{before.model} and {now.model}", run_sections(before, now))


def models_page(runs: Mapping[str, Run], *, pages: Mapping[str, str] | None = None) -> str:
    """Several models by their labels; `pages` are the addresses of their own dashboards."""
    return _page(", ".join(runs), model_sections(runs, pages or {}))


def _page(title: str, sections: Sections) -> str:
    style, script = _read(STYLES), _read(SCRIPTS)
    links = [
        element("li", element("a", name, href=f"#{name.lower().replace(' ', '-')}"))
        for name in sections
    ]
    return Template(_read([FOLDER / "template.html"])).substitute(
        policy=joined(content_policy(style, script)),
        title=joined(f"Comparison of {title} · Kasauti"),
        style=style,
        navigation=joined(*links),
        sections=joined(*sections.values()),
        script=script,
    )


def _read(paths: Iterable[Path]) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)
