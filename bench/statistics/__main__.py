"""Print every figure of docs/statistics.md that a simulation gives."""

from __future__ import annotations

import importlib
import sys

MODULES = ("intervals", "gate", "sequences", "trends")


def main(names: list[str]) -> None:
    """Run the modules that are named, by default all there are."""
    for name in names or MODULES:
        try:
            module = importlib.import_module(f"bench.statistics.{name}")
        except ModuleNotFoundError as error:
            if names or error.name != f"bench.statistics.{name}":
                raise
            continue
        print(f"\n## {name}\n")
        module.main()


if __name__ == "__main__":
    main(sys.argv[1:])
