"""Names in a model's answer, read leniently and found again in the sentence.

What counts as saying a name and its type, in any line or list of an answer:
`राम: व्यक्ति`, `राम – व्यक्ति`, `राम (व्यक्ति)`, `व्यक्ति: राम, श्याम`, `राम B-PER`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

OUTSIDE = "O"
# What may come between a name and its type, or around either.
BETWEEN = re.compile(r"\s*(?:[:=|\t(\[{]|->|=>|→|\s[-–—]\s)\s*")
AROUND = " \t\"'“”‘’«»`*_.,;:।!?()[]{}<>•-–—|/"
ITEMS = re.compile(r"[,،;]|\sऔर\s|\sand\s")
# Numbers and bullets before an item of a list.
BULLET = re.compile(r"^\s*(?:[-*•–]|[\d०-९]+[.)])\s*")


def read_names(
    answer: str, words: Sequence[str], types: Mapping[str, str]
) -> tuple[tuple[str, ...], int]:
    """The tags of the words, and how many names of the answer occur among them.

    `types` maps each word that an answer may use for a type to the type.
    """
    called = {_bare(name).lower(): kind for name, kind in types.items()}
    bare = [_bare(word) for word in words]
    tags = [OUTSIDE] * len(words)
    matched = 0
    for name, kind in _said(answer, called):
        wanted = [part for part in map(_bare, name.split()) if part]
        starts = list(_starts(wanted, bare, tags))
        matched += bool(starts)
        for start in starts:
            tags[start : start + len(wanted)] = [f"B-{kind}"] + [f"I-{kind}"] * (len(wanted) - 1)
    return tuple(tags), matched


def _said(answer: str, called: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """(name, type) wherever the answer says both; the same pair once."""
    seen: set[tuple[str, str]] = set()
    for line in answer.splitlines():
        for pair in _pairs(_bare(BULLET.sub("", line)), called):
            if pair not in seen:
                seen.add(pair)
                yield pair


def _pairs(line: str, called: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    head, *rest = BETWEEN.split(line, maxsplit=1)
    kind = _kind(head, called)
    if kind and rest:
        # The type comes first: all that follows are names of it.
        yield from ((_bare(item), kind) for item in ITEMS.split(rest[0]) if _bare(item))
        return
    for item in ITEMS.split(line):
        parts = [part for part in BETWEEN.split(item) if _bare(part)]
        if len(parts) == 1:
            parts = item.rsplit(None, 1)  # राम B-PER
        if len(parts) > 1 and (kind := _kind(parts[-1], called)):
            yield _bare(parts[0]), kind


def _kind(text: str, called: Mapping[str, str]) -> str | None:
    name = _bare(text).lower()
    return called.get(name) or called.get(re.sub(r"^[bi]-", "", name))


def _starts(wanted: Sequence[str], bare: Sequence[str], tags: Sequence[str]) -> Iterator[int]:
    """The indices at which the name begins, among words that have no tag yet."""
    length, start = len(wanted), 0
    while length and start + length <= len(bare):
        stop = start + length
        free = all(tag == OUTSIDE for tag in tags[start:stop])
        if free and list(bare[start:stop]) == list(wanted):
            yield start
            start = stop
        else:
            start += 1


def _bare(text: str) -> str:
    return text.strip(AROUND)
