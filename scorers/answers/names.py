"""Names in a model's answer, read leniently and found again in the sentence.

An answer says a name and its type as `राम: व्यक्ति`, `राम – व्यक्ति`, `राम (व्यक्ति)`,
`व्यक्ति: राम, श्याम`, `राम B-PER`, `<PER>राम</PER>`, in prose (`राम एक व्यक्ति का नाम है`), or in JSON.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from kasauti.scorers.answers.cleaning import strip_markup, strip_thoughts
from kasauti.scorers.answers.name_types import (
    ITEMS,
    Said,
    Types,
    find_names_in_json,
    find_type,
    strip_marks,
)
from kasauti.scorers.answers.negation import take_last_version
from kasauti.scorers.answers.words import compile_words, match_words

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
NO_NAME = compile_words("names.no_name")
OUTSIDE = "O"


def find_names(answer: str, sentence: Sequence[str], types: Mapping[str, str]) -> list[Said]:
    """The names that an answer says with their types, read in the first way that finds any."""
    words = f" {' '.join(map(strip_marks, sentence))} "
    called = Types({strip_marks(name).lower(): kind for name, kind in types.items()}, words)
    text = strip_markup(answer)
    ways: tuple[Callable[[], Iterator[Said]], ...] = (
        lambda: _read_tagged(answer, called),
        lambda: find_names_in_json(answer, called),
        lambda: _read_brackets(answer, called),
        lambda: _read_sentence(answer, called),
        lambda: _read_tokens(text, called),
        lambda: _read_tags(text, sentence, called),
        lambda: _read_lines(text, called),
        lambda: _read_prose(text, sentence, called),
    )
    for way in ways:
        # A way that finds only what the sentence does not have has misread the answer.
        found = [(_match_sentence(name, sentence, called), kind) for name, kind in way()]
        found = list(dict.fromkeys(found))
        if any(name and called.has(name) for name, _ in found):
            return found
    return []


def _match_sentence(name: str, sentence: Sequence[str], called: Types) -> str:
    """The name as the sentence has it: without words that lead up to it or follow it."""
    name = _strip_postposition(name)
    runs = [] if called.has(name) else list(_find_runs(name.split(), sentence))
    return runs[-1] if runs else name


def _strip_postposition(name: str) -> str:
    """The name without what follows it in the sentence: `सीता ने`, `भारत के लिए`."""
    words = name.split()
    while words and (
        POSTPOSITION.fullmatch(strip_marks(words[-1]))
        or (
            AFTER_POSTPOSITION.fullmatch(strip_marks(words[-1]))
            and strip_marks("".join(words[-2:-1])) in ("के", "की")
        )
    ):
        words.pop()
    return " ".join(words)


def _read_tagged(answer: str, called: Types) -> Iterator[Said]:
    for tag, in_tag, value, with_value in TAGGED.findall(answer):
        if found := find_type(tag or value, called):
            yield strip_marks(in_tag or with_value), found


def _read_brackets(answer: str, called: Types) -> Iterator[Said]:
    for quoted, its_kind, name, kind in IN_BRACKETS.findall(answer):
        if (found := find_type(its_kind or kind, called)) and not find_type(quoted or name, called):
            yield strip_marks(quoted or name), found


def _read_sentence(answer: str, called: Types) -> Iterator[Said]:
    """Types in brackets inside the sentence: `[राम](PER)`, `[PER राम]`, `राम (PER) ने`."""
    linked = [(strip_marks(name), find_type(kind, called)) for name, kind in LINKED.findall(answer)]
    squared = [
        (strip_marks(name), called.called.get(kind.lower()))
        for kind, name in SQUARED.findall(answer)
    ]
    if marked := [(name, kind) for name, kind in (*linked, *squared) if kind]:
        yield from marked
        return
    for line in strip_markup(answer).splitlines():
        kinds = [match for match in IN_ROUND.finditer(line) if find_type(match.group(1), called)]
        borders = [0, *(match.end() for match in kinds)]
        if len(kinds) > 1 and "," not in line:
            for start, match in zip(borders, kinds, strict=False):
                runs = list(
                    _find_runs(line[start : match.start()].split(), called.sentence.split())
                )
                if runs:
                    yield runs[-1], find_type(match.group(1), called) or ""


def _read_tokens(text: str, called: Types) -> Iterator[Said]:
    """A tag for each word: what begins with B- goes on with I-."""
    text = TOKENS.sub("\n", BRACKETED_TAG.sub(r"/\1\n", text))
    if not any(place in ("I", "i") for _, place, _ in BIO.findall(text)):
        return  # a list of tagged names, which is read by line
    name: list[str] = []
    current: str | None = None
    for match in BIO.finditer(text):
        word, place, tag = match.groups()
        kind = find_type(tag, called) if tag else None
        if name and (kind != current or place in ("B", "b")):
            yield " ".join(name), current or ""
            name = []
        if kind:
            name.append(strip_marks(word))
        current = kind
    if name and current:
        yield " ".join(name), current


def _read_tags(text: str, sentence: Sequence[str], called: Types) -> Iterator[Said]:
    """Nothing but a tag for each word of the sentence, in order."""
    tags = text.replace(",", " ").split()
    if len(tags) == len(sentence) and all(map(TAG.fullmatch, tags)):
        lines = "\n".join(f"{word} {tag}" for word, tag in zip(sentence, tags, strict=True))
        yield from (
            _read_tokens(f"{lines}\n- I-", called)
            if "I-" not in text
            else _read_tokens(lines, called)
        )


def _read_lines(text: str, called: Types) -> Iterator[Said]:
    either = called.either
    # "PER: राम, LOC: दिल्ली": a type after the comma begins a new part.
    border = re.compile(
        rf"(?:;|\s/\s)(?=.*(?:{either})|\s*$)|,\s*(?=(?:{either})\s*(?:[:=→(]|[-–—]\s))",
        re.IGNORECASE,
    )
    for line in IN_LINE_BULLET.sub("\n", text).splitlines():
        for part in border.split(ANNOUNCED.sub("", BULLET.sub("", line))):
            yield from _read_line(strip_marks(BULLET.sub("", part)), called)


def _read_line(line: str, called: Types) -> Iterator[Said]:
    line += ")" * (line.count("(") - line.count(")"))  # which the end of a line may have lost
    head, colon, rest = line.partition(":")
    kind = find_type(head, called)
    if not (kind and colon):
        head, *others = BETWEEN.split(line, maxsplit=1)
        kind, rest = find_type(head, called), "".join(others)
    if kind and rest and not find_type(rest, called):
        # The type comes first: all that follows are names of it.
        yield from (
            (strip_marks(item), kind) for item in OF_ONE_TYPE.split(rest) if strip_marks(item)
        )
        return
    names, *types = BETWEEN.split(line)
    if len(types) == 1 and (kind := find_type(types[0], called)) and ITEMS.search(names):
        # Several names before their type: राम और श्याम: व्यक्ति
        yield from ((name, kind) for name in map(strip_marks, ITEMS.split(names)) if name)
        return
    for item in ITEMS.split(line):
        parts = [part for part in BETWEEN.split(item) if strip_marks(part)]
        if len(parts) == 1:
            parts = item.rsplit(None, 1)  # राम B-PER
        # The part before the first type is the name; what comes before it announces it.
        for name, said in pairwise(parts):
            if kind := find_type(said, called):
                yield strip_marks(name), kind
                break


def _read_prose(text: str, sentence: Sequence[str], called: Types) -> Iterator[Said]:
    """Words of the sentence before each type that is named: `राम एक व्यक्ति का नाम है`."""
    types = list(re.finditer(match_words(called.either), text, re.IGNORECASE))
    borders = [0, *(match.end() for match in types)]
    names = [
        list(_find_runs(text[start : match.start()].split(), sentence))
        for start, match in zip(borders, types, strict=False)
    ]
    if types and not names[0]:  # "व्यक्ति राम है और स्थान दिल्ली": the types come first
        names = [*names[1:], list(_find_runs(text[borders[-1] :].split(), sentence))]
    for match, found in zip(types, names, strict=True):
        yield from ((name, called.called[match.group().lower()]) for name in found)


def _find_runs(words: Sequence[str], sentence: Sequence[str]) -> Iterator[str]:
    """The longest runs of words that stand in the sentence and may be names."""
    known = {word for word in map(strip_marks, sentence) if word and not NO_NAME.fullmatch(word)}
    run: list[str] = []
    for word in [*words, ""]:
        if strip_marks(word) in known:
            run.append(strip_marks(word))
            if word[-1] not in ",;":
                continue
        if run:
            yield " ".join(run)
        run = []


def read_names(
    answer: str, sentence: Sequence[str], types: Mapping[str, str]
) -> tuple[tuple[str, ...], int]:
    """The tags of the sentence's words, and how many names of the answer occur among them.

    `types` maps each word that an answer may use for a type to the type.
    """
    said = strip_thoughts(answer)
    corrected = take_last_version(strip_markup(said))
    names = find_names(corrected, sentence, types) if corrected != strip_markup(said) else []
    names = names or find_names(said, sentence, types)
    stripped = [strip_marks(word) for word in sentence]
    tags = [OUTSIDE] * len(sentence)
    matched = 0
    for name, kind in _sort_longest_first(names):
        wanted = [part for part in map(strip_marks, name.split()) if part]
        starts = list(_find_starts(wanted, stripped, tags))
        matched += bool(starts)
        for start in starts:
            tags[start : start + len(wanted)] = [f"B-{kind}"] + [f"I-{kind}"] * (len(wanted) - 1)
    return tuple(tags), matched


def _sort_longest_first(names: Sequence[Said]) -> list[Said]:
    """A name that is part of another is looked for after it."""
    return sorted(dict.fromkeys(names), key=lambda each: -len(each[0].split()))


def _find_starts(wanted: Sequence[str], words: Sequence[str], tags: Sequence[str]) -> Iterator[int]:
    """The indices at which the name begins, among words that have no tag yet."""
    length, start = len(wanted), 0
    while length and start + length <= len(words):
        stop = start + length
        free = all(tag == OUTSIDE for tag in tags[start:stop])
        if free and list(words[start:stop]) == list(wanted):
            yield start
            start = stop
        else:
            start += 1
