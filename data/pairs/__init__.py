"""Minimal pairs: the record, their formats, and everything that --pairs names."""

from kasauti.data.pairs.formats.pair import Check, Pair, by_phenomenon
from kasauti.data.pairs.reading import read_pairs

__all__ = ["Check", "Pair", "by_phenomenon", "read_pairs"]
