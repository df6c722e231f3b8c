"""Languages: their codes in ISO 639-3 and BCP 47, and their English names.

Ids of cases have the three letters of ISO 639-3 (`multiblimp/hin/SV-G`); measurements and items
have the code of BCP 47 (`hi`), which is what HTML asks for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

TABLE = Path(__file__).with_name("languages.tsv")


@dataclass(frozen=True, slots=True)
class Language:
    """A language by its two codes; BCP 47 has two letters where there are two, else three."""

    iso639_3: str
    bcp47: str
    name: str


@cache
def languages() -> dict[str, Language]:
    """The languages that are known by name, by both of their codes."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()[1:]
    rows = [Language(*line.split("\t")) for line in lines]
    found: dict[str, Language] = {}
    for row in rows:
        # Of several (swa and swh are both sw) the first is the one that the short code stands for.
        found.setdefault(row.iso639_3, row)
        found.setdefault(row.bcp47, row)
    return found


def bcp47(code: str) -> str:
    """The code of a language as BCP 47 has it, without script and region; unknown codes stay.

    >>> bcp47("hin"), bcp47("hin_Deva"), bcp47("pt-BR"), bcp47("grc")
    ('hi', 'hi', 'pt', 'grc')
    """
    return _find(code).bcp47


def iso639_3(code: str) -> str:
    """The three letters of a language; unknown codes stay.

    >>> iso639_3("hi"), iso639_3("sw"), iso639_3("swh"), iso639_3("grc")
    ('hin', 'swa', 'swh', 'grc')
    """
    return _find(code).iso639_3


def _find(code: str) -> Language:
    primary = re.split(r"[-_]", code.strip().lower())[0]
    return languages().get(primary) or Language(primary, primary, code)


def language_name(code: str) -> str:
    """The English name of a language; the code itself where there is none here.

    >>> language_name("hi"), language_name("san"), language_name("xyz")
    ('Hindi', 'Sanskrit', 'xyz')
    """
    known = languages().get(bcp47(code))
    return known.name if known else code


def named(codes: Iterable[str]) -> str:
    """Languages for a message, sorted by code: `hin (Hindi), san (Sanskrit)`."""
    listed = sorted({iso639_3(bcp47(code)) for code in codes})
    return ", ".join(f"{code} ({language_name(code)})" for code in listed)


Direction = Literal["rtl", "auto"]

# Languages that are written from right to left, in BCP 47: in the Arabic, Hebrew, Syriac, Thaana,
# N'Ko and Mandaic scripts.
RIGHT_TO_LEFT = frozenset({
    "acm", "ae", "aii", "ajp", "apc", "ar", "arc", "ary", "arz", "azb", "bal", "bqi", "ckb", "dv",
    "fa", "glk", "hbo", "he", "iw", "jpr", "khw", "ks", "lki", "lrc", "luz", "mid", "mzn", "nqo",
    "ota", "pal", "phn", "pnb", "ps", "sam", "sd", "sdh", "skr", "syc", "syr", "tmr", "ug", "ur",
    "xmn", "yi",
})  # fmt: skip
# The blocks of these scripts. A text in another script (romanized Urdu) runs as its letters do.
LETTERS = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)


def runs_right_to_left(language: str | None) -> bool:
    """Return whether a language (BCP 47, also with script and region) runs from right to left.

    >>> runs_right_to_left("ur"), runs_right_to_left("ar-EG"), runs_right_to_left("hi")
    (True, True, False)
    """
    return bool(language) and re.split("[-_]", str(language).lower())[0] in RIGHT_TO_LEFT


def direction(text: str, language: str | None) -> Direction:
    """`rtl` for a text of such a language that has letters of its script, whatever stands first.

    >>> direction("2024 میں", "ur"), direction("do hazaar", "ur"), direction("शब्द", "hi")
    ('rtl', 'auto', 'auto')
    """
    return "rtl" if runs_right_to_left(language) and LETTERS.search(text) else "auto"
