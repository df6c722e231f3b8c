"""All formats of minimal pairs, and the published sets that --pairs knows by name."""

from __future__ import annotations

from kasauti.data.pairs.formats import bhs, clams, columns, own, syntaxgym
from kasauti.data.pairs.formats.format import DocumentFormat, Format, LineFormat, RowFormat

# A row is read by the first format whose fields it has.
FORMATS: tuple[Format, ...] = (
    own.FORMAT,
    *columns.FORMATS,
    clams.FORMAT,
    *bhs.FORMATS,
    syntaxgym.FORMAT,
)
ROW_FORMATS = tuple(form for form in FORMATS if isinstance(form, RowFormat))
LINE_FORMATS = tuple(form for form in FORMATS if isinstance(form, LineFormat))
DOCUMENT_FORMATS = tuple(form for form in FORMATS if isinstance(form, DocumentFormat))
SETS = {each.name: each for form in FORMATS for each in form.sets}
