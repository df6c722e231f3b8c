"""Choosing among options, and what was right against what was chosen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def highest(values: Sequence[float]) -> int | None:
    """The index of the highest value; None on a tie, which is no choice and counts as wrong.

    >>> highest([0.2, 0.7]), highest([0.7, 0.2, 0.7])
    (1, None)
    """
    if not values or any(value != value for value in values):
        raise ValueError("need at least one value, and none that is NaN")
    best = max(values)
    return values.index(best) if values.count(best) == 1 else None


def choice_matrix(choices: Iterable[tuple[str, str]]) -> dict[str, dict[str, int]]:
    """Count how often each option was chosen (inner key) where one (outer key) was right.

    >>> choice_matrix([("dative", "genitive"), ("dative", "dative")])
    {'dative': {'dative': 1, 'genitive': 1}}
    """
    matrix: dict[str, dict[str, int]] = {}
    for right, chosen in sorted(choices):
        row = matrix.setdefault(right, {})
        row[chosen] = row.get(chosen, 0) + 1
    return matrix
