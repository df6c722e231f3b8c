"""What a named source of pairs gives: `--pairs=NAME:…`."""

from __future__ import annotations

from dataclasses import dataclass

from kasauti.data.pair_formats.syntaxgym import RegionSuite
from kasauti.data.pair_record import Pair


@dataclass(frozen=True, slots=True)
class SourcePairs:
    """Pairs, and what is to be said of them.

    note: what was made and refused; empty where there is nothing to say.
    convention: what the protocol of their paper compares two sentences by; empty where there is
    none, so that the suite's own applies.
    equal: pairs of two equal sentences, which are left out.
    regions: suites of SyntaxGym, which are not pairs.
    """

    pairs: tuple[Pair, ...]
    note: str = ""
    convention: str = ""
    equal: tuple[Pair, ...] = ()
    regions: tuple[RegionSuite, ...] = ()
