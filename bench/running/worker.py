"""`python -m bench.running.worker MODULE:CLASS WORKLOAD.json`: one tool, one workload, one process.

It loads the tool, says so, then computes the items once for each line on the standard input, and
answers with a line of JSON: the seconds, the peak of the process's memory, and what was computed.
While it waits it does nothing, so that several workers take turns on one machine.
"""

from __future__ import annotations

import importlib
import json
import os
import resource
import sys
import time
from pathlib import Path
from typing import TextIO

from bench.tools import Runs
from bench.tools.workload import Workload, spread


def serve(tool: Runs, workload: Workload, requests: TextIO, replies: TextIO) -> None:
    """Answer each request until there are no more."""
    _say(replies, {"threads": _threads(), "facts": tool.facts})
    for line in requests:
        request = json.loads(line)
        items = spread(workload.items, request["count"])
        started = time.perf_counter()
        outputs = tool.run(items, request["batch"])
        seconds = time.perf_counter() - started
        _say(
            replies,
            {
                "seconds": seconds,
                "items": len(items),
                "peak_mib": peak_mib(),
                "outputs": outputs,
            },
        )


def peak_mib() -> float:
    """The most resident memory that this program has had.

    Linux's ru_maxrss also counts the process that it was started from, which may be larger.
    """
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
        return int(next(line.split()[1] for line in lines if line.startswith("VmHWM"))) / 1024
    except (OSError, StopIteration):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _threads() -> int:
    """Those of torch, where the tool uses it."""
    torch = sys.modules.get("torch")
    return int(torch.get_num_threads()) if torch else 1


def _say(replies: TextIO, message: dict[str, object]) -> None:
    replies.write(json.dumps(message) + "\n")
    replies.flush()


def main() -> None:
    path, file = sys.argv[1:]
    # What libraries print must not get between the replies.
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    module, _, name = path.partition(":")
    workload = Workload.read(Path(file))
    tool: Runs = getattr(importlib.import_module(module), name)(workload)
    serve(tool, workload, sys.stdin, replies)


if __name__ == "__main__":
    main()
