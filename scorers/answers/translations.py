"""The translation in a reply, without what models write around it.

Around it are thoughts, a preamble ("Sure! Here is the translation:"), the source once more, labels
("English: … Hindi: …"), quotes, JSON, code fences and notes. A mark or a remark is left out only
where the source has none of its kind, so a reply that is nothing but a translation stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from kasauti.scorers.answers.cleaning import compile_words, drop_thoughts, find_objects
from kasauti.text.languages import languages

InScript = Callable[[str], bool]

_BESIDE = compile_words("translations.beside")
_TRANSLATION = compile_words("translations.translation")
_ANNOUNCES = compile_words("translations.announces")
_INTERJECTION = re.compile(
    rf"\W*{compile_words('translations.interjection').pattern}[^\n:।.!]{{0,60}}[!.…।]*\W*", re.I
)
_REMARK = re.compile(rf"\W*{compile_words('translations.remark').pattern}", re.I)
_LANGUAGES = {each.name.casefold() for each in languages().values()}
_OWN_NAMES = compile_words("translations.languages")
_WRAPPED = [
    re.compile(r"^[ \t]*(```|~~~)[^\n]*\n(.*?)(?:^[ \t]*\1[ \t]*$|\Z)", re.DOTALL | re.M),
    re.compile(
        r"<(translation|translated_text|target|answer|output|result)>(.*?)(?:</\1>|\Z)",
        re.DOTALL | re.IGNORECASE,
    ),
]
# "Here is the Hindi translation:", "Hindi:", "**अनुवाद:**", "1. Translation –"
_LABEL = re.compile(r"[\s>*_#\"'`(\[-]*([^\n:：]{1,400})[:：](?!\w)[*_`]*[ \t]*")
# "'I go' translates to 'मैं जाता हूँ'.", "The translation of … is …"
_PROSE = re.compile(
    rf"\A[^\n]{{0,400}}?(?:{_TRANSLATION.pattern}[^\n:]{{0,400}}?\b(?:is|to|as|be)|\b(?:in|into) "
    r"[A-Z]\w+ (?:is|would be)|\bmeans)[ \t]*[:,]?[ \t]*[\"'“‘«*`]+"
    r"(.+?)[\"'”’»*`]+(?=\W*(?:\s|\Z))",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"([\"“«])(.+?)[\"”»](?!\w)", re.DOTALL)
_RULE = re.compile(r"[ \t]*(?:[-*_=][ \t]*){3,}")
_BULLET = re.compile(r"^[ \t]*(?:(?:[-*•>]|#{1,6}|\d{1,2}[.)])[ \t]+)+")
_BRACKETED = re.compile(r"[ \t]*[(\[][^()\[\]\n]*[)\]]\s*\Z")
_AROUND = " \t\r\n\"'“”‘’«»`*_:=→⇒–—-|>()[]।.!?,"
_JOINT = re.compile(r"[ \t\"'“”‘’«»`*_).।!?]*(?:->|=>|[:=→⇒➡–—|-])[ \t*_]*")
_QUOTES = [*zip("\"“«‘'`*_「『([", "\"”»’'`*_」』)]", strict=True)]
_QUALIFIED = re.compile(
    r"^(?:the|final|target)\s+|\s*\([^()]*\)?$|\s+(?:text|version|sentence|translation|अनुवाद)$",
    re.I,
)
_NUMBERED = re.compile(r"\W*\d{1,2}[.)][ \t]")
SHORT = 3  # words of a label
LONG_ENOUGH = 0.4  # of the source: a paragraph of this length is all of a translation


@dataclass(slots=True)
class _Block:
    """Lines of a reply that belong together; `told` if the reply calls them the translation."""

    told: bool = False
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(self.lines).strip()


def read_translation(reply: str, source: str, in_script: InScript) -> str:
    """The translation that a reply gives of a source.

    in_script: tells if a text is in the script that was asked for.
    """
    said = _unwrap(drop_thoughts(reply).strip(), source, in_script)
    if (lead := _PROSE.match(said)) and not _PROSE.match(source):
        return lead.group(1)
    blocks = [each for each in _divide(said, source, in_script) if each.text.strip(_AROUND)]
    ranked = sorted(blocks, key=lambda each: (not in_script(each.text), not each.told))
    found = ranked[0].text if ranked else said
    if not re.search(r"[(\[]", source) and (rest := _BRACKETED.sub("", found).strip()):
        found = rest
    quoted = _QUOTED.match(found)
    if quoted and quoted.group(1) not in source:
        found = quoted.group(2)  # what is said behind it is a remark
    return _strip_marks(found, source)


def _unwrap(said: str, source: str, in_script: InScript) -> str:
    """The text in a code fence, a tag or a JSON object of the reply, unless it is the source."""
    for wrapping in _WRAPPED:
        inner = [match.group(2).strip() for match in wrapping.finditer(said)]
        inner = [text for text in inner if text and not _is_same(text, source)]
        said = inner[0] if inner else said
    if "{" in source or "[" in source:
        return said
    for value, _, _ in find_objects(said):
        found = [(key, text) for key, text in _find_texts(value) if not _is_same(text, source)]
        right = [each for each in found if in_script(each[1])] or found
        named = [each for each in right if _TRANSLATION.search(each[0])] or right
        if named:
            return named[0][1].strip()
    return said


def _find_texts(value: object, key: str = "") -> Iterator[tuple[str, str]]:
    """Yield the texts of a JSON value that may be the translation, each with its key."""
    if isinstance(value, str) and value.strip():
        yield key, value
    elif isinstance(value, list):
        for inner in value:
            yield from _find_texts(inner, key)
    elif isinstance(value, dict):
        for name, inner in value.items():
            words = name.replace("_", " ")
            if not _BESIDE.match(words):
                yield from _find_texts(inner, words)


def _divide(said: str, source: str, in_script: InScript) -> Iterator[_Block]:
    """Yield the blocks of a reply that may be the translation."""
    block, beside = _Block(), False
    lines = said.splitlines()
    for index, line in enumerate(lines):
        more = any(each.strip() for each in lines[index + 1 :][:20])
        label, text = _split_label(_drop_bullet(line, source), source, in_script, more=more)
        text = _drop_source(text, source)
        if label or not text.strip(_AROUND) or _is_preamble(text, source, more=more):
            closed = bool(label or line.strip() or _is_whole(block, source))
            if closed:
                yield block
                block = _Block(told=bool(label))
            beside = _BESIDE.match(label) is not None if label else beside and bool(line.strip())
            text = text if label and not _is_preamble(text, source, more=more) else ""
        elif block.text and (
            in_script(text) != in_script(block.text)
            or (_NUMBERED.match(line) and not _NUMBERED.match(source))
        ):
            yield block
            block = _Block()
        elif block.text and _REMARK.match(text) and not _REMARK.match(source):
            yield block
            block, beside = _Block(), True
        if not beside:
            block.lines.append(text)
    yield block


def _split_label(line: str, source: str, in_script: InScript, *, more: bool) -> tuple[str, str]:
    """The label of a line, if it has one, and the text behind it."""
    match = _LABEL.match(line)
    if match is None:
        name = line.strip(_AROUND)
        return (name, "") if more and _is_name(name) and not _is_same(name, source) else ("", line)
    words = match.group(1).strip(_AROUND)
    if _TRANSLATION.search(words):
        return ("", line) if _TRANSLATION.search(source) else (words, line[match.end() :])
    own = _LABEL.match(source)  # the colon may be the source's
    sources = own is not None and len(own.group(1).split()) <= SHORT
    behind = line[match.end() :]
    # "Formal:" before a text in the script that was asked for is no part of it.
    foreign = len(words.split()) <= SHORT and not in_script(words) and in_script(behind)
    is_label = foreign or _is_name(words) or _BESIDE.fullmatch(words) or _ANNOUNCES.fullmatch(words)
    return (words, behind) if is_label and not sources else ("", line)


def _is_name(words: str) -> bool:
    """Return True for what names the translation alone: "Hindi (formal)", "English text"."""
    name = _QUALIFIED.sub("", words).casefold()
    return name in _LANGUAGES or bool(_OWN_NAMES.fullmatch(name) or _TRANSLATION.fullmatch(name))


def _is_preamble(text: str, source: str, *, more: bool) -> bool:
    """Return True for a line that only leads up to the ones below it."""
    if not more or "\n" in source:
        return False
    ends = text.rstrip(" *_").endswith((":", "：")) and not source.rstrip().endswith(":")
    return ends or _INTERJECTION.fullmatch(text) is not None or _RULE.fullmatch(text) is not None


def _drop_bullet(line: str, source: str) -> str:
    return line if _BULLET.match(source) else _BULLET.sub("", line, count=1)


def _drop_source(line: str, source: str) -> str:
    """A line without the source: nothing, or what is joined to it, `I go → मैं जाता हूँ`."""
    if _is_same(line, source):
        return ""
    start = line.find(plain := source.strip(_AROUND))
    if plain and start >= 0 and not line[:start].strip(_AROUND):
        rest = line[start + len(plain) :]
        if joint := _JOINT.match(rest):
            return rest[joint.end() :]
    return line


def _is_whole(block: _Block, source: str) -> bool:
    """Return True if a block is long enough to be all of the translation."""
    return "\n\n" not in source and len(block.text) >= LONG_ENOUGH * len(source)


def _is_same(text: str, source: str) -> bool:
    return text.strip(_AROUND).casefold().split() == source.strip(_AROUND).casefold().split()


def _strip_marks(text: str, source: str) -> str:
    """A text without the quotes or the emphasis around it that the source does not have."""
    for left, right in _QUOTES * 2:
        inner = text[1:-1]
        around = text[:1] == left and text[-1:] == right and left not in source
        if around and inner.strip(left) and (left not in inner.strip(left) or left == right):
            text = inner.strip()
    return text
