"""Many tests at once: Holm's correction."""

from __future__ import annotations

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """Each p-value, corrected so that a false alarm in any of the tests stays as rare as in one.

    Holm (1979): the smallest is multiplied by the number of tests, the next by one less, and so
    on; no corrected value is below that of a smaller p-value, or above 1.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    corrected = [0.0] * len(p_values)
    least = 0.0
    for rank, index in enumerate(order):
        least = max(least, (len(p_values) - rank) * p_values[index])
        corrected[index] = min(1.0, least)
    return corrected
