"""Data sets of the hub: their text files, downloaded as they are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from kasauti.data.errors import DataError

HUB_NAME = re.compile(r"[\w.-]+/[\w.-]+")


def folder_of(given: str, *, option: str, wanted: Sequence[str]) -> Path:
    """The folder that is meant: one that is here, or the files of a data set of the hub.

    `option` is how the user gave it; `wanted` are patterns of the files that are of use.
    """
    path = Path(given)
    if path.is_dir():
        return path.resolve()
    if path.exists() or not HUB_NAME.fullmatch(given):
        raise DataError(f"{option}={given} is not a folder. Give a folder or a hub name.")
    from huggingface_hub import snapshot_download

    try:
        return Path(snapshot_download(given, repo_type="dataset", allow_patterns=list(wanted)))
    except Exception as error:  # the network's, the hub's and the disk's errors have no base
        said = str(error).strip().splitlines() or [type(error).__name__]
        raise DataError(
            f"{option}={given} is no folder here, and cannot be had from the hub ({said[0]}). "
            "Give the folder of a local copy."
        ) from None
