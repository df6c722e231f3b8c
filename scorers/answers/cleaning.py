"""A reply without its wrapping: thoughts, JSON, LaTeX and Markdown; and the words readers look for.

The lists of words are in words.toml, each with its reason.
"""

from __future__ import annotations

import ast
import json
import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Generic, TypeVar

# Vowel signs are not \w, so the boundaries of Devanagari words are said in full; the danda, which
# ends a sentence, is none of its letters.
LETTER = r"\w\u0900-\u0963\u0966-\u097f"
START, END = rf"(?<![{LETTER}])", rf"(?![{LETTER}])"


def match_words(*expressions: str) -> str:
    """An expression that finds any of these as whole words, in Latin or Devanagari script."""
    return f"{START}(?:{'|'.join(expressions)}){END}"


def compile_words(name: str, more: str = "") -> re.Pattern[str]:
    """Compile a list of words.toml, such as `negation.not`; the expression goes on with `more`."""
    return re.compile(match_words(read_list(name).replace("\n", "")) + more, re.IGNORECASE)


def read_list(name: str) -> str:
    """Return a list of words.toml as it stands there."""
    table, _, key = name.partition(".")
    return read_tables()[table][key]


@cache
def read_tables() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))


A = TypeVar("A", str, Decimal)

MARK = "####"
# The documented format: the mark and one word, which ends its line.
STRICT = re.compile(rf"{MARK}[ \t]*([^\s#]+)[ \t]*(?:$|\r?\n)")
# What a model thinks before it answers; a thought that does not end is not an answer.
_THOUGHT = r"(?:think|thinking|thoughts?|reasoning|analysis|scratchpad|reflection)"
_OPENED = re.compile(
    rf"<\|?(?:begin_of_|seed:)?{_THOUGHT}\|?>|\[THINK\]|◁think▷|<\|channel\|>analysis<\|message\|>",
    re.I,
)
_ENDED = re.compile(
    rf"</(?:seed:)?{_THOUGHT}>|<\|end_of_{_THOUGHT}\|>|\[/THINK\]|◁/think▷"
    r"|<\|channel\|>final<\|message\|>",
    re.IGNORECASE,
)
# `<reasoning> … #### <A>` fills in the format of the prompt and does not open a thought.
_PLACEHOLDER = "<reasoning>"
# Tokens of chat templates: `<|im_end|>`, `</s>`, `<end_of_turn>`.
_TURN = re.compile(r"<\|[^<>|\n]{1,40}\|>|</?s>|<(?:start|end)_of_turn>|\[/?INST\]")
_STEP_HEADING = compile_words("headings.step", r"|\d+[.):]\s+[^\W\d]")
_ANSWERS = read_list("objects.answers").replace("\n", "").split("|")
_BRACE = re.compile(r"[{\[]")
_FLAT = re.compile(r"\{[^{}]{0,2000}\}")
MOST_OBJECTS = 200  # attempts; each one may read to the end of the text
_FRACTION = re.compile(r"\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}")
_COMMAND = re.compile(r"\\(?:text|textbf|mathrm|mathbf|mathit|textit|operatorname)\s*\{([^{}]*)\}")
_BOX = re.compile(r"\\(?:boxed|fbox)\s*\{([^{}]*)\}")
_SYMBOLS = {
    r"\times": "×", r"\cdot": "×", r"\div": "÷", r"\%": "%", r"\$": "$", r"\,": "",
    r"\!": "", r"\;": " ", r"\ ": " ", r"\left": "", r"\right": "", r"{,}": ",",
    r"\(": " ", r"\)": " ", r"\[": " ", r"\]": " ", "$$": " ",
    r"^\circ": "°", r"^{\circ}": "°", r"\degree": "°", r"\quad": " ",
}  # fmt: skip
# $B$ in LaTeX, not two prices.
_INLINE = re.compile(r"\$(?=[^\s$])([^$\n]{1,60})(?<=[^\s$])\$(?!\d)")
_STRUCK = re.compile(r"~~.+?~~")
# Two or more on either side; a single star or underscore is left where it multiplies or joins.
_EMPHASIS = re.compile(r"\*{2,3}|__|`+|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])")
_CHECKBOX = re.compile(r"(?<![\w\]])\[([ xX])\](?!\()")
_ELEMENT = re.compile(
    r"</?(?:answer|final_answer|topic|label|result|p|br|li|ul|ol|div|h[1-6])\s*/?>", re.IGNORECASE
)
# Only pairs: `<B>` by itself is an answer.
_EMPHASIZED = re.compile(r"<(b|strong|i|em|u|span)>(.{0,300}?)</\1>", re.IGNORECASE)
_VULGAR = re.compile(r"(?:(\d)\s?)?([¼½¾⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])")
# 1️⃣ numbers a step, as `1.` does; other selectors only choose how a sign looks.
_KEYCAP = re.compile("(\\d)\ufe0f?\u20e3[ \t]*(?=\\S)")
_CIRCLED = str.maketrans("🅰🅱🅲🅳🅴ⒶⒷⒸⒹⒺⓐⓑⓒⓓⓔ", "ABCDE" * 3)
_UNSEEN = re.compile("[\u200b-\u200d\u2060\ufe0e\ufe0f\u20e3]")
# A question, a text or a turn that the reply invents once it has answered.
_FOLLOW_UP = re.compile(
    r"\n[ \t*#_]*(?:(?:new |next )?(?:question|problem|exercise|q|text|sentence|passage|user|human|"
    r"प्रश्न|प्रश्नः|सवाल|पाठ|पाठः|वाक्य|वाक्यम्)(?:[ \t]*[\d०-९]+)?[ \t*_]*[:：–-])",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class FinalAnswer(Generic[A]):
    """The strict and the lenient answer of a reply; None where it cannot be read."""

    strict: A | None
    lenient: A | None


def strip_thoughts(reply: str) -> str:
    """The reply after its last thought, normalized; empty where a thought was never ended."""
    return normalize(drop_thoughts(reply))


def drop_thoughts(reply: str) -> str:
    """The reply after its last thought, or before its first where nothing follows it.

    A reply without thoughts stays as it is.

    >>> drop_thoughts("<think>A or B?</think>It is B.")
    'It is B.'
    """
    if MARK in reply and not _ENDED.search(reply):
        reply = reply.replace(_PLACEHOLDER, "")
    *thoughts, said = _ENDED.split(reply)
    said, *unended = _OPENED.split(said, maxsplit=1)
    if thoughts and not (said.strip() or unended):
        said = _OPENED.split(thoughts[0], maxsplit=1)[0]
    said = _TURN.sub("", said)
    return said.strip() if thoughts or unended else said


def normalize(text: str) -> str:
    """The text with one spelling of each letter (ढ़ has two) and without unseen marks."""
    text = _KEYCAP.sub(r"\1. ", unicodedata.normalize("NFC", text).replace("：", ":"))
    return _UNSEEN.sub("", text.translate(_CIRCLED))


def find_objects(text: str) -> Iterator[tuple[object, int, int]]:
    """Yield the JSON values of a text, wherever they begin, with their places."""
    decoder, start = json.JSONDecoder(), 0
    for _ in range(MOST_OBJECTS):
        begins = _BRACE.search(text, start)
        if begins is None:
            return
        start = begins.end()
        try:
            value, end = decoder.raw_decode(text, begins.start())
        except (ValueError, RecursionError):
            try:  # as Python writes it
                flat = _FLAT.match(text, begins.start())
                value, end = ast.literal_eval(flat.group()) if flat else None, start
                end = flat.end() if flat else start
            except (ValueError, SyntaxError, RecursionError, MemoryError):
                continue
        yield value, begins.start(), end
        start = end


def write_out_objects(text: str) -> str:
    """The text with each JSON object that has an answer as a line: `Answer: B`.

    Of several fields with such names the first in the order of words.toml counts; of an object that
    scores labels, the label with the highest score.
    """
    parts, end = [], 0
    for value, start, stop in find_objects(text):
        answer = _find_answer(value)
        if answer is not None:
            parts += [text[end:start], f"\nAnswer: {answer}\n"]
            end = stop
    return "".join([*parts, text[end:]])


def _find_answer(value: object) -> str | None:
    """The answer that an object gives; empty where the field for it is, None without one."""
    if isinstance(value, list):
        return _find_answer(value[0]) if len(value) == 1 else _pick_best(_read_ratings(value))
    if not isinstance(value, dict):
        return None
    fields = {re.sub(r"[\W_]+", " ", key).strip().casefold(): each for key, each in value.items()}
    for name in _ANSWERS:
        if name in fields:
            return _write_value(fields[name])
    inner = [each for each in fields.values() if isinstance(each, dict | list)]
    if len(inner) == 1 == len(fields):
        return _find_answer(inner[0])
    scores = {key: each for key, each in value.items() if isinstance(each, int | float)}
    return _pick_best(scores) if len(scores) == len(fields) else None


def _read_ratings(values: Sequence[object]) -> dict[str, float]:
    """The labels of a list of objects that have one label and one score or verdict each."""
    rows = [[*each.values()] if isinstance(each, dict) else [] for each in values]
    labels = [[each for each in row if isinstance(each, str)][:1] for row in rows]
    scores = [[each for each in row if isinstance(each, int | float)] for row in rows]
    whole = all(labels) and all(len(each) == 1 for each in scores)
    return {one: score for [one], [score] in zip(labels, scores, strict=True)} if whole else {}


def _pick_best(scores: Mapping[str, float]) -> str | None:
    best = [label for label, score in scores.items() if score == max(scores.values())]
    return best[0] if len(scores) > 1 == len(best) else None


def _write_value(value: object) -> str:
    if isinstance(value, list):
        return " or ".join(map(_write_value, value))
    if isinstance(value, dict):
        return _find_answer(value) or " ".join(map(_write_value, value.values()))
    return "" if value is None else str(value)


def find_marked(text: str) -> list[str]:
    """The line behind each mark, without headings of steps.

    >>> find_marked("#### Step 1: add\\n2 + 3 = 5\\n#### 5")
    [' 5']
    """
    lines = [part.lstrip("#").partition("\n")[0] for part in text.split(MARK)[1:]]
    results = [line for line in lines if not _STEP_HEADING.match(line.lstrip(" \t*_"))]
    return results if len(lines) > 1 else lines


def cut_follow_up(text: str) -> str | None:
    """Return the reply up to the further question that it invents; None if it invents none."""
    match = _FOLLOW_UP.search(text.lstrip())
    return text.lstrip()[: match.start()] if match else None


def find_borders(ends: re.Pattern[str], text: str) -> list[int]:
    """Return where the sentences of a text begin, and where the last one ends."""
    return [0, *(match.end() for match in ends.finditer(text)), len(text)]


def strip_markup(reply: str) -> str:
    """The reply without LaTeX and emphasis; the content of a box stays where it is."""
    text = _EMPHASIZED.sub(r"\2", _ELEMENT.sub("\n", _strip_mathematics(reply)))
    text = _CHECKBOX.sub(lambda match: "✗" if match.group(1) == " " else "✓", text)
    return _EMPHASIS.sub("", _BOX.sub(r"\1", _STRUCK.sub("", text)))


def find_boxes(reply: str) -> list[str]:
    """Return the contents of LaTeX boxes, in the order of the reply."""
    return [box.strip() for box in _BOX.findall(_strip_mathematics(reply))]


def _strip_mathematics(text: str) -> str:
    for written, meant in _SYMBOLS.items():
        text = text.replace(written, meant)
    text = _INLINE.sub(r"\1", text)
    return _VULGAR.sub(_write_ratio, _FRACTION.sub(r"\1/\2", _COMMAND.sub(r"\1", text)))


def _write_ratio(match: re.Match[str]) -> str:
    """½ as 1/2, apart from the whole number before it."""
    ratio = unicodedata.normalize("NFKD", match.group(2)).replace("⁄", "/")
    return f"{match.group(1)} {ratio}" if match.group(1) else ratio
