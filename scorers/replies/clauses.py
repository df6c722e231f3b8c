"""How a reply stands to what it mentions: it affirms it, denies it, or takes it back.

The rules are heuristics for English, Hindi and Sanskrit; `kasauti answer-readers` prints how often
they read a reply as a person does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

Standing = Literal["affirmed", "denied", "withdrawn"]

# Vowel signs are not \w, so the boundaries of Devanagari words are said in full; the danda, which
# ends a sentence, is none of its letters.
LETTER = r"\w\u0900-\u0963\u0966-\u097f"
START, END = rf"(?<![{LETTER}])", rf"(?![{LETTER}])"
# Marks that may stand between a mention and the words behind it.
_CLOSED = r"^[\s)\].*\"'”’]*"


def words(*expressions: str) -> str:
    """An expression that finds any of these as whole words, in Latin or Devanagari script."""
    return f"{START}(?:{'|'.join(expressions)}){END}"


def _compiled(*expressions: str) -> re.Pattern[str]:
    return re.compile("|".join(expressions), re.IGNORECASE)


_SENTENCE_END = re.compile(r"[.](?=\s|$)|[!?।॥;]|\n")
# Words that begin a clause of its own: what stands before them does not deny what follows.
_BARRIER = _compiled(
    words(
        *("but", "however", "although", "though", "yet", "whereas", "while", "because", "since"),
        *("so", "therefore", "hence", "thus", "which", "it is", "it's", "it must", "leaving"),
        *("leaves", "rather(?! than)", "instead(?! of)"),
        *("लेकिन", "परन्तु", "परंतु", "किन्तु", "किंतु", "मगर", "बल्कि", "अपितु", "क्योंकि", "यतः"),
        *("इसलिए", "इसलिये", "अतः", "अत:", "तस्मात्"),
    ),
    r"[:–—→]|\s-\s|=>",
)
_CONTRAST = _compiled(
    words(
        *("but", "however", "although", "though", "yet", "then", "so", "therefore", "now"),
        *("लेकिन", "परन्तु", "परंतु", "किन्तु", "किंतु", "मगर", "पर", "बल्कि", "अपितु", "अब", "फिर"),
        *("ततः", "अधुना", "इसलिए", "अतः"),
    )
)
_NOT = _compiled(
    words(
        *("not(?! only)", "never", "neither", "nor", "cannot", "no longer", "rather than"),
        *(
            "नहीं लगता",
            "नहीं मानता",
            "instead of",
            "other than",
            "except",
            "besides",
            "unlike",
            "wrong",
            "incorrect",
        ),
        *("anything but", "nothing to do with", "far from", "no(?! doubt)", "none of", "without"),
        *(r"(?:rul|exclud|eliminat|reject|dismiss|discard)\w*(?: out)?", "न कि", "न", "ना"),
    ),
    r"n['’]t\b",
)
_LIST = _compiled(words("or", "nor", "and", "या", "और", "तथा", "एवं", "वा", "च", "अथवा"))
# What denies a mention from behind: "A is not right", "A cannot be the answer", "A is wrong".
_NOT_AFTER = re.compile(
    rf"{_CLOSED}(?:(?:is|are|was|were|seems|looks|would be|can be|could be|must be)\s+)?"
    r"(?:(?:also|clearly|definitely|simply|just|surely|obviously|thus|therefore)\s+)*"
    r"(?:(?:is|can|could|would|does|did|do|must|may)?(?:\s?not|n['’]t|cannot)\s+"
    r"(?:be\s+)?(?:(?:the|a)\s+)?(?:right|correct|answer|it|possible|valid|true|work|fit|apply|"
    r"option|choice|one|case|match|suitable|relevant)\b"
    r"|(?:cannot|can['’]t) be\b|(?:is|are)?\s?(?:not|n['’]t)\s*(?:$|[,.)])"
    r"|wrong|incorrect|false|out\b|ruled out|eliminated|excluded|impossible|fails|"
    r"does(?: not|n['’]t) (?:fit|work|apply|match))",
    re.IGNORECASE,
)
# "A सही नहीं है", "A और B दोनों गलत हैं", "A इति विकल्पः न युक्तः", "A गलत है".
_NOT_AFTER_INDIC = re.compile(
    rf"{_CLOSED}(?:(?:,|और|या|तथा|वा|च)?\s*[(\[]?(?:[A-E]|[क-ङ]|\d+)[)\]]?\s+)*"
    r"(?:(?:सही|उत्तर|ठीक|उचित|विकल्प|तो|इति|भी|यह|हो|ही|कभी|दोनों|तीनों|बिल्कुल|सब|उत्तरम्|उत्तरं|"
    r"च|वा|इत्येतत्|एतत्|तु|तो|अपि|विकल्पः|समीचीनम्|समीचीनः|समीचीनं|युक्तः|युक्तम्|शुद्धः|शुद्धम्|भवितुम्|का|विषय|के|बारे|में)\s+)*"
    rf"(?:नहीं|न|गलत|ग़लत|नास्ति|असत्य\w*|अशुद्ध\w*|अनुचित\w*|अयुक्त\w*){END}"
)
# Where several are named like this, none of them is the answer yet.
_HEDGED = _compiled(
    words(
        *(
            "maybe",
            "perhaps",
            "possibly",
            "could (?:also )?be",
            "might be",
            "may be",
            "can be",
            "arguably",
        ),
        *("it depends", "depends on", "torn between", "toss-up", "between", "either", "one of"),
        *("शायद", "संभवतः", "सम्भवतः", "हो सकता", "हो सकती", "हो सकते", "कदाचित्", "स्यात्", "भवेत्"),
        *("भी", "अपि"),
    )
)
_DOUBTED = _compiled(
    words(
        *("(?:at )?first", "initial(?:ly)?", "originally", r"tempt\w+", "might", "used to"),
        *("could (?:think|say|argue)", "may (?:think|seem|look)", "some (?:people|say|think)"),
        *("people (?:often )?(?:think|say)", "if it were", "had been", "seem(?:s|ed)"),
        *("(?:my )?guess was", "thought it was", "many (?:choose|think)"),
        *("पहले", "शुरू में", "लग सकता", "लगता था", "प्रथमं?", "आदौ"),
    )
)
# "A is tempting, but", "A looks right, but"; "A लग सकता है".
_DOUBTED_AFTER = re.compile(
    rf"{_CLOSED}(?:at first|tempting|लग(?:ता|ती)? (?:सकता )?|आकर्षक"
    r"|(?:is|are|was|looks?|looked|seems?|seemed|sounds?|(?:may|might) (?:look|seem)|could)\s+"
    r"(?:\w+ )?(?:tempting|plausible|attractive|close|likely|right|a distractor|good|possible|"
    r"correct)(?=[^.]*\b(?:but|however|yet|though)\b))",
    re.IGNORECASE,
)
# What takes back everything that was said before it.
_WITHDRAWAL = _compiled(
    words(
        *("wait", "hold on", "actually", "on reflection", "changing my answer", "i change"),
        *(
            "let me change",
            "revised",
            "more precisely",
            "correction",
            "sorry",
            "my mistake",
            "oops",
        ),
        *("i made (?:a|an) (?:mistake|error)", "on second thoughts?", "scratch that"),
        "let me (?:re-?check|correct|reconsider|redo)",
        *("no, that is wrong", "no, that's wrong", "corrected", "सुधार", "संशोधन"),
        *("रुकिए", "रुको", "ठहरिए", "क्षमा करें", "माफ़? ?कीजिए", "गलती हुई", "ग़लती हुई"),
        *(
            "recompute",
            r"recalculat\w+",
            "पुनः गणयामि",
            "फिर से गिन[^।]*",
            r"फिर से देख\w*",
            "नहीं नहीं",
            "क्षम्यताम्",
        ),
    )
)
# What takes back the one thing that was said right before it: "C... no, that is resistance".
_TAKEN_BACK = re.compile(
    rf"^[\s.…?!,)\]\"'–-]*(?:(?:hmm+|well|oh|er)[,.…\s]+)*(?:no(?! doubt)|nope|नहीं(?= *[,।])){END}",
    re.IGNORECASE,
)
# "Although the hospital suggests health, …": what is granted is not the answer.
_CONCEDED = re.compile(
    words("although", "even though", "even if", "हालाँकि", "हालांकि", "यद्यपि") + r"[^,;]*$",
    re.IGNORECASE,
)
# Where a reply says that it does not decide.
_UNDECIDED = _compiled(
    words(
        "(?:can(?:no|['’])t|cannot|could not|couldn['’]t) (?:decide|say|choose|tell|determine)",
        "(?:not able|unable|impossible) to (?:decide|settle|choose|say|tell|determine)",
        *("(?:equally|both) (?:right|likely|possible|plausible|correct|valid)", "not sure which"),
        *(
            "just as (?:likely|good|possible)",
            "as likely",
            "so does",
            "as does",
            "either of them",
            "one of the two",
        ),
        *("दोनों (?:ही )?(?:सही|ठीक|संभव|हो सकत)[^।]*", r"(?:नहीं|न) (?:चुन|कह|बता) (?:सक|पा)[^।]*"),
        *("वक्तुं न शक्(?:नोमि|यते)", "निर्णेतुं न शक्(?:नोमि|यते)", "तय नहीं कर[^।]*"),
    )
)
_CONNECTED = re.compile(
    r"[\s)\].\"'”’]*(?:(?:है|हो|भी|होगा|अस्ति)\s+)*(?:,|/|\||,?\s?or|and|and/or|या|वा|और|एवं|अथवा|तथा|व|च)"
    r"(?:\s+(?:maybe|perhaps|possibly|even|फिर|शायद|कदाचित्))?[\s(\[\"'“‘]*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A place of the reply that names something, and how the reply stands to it."""

    what: str
    start: int
    end: int
    standing: Standing


def standing(text: str, start: int, end: int) -> Standing:
    """How the reply stands to what it mentions at [start, end)."""
    before, after = clause_around(text, start, end)
    if _denied_before(before, after) or _NOT_AFTER.match(after) or _NOT_AFTER_INDIC.match(after):
        return "denied"
    if _is_question(text, end) or _TAKEN_BACK.match(text[end:]):
        return "withdrawn"
    if _CONCEDED.search(sentence_before(text, start)) and "," in sentence_after(text, end):
        return "withdrawn"
    if _DOUBTED.search(_since_contrast(text, start)) or _DOUBTED_AFTER.match(
        sentence_after(text, end)
    ):
        return "withdrawn"
    return "affirmed"


def withdraws(text: str) -> bool:
    """Whether a text takes back what was said before it."""
    return _WITHDRAWAL.search(text) is not None


def last_version(text: str) -> str:
    """What stands behind the last correction; the whole text where there is none."""
    corrections = list(_WITHDRAWAL.finditer(text))
    return text[corrections[-1].end() :] if corrections else text


def decided(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions that the reply affirms, without those between which it does not decide."""
    affirmed = _after_withdrawal(text, [each for each in mentions if each.standing == "affirmed"])
    open_ones = {each.start for group in _enumerations(text, affirmed) for each in group}
    hedged = [each for each in affirmed if _HEDGED.search(clause_of(text, each))]
    if len({each.what for each in hedged}) > 1:
        open_ones |= {each.start for each in hedged}
    undecided = [match.end() for match in _UNDECIDED.finditer(text)]
    last = undecided[-1] if undecided else 0
    return [each for each in affirmed if each.start not in open_ones and each.start >= last]


def _enumerations(text: str, mentions: Sequence[Mention]) -> list[list[Mention]]:
    """Mentions of different things with nothing but "or", "and" or a comma between them."""
    groups = [[each] for each in mentions[:1]]
    for first, second in pairwise(mentions):
        if _CONNECTED.fullmatch(text[first.end : second.start]):
            groups[-1].append(second)
        else:
            groups.append([second])
    return [group for group in groups if len({each.what for each in group}) > 1]


def _after_withdrawal(text: str, mentions: list[Mention]) -> list[Mention]:
    """What is said after the last correction, where anything is."""
    for correction in reversed(list(_WITHDRAWAL.finditer(text))):
        if later := [each for each in mentions if each.start >= correction.end()]:
            return later
    return mentions


def clause_around(text: str, start: int, end: int) -> tuple[str, str]:
    """The clause of a mention, before and after it."""
    before = sentence_before(text, start)
    barriers = list(_BARRIER.finditer(before))
    after = sentence_after(text, end)
    barrier = _BARRIER.search(after)
    return (
        before[barriers[-1].end() :] if barriers else before,
        after[: barrier.start()] if barrier else after,
    )


def clause_of(text: str, mention: Mention) -> str:
    """The clause of a mention with the word that begins it: "so", "इसलिए", "answer:"."""
    before = sentence_before(text, mention.start)
    _, after = clause_around(text, mention.start, mention.end)
    barriers = list(_BARRIER.finditer(before))
    start = barriers[-1].start() if barriers else 0
    if barriers and not barriers[-1].group().strip()[:1].isalpha():
        # A colon or a dash belongs to what it follows.
        start = barriers[-2].start() if len(barriers) > 1 else 0
    return before[start:] + text[mention.start : mention.end] + after


def _since_contrast(text: str, start: int) -> str:
    """The sentence before a mention, from the last word that turns against what came before it."""
    before = sentence_before(text, start)
    turns = list(_CONTRAST.finditer(before))
    return before[turns[-1].end() :] if turns else before


def sentence_before(text: str, start: int) -> str:
    """The text from the beginning of the sentence to the mention."""
    ends = [match.end() for match in _SENTENCE_END.finditer(text, 0, start)]
    return text[ends[-1] if ends else 0 : start]


def sentence_after(text: str, end: int) -> str:
    """The text from the mention to the end of the sentence."""
    match = _SENTENCE_END.search(text, end)
    return text[end : match.start() if match else len(text)]


def _is_question(text: str, end: int) -> bool:
    match = _SENTENCE_END.search(text, end)
    return match is not None and match.group() == "?"


def _denied_before(before: str, after: str) -> bool:
    """Whether words before a mention deny it; behind a comma only in a list: "not A, B or C"."""
    negations = list(_NOT.finditer(before))
    if not negations:
        return False
    between = before[negations[-1].end() :]
    return "," not in between or _LIST.search(between + after) is not None
