"""The direction of a text, which a page has to be told where the first letter misleads."""

from __future__ import annotations

import re
from typing import Literal

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
