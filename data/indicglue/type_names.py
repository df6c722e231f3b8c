"""What answers call the types of names besides the words that the prompt offers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from kasauti.data.files import toml_tables


@cache
def type_names() -> Mapping[str, str]:
    """The type that each word stands for."""
    tables = toml_tables(Path(__file__).with_name("type_names.toml"))
    return {name: kind for kind, names in tables.items() for name in names}
