"""Mentions of the choices of a question: by letter, by place (`option 2`), or by their text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from kasauti.scorers.answers.cleaning import (
    END,
    LETTER,
    START,
    compile_words,
    match_words,
    normalize,
    read_list,
)
from kasauti.scorers.answers.negation import FAR, MOST_MENTIONS, Mention
from kasauti.scorers.answers.written_numbers import convert_digits

_ORDINALS = read_list("choices.ordinals").split("\n")
_NUMBERS = read_list("choices.numbers").split("\n")
_LAST = read_list("choices.last")
_LAST_BUT_ONE = read_list("choices.last_but_one")
# The places by their names; the last ones are counted from the end.
_PLACES = [*enumerate(_ORDINALS), *enumerate(_NUMBERS), (-1, _LAST), (-2, _LAST_BUT_ONE)]
_INDEX_OF = {name: index for index, names in _PLACES for name in names.split("|")}
OPTION = r"(?:options?|choices?|letter|vikalp|विकल्प(?:ः|ं|म्|स्य|ों)?|पक्षः?|पर्याय)"
_ANY_ORDINAL = "|".join(
    sorted("|".join([*_ORDINALS, _LAST_BUT_ONE]).split("|"), key=len, reverse=True)
)
_ANY_NUMBER = "|".join(_NUMBERS)
# "The final answer" and "अंतिम उत्तर" do not name the last choice; "the second answer" names one.
_ORDINAL = re.compile(
    r"(?<!my )"
    rf"{START}(?:({_ANY_ORDINAL})\s+(?:नंबर\s+(?:का|वाला)\s+)?(?:{OPTION}|one|answer|statement|alternative|उत्तर|कथन|वाला|वाली|वाले)(?!\s*:\s*\w)"
    rf"|({_ANY_ORDINAL})\s+(?:is|seems|looks|ही|एव)?\s*(?:correct|right|सही|ठीक|उचित|शुद्ध)"
    rf"|({_LAST})\s+(?:{OPTION}|one|वाला|वाली|वाले)"
    rf"|(?:the\s+)({_ANY_ORDINAL})\s+(?:of|among)\s+(?:these|the|them|those)){END}",
    re.IGNORECASE,
)
# "The answer is the second.", "सही उत्तर दूसरा है"
_TOLD_PLACE = re.compile(
    rf"{START}(?:answer|one|choice|उत्तर|जवाब|विकल्प|उत्तरम्|विकल्पः)\s*(?:is|:|है|अस्ति|-)?\s*(?:the\s+)?"
    rf"({_ANY_ORDINAL}|{_LAST})(?=\s*(?:$|[.,;:!।\n]|है|अस्ति|एव|ही|वाला))",
    re.IGNORECASE | re.MULTILINE,
)
_NUMBERED = re.compile(
    rf"{START}{OPTION}\s*(?:number|no\.|#|संख्या|नंबर|क्रमांक)?\s*[:\-]?\s*[(\[]?({_ANY_NUMBER})"
    rf"(?![.,]?\d){END}(?!\s*(?:options|choices|विकल्प|by\b|at a|of\b))",
    re.IGNORECASE,
)
_BARE_NUMBER = re.compile(
    rf"{START}(?:answer|ans|choice|option|choose|pick|select|number|so|उत्तर|उत्तरम्|उत्तरं|जवाब|विकल्पः?|चुनाव)"
    rf"\s*(?:is|है|अस्ति)?\s*(?:number\s*)?[:=–-]?\s*[(\[]?([1-5१-५])(?=\s*(?:$|[).,;!।\]\n]|है|सही|अस्ति))"
    rf"(?![.,]\d)",
    re.IGNORECASE | re.MULTILINE,
)
_ONLY_PLACE = re.compile(rf"(?:the\s+)?(?:({_ANY_ORDINAL}|last)|([1-5१-५]))", re.IGNORECASE)
# The letters by which Hindi names choices, and the names of the Latin ones in Devanagari.
DEVANAGARI = [
    ("क", "ए", "अ"), ("ख", "बी", "ब"), ("ग", "सी", "स"), ("घ", "डी", "द"), ("ङ", "ई", "य"),
]  # fmt: skip
LETTER_OF = {
    name: letter for letter, names in zip("ABCDE", DEVANAGARI, strict=True) for name in names
}
INDIC = "|".join(sorted(LETTER_OF, key=len, reverse=True))
# (B), [B], B), "option B" in either script; "B." and "B:" only where a line begins with them.
_WRAPPED = re.compile(
    rf"[(\[]\s*([A-Za-z]|{INDIC})\s*[)\]]|{START}([A-Za-z]|{INDIC})\)"
    rf"|{START}{OPTION}[\"']?\s*[:\-]?\s*[(\[\"'“]?([A-Za-z]|{INDIC}){END}"
    rf"|^[ \t>\-]*([A-Z]|{INDIC})[.:](?=\s|$)"
    rf"|{START}({INDIC})(?=\s+(?:इति|(?:ही )?सही|विकल्प|उत्तर)(?![{LETTER}]))",
    re.IGNORECASE | re.MULTILINE,
)
# "उत्तर: ख", "answer: b": a Devanagari or small letter, right after the announcement.
_TOLD = re.compile(
    rf"{match_words('answer|ans|उत्तर|उत्तरम्|उत्तरं|उत्तरः|जवाब')}"
    rf"\s*(?:is|है|अस्ति)?\s*[:=–-]?\s*[\"'“]?([a-z]|{INDIC})"
    r"(?=[\"'”]?(?:[).,।:]|\s*$|\s+(?:है|हो|होगा|होना|अस्ति|इति|सही)))",
    re.IGNORECASE | re.MULTILINE,
)
_LONE = re.compile(r"(?<![\w°'’./-])([A-Z])(?![\w'’°+/-])")
_LEADS = compile_words("choices.leads")
_NEVER_LEADS = compile_words("choices.never_leads")
# After a letter such words go on with the sentence; any other small word makes "A" an article.
_FOLLOWS = re.compile(
    r"\s+(?!(?:is|are|was|because|since|as|and|or|would|must|seems|looks|can|could|cannot|does|"
    r"for|but|not|which|with|has|fits|wins|remains|applies|works|matches|describes|should|will|then|"
    r"makes|it|isn['’]t|doesn['’]t|at|here|both|look|seem|also|too|either|instead|"
    # Hindi in Latin letters.
    r"hai|hain|hoga|sahi|theek|nahi|nahin|hi|ya|aur)\b)[a-z]"
)
# "the latter" is the second of the two that were named last.
_OF_TWO = re.compile(r"\b(?:the )(former|latter)\b", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:an?|the)\s+(?=\S)", re.IGNORECASE)
# Endings that Sanskrit and English give to the last word of a choice.
_SANSKRIT_END = re.compile(r"(?:ः|म्|ं)$")
_INFLECTED = "(?:[ािीुूेैोौंःम्]|स्य|ेन|ेण|ात्|ाय|ानि|ानाम्|ाः|येन|ेषु|ाभ्याम्|ों|ओं|ना|णा|या|याः|योः|भिः|तः){0,2}"
AROUND = " \t\r\n()[]{}*_.:,;!।|\"'“”‘’`<>–—-#=→∴👉➡✅☑✔✓"


class Choices:
    """The choices of one question, and how replies may call them."""

    def __init__(
        self, letters: Sequence[str], texts: Sequence[str], *, loose: bool = False
    ) -> None:
        """loose: whether the last word of a text may be inflected."""
        self.letters = letters
        self.loose = loose
        pairs = zip(letters, texts, strict=False)
        self.texts = {letter: simplify(text) for letter, text in pairs if simplify(text)}
        # Where the choices are numbers, a number is a text and not a place.
        self.numbered = not any(text[:1].isdecimal() for text in self.texts.values())

    def by_letter(self, word: str) -> str | None:
        """The choice that a letter of either script names."""
        letter = LETTER_OF.get(word, word).upper()
        return letter if letter in self.letters else None

    def by_text(self, text: str) -> str | None:
        """The choice whose text this is."""
        same = [letter for letter, choice in self.texts.items() if simplify(text) == choice]
        return same[0] if len(same) == 1 else self._by_place(text)

    def _by_place(self, text: str) -> str | None:
        match = _ONLY_PLACE.fullmatch(text.strip(AROUND))
        if match is None or (match.group(2) and not self.numbered):
            return None
        return self._at_place(match.group(1) or match.group(2))

    def _at_place(self, name: str) -> str | None:
        index = _INDEX_OF[name.lower()]
        place = index + len(self.letters) if index < 0 else index
        return self.letters[place] if 0 <= place < len(self.letters) else None

    def at_start(self, text: str) -> str | None:
        """The choice whose letter a text begins with: `B`, `B) heat`."""
        match = re.match(rf"[\s(\[{{<«$\"'“:]*([A-Za-z]|{INDIC})(?![{LETTER}°'’/])", text)
        if match and not _FOLLOWS.match(text, match.end()):
            return self.by_letter(match.group(1))
        return None

    def mentions(self, text: str) -> list[Mention]:
        """Every place of a reply that names a choice, in order."""
        found = [*self._lettered(text), *self._placed(text), *self.named(text)]
        return _add_former_and_latter(text, _sort(found))

    def names(self, text: str) -> list[Mention]:
        """Every letter or text of a choice, whatever the words around it are."""
        letters = [
            Mention(text, letter, *match.span())
            for match in re.finditer(rf"{START}([A-Z]|{INDIC}){END}", text)
            if (letter := self.by_letter(match.group(1)))
        ]
        return _sort([*letters, *self.named(text)])

    def named(self, text: str) -> Iterator[Mention]:
        """Yield the mentions of choices by their text; of two that overlap, the longer one."""
        covered: list[tuple[int, int]] = []
        for letter, choice in sorted(self.texts.items(), key=lambda each: -len(each[1])):
            pattern = START + self._pattern(choice) + END
            for match in re.finditer(pattern, text, re.IGNORECASE):
                if not any(start < match.end() and match.start() < end for start, end in covered):
                    covered.append(match.span())
                    yield Mention(text, letter, *match.span())

    def _lettered(self, text: str) -> Iterator[Mention]:
        taken: set[int] = set()
        for match in (*_WRAPPED.finditer(text), *_TOLD.finditer(text)):
            index = match.lastindex or 0
            if letter := self.by_letter(match.group(index)):
                taken.add(match.start(index))
                yield Mention(text, letter, match.start(index), match.end(index))
        for match in _LONE.finditer(text):
            letter = self.by_letter(match.group(1))
            if letter and match.start(1) not in taken and _may_choose(text, match):
                yield Mention(text, letter, match.start(), match.end())

    def _pattern(self, choice: str) -> str:
        pattern = r"\s+".join(map(re.escape, choice.split()))
        if not self.loose or len(choice) < 3:
            return pattern
        if choice.isascii():
            return pattern + "(?:e?s)?"
        return r"\s+".join(map(re.escape, _SANSKRIT_END.sub("", choice).split())) + _INFLECTED

    def _placed(self, text: str) -> Iterator[Mention]:
        numbers = (_NUMBERED, _BARE_NUMBER) if self.numbered else ()
        for pattern in (_ORDINAL, _TOLD_PLACE, *numbers):
            for match in pattern.finditer(text):
                if letter := self._at_place(match.group(match.lastindex or 0)):
                    yield Mention(text, letter, *match.span())


def _add_former_and_latter(text: str, found: Sequence[Mention]) -> list[Mention]:
    """The mentions with those that refer to the last two before them."""
    referring = []
    for match in _OF_TWO.finditer(text):
        two = list(dict.fromkeys(each.what for each in found if each.end <= match.start()))[-2:]
        if len(two) == 2:
            what = two[match.group(1).lower() == "latter"]
            referring.append(Mention(text, what, *match.span()))
    return _sort([*found, *referring])


def _sort(mentions: Iterable[Mention]) -> list[Mention]:
    return sorted(mentions, key=lambda each: each.start)[-MOST_MENTIONS:]


def simplify(text: str) -> str:
    """A choice's text as it is compared: without the marks around it, in one case."""
    return _ARTICLE.sub(
        "", " ".join(convert_digits(normalize(text)).strip(AROUND).casefold().split())
    )


def _may_choose(text: str, match: re.Match[str]) -> bool:
    """Return True if the words around a capital letter allow it to name a choice."""
    before = text[max(0, match.start() - FAR) : match.start()].rstrip("(<[{\"'“ \t")
    if before.endswith("°"):
        return False
    word = re.search(r"[^\s.,;:!?।|()\n]+$", before)
    if word and not before.endswith("\n"):
        last = word.group()
        leads = _LEADS.fullmatch(last) or re.fullmatch("[A-Z]", last)
        if (last.isascii() and not leads) or _NEVER_LEADS.fullmatch(last):
            return False
    # Only "A" may be an article behind such a word: "is D then".
    return match.group(1) != "A" or not _FOLLOWS.match(text, match.end())
