"""Data sets on the hub: their text files are downloaded unchanged."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from kasauti.inputs.errors import KasautiError
from kasauti.inputs.files import is_anything, is_folder

HUB_NAME = re.compile(r"[\w.-]+/[\w.-]+")


def folder_of(given: str, *, option: str, wanted: Sequence[str]) -> Path:
    """A local folder, or the downloaded files of a data set on the hub.

    `option` is the command-line option, for messages; `wanted` are patterns of the files to get.
    """
    path = Path(given)
    if is_folder(path):
        return path.resolve()
    if is_anything(path) or not HUB_NAME.fullmatch(given):
        raise KasautiError(f"{option}={given} is not a folder. Give a folder or a hub name.")
    from huggingface_hub import snapshot_download

    try:
        return Path(snapshot_download(given, repo_type="dataset", allow_patterns=list(wanted)))
    except Exception as error:  # network, hub and disk errors share no base class
        raise KasautiError(
            f"{option}={given} is neither a local folder nor on the hub ({first_line(error)}). "
            "Give the folder of a local copy."
        ) from None


def first_line(error: Exception) -> str:
    """The first line of the client's message, which may have many."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
