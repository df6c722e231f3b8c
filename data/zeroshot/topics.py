"""What replies call the topics of a classification besides their own names."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from kasauti.inputs.rows import toml_tables


@cache
def topic_names() -> Mapping[str, tuple[str, ...]]:
    """Further names of each topic: other English words, Hindi, Sanskrit."""
    tables = toml_tables(Path(__file__).with_name("topic_names.toml"))
    return {topic: tuple(names) for topic, names in tables.items()}
