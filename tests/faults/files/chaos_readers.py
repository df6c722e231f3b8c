"""Attacks on every reader: `python -m tests.faults.files.chaos_readers 10000`.

Each input is a valid file that was spoiled, or something that is not a file. A reader may refuse
it by one of our errors; any other exception and any wait of more than 5 seconds is a fault.
"""

from __future__ import annotations

import random
import shutil
import signal
import sys
import tempfile
import traceback
import warnings
from pathlib import Path
from unicodedata import category

from kasauti.inputs import files as outside_files
from tests.faults.files.attacks import NO_FILES, replace_by, spoiled
from tests.faults.files.readers import OURS, Reader, readers

SECONDS = 5
SEED = 20
# How often an input is not a spoiled file but something that is not a file.
NO_FILE = 0.02


class HangError(BaseException):
    """A reader that did not come back in time."""


def _hang(*_: object) -> None:
    raise HangError


def is_one_line(message: str) -> bool:
    """Return True if a message is one line that does not steer the terminal."""
    return len(message) < 2000 and not {"Cc", "Cs", "Zl", "Zp"} & set(map(category, message))


def attack(name: str, reader: Reader, folder: Path, chance: random.Random) -> str | None:
    """Return what went wrong in one attack; None where the file was read or refused."""
    path = reader.write(folder)
    if chance.random() < NO_FILE:
        replace_by(chance.choice(list(NO_FILES)), path)
    else:
        path.write_bytes(spoiled(path.read_bytes(), path.name, chance))
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        reader.read(folder, path)
    except OURS as error:
        return None if is_one_line(str(error)) else f"{name}: {str(error)[:200]!r}"
    except HangError:
        return f"{name}: hang"
    except BaseException:
        return f"{name}: {traceback.format_exc(limit=-3)}"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return None


def main(count: int, *, seed: int = SEED) -> int:
    """Attack `count` times, the readers in turn; 1 where anything went wrong."""
    warnings.simplefilter("error")
    outside_files.PATIENCE = 0.05
    signal.signal(signal.SIGALRM, _hang)
    found: list[str] = []
    names = list(readers())
    for number in range(count):
        # Of its own for each input, so that one can be repeated alone.
        chance = random.Random(f"{seed} {number}")
        name = names[number % len(names)]
        folder = Path(tempfile.mkdtemp(prefix="kasauti-chaos-"))
        try:
            fault = attack(name, readers()[name], folder, chance)
        finally:
            shutil.rmtree(folder)
        if fault:
            found.append(fault)
            print(f"input {number}: {fault}", file=sys.stderr)  # noqa: T201
    hangs = sum(fault.endswith(": hang") for fault in found)
    print(  # noqa: T201
        f"readers: {count} inputs, {len(names)} readers, {len(found) - hangs} uncaught, "
        f"{hangs} hangs"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000))
