"""The batch size at which a tool is fastest, and the sizes on both sides of it."""

from __future__ import annotations

from collections.abc import Callable

# Times that differ by less are taken for equal, and the search goes on.
TIE = 1.03


def search(seconds: Callable[[int], float], first: int, most: int) -> dict[int, float]:
    """The seconds of each size that was tried, doubling and halving from the first.

    It ends when both the smallest and the largest size are slower than the fastest, or cannot be
    passed: nothing is smaller than 1, and `most` takes all items at once.
    """
    first = min(first, most)
    tried = {first: seconds(first)}
    while True:
        limit = TIE * min(tried.values())
        smallest, largest = min(tried), max(tried)
        if tried[largest] <= limit and largest < most:
            size = min(2 * largest, most)
        elif tried[smallest] <= limit and smallest > 1:
            size = smallest // 2
        else:
            return dict(sorted(tried.items()))
        tried[size] = seconds(size)


def fastest(tried: dict[int, float]) -> int:
    """The size that took the fewest seconds."""
    return min(tried, key=lambda size: tried[size])
