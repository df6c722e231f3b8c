"""English sentences in plain words: one way of writing for contractions, numbers and signs."""

from __future__ import annotations

import re

from kasauti.scorers.clauses import is_reported

_PLAIN = str.maketrans("’‘ʼ“”−‑\u00a0", "'''\"\"-- ")
_REWRITTEN = [
    (re.compile(pattern), instead)
    for pattern, instead in (
        (r"\bcan't\b|\bcannot\b", "can not"),
        (r"\bwon't\b", "will not"),
        (r"\bshan't\b", "shall not"),
        (r"\bain't\b", "is not"),
        (r"n't\b", " not"),
        (r"'re\b", " are"),
        (r"'ve\b", " have"),
        (r"'ll\b", " will"),
        (r"'d\b", " would"),
        (r"'m\b", " am"),
        (r"\b(it|that|there|what|he|she|who|here)'s\b", r"\1 is"),
        (r"\blet's\b", "let us"),
        (r"(?<=\w)'s\b", "s"),
        (r"(?<=\d),(?=\d{3}\b)", ""),
        (r"per ?cent(?:age points?)?\b|percentage points?\b", "%"),
        (r"(?<=\d)\s*(?:[-–]+>?|→)\s*(?=[$€£]?\d)", " to "),
        (r"\s*(?:->|→|=>)\s*", " to "),
        (r"[():]|\s[-–]\s", " , "),
        (r"&", " and "),
        (r"[-']", " "),
    )
]
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\s*;\s*|\s+[—–]\s+|—|\n+")
_WORD = re.compile(r"\d+(?:\.\d+)?s?|%|,|[^\W\d_]+|[^\W_]+")
_DECADES = "twenties thirties forties fifties sixties seventies eighties nineties"
_DECADE = {word: f"19{tens}0s" for tens, word in enumerate(_DECADES.split(" "), start=2)}
_ONES = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
sixteen seventeen eighteen nineteen"""
_ONE = {word: value for value, word in enumerate(_ONES.split())}
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_TEN = {word: 10 * value for value, word in enumerate(_TENS.split(" "), start=2)}
_LARGE = {"dozen": 12, "hundred": 100, "thousand": 1000}
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def claimed(text: str) -> list[list[str]]:
    """The plain words of each sentence that claims something: no questions, no reports of others.

    >>> claimed("Is it so? It's not: they fell twenty-five per cent.")
    [['it', 'is', 'not', ',', 'they', 'fell', '25', '%']]
    """
    found = [raw.strip(" -•*\t") for raw in _SENTENCE.split(text)]
    said = [each for each in found if not each.endswith("?") and not is_reported(each)]
    return [words for words in map(plain_words, said) if words]


def plain_words(sentence: str) -> list[str]:
    """A sentence in small letters, without contractions, its numbers in digits."""
    text = sentence.lower().translate(_PLAIN)
    for pattern, instead in _REWRITTEN:
        text = pattern.sub(instead, text)
    return _in_digits(_WORD.findall(text))


def number_of(word: str) -> float | None:
    """The number that a plain word is; "one" stays a word, because it is mostly a pronoun."""
    if word == "one":
        return 1.0
    return float(word) if _NUMBER.fullmatch(word) else None


def _in_digits(words: list[str]) -> list[str]:
    found: list[str] = []
    at = 0
    while at < len(words):
        value, after = _number_at(words, at)
        if value is None:
            found.append(_DECADE.get(words[at], words[at]))
            at += 1
        else:
            found.append(f"{value:.10g}")
            at = after
    return found


def _number_at(words: list[str], at: int) -> tuple[float | None, int]:
    """The number that begins there, in words or digits, and where it ends."""
    word, following = words[at], words[at + 1 : at + 2]
    is_large = bool(following) and following[0] in _LARGE
    if word in ("a", "an", "one") and is_large:
        value, at = 1.0, at + 1
    elif word in _LARGE:
        value = 1.0
    elif word in _TEN:
        value, at = float(_TEN[word]), at + 1
        if following and 0 < _ONE.get(following[0], 0) < 10:
            value, at = value + _ONE[following[0]], at + 1
    elif word in _ONE and word != "one":
        value, at = float(_ONE[word]), at + 1
    elif _NUMBER.fullmatch(word) and is_large:
        value, at = float(word), at + 1
    else:
        return None, at
    return _multiplied(words, at, value)


def _multiplied(words: list[str], at: int, value: float) -> tuple[float, int]:
    """A number with the hundreds and thousands that follow it."""
    while at < len(words) and words[at] in _LARGE:
        factor, at = _LARGE[words[at]], at + 1
        value *= factor
        if factor == 100 and words[at : at + 1] == ["and"]:
            rest, after = _number_at(words, at + 1) if at + 1 < len(words) else (None, at)
            if rest is not None and words[at + 1] in _ONE | _TEN:
                # "two hundred and ten", "two hundred and ten thousand"
                value, at = (1000 * value if rest >= 1000 else value) + rest, after
    return value, at
