"""Signatures: one line from which a reader can repeat a measurement."""

from __future__ import annotations

from collections.abc import Mapping


def signature(settings: Mapping[str, object]) -> str:
    """All settings in the order of their names.

    >>> signature({"data": "hindi-core@4e1c", "bos": "<bos>", "convention": "perplexity"})
    'bos:<bos>|convention:perplexity|data:hindi-core@4e1c'
    """
    return "|".join(f"{name}:{settings[name]}" for name in sorted(settings))
