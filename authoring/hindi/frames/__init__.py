"""Templates written as whole sentences with slots: the files in `full/`, one per phenomenon.

A file says which directions its frames have and what is wrong with the bad members; a frame gives
its sentence (`say`, by direction where they differ) and short lists of words that fit it. Words
that belong together are written in one row: "V T" = "उठना | सुबह छह बजे; सोना | रात को". Rows at
the head of a file are shared by its frames.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from authoring.hindi.draft import Template
from authoring.hindi.frames.frame import Frame, Row
from kasauti.inputs.rows import toml_tables

FOLDER = Path(__file__).parent


def frame_templates(path: Path) -> tuple[Template, ...]:
    """The templates of a file of frames."""
    tables = toml_tables(path)
    return tuple(_template(name, table, tables) for name, table in tables["frames"].items())


def _template(name: str, table: Mapping[str, Any], defaults: Mapping[str, Any]) -> Template:
    said = table["say"]
    directions = table.get("directions", defaults.get("directions", []))
    schemas = said if isinstance(said, Mapping) else dict.fromkeys(directions, said)
    rows = {key: text for key, text in {**defaults, **table}.items() if key.isupper()}
    frame = Frame(
        name=name,
        schemas=schemas,
        rows={key: _rows(key, text) for key, text in rows.items()},
        rule=table.get("rule", defaults.get("rule", "wording of the contrast")),
        why=table.get("why", defaults.get("why", "")),
    )
    return Template(name, tuple(schemas), frame.build)


def _rows(key: str, rows: str) -> tuple[Row, ...]:
    """Each row as one filler per slot of the key."""
    slots = key.split()
    cells = [[cell.strip() for cell in row.split("|")] for row in rows.split(";")]
    return tuple(dict(zip(slots, row, strict=True)) for row in cells)
