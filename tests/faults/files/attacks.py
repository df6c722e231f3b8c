"""Damage to a valid file: noise, hostile values, and things that are not files."""

from __future__ import annotations

import gzip
import json
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

# Put anywhere into a file.
INSERTED = [
    *(
        b"\0",
        b"\xff",
        b"\xed\xa0\x80",
        b'"',
        b"'",
        b"\t",
        b"\n\n",
        b"\r",
        b"\r\n",
        b"\\",
        b"{",
        b"]",
    ),
    *("\u2028".encode(), "\ufeff".encode(), b"\\ud800", b"NaN", b"-Infinity", b"1e400", b"=", b","),
    *(b"9" * 400, b"9" * 5000, b"[" * 50_000, b'{"a":' * 5000, b"a." * 3000, b"x" * 200_000),
    *(b"(a+)+$", b"1.5", b"-1", b"true", b"null", b"#", b"-", b"1-", b"a = nan\n"),
]
# Put in the place of a value of JSON.
VALUES: list[Any] = [
    *(None, True, 0, -1, 10**299, 1.5, "", " ", "a\ud800", "x" * 101_000, "\u2028", "NaN"),
    *([], {}, [None], [[]], {"": None}, {"a": {"a": []}}, ["a"] * 30, [1, "a"], "९९", "B-"),
]
LITERALS = [b"NaN", b"Infinity", b"1e999", b"1" * 5000, b"[" * 3000, b'"\\udc00"', b"{" * 10]
# Put in the place of a value of TOML.
TOML = [
    *("nan", "inf", "-1", "0", "true", '""', "[]", "{}", "[[]]", "1979-05-27", "9" * 5000, "1e400"),
    *("[" * 3000, '"' + "x" * 101_000 + '"', "['(a+)+$']", "['(']", "['a{99999999999}']", "[1]"),
    *("['[[a]']", "['(?:x{0,50}){0,50}y']", "['" + "(" * 3000 + "']", "{a.b.c = 1}", "0x1", "''"),
]


def spoiled(content: bytes, name: str, chance: random.Random) -> bytes:
    """The content after one to three attacks."""
    for _ in range(chance.randint(1, 3)):
        attack = chance.choice(_attacks(name))
        content = attack(content, chance)
    return content


def _attacks(name: str) -> list[Callable[[bytes, random.Random], bytes]]:
    found: list[Callable[[bytes, random.Random], bytes]]
    found = [_inserted, _cut, _repeated, _flipped, _inserted, _whole]
    if name.endswith((".json", ".jsonl")):
        found += [_other_value] * 6 + [_literal]
    if name.endswith(".toml"):
        found += [_toml_value] * 6
    return found


def _place(content: bytes, chance: random.Random) -> int:
    return chance.randint(0, len(content))


def _inserted(content: bytes, chance: random.Random) -> bytes:
    at = _place(content, chance)
    return content[:at] + chance.choice(INSERTED) + content[at:]


def _cut(content: bytes, chance: random.Random) -> bytes:
    start = _place(content, chance)
    return content[:start] + content[start + chance.choice([1, 3, 20, 10**9]) :]


def _repeated(content: bytes, chance: random.Random) -> bytes:
    start = _place(content, chance)
    part = content[start : start + chance.randint(1, 60)]
    return content[:start] + part * chance.choice([2, 3, 500]) + content[start:]


def _flipped(content: bytes, chance: random.Random) -> bytes:
    if not content:
        return content
    at = chance.randrange(len(content))
    return content[:at] + bytes([chance.randrange(256)]) + content[at + 1 :]


def _whole(content: bytes, chance: random.Random) -> bytes:
    text = content.decode("utf-8", errors="replace")
    return chance.choice(
        [
            lambda: b"",
            lambda: b"\xef\xbb\xbf" + content,
            lambda: text.encode("utf-16"),
            lambda: text.encode("utf-16-le"),
            lambda: gzip.compress(content),
            lambda: content.replace(b"\n", b"\r\n"),
            lambda: content.rstrip(b"\n"),
            lambda: b"\n".join(chance.sample(lines := content.split(b"\n"), len(lines))),
        ]
    )()


def _other_value(content: bytes, chance: random.Random) -> bytes:
    """Another value somewhere in a line of JSON, in the place of the one that is there."""
    lines = content.split(b"\n")
    at = chance.randrange(len(lines))
    try:
        row = json.loads(lines[at])
    except (ValueError, RecursionError):
        return content
    holder: list[Any] = [row]
    place: tuple[Any, Any] = (holder, 0)
    while chance.random() < 0.8:
        inner = place[0][place[1]]
        if not inner or not isinstance(inner, dict | list):
            break
        keys = list(inner) if isinstance(inner, dict) else range(len(inner))
        place = (inner, chance.choice(keys))
    if isinstance(place[0], dict) and chance.random() < 0.2:
        del place[0][place[1]]
    else:
        place[0][place[1]] = chance.choice(VALUES)
    lines[at] = json.dumps(holder[0], ensure_ascii=True).encode()
    return b"\n".join(lines)


def _literal(content: bytes, chance: random.Random) -> bytes:
    """A value that Python's writer would not write, after some colon."""
    places = [at for at, byte in enumerate(content) if byte == ord(":")]
    if not places:
        return content
    at = chance.choice(places) + 1
    return content[:at] + chance.choice(LITERALS) + b"," + content[at:]


def _toml_value(content: bytes, chance: random.Random) -> bytes:
    lines = content.decode("utf-8", errors="replace").split("\n")
    at = chance.randrange(len(lines))
    if "=" in lines[at]:
        lines[at] = lines[at].partition("=")[0] + "= " + chance.choice(TOML)
    return "\n".join(lines).encode()


def _folder(path: Path) -> None:
    path.mkdir()


def _loop(path: Path) -> None:
    path.symlink_to(path)


def _nowhere(path: Path) -> None:
    path.symlink_to(path.with_name("nothing"))


def _zeros(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(2**40)


def _long_line(path: Path) -> None:
    path.write_bytes(b'{"id": "' + b"x" * 20_000_000 + b'"}')


# Put in the place of the file.
NO_FILES: dict[str, Callable[[Path], None]] = {
    "a folder": _folder,
    "a link to itself": _loop,
    "a link to nothing": _nowhere,
    "endless zeros": _zeros,
    "a pipe without a writer": _pipe,
    "a file of 1 TiB": _sparse,
    "a line of 20 MB": _long_line,
}


def replace_by(kind: str, path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()
    NO_FILES[kind](path)
