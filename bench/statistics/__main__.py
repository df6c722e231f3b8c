"""Print every figure of docs/statistics.md that a simulation gives."""

from __future__ import annotations

import importlib
import sys

MODULES = (
    *("intervals", "suites.skewed", "gate", "commits", "pooled", "seeds", "few_shot"),
    *("stopping", "margins", "tables", "suites.freshness"),
    *("suites.unseen", "suites.partial", "suites.judging", "suites.means"),
)


def main(names: list[str]) -> None:
    """Run the modules that are named, by default all."""
    for name in names or MODULES:
        print(f"\n## {name}\n", flush=True)
        importlib.import_module(f"bench.statistics.{name}").main([])


if __name__ == "__main__":
    main(sys.argv[1:])
