"""Names in the JSON of a reply: `{"name": "राम", "type": "PER"}`, `{"PER": ["राम"]}`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from kasauti.scorers.replies.name_types import ITEMS, Said, Types, bare, kind_of


def names_in_json(answer: str, called: Types) -> Iterator[Said]:
    """What the JSON of an answer says, wherever it begins and whatever stands around it."""
    decoder, start = json.JSONDecoder(), 0
    while start < len(answer):
        if answer[start] in "[{":
            try:
                value, start = decoder.raw_decode(answer, start)
                yield from _in_value(value, called)
                continue
            except (ValueError, RecursionError):
                pass
        start += 1


def _in_value(value: object, called: Types) -> Iterator[Said]:
    if isinstance(value, dict):
        yield from _in_object(value, called)
    elif isinstance(value, list):
        strings = [each for each in value if isinstance(each, str)]
        kind = kind_of(strings[1], called) if len(strings) == len(value) == 2 else None
        if kind:  # ["राम", "PER"]
            yield bare(strings[0]), kind
            return
        for inner in value:
            yield from _in_value(inner, called)


def _in_object(value: Mapping[str, object], called: Types) -> Iterator[Said]:
    strings = [each for each in value.values() if isinstance(each, str)]
    kinds = [kind for each in strings if (kind := kind_of(each, called))]
    names = [each for each in strings if not kind_of(each, called)]
    if len(kinds) == 1 and len(names) == 1:  # {"name": "राम", "type": "PER"}
        yield bare(names[0]), kinds[0]
        return
    for key, inner in value.items():
        if kind := kind_of(key, called):  # {"PER": ["राम"]}
            listed = inner if isinstance(inner, list) else [inner]
            for each in listed:
                if isinstance(each, str):
                    parts = [each] if called.has(each) else ITEMS.split(each)
                    yield from ((bare(part), kind) for part in parts)
        elif not isinstance(inner, str):
            yield from _in_value(inner, called)
        elif kind := kind_of(inner, called):  # {"राम": "PER"}
            yield bare(key), kind
