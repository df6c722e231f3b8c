"""Hand-written and generated pairs of the full Hindi set: how far they agree over models.

`python -m bench.populations RESULTS…`, each of `kasauti -m multiblimp --until=all`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

from kasauti.records import Measurement
from kasauti.records.serialization.files import read_run

CORE = "hi-core-"  # the ids of hand-written pairs begin with it


def shares(case: Measurement) -> tuple[float, float] | None:
    """Return the share of right pairs, hand-written and generated; None without both."""
    right = [(item.id.startswith(CORE), bool(item.right)) for item in case.items]
    core, generated = (
        [ok for is_core, ok in right if is_core == wanted] for wanted in (True, False)
    )
    if not core or not generated:
        return None
    return float(np.mean(core)), float(np.mean(generated))


def main(paths: list[str]) -> None:
    """Print both shares of each phenomenon by model, their correlation and the verdicts."""
    runs = [read_run(json.loads(Path(path).read_text(encoding="utf-8"))) for path in paths]
    pooled: list[tuple[float, float]] = []
    for run in runs:
        found = {str(case.case.name): both for case in run.measurements if (both := shares(case))}
        limits = [case.headline.threshold for case in run.measurements if shares(case)]
        print(f"\n{run.model}: hand-written, generated")
        for name, (core, generated) in found.items():
            print(f"  {name:32} {core:.3f}  {generated:.3f}  {generated - core:+.3f}")
        values = np.array(list(found.values()))
        pooled += list(found.values())
        meets = [
            [held is not None and held.allows(value) for value in both]
            for held, both in zip(limits, values, strict=True)
        ]
        same = sum(one == other for one, other in meets)
        print(
            f"  mean {values[:, 0].mean():.3f}  {values[:, 1].mean():.3f}; correlation over "
            f"phenomena {np.corrcoef(values.T)[0, 1]:.2f}; the same side of the threshold: "
            f"{same} of {len(meets)}"
        )
    print(f"\nall models: correlation {np.corrcoef(np.array(pooled).T)[0, 1]:.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
