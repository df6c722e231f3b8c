"""In which script a text is: what a set is written in, where its fields alone do not tell."""

from __future__ import annotations

import unicodedata


def in_script(text: str, *scripts: str) -> bool:
    """Whether most letters of a text are of these scripts, by the first word of their names.

    >>> in_script("они идут", "CYRILLIC"), in_script("они идут", "LATIN")
    (True, False)
    """
    letters = [character for character in text if character.isalpha()]
    found = sum(unicodedata.name(letter, "").split(" ")[0] in scripts for letter in letters)
    return 2 * found > len(letters)
