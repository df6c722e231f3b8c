"""Ask every broken model of the table: `python -m tests.faults.models.chaos_models [-v] [NAME]`.

Exits with 1 where one of them is accepted, hangs, or ends in anything but one sentence.
"""

from __future__ import annotations

import logging
import sys
import tempfile
import warnings
from collections.abc import Sequence
from pathlib import Path

from transformers.utils.logging import disable_progress_bar

from kasauti.engines.generation import prompts
from tests.faults.models.attempts import BROKEN, fault, refusal
from tests.faults.models.sound_models import make_all


def main(arguments: Sequence[str]) -> int:
    show = "-v" in arguments
    parts = [part for part in arguments if part != "-v"]
    chosen = [each for each in BROKEN if all(part in each.name for part in parts)]
    prompts.SECONDS = 2.0
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    disable_progress_bar()
    say = sys.stdout.write
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as place:
        sound = make_all(Path(place))
        for broken in chosen:
            found = fault(broken, sound)
            if found:
                faults.append(found)
                say(f"{broken.name}: {found}\n")
            elif show:
                say(f"{broken.name}: {refusal(broken, sound)}\n")
    tracebacks = sum(each.startswith("traceback") for each in faults)
    hangs = sum(each.startswith("hang") for each in faults)
    others = len(faults) - tracebacks - hangs
    say(
        f"broken models: {len(chosen)}, {tracebacks} tracebacks, {hangs} hangs"
        + (f", {others} otherwise wrong" if others else "")
        + "\n"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
