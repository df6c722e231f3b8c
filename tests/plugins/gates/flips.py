"""Sign flips by template, computed the long way: the reference for tests of comparisons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any


def changes_by_template(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[int]:
    """The items won minus those lost of each template, from the records of a case in two runs."""
    templates = {item["id"]: item["clusters"]["template"] for item in now["items"]}
    nets: Counter[str] = Counter()
    for item, right in before["outcomes"]["items"].items():
        nets[templates[item]] += bool(now["outcomes"]["items"][item]) - bool(right)
    return list(nets.values())


def worse_p(nets: Iterable[int]) -> float:
    """Return the chance of a sum as low as this, where the sign of each change is a coin."""
    nets = list(nets)
    return sum(chance for total, chance in _sums(nets).items() if total <= sum(nets))


def differs_p(nets: Iterable[int]) -> float:
    """Return the chance of a sum as far from 0 as this."""
    nets = list(nets)
    return sum(chance for total, chance in _sums(nets).items() if abs(total) >= abs(sum(nets)))


def _sums(nets: Iterable[int]) -> dict[int, float]:
    chances = {0: 1.0}
    for net in filter(None, nets):
        found: Counter[int] = Counter()
        for total, chance in chances.items():
            for sign in (-1, 1):
                found[total + sign * net] += chance / 2  # type: ignore[assignment]
        chances = dict(found)
    return chances
