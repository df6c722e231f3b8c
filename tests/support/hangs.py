"""A guard against hanging: minutes, so that a busy machine does not matter."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

SECONDS = 120


class HangError(BaseException):
    """The time is over; not an Exception, so that nothing takes it for an error of a library."""


@contextmanager
def limited(seconds: float = SECONDS) -> Iterator[None]:
    """Raise HangError where this takes longer."""

    def over(*_: object) -> None:
        raise HangError(f"still busy after {seconds} s")

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
