"""Markdown in which the text of models and data stays text, whatever it holds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from kasauti.text.visible import visible

LONGEST = 200  # characters of one text; the whole of it is in the results
# What GitHub's Markdown would take for more than letters: HTML, links, formulas, code, emphasis,
# table cells. An underscore inside a word is none of it.
SPECIAL = re.compile(
    r"[&<>@$\\`*\[\]|~]|:(?=//)|(?<=www)\.|(?<![^\W_])_|_(?![^\W_])", re.IGNORECASE
)
NAMED = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
CODED = "@$:."  # a backslash would not keep GitHub from linking them
# At the start of a line: a heading, an item of a list, a rule, the line under a heading.
LINE_START = re.compile(r"^(?:\d{1,9}(?=[.)](?:\s|$))|(?=[-+](?:\s|$)|--|=|#))")


def plain(text: object, *, longest: int | None = LONGEST) -> str:
    r"""One line that shows the text as it is.

    >>> print(plain("a | <b>\n_c_ snake_case"))
    a \| &lt;b&gt; \_c\_ snake_case
    """
    line = " ".join(visible(str(text)).split())
    if longest is not None and len(line) > longest:
        line = f"{line[:longest].rstrip()} …"
    return LINE_START.sub(r"\g<0>\\", SPECIAL.sub(_harmless, line))


def table(
    header: Sequence[str], rows: Iterable[Sequence[object]], *, numeric: Iterable[int] = ()
) -> list[str]:
    """A table of plain cells; columns with nothing in them are left out."""
    cells = [[plain(cell) for cell in row] for row in rows]
    kept = [index for index in range(len(header)) if any(row[index] for row in cells)]
    rules = ["---:" if place in set(numeric) else "---" for place in range(len(header))]
    lines = [[plain(name) for name in header], rules, *cells]
    return [f"| {' | '.join(line[index] for index in kept)} |" for line in lines] if cells else []


def bullets(texts: Iterable[object]) -> Iterator[str]:
    for text in texts:
        yield f"- {plain(text, longest=None)}"


def fence(lines: Iterable[str]) -> list[str]:
    """A block of code that none of its lines can end."""
    shown = [" ".join(visible(line).splitlines()) for line in lines]
    longest = max((len(run) for line in shown for run in re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}text", *shown, fence]


def fold(summary: str, lines: Sequence[str]) -> list[str]:
    """Lines that open on a click, where HTML is understood."""
    return ["<details>", f"<summary>{plain(summary)}</summary>", "", *lines, "", "</details>"]


def _harmless(match: re.Match[str]) -> str:
    sign = match[0]
    if sign in NAMED:
        return NAMED[sign]
    return f"&#{ord(sign)};" if sign in CODED else f"\\{sign}"
