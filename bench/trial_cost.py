"""`python -m bench.trial_cost [MODEL]`: the share of a first run that a model's trial takes."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

from kasauti.__main__ import main as kasauti
from kasauti.engines.causal.scorer import CausalScorer
from kasauti.engines.causal.trial import Trial


def main(model: str = "gemma-3-270m") -> None:
    spent = 0.0

    def timed(compute: Callable[..., Any]) -> Callable[..., Any]:
        def measured(*given: Any) -> Any:
            nonlocal spent
            began = time.perf_counter()
            try:
                return compute(*given)
            finally:
                spent += time.perf_counter() - began

        return measured

    Trial.of = timed(Trial.of)  # type: ignore[method-assign]
    for ways in ("_trie_agrees", "_rows_agree"):
        trial = vars(CausalScorer)[ways]
        trial.func = timed(trial.func)
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        kasauti(
            [
                *("-m", "multiblimp", f"--model={model}", f"--results-dir={folder}"),
                *("--no-store", "--exit-zero", "--tb=no", "-qq", "-p", "no:cacheprovider"),
            ]
        )
        whole = time.perf_counter() - began
    print(f"{model}: the trial took {spent:.2f} s of {whole:.1f} s, {spent / whole:.1%}.")


if __name__ == "__main__":
    main(*sys.argv[1:])
