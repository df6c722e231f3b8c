"""Signatures: one line from which a reader can repeat a measurement."""

from __future__ import annotations

from collections.abc import Mapping

from kasauti.records import Provenance


def signature(settings: Mapping[str, object]) -> str:
    """All settings in the order of their names.

    >>> signature({"data": "hindi-core@4e1c", "bos": "<bos>", "convention": "perplexity"})
    'bos:<bos>|convention:perplexity|data:hindi-core@4e1c'
    """
    return Provenance({name: str(value) for name, value in settings.items()}).signature
