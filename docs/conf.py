"""Sphinx settings of the documentation: `make docs`. The reference is generated from the code."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from reference import ROOT, data_page, write_reference  # noqa: E402, it is beside this file

write_reference(HERE / "reference")

project = "Kasauti"
author = "The Kasauti maintainers"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
nitpicky = True

html_theme = "furo"
html_title = "Kasauti"
html_show_copyright = False
html_show_sourcelink = False


def _link_to_data_pages(_: Any, __: str, source: list[str]) -> None:
    """In the repository a page links to the README of a data pack, on the site to its page."""
    source[0] = re.sub(
        r"\]\(\.\./(data/[^)#]*README\.md)",
        lambda found: f"](reference/{data_page(ROOT / found[1])}.md",
        source[0],
    )


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("source-read", _link_to_data_pages)
