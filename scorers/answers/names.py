"""Names in a model's answer, read leniently and found again in the sentence.

An answer says a name and its type as `राम: व्यक्ति`, `राम – व्यक्ति`, `राम (व्यक्ति)`,
`व्यक्ति: राम, श्याम`, `राम B-PER`, `<PER>राम</PER>`, in prose (`राम एक व्यक्ति का नाम है`), or in JSON.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from kasauti.scorers.answers.cleaning import (
    compile_words,
    match_words,
    strip_markup,
    strip_thoughts,
)
from kasauti.scorers.answers.name_types import (
    ITEMS,
    Said,
    Types,
    find_names_in_json,
    strip_marks,
)
from kasauti.scorers.answers.negation import take_last_version

# What may come between a name and its type, or around either.
BETWEEN = re.compile(r"\s*(?:[:=|\t(\[{]|->|=>|→|\s[-–—]\s|[/_](?=[A-Za-z-]{3}))\s*")
OF_ONE_TYPE = re.compile(ITEMS.pattern + r"|\s[|/]\s")
# Numbers, letters and bullets before an item of a list; a word that announces the answer.
BULLET = re.compile(
    r"^\s*(?:[-*•–]|[\d०-९]+[.)]|[(\[]?(?:[a-zA-Z]|[ivx]{1,4}|[क-ह])[.)\]])\s+|^\s*[-*•–]\s*"
)
IN_LINE_BULLET = re.compile(
    r"\s+(?=[(\[]?(?:[a-z]|[क-ङ]|[\d०-९]{1,2})[)\]]\s)|\s+(?=[\d०-९]{1,2}\.\s)"
)
ANNOUNCED = re.compile(r"^\s*(?:उत्तर|answer|नाम|names?|entities)\s*[:：]\s*", re.IGNORECASE)
TAGGED = re.compile(
    r"<\s*([^\s<>/]+)\s*>(.+?)<\s*/\s*\1\s*>"
    r"|<\s*\w+[^<>]*=\s*[\"']?([^\s\"'<>]+)[\"']?[^<>]*>([^<>]+)<\s*/",
    re.DOTALL,
)
# [राम](PER) and [PER राम], inside the sentence
LINKED = re.compile(r"\[([^\[\]]+)\]\s*\(([^()]+)\)")
SQUARED = re.compile(r"\[\s*([A-Za-z]+)\s*[:|\s]\s*([^\[\]\"',]+)\]")
IN_ROUND = re.compile(r"[(<{]([^(){}<>]+)[)}>]")
IN_BRACKETS = re.compile(
    r"[(\[]\s*[\"'](.+?)[\"']\s*,\s*[\"'](.+?)[\"']\s*[)\]]"
    r"|(?:^|[\s,\[(])[(\[]([^()\[\]\"',]+),\s*([^()\[\]\"',]+)[)\]]"
)
BIO = re.compile(
    r"^\s*(\S+?)[\s/:|→_-]+([BIbi])-([A-Za-z]+)\s*$|^\s*\S+?[\s/:|→_-]+[Oo]\s*$", re.MULTILINE
)
POSTPOSITION = compile_words("names.postposition")
AFTER_POSTPOSITION = compile_words("names.after_postposition")
BRACKETED_TAG = re.compile(r"[\[(]([BI]-[A-Za-z]+|O)[\])]\s*")
TAG = re.compile(r"[BIbi]-([A-Za-z]+)|[Oo]")
TOKENS = re.compile(r"(?<=[/_]O)[ \t]+|(?<=[/_][BI]-[A-Z]{3})[ \t]+")
OUTSIDE = "O"


def read_names(
    answer: str, sentence: Sequence[str], types: Mapping[str, str]
) -> tuple[tuple[str, ...], int]:
    """The tags of the sentence's words, and how many names of the answer occur among them.

    `types` maps each word that an answer may use for a type to the type.
    """
    called = Types.of(types, sentence)
    said = strip_thoughts(answer)
    corrected = take_last_version(strip_markup(said))
    names = find_names(corrected, called) if corrected != strip_markup(said) else []
    names = names or find_names(said, called)
    tags = [OUTSIDE] * len(sentence)
    matched = 0
    # A name that is part of another is looked for after it.
    for name, kind in sorted(names, key=lambda each: -len(each[0].split())):
        wanted = tuple(filter(None, map(strip_marks, name.split())))
        found = False
        for start in range(len(sentence) - len(wanted) + 1):
            place = slice(start, start + len(wanted))
            if wanted and called.words[place] == wanted and {*tags[place]} == {OUTSIDE}:
                tags[place] = [f"B-{kind}"] + [f"I-{kind}"] * (len(wanted) - 1)
                found = True
        matched += found
    return tuple(tags), matched


def find_names(answer: str, called: Types) -> list[Said]:
    """The names that an answer says with their types, read in the first way that finds any."""
    for read in (
        _read_tagged,
        find_names_in_json,
        _read_brackets,
        _read_marked_sentence,
        _read_tokens,
        _read_tags,
        _read_lines,
        _read_prose,
    ):
        # A way that finds only what the sentence does not have has misread the answer.
        found = [(_match_sentence(name, called), kind) for name, kind in read(answer, called)]
        if any(name and called.has(name) for name, _ in found):
            return list(dict.fromkeys(found))
    return []


def _match_sentence(name: str, called: Types) -> str:
    """The name as the sentence has it: without words that lead up to it or follow it."""
    words = name.split()
    while (
        words
        and (
            POSTPOSITION.fullmatch(strip_marks(words[-1]))
            or (  # भारत के लिए
                AFTER_POSTPOSITION.fullmatch(strip_marks(words[-1]))
                and strip_marks("".join(words[-2:-1])) in ("के", "की")
            )
        )
    ):
        words.pop()
    name = " ".join(words)
    runs = [] if called.has(name) else called.find_runs(name)
    return runs[-1] if runs else name


def _read_tagged(answer: str, called: Types) -> Iterator[Said]:
    for tag, in_tag, value, with_value in TAGGED.findall(answer):
        if found := called.find_type(tag or value):
            yield strip_marks(in_tag or with_value), found


def _read_brackets(answer: str, called: Types) -> Iterator[Said]:
    for quoted, its_kind, name, kind in IN_BRACKETS.findall(answer):
        found = called.find_type(its_kind or kind)
        if found and not called.find_type(quoted or name):
            yield strip_marks(quoted or name), found


def _read_marked_sentence(answer: str, called: Types) -> Iterator[Said]:
    """Types in brackets inside the sentence: `[राम](PER)`, `[PER राम]`, `राम (PER) ने`."""
    linked = [(name, called.find_type(kind)) for name, kind in LINKED.findall(answer)]
    squared = [(name, called.called.get(kind.lower())) for kind, name in SQUARED.findall(answer)]
    if marked := [(strip_marks(name), kind) for name, kind in (*linked, *squared) if kind]:
        yield from marked
        return
    for line in strip_markup(answer).splitlines():
        found = [(match, called.find_type(match.group(1))) for match in IN_ROUND.finditer(line)]
        kinds = [(match, kind) for match, kind in found if kind]
        start = 0
        for match, kind in kinds if len(kinds) > 1 and "," not in line else ():
            yield from ((run, kind) for run in called.find_runs(line[start : match.start()])[-1:])
            start = match.end()


def _read_tokens(answer: str, called: Types) -> Iterator[Said]:
    """A tag for each word: what begins with B- goes on with I-."""
    text = TOKENS.sub("\n", BRACKETED_TAG.sub(r"/\1\n", strip_markup(answer)))
    # Without an I- it is a list of tagged names, which is read by line.
    if any(place in ("I", "i") for _, place, _ in BIO.findall(text)):
        yield from _join_tokens(text, called)


def _read_tags(answer: str, called: Types) -> Iterator[Said]:
    """Nothing but a tag for each word of the sentence, in order."""
    tags = strip_markup(answer).replace(",", " ").split()
    if len(tags) == len(called.words) and all(map(TAG.fullmatch, tags)):
        lines = (f"{word} {tag}" for word, tag in zip(called.words, tags, strict=True))
        yield from _join_tokens("\n".join(lines), called)


def _join_tokens(text: str, called: Types) -> Iterator[Said]:
    """The names in lines of a word and its tag."""
    name: list[str] = []
    current: str | None = None
    for word, place, tag in [*BIO.findall(text), ("", "", "")]:
        kind = called.find_type(tag) if tag else None
        if name and (kind != current or place in ("B", "b")):
            yield " ".join(name), current or ""
            name = []
        if kind:
            name.append(strip_marks(word))
        current = kind


def _read_lines(answer: str, called: Types) -> Iterator[Said]:
    # "PER: राम, LOC: दिल्ली": a type after the comma begins a new part.
    border = re.compile(
        rf"(?:;|\s/\s)(?=.*(?:{called.either})|\s*$)"
        rf"|,\s*(?=(?:{called.either})\s*(?:[:=→(]|[-–—]\s))",
        re.IGNORECASE,
    )
    for line in IN_LINE_BULLET.sub("\n", strip_markup(answer)).splitlines():
        for part in border.split(ANNOUNCED.sub("", BULLET.sub("", line))):
            yield from _read_line(strip_marks(BULLET.sub("", part)), called)


def _read_line(line: str, called: Types) -> Iterator[Said]:
    line += ")" * (line.count("(") - line.count(")"))  # which the end of a line may have lost
    head, colon, rest = line.partition(":")
    kind = called.find_type(head)
    if not (kind and colon):
        head, *others = BETWEEN.split(line, maxsplit=1)
        kind, rest = called.find_type(head), "".join(others)
    if kind and rest and not called.find_type(rest):
        # The type comes first: all that follows are names of it.
        yield from _name_all(OF_ONE_TYPE.split(rest), kind)
        return
    names, *types = BETWEEN.split(line)
    if len(types) == 1 and (kind := called.find_type(types[0])) and ITEMS.search(names):
        # Several names before their type: राम और श्याम: व्यक्ति
        yield from _name_all(ITEMS.split(names), kind)
        return
    for item in ITEMS.split(line):
        parts = [part for part in BETWEEN.split(item) if strip_marks(part)]
        if len(parts) == 1:
            parts = item.rsplit(None, 1)  # राम B-PER
        # The part before the first type is the name; what comes before it announces it.
        for name, said in pairwise(parts):
            if kind := called.find_type(said):
                yield strip_marks(name), kind
                break


def _name_all(items: Sequence[str], kind: str) -> Iterator[Said]:
    return ((name, kind) for name in map(strip_marks, items) if name)


def _read_prose(answer: str, called: Types) -> Iterator[Said]:
    """Words of the sentence before each type that is named: `राम एक व्यक्ति का नाम है`."""
    pattern = re.compile(f"({match_words(called.either)})", re.IGNORECASE)
    parts = pattern.split(strip_markup(answer))
    names, types = [called.find_runs(part) for part in parts[::2]], parts[1::2]
    if not names[0]:  # "व्यक्ति राम है और स्थान दिल्ली": the types come first
        del names[0]
    for found, kind in zip(names, types, strict=False):
        yield from ((name, called.called[kind.lower()]) for name in found)
