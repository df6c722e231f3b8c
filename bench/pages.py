"""`python -m bench.pages --write|--check`: the pages that show figures of bench/results.json.

Each page has the figures between two comments. `--check` fails where they differ from the file;
a unit test does the same.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bench import cost
from bench.figures import results
from bench.figures.tables import benchmark_page, measured

ROOT = Path(__file__).parents[1]
BEGIN = "<!-- figures of bench/results.json, by python -m bench.pages --write -->"
END = "<!-- end of the figures -->"


def expected(parts: Mapping[str, Any]) -> dict[str, str]:
    """The figures of each page."""
    found = {"docs/scaling.md": cost.report(cost.measured(parts))}
    if measured(parts):
        found["docs/benchmark.md"] = benchmark_page(parts)
    return found


def differing(parts: Mapping[str, Any], root: Path = ROOT) -> list[str]:
    """The pages whose figures are not those of the results."""
    return [
        page
        for page, figures in expected(parts).items()
        if written(root / page, figures) != (root / page).read_text(encoding="utf-8")
    ]


def written(page: Path, figures: str) -> str:
    """The page with these figures."""
    text = page.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{page} has no place for figures. Put {BEGIN} and {END} around it.")
    return f"{before}{BEGIN}\n\n{figures}\n\n{END}{after}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.pages", description=__doc__)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--check", action="store_true", help="fail where a page differs")
    what.add_argument("--write", action="store_true", help="write the pages and the plots")
    arguments = parser.parse_args()
    parts = results.read()
    if arguments.write:
        from bench.figures.plots import write_plots

        write_plots(parts, ROOT / "docs")
        for page, figures in expected(parts).items():
            (ROOT / page).write_text(written(ROOT / page, figures), encoding="utf-8")
            print(f"Written: {page}")
        return 0
    pages = differing(parts)
    for page in pages:
        print(f"{page} differs from {results.PATH.name}. Run: python -m bench.pages --write")
    return 1 if pages else 0


if __name__ == "__main__":
    sys.exit(main())
