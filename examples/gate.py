"""A gate as a script: exit code 1 where a case is clearly below its threshold.

    python examples/gate.py checkpoints/step-2000 [marker of a suite]

The command `kasauti -m multiblimp --model=…` is a gate too. A script is of use where a rule of your
own decides, here: only a case whose whole interval is below its threshold fails.
"""

from __future__ import annotations

import sys

import kasauti


def main(model: str, suite: str = "multiblimp") -> int:
    """Evaluate the model, print what is clearly too low, and return the exit code."""
    run = kasauti.evaluate(model, suites=suite)
    clearly_low = [each for each in run.measurements if each.verdict == "failed"]
    for each in clearly_low:
        print(f"{each.case}: {each.headline}")
    print(f"{len(clearly_low)} of {len(run.measurements)} cases are clearly below their threshold.")
    return 1 if clearly_low else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
