"""Ways to damage the files of a model, as interrupted copies, typos and attackers do."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

Damage = Callable[[Path], object]


def nothing(_: Path) -> None:
    """A sound model, which is asked too much."""


def text(name: str, content: str) -> Damage:
    """The file holds this text instead."""
    return lambda folder: (folder / name).write_text(content, encoding="utf-8")


def raw(name: str, content: bytes) -> Damage:
    """The file holds these bytes instead."""
    return lambda folder: (folder / name).write_bytes(content)


def cut(name: str, share: float) -> Damage:
    """Only this share of the file was copied."""

    def damage(folder: Path) -> None:
        content = (folder / name).read_bytes()
        (folder / name).write_bytes(content[: int(len(content) * share)])

    return damage


def lost(name: str) -> Damage:
    return lambda folder: (folder / name).unlink()


def dangling(name: str) -> Damage:
    """A link to a file that was removed, as in a cache that was cleared."""

    def damage(folder: Path) -> None:
        (folder / name).unlink()
        (folder / name).symlink_to(folder / "gone")

    return damage


def folder_instead(name: str) -> Damage:
    def damage(folder: Path) -> None:
        (folder / name).unlink()
        (folder / name).mkdir()

    return damage


def keys(name: str, **values: object) -> Damage:
    """These keys of a JSON file have other values; `...` removes a key."""

    def damage(folder: Path) -> None:
        content = json.loads((folder / name).read_text(encoding="utf-8"))
        content |= values
        content = {key: value for key, value in content.items() if value is not ...}
        (folder / name).write_text(json.dumps(content), encoding="utf-8")

    return damage


def both(*damages: Damage) -> Damage:
    def damage(folder: Path) -> None:
        for each in damages:
            each(folder)

    return damage


def header(name: str, change: Callable[[dict[str, Any]], object], length: int = 0) -> Damage:
    """The header of a safetensors file says something else; `length` is what it says of itself."""

    def damage(folder: Path) -> None:
        content = (folder / name).read_bytes()
        (size,) = struct.unpack("<Q", content[:8])
        read = json.loads(content[8 : 8 + size])
        change(read)
        written = json.dumps(read).encode()
        start = struct.pack("<Q", length or len(written))
        (folder / name).write_bytes(start + written + content[8 + size :])

    return damage


def tensors(name: str, change: Callable[[dict[str, Any]], object]) -> Damage:
    """A sound file with other tensors."""

    def damage(folder: Path) -> None:
        from safetensors.torch import load_file, save_file

        read = load_file(folder / name)
        change(read)
        save_file(read, folder / name, metadata={"format": "pt"})

    return damage


def pickled(name: str, weights: str) -> Damage:
    """The same weights as a pickle."""

    def damage(folder: Path) -> None:
        import torch
        from safetensors.torch import load_file

        torch.save(load_file(folder / weights), folder / name)
        (folder / weights).unlink()

    return damage
