"""Fields of a row that must be there."""

from __future__ import annotations

from collections.abc import Mapping

from kasauti.inputs.errors import KasautiError


def text_field(where: str, row: Mapping[str, object], name: str) -> str:
    """The text in a field, without the space around it; `where` names the row."""
    value = row.get(name)
    if not isinstance(value, str) or not value.strip():
        raise KasautiError(f"{where} has no {name}. Give its {name} as text.")
    return value.strip()
