"""The benchmark of many languages makes pairs that the suite reads."""

from __future__ import annotations

from pathlib import Path

from bench.many_languages import PHENOMENA, SCRIPTS, write_pairs
from kasauti.data.pair_cases import minimal_pair_cases


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
