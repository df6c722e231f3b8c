"""The languages that zero-shot data is in: names for prompts, and the codes of published files.

A language is called by its short code, `hi`; in another script than that of FLORES-200's first
file of it, with the script: `hi_Latn`. Names come from the one table of languages.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kasauti.inputs.errors import KasautiError
from kasauti.inputs.rows import toml_tables
from kasauti.text.languages import bcp47, language_name

CODE = re.compile(r"(?P<primary>[A-Za-z]{2,3})(?:[-_](?P<script>[A-Za-z]{4}))?")
ENGLISH = "en"

# How scripts are called, and the languages of FLORES-200 by script.
TABLES = toml_tables(Path(__file__).with_name("scripts.toml"))
# Scripts whose words are not written apart.
UNSPACED = frozenset({"Hans", "Hant", "Jpan", "Khmr", "Laoo", "Mymr", "Thai", "Tibt"})


@dataclass(frozen=True, slots=True)
class Language:
    """A language in a script."""

    code: str  # hi, or hi_Latn in another script than its first
    name: str  # as a prompt names it
    iso15924: str

    @property
    def script(self) -> str:
        """As a prompt names it."""
        name: str = TABLES["names"][self.iso15924]
        return name

    @property
    def unicode(self) -> tuple[str, ...]:
        """The start of the names of its letters in Unicode."""
        return tuple(TABLES["unicode"].get(self.iso15924, [self.script.upper()]))

    @property
    def spaced(self) -> bool:
        """True if words are written apart."""
        return self.iso15924 not in UNSPACED


@cache
def first_scripts() -> dict[str, str]:
    """The script that a language is written in where nothing is said, by its short code."""
    found: dict[str, str] = {}
    for script, codes in TABLES["languages"].items():
        for code in codes.split():
            found.setdefault(bcp47(code), script)
    return found


@cache
def known_language(code: str) -> Language | None:
    """The language of a code such as hi, hin, hin_Deva or hi-Latn; None where it names none.

    >>> known_language("hin_Deva").code, known_language("hin_Latn").code
    ('hi', 'hi_Latn')
    """
    match = CODE.fullmatch(code)
    if match is None:
        return None
    short = bcp47(match["primary"])
    first = first_scripts().get(short)
    script = match["script"].title() if match["script"] else first
    if script is None or script not in TABLES["names"]:
        return None
    return Language(short if script == first else f"{short}_{script}", language_name(short), script)


def language(code: str) -> Language:
    found = known_language(code)
    if found is None:
        raise KasautiError(
            f"{code} is not the code of a known language. Write e.g. hi, "
            "hin or hin_Deva; for a language that FLORES-200 lacks, include the script."
        )
    return found
