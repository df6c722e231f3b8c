"""Writing text files, whatever the text holds."""

from __future__ import annotations

from pathlib import Path


def write_file(path: Path, text: str) -> None:
    r"""Write UTF-8, with the line ends that the text has.

    Half a surrogate pair, which UTF-8 cannot hold, is written as \udXXX: in JSON this is its
    escape.
    """
    path.write_bytes(text.encode("utf-8", "backslashreplace"))
