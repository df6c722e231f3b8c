"""Whole runs in processes forked from one that has imported the models' libraries already.

Importing torch and transformers takes longer than most runs. A forked run still imports Kasauti
itself, pytest's plugins and the libraries of single suites. Run as a script, this file is the
process that forks: it reads an order per line and answers with a process id and an exit code.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import runpy
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NoReturn, TextIO

LIBRARIES = ("numpy", "pytest", "scipy.optimize", "scipy.stats", "torch", "torch._dynamo")
LIBRARIES += ("transformers", "transformers.models.auto.tokenization_auto")
LIBRARIES += ("transformers.models.llama.modeling_llama", "transformers.modeling_utils")
LOCK = threading.Lock()


@cache
def forking_process() -> subprocess.Popen[str]:
    """Start the process that forks; it ends with this one."""
    # Both are read when the libraries are imported.
    settings = {"HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1"}
    process = subprocess.Popen(
        [sys.executable, __file__],
        env={**os.environ, **settings},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    atexit.register(process.communicate)
    return process


def run_forked(
    module: str, arguments: list[str], *, cwd: Path, env: Mapping[str, str], output: Path
) -> int:
    """Run a module as `python -m` does, write all it prints to `output`; return its exit code."""
    order = {"arguments": [module, *arguments], "cwd": str(cwd), "env": dict(env)}
    with LOCK:
        process = forking_process()
        assert process.stdin is not None
        assert process.stdout is not None
        print(json.dumps({**order, "output": str(output)}), file=process.stdin, flush=True)
        child = int(process.stdout.readline())
        alarm = threading.Timer(300, os.kill, (child, 9))
        alarm.start()
        try:
            return int(process.stdout.readline())
        finally:
            alarm.cancel()


def fork_for_each_order() -> dict[str, Any]:
    """Return, in each forked process, the order that it is for."""
    orders, answers = _kept(sys.stdin, "r"), _kept(sys.stdout, "w")
    for name in LIBRARIES:
        importlib.import_module(name)
    # It has a plugin for pytest, which would warn that it is imported already.
    sys.modules["anyio"].__doc__ = "PYTEST_DONT_REWRITE"
    gc.freeze()  # or collecting would touch, and so copy, every page
    for line in orders:
        child = os.fork()
        if not child:
            orders.close()
            answers.close()
            order: dict[str, Any] = json.loads(line)
            return order
        print(child, file=answers, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), file=answers, flush=True)
    sys.exit()


def _kept(stream: TextIO, mode: str) -> TextIO:
    """Move a stream elsewhere and leave /dev/null in its place."""
    kept = os.dup(stream.fileno())
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, stream.fileno())
    os.close(null)
    return os.fdopen(kept, mode)


def carry_out(order: dict[str, Any]) -> NoReturn:
    output = os.open(order["output"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(output, stream.fileno())
    os.close(output)
    os.chdir(order["cwd"])
    os.environ.clear()
    os.environ.update(order["env"])
    tempfile.tempdir = None
    sys.path[0] = order["cwd"]
    sys.argv = order["arguments"]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    sys.exit()


if __name__ == "__main__":
    carry_out(fork_for_each_order())
