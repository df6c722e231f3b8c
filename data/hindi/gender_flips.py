"""Whether two Hindi verb forms differ in their gender alone."""

from __future__ import annotations

# The endings of the feminine, and what the masculine of the same number has in their place. ती is
# also plural beside a plural auxiliary; what differs in number as well (थीं, था) is not here.
MASCULINE = {
    "ी": ("ा", "े", "िया", "िए", "िये"),
    "ीं": ("े", "िए", "िये"),
    "ई": ("या", "आ", "ए", "ये"),
    "ईं": ("ए", "ये"),
    "यी": ("या", "ये", "ए"),
    "यीं": ("ये", "ए"),
}


def is_gender_flip(one: str, other: str) -> bool:
    """Whether one form is the other's in the other gender.

    >>> is_gender_flip("गई", "गया"), is_gender_flip("होंगे", "होंगी"), is_gender_flip("हैं", "हों")
    (True, True, False)
    """
    return any(_feminine_of(*pair) for pair in ((one, other), (other, one)))


def _feminine_of(feminine: str, masculine: str) -> bool:
    return any(
        feminine.endswith(ending) and masculine == feminine.removesuffix(ending) + other
        for ending, others in MASCULINE.items()
        for other in others
    )
