"""Writing text files whole: a file that cannot be written leaves what was there before."""

from __future__ import annotations

import csv
import io
import os
import secrets
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from kasauti.inputs.errors import KasautiError
from kasauti.inputs.files import is_anything, is_file, read_bytes
from kasauti.text.visible import on_one_line, spreadsheet_cell

# Without this mark a spreadsheet takes UTF-8 for another encoding.
BYTE_ORDER_MARK = "\ufeff"


def write_text_whole(path: Path, text: str | Iterable[str]) -> None:
    r"""Write UTF-8, with the line ends that the text has, beside the file and then rename.

    A long text may come in pieces, so that it is never in memory as a whole.

    Half a surrogate pair, which UTF-8 cannot hold, is written as \udXXX: in JSON this is its
    escape.
    """
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with beside.open("xb") as file:
            for piece in (text,) if isinstance(text, str) else text:
                file.write(piece.encode("utf-8", "backslashreplace"))
            file.flush()
            # A full disk or a quota may be noticed only here.
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


def write_files(folder: Path, files: Mapping[str, str], *, remedy: str = "") -> None:
    """Write files into a folder, which is made; raise KasautiError if that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            write_text_whole(folder / name, text)
    except OSError as error:
        raise KasautiError(f"{not_written(folder, error)} {remedy}".rstrip()) from None


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as CSV, in which no cell is a formula."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows(map(spreadsheet_cell, row) for row in rows)
    return text.getvalue()


def refuse_foreign(path: Path, mark: str) -> None:
    """Raise KasautiError for a file that is not empty and lacks the mark of our own output."""
    if is_anything(path) and not is_file(path):
        raise KasautiError(f"{path} is not a file. Give another --out.")
    if is_file(path) and (content := read_bytes(path)) and mark.encode() not in content:
        raise KasautiError(f"{path} exists, and Kasauti did not write it. Give another --out.")


def not_written(path: Path, error: Exception) -> str:
    """The sentence about a file that could not be written, or whose text could not be made."""
    if isinstance(error, OSError):
        return f"{path} was not written ({error.strerror or error})."
    return f"{path} was not written: {failure(error)}"


def failure(error: Exception) -> str:
    """An error of a report as a sentence: its kind, and its message where it has one."""
    message = on_one_line(error)
    return f"{type(error).__name__}{': ' if message else ''}{message}."
