"""The words that readers look for, and where a word begins and ends in Latin and Devanagari script.

The lists are in words.toml, each with its reason.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

# Vowel signs are not \w, so the boundaries of Devanagari words are said in full; the danda, which
# ends a sentence, is none of its letters.
LETTER = r"\w\u0900-\u0963\u0966-\u097f"
START, END = rf"(?<![{LETTER}])", rf"(?![{LETTER}])"


def match_words(*expressions: str) -> str:
    """An expression that finds any of these as whole words, in Latin or Devanagari script."""
    return f"{START}(?:{'|'.join(expressions)}){END}"


def compile_words(name: str, more: str = "") -> re.Pattern[str]:
    """Compile a list of words.toml, such as `negation.not`; the expression goes on with `more`."""
    return re.compile(match_words(read_list(name).replace("\n", "")) + more, re.IGNORECASE)


def read_list(name: str) -> str:
    """Return a list of words.toml as it stands there."""
    table, _, key = name.partition(".")
    return read_table(table)[key]


@cache
def read_table(name: str) -> dict[str, str]:
    """Return a table of words.toml."""
    text = Path(__file__).with_name("words.toml").read_text(encoding="utf-8")
    found: dict[str, str] = tomllib.loads(text)[name]
    return found
