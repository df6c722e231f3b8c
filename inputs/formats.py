"""JSON, JSONL, TOML and CSV from outside, within limits, so that what is read can also be used.

Refused with file and line: values nested deeper than DEEPEST, NaN and infinity, numbers that
are too large for a float, a name that occurs twice in one object, and lone surrogates.
"""

from __future__ import annotations

import csv
import io
import json
import math
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from kasauti.inputs.errors import KasautiError
from kasauti.inputs.files import split_lines

DEEPEST = 100
# Any integer with so many digits also fits into a float.
MOST_DIGITS = 300
# A sentence, an answer or a review: the longest that a data file may contain.
LONGEST_TEXT = 100_000
LARGEST_TOML = 4 * 2**20

_NESTED = f"is nested deeper than {DEEPEST} levels"
_DIGITS = f"has an integer of more than {MOST_DIGITS} digits"
_TOO_LARGE = 10**MOST_DIGITS
_SURROGATE = re.compile("[\ud800-\udfff]")
# Only an escape can make one: decoding UTF-8 has refused the others.
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_KEY = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
# tomllib takes time that grows with the square of a key's parts.
_DEEP_KEY = re.compile(rf"(?<![\w-]){_KEY}(?:[ \t]*+\.[ \t]*+{_KEY}){{{DEEPEST},}}+")


# Where what cannot be used probably is: the parser does not say.
_LONE = re.compile(r"\\u[dD][89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..)\\u[dD][c-fC-F]")
_CONSTANT = re.compile(r"(?:^|[\[,:])\s*+-?(?:NaN|Infinity)")
_OVERFLOW = re.compile(r"(?<!\d)[\d.]++[eE]\+?\d{3,}")
_INTEGER = re.compile(rf"(?<!\d)\d{{{MOST_DIGITS},}}+")


class _NotUsableError(ValueError):
    """The reason why a value cannot be used, and a pattern that finds it in the text."""

    def __init__(self, fact: str, pattern: re.Pattern[str] | None = None) -> None:
        super().__init__(fact)
        self.pattern = pattern

    def line_in(self, text: str) -> str:
        found = self.pattern.search(text) if self.pattern else None
        return f" (line {text.count(chr(10), 0, found.end()) + 1})" if found else ""


def parse_json(path: Path, text: str, *, longest_text: int | None = None) -> object:
    """The value that a JSON file consists of; `longest_text` is for each of its strings."""
    try:
        return _json(text, longest_text)
    except json.JSONDecodeError as error:
        raise KasautiError(
            f"{path} is not JSON ({error.msg}, line {error.lineno}, column {error.colno}). "
            "Correct it."
        ) from None
    except _NotUsableError as error:
        raise KasautiError(f"{path} {error}{error.line_in(text)}. Correct it.") from None


def parse_jsonl(
    path: Path, text: str, *, bad: Callable[[KasautiError], None] | None = None
) -> Iterator[tuple[int, Mapping[str, object]]]:
    """The objects of a JSONL file, with the numbers of their lines; `bad` takes errors of lines."""
    for number, line in split_lines(path, text):
        if not line.strip():
            continue
        try:
            row = _row(path, number, line)
        except KasautiError as error:
            if bad is None:
                raise
            bad(error)
        else:
            yield number, row


def _row(path: Path, number: int, line: str) -> Mapping[str, object]:
    try:
        row = _json(line, LONGEST_TEXT)
    except json.JSONDecodeError as error:
        raise KasautiError(
            f"{path}, line {number} is not JSON ({error.msg} at column {error.colno}). "
            "Write one JSON object per line."
        ) from None
    except _NotUsableError as error:
        raise KasautiError(f"{path}, line {number} {error}. Correct it.") from None
    if not isinstance(row, dict):
        raise KasautiError(
            f"{path}, line {number} is not a JSON object. Write one JSON object per line."
        )
    return row


def parse_toml(path: Path, text: str) -> dict[str, Any]:
    if len(text) > LARGEST_TOML:
        raise KasautiError(
            f"{path} has {len(text):,} characters, and a TOML file at most {LARGEST_TOML:,}. "
            "Shorten it."
        )
    try:
        if _DEEP_KEY.search(text):
            raise _NotUsableError(f"has a key of more than {DEEPEST} parts", _DEEP_KEY)
        tables = tomllib.loads(text)
        # TOML has NaN and infinity: who reads the tables says which entry may not be one.
        _check(tables, LONGEST_TEXT, finite=False)
    except _NotUsableError as error:
        raise KasautiError(f"{path} {error}{error.line_in(text)}. Correct it.") from None
    except tomllib.TOMLDecodeError as error:
        raise KasautiError(f"{path} is not TOML ({error}). Correct it.") from None
    except RecursionError:
        raise KasautiError(f"{path} {_NESTED}. Correct it.") from None
    except ValueError:  # of the conversion of a number or of a date
        raise KasautiError(
            f"{path} has a number or a date that cannot be read. Correct it."
        ) from None
    return tables


def parse_csv(path: Path, text: str, *, delimiter: str = ",") -> Iterator[tuple[int, list[str]]]:
    """The rows of a CSV file that are not empty, each with the number of its last line."""
    # A stream, not str.splitlines, which also breaks at U+2028 and the like.
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for cells in reader:
            if cells:
                check_lengths(f"{path}, line {reader.line_num}", cells)
                yield reader.line_num, cells
    except csv.Error as error:
        raise KasautiError(
            f"{path}, line {reader.line_num} is not {'TSV' if delimiter != ',' else 'CSV'} with "
            f"quoted cells ({error}). Quote cells that contain separators, quotation marks or "
            "line breaks, and double the quotation marks in them."
        ) from None


def check_value(where: str, value: object) -> None:
    """Refuse a value that was not parsed here and contains what JSON from outside may not."""
    try:
        _check(value, LONGEST_TEXT)
    except _NotUsableError as error:
        raise KasautiError(f"{where} {error}. Correct it.") from None


def check_lengths(where: str, texts: list[str]) -> None:
    """Refuse a text that is too long to be a sentence, an answer or a review."""
    for text in texts:
        if len(text) > LONGEST_TEXT:
            raise KasautiError(f"{where} {_long(text, LONGEST_TEXT)}. Split it.")


def _json(text: str, longest_text: int | None) -> object:
    try:
        value = _DECODER.decode(text)
    except RecursionError:
        raise _NotUsableError(_NESTED) from None
    except (json.JSONDecodeError, _NotUsableError):
        raise
    except ValueError:  # Python converts integers of at most 4300 digits
        raise _NotUsableError(_DIGITS, _INTEGER) from None
    _check(value, longest_text, surrogates=_ESCAPED_SURROGATE.search(text) is not None)
    return value


def _no_constant(name: str) -> object:
    raise _NotUsableError(f"has the number {name}, which JSON does not allow", _CONSTANT)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        # The one that Python would ignore may be the one that was meant.
        raise _NotUsableError(f"has {twice[:80]!r} twice in one object")
    return found


# Made once: json.loads makes one for every line.
_DECODER = json.JSONDecoder(parse_constant=_no_constant, object_pairs_hook=_object)


def _check(
    root: object, longest_text: int | None, *, surrogates: bool = True, finite: bool = True
) -> None:
    """Refuse what could not be computed with, printed or written to a file."""
    values, depth = [root], 0
    while values:
        if depth > DEEPEST:
            raise _NotUsableError(_NESTED)
        inner: list[object] = []
        for value in values:
            if isinstance(value, str):
                if longest_text is not None and len(value) > longest_text:
                    raise _NotUsableError(_long(value, longest_text))
                if surrogates and _SURROGATE.search(value):
                    # JSON can escape it, but it is not a character, and tokenizers fail on it.
                    raise _NotUsableError(
                        "contains a lone surrogate, which is not a character", _LONE
                    )
            elif isinstance(value, dict):
                inner += value.keys() if surrogates else ()
                inner += value.values()
            elif isinstance(value, list):
                inner += value
            elif isinstance(value, float) and finite and not math.isfinite(value):
                raise _NotUsableError("has a number that is too large", _OVERFLOW)
            elif isinstance(value, int) and not -_TOO_LARGE < value < _TOO_LARGE:
                raise _NotUsableError(_DIGITS, _INTEGER)
        values, depth = inner, depth + 1


def _long(text: str, longest: int) -> str:
    return f"has a text of {len(text):,} characters, and at most {longest:,} can be used"
