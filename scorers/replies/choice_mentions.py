"""Where a reply names the choices of a question: by letter, by order, or by their text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kasauti.scorers.replies.clauses import END, LETTER, START, Mention, standing, words

# The letters by which Hindi names choices, and the names of the Latin ones in Devanagari.
DEVANAGARI = [
    ("क", "ए", "अ"), ("ख", "बी", "ब"), ("ग", "सी", "स"), ("घ", "डी", "द"), ("ङ", "ई", "य"),
]  # fmt: skip
LETTER_OF = {
    name: letter for letter, names in zip("ABCDE", DEVANAGARI, strict=True) for name in names
}
INDIC = "|".join(sorted(LETTER_OF, key=len, reverse=True))
ORDINALS = [
    ("first", "1st", "पहला", "पहले", "पहली", "प्रथम", "प्रथमः", "प्रथमं"),
    ("second", "2nd", "दूसरा", "दूसरे", "दूसरी", "द्वितीय", "द्वितीयः", "द्वितीयं"),
    ("third", "3rd", "तीसरा", "तीसरे", "तीसरी", "तृतीय", "तृतीयः", "तृतीयं"),
    ("fourth", "4th", "चौथा", "चौथे", "चौथी", "चतुर्थ", "चतुर्थः", "चतुर्थं"),
    ("fifth", "5th", "पाँचवाँ", "पांचवां", "पञ्चमः"),
]
INDEX_OF = {name: index for index, names in enumerate(ORDINALS) for name in names}
OPTION = r"(?:options?|choices?|letter|vikalp|विकल्प|विकल्पः|पक्ष)"
# (B), [B], B), "option B" in either script; "B." and "B:" only where a line begins with them.
_WRAPPED = re.compile(
    rf"[(\[]\s*([A-Za-z]|{INDIC})\s*[)\]]|{START}([A-Za-z]|{INDIC})\)"
    rf"|{START}{OPTION}\s*[:\-]?\s*[(\[\"'“]?([A-Za-z]|{INDIC}){END}"
    rf"|^[ \t>\-]*([A-Z]|{INDIC})[.:](?=\s|$)",
    re.IGNORECASE | re.MULTILINE,
)
# "उत्तर: ख", "answer: b": a Devanagari or small letter, right after the announcement.
_TOLD = re.compile(
    rf"{words('answer', 'ans', 'उत्तर', 'उत्तरम्', 'उत्तरं', 'जवाब')}"
    rf"\s*(?:is|है|अस्ति)?\s*[:=–-]?\s*[\"'“]?([a-z]|{INDIC})"
    r"(?=[\"'”]?(?:[).,।:]|\s*$|\s+(?:है|अस्ति|इति|सही)))",
    re.IGNORECASE | re.MULTILINE,
)
_ORDINAL = re.compile(
    rf"{START}({'|'.join(INDEX_OF)})\s+(?:{OPTION}|one|answer|उत्तर|वाला){END}", re.IGNORECASE
)
_LONE = re.compile(r"(?<![\w°'’.-])([A-Z])(?![\w'’°+-])")
# A capital by itself names a choice only after such words: not "vitamin C", "37 °C", "A boy".
_LEADS = (
    *("is", "be", "are", "was", "answer", "choose", "pick", "select", "say", "says", "with", "to"),
    *("and", "or", "not", "than", "either", "neither", "nor", "both", "between", "so", "hence"),
    *(
        "therefore",
        "thus",
        "only",
        "leaves",
        "leaving",
        "definitely",
        "probably",
        "clearly",
        "just",
    ),
    *("likely", "certainly", "thought", "it's", "that's", "isn't", "for", "means", "mark", "chose"),
    *("final", "correct", "right", "wrong", "eliminate", "exclude", "out", "answer's", "as", "ok"),
    *("la", "es", "est", "ist", "die", "é", "considered", "goes", "towards"),
    *("uttar", "jawab", "jawaab", "vikalp", "hai", "sahi", "ki", "to", "ya", "aur"),
)
_NOT_AFTER_INDIC = (
    *("विटामिन", "हेपेटाइटिस", "ग्रुप", "समूह", "वर्ग", "श्रेणी", "योजना", "डिग्री", "प्लान"),
)
# After a letter such words go on with the sentence; any other small word makes "A" an article.
_FOLLOWS = re.compile(
    r"\s+(?!(?:is|are|was|because|since|as|and|or|would|must|seems|looks|can|could|cannot|does|"
    r"for|but|not|which|with|has|fits|makes|it|isn['’]t|doesn['’]t|at|here|both|look|seem|also|too|either|instead|"
    # Hindi in Latin letters.
    r"hai|hain|hoga|sahi|theek|nahi|nahin|hi|ya|aur)\b)[a-z]"
)
AROUND = " \t\r\n()[]{}*_.:,;!।|\"'“”‘’`<>–—-"


class Choices:
    """The choices of one question, and how replies may call them."""

    def __init__(self, letters: Sequence[str], texts: Sequence[str]) -> None:
        self.letters = letters
        pairs = zip(letters, texts, strict=False)
        self.texts = {letter: bare(text) for letter, text in pairs if bare(text)}

    def by_letter(self, word: str) -> str | None:
        """The choice that a letter of either script names."""
        letter = LETTER_OF.get(word, word).upper()
        return letter if letter in self.letters else None

    def by_text(self, text: str) -> str | None:
        """The choice whose text this is."""
        same = [letter for letter, choice in self.texts.items() if bare(text) == choice]
        return same[0] if len(same) == 1 else None

    def at_start(self, text: str) -> str | None:
        """The choice whose letter a text begins with: `B`, `B) heat`."""
        match = re.match(rf"[\s(\[\"'“:]*([A-Za-z]|{INDIC})(?![{LETTER}°'’])", text)
        if match and not _FOLLOWS.match(text, match.end()):
            return self.by_letter(match.group(1))
        return None

    def mentions(self, text: str) -> list[Mention]:
        """Every place of a reply that names a choice, in order."""
        found = [*self._lettered(text), *self._ordered(text), *self.named(text)]
        return sorted(found, key=lambda each: each.start)

    def named(self, text: str) -> Iterator[Mention]:
        """Where the text of a choice stands; of two that overlap, the longer one."""
        covered: list[tuple[int, int]] = []
        for letter, choice in sorted(self.texts.items(), key=lambda each: -len(each[1])):
            pattern = START + r"\s+".join(map(re.escape, choice.split())) + END
            for match in re.finditer(pattern, text, re.IGNORECASE):
                if not any(start < match.end() and match.start() < end for start, end in covered):
                    covered.append(match.span())
                    yield mention(text, letter, *match.span())

    def _lettered(self, text: str) -> Iterator[Mention]:
        taken: set[int] = set()
        for match in (*_WRAPPED.finditer(text), *_TOLD.finditer(text)):
            index = match.lastindex or 0
            if letter := self.by_letter(match.group(index)):
                taken.add(match.start(index))
                yield mention(text, letter, match.start(index), match.end(index))
        for match in _LONE.finditer(text):
            letter = self.by_letter(match.group(1))
            if letter and match.start(1) not in taken and _may_choose(text, match):
                yield mention(text, letter, match.start(), match.end())

    def _ordered(self, text: str) -> Iterator[Mention]:
        for match in _ORDINAL.finditer(text):
            index = INDEX_OF[match.group(1).lower()]
            if index < len(self.letters):
                yield mention(text, self.letters[index], *match.span())


def mention(text: str, what: str, start: int, end: int) -> Mention:
    return Mention(what, start, end, standing(text, start, end))


def bare(text: str) -> str:
    """A choice's text as it is compared: without the marks around it, in one case."""
    return " ".join(text.strip(AROUND).casefold().split())


def _may_choose(text: str, match: re.Match[str]) -> bool:
    """Whether the words around a capital letter allow it to name a choice."""
    before = text[: match.start()].rstrip("(\"'“ \t")
    if before.endswith("°") or (before and before[-1].isdigit()):
        return False
    word = re.search(r"[^\s.,;:!?।|()\n]+$", before)
    if word and not before.endswith("\n"):
        last = word.group()
        if last.isascii() or last.lower() in _LEADS:
            if last.lower() not in _LEADS and not re.fullmatch("[A-Z]", last):
                return False
        elif last in _NOT_AFTER_INDIC:
            return False
    return not _FOLLOWS.match(text, match.end())
