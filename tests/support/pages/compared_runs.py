"""Two runs of which one case falls, one stays and one rises."""

from __future__ import annotations

from kasauti.records import Run
from tests.support.built_measurements import MODEL
from tests.support.dashboard_runs import run_of
from tests.support.pages.trend_runs import answers

SURE = "+" * 20, "-" * 14 + "+" * 6


def run_with(cases: dict[str, str], name: str, **model: str) -> Run:
    measured = [answers(case, signs) for case, signs in cases.items()]
    return run_of(*measured, model_config={**MODEL, "model": name, **model})


BEFORE = run_with(
    {"multiblimp/falls": SURE[0], "multiblimp/stays": "+-" * 10, "multiblimp/rises": SURE[1]},
    "first",
)


NOW = run_with(
    {"multiblimp/falls": SURE[1], "multiblimp/stays": "+-" * 10, "multiblimp/rises": SURE[0]},
    "second",
    weights="other",
)
