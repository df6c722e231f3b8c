"""The memory that a call takes beyond what was there before it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

import psutil

SECONDS_BETWEEN_LOOKS = 0.05
MEBIBYTE = 1 << 20

Result = TypeVar("Result")


def with_peak(call: Callable[[], Result]) -> tuple[Result, float]:
    """What the call returns, and the peak of resident memory above its start, in MiB."""
    process = psutil.Process()
    before = peak = process.memory_info().rss
    done = threading.Event()

    def watch() -> None:
        nonlocal peak
        while not done.wait(SECONDS_BETWEEN_LOOKS):
            peak = max(peak, process.memory_info().rss)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        result = call()
    finally:
        done.set()
        watcher.join()
    return result, (peak - before) / MEBIBYTE
