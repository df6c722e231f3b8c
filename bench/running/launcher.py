"""`python -S launcher.py FILE COMMAND …` runs a command, and writes the peak of its memory.

A process begins as a copy of the one that started it, and the system counts the size of that copy
as a peak of the new process. The benchmark is large, so it starts commands by this small program.
"""

from __future__ import annotations

import os
import sys


def main() -> None:
    file, *command = sys.argv[1:]
    _, status, usage = os.wait4(os.posix_spawn(command[0], command, os.environ), 0)
    with open(file, "w", encoding="ascii") as written:  # noqa: PTH123 - pathlib makes it larger
        written.write(str(usage.ru_maxrss))
    sys.exit(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
