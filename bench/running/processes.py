"""The driver's side of the workers: start one, ask it for rounds, end it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from bench.tools import Tool

ROOT = Path(__file__).parents[2]
LOG_TAIL = 2000  # characters of the log of a worker that failed


class WorkerError(Exception):
    """A worker ended where it should have answered."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round of one tool over the items."""

    seconds: float
    items: int
    peak_mib: float
    outputs: list[Any]


@dataclass(frozen=True, slots=True)
class Ready:
    """The message of a worker whose tool is loaded."""

    threads: int
    facts: dict[str, int]


class Worker:
    """A tool in a process of its own. It loads at once; what is asked for waits for that."""

    def __init__(self, tool: Tool, workload: Path) -> None:
        self.tool = tool
        self._log = workload.with_name(f"{tool.name}.log")
        with self._log.open("w", encoding="utf-8") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "bench.running.worker", tool.path, str(workload)],
                cwd=ROOT,
                env={**os.environ, "HF_HUB_OFFLINE": "1"},  # no tool waits for a network
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                encoding="utf-8",
            )
        self._ready: Ready | None = None

    @property
    def ready(self) -> Ready:
        """Waits until the tool is loaded."""
        if self._ready is None:
            self._ready = Ready(**self._reply())
        return self._ready

    def run(self, batch: int, *, count: int | None = None) -> Round:
        """One round over all items, or over `count` of them, evenly spaced."""
        _ = self.ready
        assert self._process.stdin
        try:
            self._process.stdin.write(json.dumps({"batch": batch, "count": count}) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise WorkerError(self._failure()) from None
        return Round(**self._reply())

    def close(self) -> None:
        """Without a further line the worker ends; one that is still loading is ended."""
        assert self._process.stdin
        assert self._process.stdout
        if self._ready is None:
            self._process.terminate()
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def __enter__(self) -> Worker:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _reply(self) -> dict[str, Any]:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise WorkerError(self._failure())
        reply: dict[str, Any] = json.loads(line)
        return reply

    def _failure(self) -> str:
        self._process.wait()
        log = self._log.read_text(encoding="utf-8", errors="replace")[-LOG_TAIL:]
        return f"The worker of {self.tool.name} ended. Its last words:\n{log}"
