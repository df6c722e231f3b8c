"""Small questions about gender and number that the templates share."""

from __future__ import annotations

from kasauti.data.treebank_pairs.inflection import Gender, Number

GENDERS = ("f>m", "m>f")
NUMBERS = ("pl>sg", "sg>pl")
WORD = {"m": "masculine", "f": "feminine", "sg": "singular", "pl": "plural"}


def gender_of(direction: str) -> Gender:
    """The gender that is right in a direction such as f>m."""
    return "m" if direction.startswith("m") else "f"


def number_of(direction: str) -> Number:
    """The number that is right in a direction such as sg>pl."""
    return "sg" if direction.startswith("sg") else "pl"


def other(gender: Gender) -> Gender:
    return "f" if gender == "m" else "m"


def another(number: Number) -> Number:
    return "pl" if number == "sg" else "sg"


def attraction(same: bool, *, bare: bool = False) -> str:
    """The tag of a noun that is not the controller, with the same or with another feature.

    One before a postposition could never be the controller and is tagged as oblique.
    """
    match = "matching" if same else "mismatching"
    return match if bare else f"oblique {match}"
