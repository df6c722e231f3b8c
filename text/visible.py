"""Text from outside as a person may safely see it: what has no glyph is shown, and none is endless.

Escape sequences would act on the terminal, and a line that begins with `::` on GitHub Actions.
"""

from __future__ import annotations

import re

LONGEST = 500  # characters of one text on the terminal; the whole of it is in the results
MARK = " …"
# Control characters, marks that turn the direction of what follows, and halves of pairs: they
# show nothing of themselves and spoil what is around them.
UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
HALVES = re.compile("[\ud800-\udfff]")
LINE_ENDS = re.compile("\r\n|[\n\r\u2028\u2029]")
# What GitHub Actions takes for a command: the one at the start of a line, the other anywhere.
COMMAND = re.compile(r"^(\s*:)(?=:)|(?<=##)(?=\[)")
# Where a spreadsheet could take text for a formula: at the start of a cell, and after what it may
# take for the end of one (a semicolon in many countries). Also the signs' full-width forms.
FORMULA = re.compile(r"(^|[;\t\r\n])(?=[=+\-@＝＋－＠\t\r\n])")


def visible(text: str) -> str:
    """Text in which what has no glyph is shown by its code point; tabs and line ends stay.

    >>> visible("a\\x00b")
    'a⟨U+0000⟩b'
    """
    text = HALVES.sub("\ufffd", text)
    return UNSEEN.sub(lambda match: f"⟨U+{ord(match[0]):04X}⟩", text)


def on_one_line(text: object, *, longest: int | None = LONGEST) -> str:
    r"""One line that does nothing but show the text, of at most so many characters.

    >>> on_one_line("\x1b[31mred\n::error::x"), on_one_line("::error::x", longest=6)
    ('␛[31mred⏎::error::x', ': :e …')
    """
    # Cut first, because a text may be of any length; \r\n alone gets shorter by what follows.
    shown = str(text) if longest is None else str(text)[: 2 * longest + 2]
    shown = LINE_ENDS.sub("⏎", shown).replace("\x1b", "␛").replace("\t", " ")
    shown = COMMAND.sub(r"\1 ", visible(shown))
    if longest is not None and len(shown) > longest:
        shown = shown[: longest - len(MARK)].rstrip() + MARK
    return shown


def shortened(text: str, most: int) -> str:
    """The beginning of a text, where it has more characters than that."""
    return text if len(text) <= most else f"{text[:most]}…"


def spreadsheet_cell(cell: object) -> object:
    """Text that a spreadsheet would run as a formula is quoted; a number stays a number.

    >>> spreadsheet_cell("=1+1"), spreadsheet_cell(-1)
    ("'=1+1", -1)
    """
    return FORMULA.sub(r"\1'", visible(cell)) if isinstance(cell, str) else cell


def line_by_line(text: str, *, longest: int = LONGEST) -> str:
    """Several lines, each of them made harmless; their ends stay."""
    return "\n".join(on_one_line(line, longest=longest) for line in text.split("\n"))
