"""Answers that are none: test files are published without them, or with one value for all."""

from __future__ import annotations

from collections.abc import Sequence

# In so many rows one label of two does not occur alone by chance.
ROWS_THAT_TELL = 20


def same_everywhere(labels: Sequence[str], *, none: str) -> str:
    """Why these labels are no answers; empty where they are. `none` stands for a missing one."""
    if all(label == none for label in labels):
        return "no row has a label"
    if len(set(labels)) == 1 and len(labels) >= ROWS_THAT_TELL:
        return f"every label is {labels[0]}"
    return ""
