"""The ways in which an answer says a name and its type.

`राम: व्यक्ति`, `राम – व्यक्ति`, `राम (व्यक्ति)`, `व्यक्ति: राम, श्याम`, `राम B-PER`,
`<PER>राम</PER>`, rows of a table, `नाम: राम, प्रकार: व्यक्ति`, prose (`राम एक व्यक्ति का नाम है`), and
JSON: `{"name": "राम", "type": "PER"}`, `{"PER": ["राम"]}`, `{"राम": "PER"}`, `["राम", "PER"]`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from kasauti.scorers.replies.clauses import END, START
from kasauti.scorers.replies.cleaning import plain

Said = tuple[str, str]  # a name and its type
Types = Mapping[str, str]

# What may come between a name and its type, or around either.
BETWEEN = re.compile(r"\s*(?:[:=|\t(\[{]|->|=>|→|\s[-–—]\s)\s*")
AROUND = " \t\"'“”‘’«»`*_.,;:।!?()[]{}<>•-–—|/"
ITEMS = re.compile(r"[,،;]|\sऔर\s|\sand\s|\sतथा\s|\sएवं\s")
# Numbers, letters and bullets before an item of a list; a word that announces the answer.
BULLET = re.compile(
    r"^\s*(?:[-*•–]|[\d०-९]+[.)]|[(\[]?(?:[a-zA-Z]|[ivx]{1,4}|[क-ह])[.)\]])\s+|^\s*[-*•–]\s*"
)
IN_LINE_BULLET = re.compile(r"\s+(?=[(\[]?(?:[a-z]|[क-ङ]|[\d०-९]{1,2})[)\]]\s)")
ANNOUNCED = re.compile(r"^\s*(?:उत्तर|answer|नाम|names?|entities)\s*[:：]\s*", re.IGNORECASE)
KEY_OF_NAME = r"(?:नाम|शब्द|इकाई|संज्ञा|name|entity|text|word|mention)"
KEY_OF_TYPE = r"(?:प्रकार|श्रेणी|वर्ग|type|label|category|class|tag|entity_type)"
NAME_THEN_TYPE = re.compile(
    rf"{KEY_OF_NAME}\s*[:=：–-]\s*(.+?)\s*[,;|।(\n]\s*{KEY_OF_TYPE}\s*[:=：–-]\s*([^,;|।)\n]+)",
    re.IGNORECASE,
)
TAGGED = re.compile(r"<\s*([A-Za-z]+)\s*>(.+?)<\s*/\s*\1\s*>", re.DOTALL)
IN_BRACKETS = re.compile(r"[(\[]\s*[\"'](.+?)[\"']\s*,\s*[\"'](.+?)[\"']\s*[)\]]")
BIO = re.compile(r"^\s*(\S+)[\s/:|→-]+([BIbi])-([A-Za-z]+)\s*$|^\s*\S+[\s/:|→-]+[Oo]\s*$", re.M)
# Words of a sentence that are no names; in prose, other words of the sentence may be.
NO_NAMES = frozenset(
    (
        *("में", "से", "को", "का", "की", "के", "ने", "पर", "तक", "और", "या", "एक", "दो", "यह", "वह"),
        *("इस", "उस", "है", "हैं", "था", "थी", "थे", "हो", "ही", "भी", "तो", "कि", "जो", "नाम"),
        *("वाक्य", "गया", "गई", "गए", "रहा", "रही", "रहे", "कर", "किया", "लिए", "साथ", "बाद"),
        *("पहले", "यहाँ", "वहाँ"),
    )
)


def names_said(answer: str, sentence: Sequence[str], types: Types) -> list[Said]:
    """The names that an answer says with their types, read in the first way that finds any."""
    called = {bare(name).lower(): kind for name, kind in types.items()}
    text = plain(answer)
    ways: tuple[Callable[[], Iterator[Said]], ...] = (
        lambda: _tagged(answer, called),
        lambda: _in_json(answer, called),
        lambda: _in_brackets(answer, called),
        lambda: _by_token(text, called),
        lambda: _keyed(text, called),
        lambda: _in_table(text, called),
        lambda: _in_lines(text, called),
        lambda: _in_prose(text, sentence, called),
    )
    words = f" {' '.join(map(bare, sentence))} "
    for way in ways:
        # A way that finds only what the sentence does not have has misread the answer.
        found = list(dict.fromkeys(way()))
        if any(f" {' '.join(map(bare, name.split()))} " in words for name, _ in found):
            return found
    return []


def bare(text: str) -> str:
    return text.strip(AROUND)


def _kind(text: str, called: Types) -> str | None:
    """The type that a text names: by itself, after B- or I-, or as the only one among its words."""
    name = bare(text).lower()
    exact = called.get(name) or called.get(re.sub(r"^[bi]-", "", name))
    if exact or len(name.split()) > 4:
        return exact
    found = {
        kind for word, kind in called.items() if re.search(START + re.escape(word) + END, name)
    }
    return found.pop() if len(found) == 1 else None


def _tagged(answer: str, called: Types) -> Iterator[Said]:
    for kind, name in TAGGED.findall(answer):
        if found := _kind(kind, called):
            yield bare(name), found


def _in_json(answer: str, called: Types) -> Iterator[Said]:
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
        kind = _kind(strings[1], called) if len(strings) == len(value) == 2 else None
        if kind:  # ["राम", "PER"]
            yield bare(strings[0]), kind
            return
        for inner in value:
            yield from _in_value(inner, called)


def _in_object(value: Mapping[str, object], called: Types) -> Iterator[Said]:
    strings = [each for each in value.values() if isinstance(each, str)]
    kinds = [kind for each in strings if (kind := _kind(each, called))]
    names = [each for each in strings if not _kind(each, called)]
    if len(kinds) == 1 and len(names) == 1:  # {"name": "राम", "type": "PER"}
        yield bare(names[0]), kinds[0]
        return
    for key, inner in value.items():
        if kind := _kind(key, called):  # {"PER": ["राम"]}
            listed = inner if isinstance(inner, list) else [inner]
            yield from ((bare(each), kind) for each in listed if isinstance(each, str))
        elif not isinstance(inner, str):
            yield from _in_value(inner, called)
        elif kind := _kind(inner, called):  # {"राम": "PER"}
            yield bare(key), kind


def _in_brackets(answer: str, called: Types) -> Iterator[Said]:
    for name, kind in IN_BRACKETS.findall(answer):
        if found := _kind(kind, called):
            yield bare(name), found


def _by_token(text: str, called: Types) -> Iterator[Said]:
    """A tag for each word: what begins with B- goes on with I-."""
    if not any(place in ("I", "i") for _, place, _ in BIO.findall(text)):
        return  # a list of tagged names, which is read by line
    name: list[str] = []
    current: str | None = None
    for match in BIO.finditer(text):
        word, place, tag = match.groups()
        kind = _kind(tag, called) if tag else None
        if name and (kind != current or place in ("B", "b")):
            yield " ".join(name), current or ""
            name = []
        if kind:
            name.append(bare(word))
        current = kind
    if name and current:
        yield " ".join(name), current


def _keyed(text: str, called: Types) -> Iterator[Said]:
    for name, kind in NAME_THEN_TYPE.findall(text):
        if found := _kind(kind, called):
            yield bare(name), found


def _in_table(text: str, called: Types) -> Iterator[Said]:
    """The rows of a table: the cell with the type, and the words in another cell."""
    for line in text.splitlines():
        cells = [bare(cell) for cell in line.split("|") if bare(cell)]
        kinds = [kind for cell in cells if (kind := _kind(cell, called))]
        names = [cell for cell in cells if not _kind(cell, called) and not cell.isdecimal()]
        if line.count("|") > 1 and len(kinds) == 1 and names:
            yield names[0], kinds[0]


def _in_lines(text: str, called: Types) -> Iterator[Said]:
    for line in IN_LINE_BULLET.sub("\n", text).splitlines():
        for part in ANNOUNCED.sub("", BULLET.sub("", line)).split(";"):
            yield from _in_line(bare(BULLET.sub("", part)), called)


def _in_line(line: str, called: Types) -> Iterator[Said]:
    head, colon, rest = line.partition(":")
    kind = _kind(head, called)
    if not (kind and colon):
        head, *others = BETWEEN.split(line, maxsplit=1)
        kind, rest = _kind(head, called), "".join(others)
    if kind and rest and not _kind(rest, called):
        # The type comes first: all that follows are names of it.
        yield from ((bare(item), kind) for item in ITEMS.split(rest) if bare(item))
        return
    for item in ITEMS.split(line):
        parts = [part for part in BETWEEN.split(item) if bare(part)]
        if len(parts) == 1:
            parts = item.rsplit(None, 1)  # राम B-PER
        # The part before the first type is the name; what comes before it announces it.
        for name, said in pairwise(parts):
            if kind := _kind(said, called):
                yield bare(name), kind
                break


def _in_prose(text: str, sentence: Sequence[str], called: Types) -> Iterator[Said]:
    """Words of the sentence before each type that is named: `राम एक व्यक्ति का नाम है`."""
    pattern = START + f"({'|'.join(map(re.escape, sorted(called, key=len, reverse=True)))})" + END
    types = list(re.finditer(pattern, text, re.IGNORECASE))
    borders = [0, *(match.end() for match in types)]
    names = [
        list(_runs(text[start : match.start()].split(), sentence))
        for start, match in zip(borders, types, strict=False)
    ]
    if types and not names[0]:  # "व्यक्ति राम है और स्थान दिल्ली": the types come first
        names = [*names[1:], list(_runs(text[borders[-1] :].split(), sentence))]
    for match, found in zip(types, names, strict=True):
        yield from ((name, called[match.group(1).lower()]) for name in found)


def _runs(words: Sequence[str], sentence: Sequence[str]) -> Iterator[str]:
    """The longest runs of words that stand in the sentence and may be names."""
    known = {bare(word) for word in sentence} - NO_NAMES - {""}
    run: list[str] = []
    for word in [*words, ""]:
        if bare(word) in known:
            run.append(bare(word))
            if word[-1] not in ",;":
                continue
        if run:
            yield " ".join(run)
        run = []
