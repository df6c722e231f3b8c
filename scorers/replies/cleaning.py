"""A reply without its wrapping: thoughts, LaTeX and Markdown taken off, the words left alone."""

from __future__ import annotations

import re

# What a model thinks before it answers; a thought that does not end is not an answer.
_THOUGHTS = re.compile(
    r"<(think|thinking|thought|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE
)
_END_OF_THOUGHT = re.compile(r"\A.*</(?:think|thinking|thought|reasoning)>", re.DOTALL | re.I)
_FRACTION = re.compile(r"\\d?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}")
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


def without_thoughts(reply: str) -> str:
    """The reply after its last thought; empty where a thought was never ended."""
    return _THOUGHTS.sub("", _END_OF_THOUGHT.sub("", reply))


def plain(reply: str) -> str:
    """The reply without LaTeX and emphasis; the content of a box stays where it is."""
    text = reply
    for written, meant in _SYMBOLS.items():
        text = text.replace(written, meant)
    text = _FRACTION.sub(r"\1/\2", _COMMAND.sub(r"\1", text))
    return _EMPHASIS.sub("", _BOX.sub(r"\1", _STRUCK.sub("", text)))


def boxes(reply: str) -> list[str]:
    """What stands in LaTeX boxes, in the order of the reply."""
    text = reply
    for written, meant in _SYMBOLS.items():
        text = text.replace(written, meant)
    text = _FRACTION.sub(r"\1/\2", _COMMAND.sub(r"\1", text))
    return [box.strip() for box in _BOX.findall(text)]
