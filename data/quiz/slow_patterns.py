"""Regular expressions that could take hours to match, found by matching what is hard for them.

Python's `re` tries every way to divide a text among repetitions: (a+)+ takes twice as long for
each further a. A text of what a repetition repeats, with an end that does not match, shows it.
"""

from __future__ import annotations

import re
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from re import _constants as code  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

# About the length of the answers that expressions are matched with.
LENGTH = 2000
# CPU time, so that other processes do not matter. What is harmless takes some milliseconds.
MOST_SECONDS = 0.25
# An example has so many of what must be repeated.
FEW = 8
# Where a match cannot be stopped (outside of the main thread), the text grows step by step. Up to
# this length one repetition is added at a time: the time may double with each.
SMALL = 64
GROWTH = 1.3
# What ends the text: something that neither words nor the usual patterns contain.
END = "\x01"


class _TooLongError(Exception):
    """The time for matching is over."""


def is_slow(source: str, regex: re.Pattern[str]) -> bool:
    """Return True if matching an answer takes too long; `regex` is matched as it is."""
    seen: set[tuple[str, str]] = set()
    for before, repeated in _repetitions(parser.parse(source), ""):
        for hard in ((before, repeated), ("", repeated), ("", repeated * 2 + " ")):
            if hard not in seen and repeated:
                seen.add(hard)
                if _takes_long(regex, *hard):
                    return True
    return False


def _takes_long(regex: re.Pattern[str], before: str, repeated: str) -> bool:
    most = max((LENGTH - len(before)) // len(repeated), 1)
    can_be_stopped = hasattr(signal, "setitimer") and (
        threading.current_thread() is threading.main_thread()
    )
    if can_be_stopped:
        try:
            with _alarm(MOST_SECONDS):
                _match(regex, before + repeated * most + END)
        except _TooLongError:
            return True
        return False
    count = 1
    while count <= most:
        start = time.thread_time()
        _match(regex, before + repeated * count + END)
        if time.thread_time() - start > MOST_SECONDS:
            return True
        small = count * len(repeated) < SMALL
        count = count + 1 if small else int(count * GROWTH) + 1
    return False


def _match(regex: re.Pattern[str], text: str) -> None:
    for _ in regex.finditer(text):
        pass


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Stop what is run within after this much CPU time; `re` looks for signals as it matches."""

    def stop(*_: object) -> None:
        raise _TooLongError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _repetitions(parsed: Any, before: str) -> Iterator[tuple[str, str]]:
    """An example of what stands before each repetition, and one of what it repeats."""
    for operation, argument in parsed:
        for inner in _parts(operation, argument):
            yield from _repetitions(inner, before)
        if operation in (code.MAX_REPEAT, code.MIN_REPEAT) and argument[1] > 1:
            yield before, _example(argument[2])
        before += _example([(operation, argument)])


def _parts(operation: Any, argument: Any) -> list[Any]:
    """The expressions within an operation."""
    if operation in (code.MAX_REPEAT, code.MIN_REPEAT, code.POSSESSIVE_REPEAT):
        return [argument[2]]
    if operation is code.BRANCH:
        return list(argument[1])
    if operation is code.SUBPATTERN:
        return [argument[3]]
    if operation is code.ATOMIC_GROUP:
        return [argument]
    if operation in (code.ASSERT, code.ASSERT_NOT):
        return [argument[1]]
    if operation is code.GROUPREF_EXISTS:
        return [each for each in argument[1:] if each]
    return []


def _example(parsed: Any) -> str:
    """A text that the expression matches: its first alternatives, each repetition at least once."""
    text = ""
    for operation, argument in parsed:
        if operation is code.LITERAL:
            text += chr(argument)
        elif operation is code.NOT_LITERAL:
            text += "a" if argument != ord("a") else "b"
        elif operation is code.ANY:
            text += "a"
        elif operation is code.IN:
            text += _member(argument)
        elif operation in (code.MAX_REPEAT, code.MIN_REPEAT, code.POSSESSIVE_REPEAT):
            text += _example(argument[2]) * min(max(argument[0], 1), FEW)
        elif operation in (code.BRANCH, code.SUBPATTERN, code.ATOMIC_GROUP):
            text += _example(_parts(operation, argument)[0])
        if len(text) > LENGTH:
            return text[:LENGTH]
    return text


def _member(members: Any) -> str:
    """A character of a set."""
    kinds = {
        code.CATEGORY_DIGIT: "1",
        code.CATEGORY_SPACE: " ",
        code.CATEGORY_NOT_WORD: " ",
    }
    if members[0][0] is code.NEGATE:
        refused = {chr(value) for kind, value in members[1:] if kind is code.LITERAL}
        return next(each for each in "ab c1.#" if each not in refused or each == "#")
    kind, value = members[0]
    if kind is code.LITERAL:
        return chr(value)
    if kind is code.RANGE:
        return chr(value[0])
    return kinds.get(value, "a")
