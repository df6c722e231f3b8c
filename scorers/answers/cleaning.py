"""A reply without its wrapping: thoughts, LaTeX and Markdown; and what a reader finds in it."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from typing import Generic, TypeVar

A = TypeVar("A", str, Decimal)

MARK = "####"
# The documented format: the mark and one word, which ends its line.
STRICT = re.compile(rf"{MARK}[ \t]*([^\s#]+)[ \t]*(?:$|\r?\n)")
# What a model thinks before it answers; a thought that does not end is not an answer.
_THOUGHTS = re.compile(
    r"<(think|thinking|thought|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE
)
_END_OF_THOUGHT = re.compile(r"\A.*</(?:think|thinking|thought|reasoning)>", re.DOTALL | re.I)
# `<reasoning> … #### <A>` fills in the format of the prompt and does not open a thought.
_PLACEHOLDER = re.compile(r"<reasoning>(?!.*</reasoning>)(?=.*####)", re.DOTALL | re.IGNORECASE)
_FRACTION = re.compile(r"\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}")
_COMMAND = re.compile(r"\\(?:text|textbf|mathrm|mathbf|mathit|textit|operatorname)\s*\{([^{}]*)\}")
_BOX = re.compile(r"\\(?:boxed|fbox)\s*\{([^{}]*)\}")
_SYMBOLS = {
    r"\times": "×", r"\cdot": "×", r"\div": "÷", r"\%": "%", r"\$": "$", r"\,": "",
    r"\!": "", r"\;": " ", r"\ ": " ", r"\left": "", r"\right": "", r"{,}": ",",
    r"\(": " ", r"\)": " ", r"\[": " ", r"\]": " ", "$$": " ",
    r"^\circ": "°", r"^{\circ}": "°", r"\degree": "°", r"\quad": " ",
}  # fmt: skip
_STRUCK = re.compile(r"~~.+?~~")
# Two or more on either side; a single star or underscore is left where it multiplies or joins.
_EMPHASIS = re.compile(r"\*{2,3}|__|`+|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])")
_ELEMENT = re.compile(
    r"</?(?:answer|final_answer|topic|label|result|p|br|li|ul|ol|div|h[1-6])\s*/?>", re.IGNORECASE
)
# Only pairs: `<B>` by itself is an answer.
_EMPHASIZED = re.compile(r"<(b|strong|i|em|u|span)>(.*?)</\1>", re.IGNORECASE)
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
    """The reply after its last thought; empty where a thought was never ended."""
    return _THOUGHTS.sub("", _END_OF_THOUGHT.sub("", _PLACEHOLDER.sub("", normalize(reply))))


def normalize(text: str) -> str:
    """The text with one spelling of each letter (ढ़ has two) and without unseen marks."""
    text = _KEYCAP.sub(r"\1. ", unicodedata.normalize("NFC", text).replace("：", ":"))
    return _UNSEEN.sub("", text.translate(_CIRCLED))


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
    return _EMPHASIS.sub("", _BOX.sub(r"\1", _STRUCK.sub("", text)))


def find_boxes(reply: str) -> list[str]:
    """Return the contents of LaTeX boxes, in the order of the reply."""
    return [box.strip() for box in _BOX.findall(_strip_mathematics(reply))]


def _strip_mathematics(text: str) -> str:
    for written, meant in _SYMBOLS.items():
        text = text.replace(written, meant)
    return _VULGAR.sub(_write_ratio, _FRACTION.sub(r"\1/\2", _COMMAND.sub(r"\1", text)))


def _write_ratio(match: re.Match[str]) -> str:
    """½ as 1/2, apart from the whole number before it."""
    ratio = unicodedata.normalize("NFKD", match.group(2)).replace("⁄", "/")
    return f"{match.group(1)} {ratio}" if match.group(1) else ratio
