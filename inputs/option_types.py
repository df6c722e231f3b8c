"""Types of command-line options: each turns the text of a value into the value, or refuses it."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from kasauti.inputs.errors import KasautiError

# What every system takes: macOS has the shortest paths. Longer ones end in an error of the system,
# anywhere, or in a recursion.
LONGEST_PATH, LONGEST_NAME = 1024, 255


def require_usual_lengths(options: Mapping[str, object], *, but: Collection[str] = ()) -> None:
    """Refuse a text that can be no path, whatever an option means by it."""
    for name, value in options.items():
        for each in value if isinstance(value, list) else [value]:
            if name in but or not isinstance(each, (str, Path)):
                continue
            path = os.fsencode(each)
            if len(path) > LONGEST_PATH or max(map(len, path.split(b"/"))) > LONGEST_NAME:
                option = name.replace("_", "-")
                raise KasautiError(
                    f"The value of {option} has {len(path):,} bytes, but a path has at most "
                    f"{LONGEST_PATH:,}, and each name in it {LONGEST_NAME}. Use a shorter one."
                )


def seconds(text: str) -> float:
    """Return a time in seconds.

    >>> seconds("90s"), seconds("1.5m"), seconds("1h")
    (90.0, 90.0, 3600.0)
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([smh])", text.strip())
    if not found or not float(found[1]):
        raise argparse.ArgumentTypeError(f"{text!r} is not a time. Write 60s, 5m or 1h.")
    return float(found[1]) * {"s": 1, "m": 60, "h": 3600}[found[2]]


def positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def not_negative(text: str) -> float:
    number = float(text)
    if not 0 <= number < float("inf"):
        raise ValueError(text)
    return number


def share(text: str) -> float:
    number = float(text)
    if not 0 <= number < 1:
        raise ValueError(text)
    return number


def fraction(text: str) -> float:
    number = float(text)
    if not 0 <= number <= 1:
        raise ValueError(text)
    return number


def names(text: str) -> tuple[str, ...]:
    """Return names that are separated by commas, each once."""
    found = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    if not found:
        raise argparse.ArgumentTypeError("give one or more names, separated by commas")
    return found


def device(text: str) -> str:
    """Return the name of a device: auto, cpu, sharded, cuda or cuda:0."""
    if not re.fullmatch(r"auto|cpu|sharded|cuda(:[0-9]+)?", text):
        raise ValueError(text)
    return text


def memory(text: str) -> dict[int | str, str]:
    """Return sizes by place: 0:20GB,cpu:60GB."""
    sizes: dict[int | str, str] = {}
    for part in text.split(","):
        place, _, size = part.partition(":")
        if not (place.isdigit() or place == "cpu") or not re.fullmatch(r"[0-9]+[KMG]i?B", size):
            raise argparse.ArgumentTypeError(f"{part!r} is not a size such as 0:20GB or cpu:60GB")
        sizes[int(place) if place.isdigit() else place] = size
    return sizes


def cluster_kinds(known: Sequence[str]) -> Callable[[str], str]:
    """Return the type of an option that is auto, none, or some of the known kinds."""

    def read(text: str) -> str:
        kinds = names(text)
        if text not in ("auto", "none") and (
            wrong := [each for each in kinds if each not in known]
        ):
            raise argparse.ArgumentTypeError(
                f"{wrong[0]!r} is not a kind of cluster. Give auto, none or some of "
                f"{', '.join(known)}"
            )
        return ",".join(kinds)

    return read
