"""Pages that are one offline file: templates that escape everything, and nothing from outside."""

from __future__ import annotations

import base64
import hashlib
import json
import math
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from kasauti.reports.pages.items import further
from kasauti.reports.wording.languages import ends_text, language_text
from kasauti.reports.wording.text import (
    SIGNS,
    count_text,
    interval_text,
    minute,
    name_text,
    number_text,
    p_value,
    sample_text,
    threshold_text,
)
from kasauti.text.languages import direction, iso639_3, language_name
from kasauti.text.visible import visible

FOLDER = Path(__file__).parent


def offline_page(
    template: str,
    *,
    styles: Sequence[str],
    scripts: Sequence[str],
    **view: object,
) -> str:
    """Return the page of a template; `data` in its view is what its script reads, embedded."""
    style, script = _read(styles), _read(scripts)
    return (
        environment()
        .get_template(template)
        .render(
            policy=content_policy(style, script),
            style=Markup(style),
            script=Markup(script),
            **view,
        )
    )


def macro(template: str, name: str, *arguments: object) -> str:
    """Return what one macro of a template writes."""
    # Not as markup: whoever adds plain text to markup gets that text escaped a second time.
    return str(getattr(environment().get_template(template).module, name)(*arguments))


@cache
def environment() -> Environment:
    """The one environment: whatever is not markup already becomes visible, escaped text."""
    found = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.do"],
    )
    found.filters |= _FILTERS
    found.tests["finite"] = math.isfinite
    found.globals["SIGNS"] = SIGNS
    return found


def embed(content: object) -> Markup:
    """JSON that can stand inside a script element: nothing in it can end that element."""
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)


def content_policy(style: str, script: str) -> str:
    """Nothing from the network, and no style or script but these two, by their hashes."""
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def anchor(name: object, kind: str) -> str:
    """An id for an element: stable, and of letters that a URL need not quote."""
    return re.sub(r"[^a-z0-9]+", "-", f"{kind}-{name}".lower()).strip("-")


def _shown(value: object) -> object:
    if value is None:
        return ""
    return value if isinstance(value, Markup) else visible(str(value))


def _read(names: Sequence[str]) -> str:
    return "\n".join((FOLDER / name).read_text(encoding="utf-8") for name in names)


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"


_FILTERS: dict[str, Any] = {
    "anchor": anchor,
    "counted": count_text,
    "direction": direction,
    "ends": ends_text,
    "exact": repr,
    "further": further,
    "interval": interval_text,
    "iso639_3": iso639_3,
    "language_name": language_name,
    "language_text": language_text,
    "minute": minute,
    "p_value": p_value,
    "sample": sample_text,
    "shortened": number_text,
    "signed": lambda value: f"{value:+.3f}".replace("-", "−"),
    "spaced": name_text,
    "threshold": threshold_text,
}
