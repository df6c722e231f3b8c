"""All formats of minimal pairs, and the published sets that --pairs knows by name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kasauti.data.pairs.formats import bhs, clams, columns, contrast, own, syntaxgym
from kasauti.data.pairs.formats.format import (
    DocumentFormat,
    LineFormat,
    PublishedSet,
    RowFormat,
    by_file,
)
from kasauti.inputs.rows import toml_tables

# A row is read by the first format whose fields it has.
FORMATS = (
    own.FORMAT,
    contrast.FORMAT,
    *columns.FORMATS,
    clams.FORMAT,
    *bhs.FORMATS,
    syntaxgym.FORMAT,
)
ROW_FORMATS = tuple(form for form in FORMATS if isinstance(form, RowFormat))
LINE_FORMATS = tuple(form for form in FORMATS if isinstance(form, LineFormat))
DOCUMENT_FORMATS = tuple(form for form in FORMATS if isinstance(form, DocumentFormat))
_PARTS = {form.name: form.part for form in FORMATS}


def _published_set(name: str, table: Mapping[str, Any]) -> PublishedSet:
    facts = dict(table)
    part = _PARTS[facts.pop("format")] or by_file(facts.pop("language"))
    return PublishedSet(name=name, part=part, **facts)


SETS = {
    name: _published_set(name, table)
    for name, table in toml_tables(Path(__file__).with_name("sets.toml")).items()
}
