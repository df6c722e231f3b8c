"""The benchmark of many languages: pairs that the suite reads, and figures that the docs show."""

from __future__ import annotations

import json
from pathlib import Path

from bench.many_languages import PHENOMENA, RESULTS, SCRIPTS, write_pairs
from kasauti.fixtures.suites.pairs.cases import minimal_pair_cases
from tests.support import ROOT


def test_pairs_are_spread_over_languages_and_phenomena(tmp_path: Path) -> None:
    files = write_pairs(tmp_path, languages=30, pairs=200)
    made = [case for case in minimal_pair_cases(files) if "/" in case.name]
    assert sum(len(case.pairs) for case in made) == 200
    assert len({case.language for case in made}) == 30
    assert {case.id.phenomenon for case in made} == set(PHENOMENA)
    assert not any(case.left_out for case in made)
    scripts = {next(iter(case.pairs)).good[0] > "\x7f" for case in made}
    assert len(SCRIPTS) > 1
    assert scripts == {True, False}


def test_the_docs_have_the_measured_costs() -> None:
    page = (ROOT / "docs" / "languages.md").read_text(encoding="utf-8")
    measured = json.loads(RESULTS.read_text(encoding="utf-8"))
    assert f"{measured['pairs']:,} made-up pairs in {measured['languages']} languages" in page
    for run, name in zip(measured["runs"], ["first run", "second run", "two workers"], strict=True):
        assert run["name"] == name
        row = next(line for line in page.splitlines() if line.startswith(f"| {name}"))
        assert f"| {run['seconds']:.0f} | {run['peak_mib']:,.0f} MiB" in row
    sizes = measured["runs"][-1]["files_mib"]
    for name in ("evaluation_results.json", "dashboard.html", "scores.sqlite"):
        assert f"{sizes[name]:.1f} MiB" in page
