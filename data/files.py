"""Reading data files; errors say which file and line is wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from kasauti.data.errors import DataError


def read_text(path: Path) -> str:
    """The text of a UTF-8 file, with or without a byte order mark."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise DataError(f"{path} does not exist. Check the path of the file.") from None
    except UnicodeDecodeError as error:
        raise DataError(
            f"{path} is not UTF-8 at byte {error.start}. Save the file as UTF-8."
        ) from None
    except OSError as error:
        raise DataError(
            f"{path} cannot be read ({error.strerror}). Give a readable file."
        ) from None


def numbered_lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file that are not blank, with their numbers."""
    # Not str.splitlines: it also breaks at U+2028 and the like, which JSON allows in strings.
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if line.strip():
            yield number, line.removesuffix("\r")


def jsonl_rows(path: Path) -> Iterator[tuple[int, Mapping[str, object]]]:
    """The objects of a JSONL file, with the numbers of their lines."""
    for number, line in numbered_lines(path):
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise DataError(
                f"{path}, line {number} is not JSON ({error.msg} at column {error.colno}). "
                "Write one JSON object per line."
            ) from None
        if not isinstance(row, dict):
            raise DataError(
                f"{path}, line {number} is not a JSON object. Write one JSON object per line."
            )
        yield number, row
