"""The standing of what a reply mentions: affirmed, denied, or taken back.

The rules are heuristics for English, Hindi and Sanskrit; `python -m authoring.answer_readers`
prints how often they read a reply as a person does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal

from kasauti.scorers.answers.cleaning import END, START, STRICT, A, compile_words, cut_follow_up

Standing = Literal["affirmed", "denied", "withdrawn"]
# Words further away than so many characters say nothing of a mention. Without this limit, a reply
# that repeats itself without end would take minutes to read.
FAR = 500
# Of so many mentions the last ones are looked at: more of them are a loop.
MOST_MENTIONS = 200
# Marks that may stand between a mention and the words behind it.
CLOSED = r"^[\s)\].*\"'”’]*"

_SENTENCE_END = re.compile(r"[.](?=\s|$)|[!?।॥;]|\n")
_BARRIER = compile_words("negation.barrier", r"|[:–—→]|\s-\s|=>")
_CONTRAST = compile_words("negation.contrast")
_NOT = compile_words("negation.not", r"|n['’]t\b")
_LIST = compile_words("negation.list")
_NOT_AT_END = compile_words("negation.not_at_end")
_HEDGED = compile_words("negation.hedged")
_DOUBTED = compile_words("negation.doubted")
_OTHERS = compile_words("negation.others")
_RECHECKED = re.compile(r"\b(?:double[- ]?)?check|\bhmm|\bverify", re.IGNORECASE)
_ASIDE = re.compile(r"\([^()]*\)")
_WITHDRAWAL = compile_words("negation.withdrawal")
_CONCESSION = compile_words("negation.concession")
_CONCEDED = compile_words("negation.concession", r"[^,;]*$")
UNDECIDED = compile_words("negation.undecided")
# What denies a mention from behind: "A is not right", "A cannot be the answer", "A is wrong".
_NOT_AFTER = re.compile(
    # "A and D can be eliminated"
    rf"{CLOSED}(?:(?:,|and|or|&|, and|, or)\s*[(\[]?[A-E][)\]]?\s+)*(?:(?:both|all)\s+)?"
    r"(?:(?:is|are|was|were|seems|looks|would be|can be|could be|must be)\s+)?"
    r"(?:(?:also|clearly|definitely|simply|just|surely|obviously|thus|therefore)\s+)*"
    r"(?:(?:is|can|could|would|does|did|do|must|may)?(?:\s?not|n['’]t|cannot)\s+"
    r"(?:be\s+)?(?:(?:the|a)\s+)?(?:right|correct|answer|it|possible|valid|true|work|fit|apply|"
    r"option|choice|one|case|match|suitable|relevant|topic|subject|focus|theme|main)\b"
    r"|(?:cannot|can['’]t) be\b|(?:is|are)?\s?(?:not|n['’]t)\s*(?:$|[,.)])"
    r"|an? (?:\w+ )?(?:trap|distractor|decoy|red herring)"
    r"|wrong|incorrect|false|out\b|ruled out|eliminated|excluded|impossible|fails|"
    r"does(?: not|n['’]t) (?:fit|work|apply|match))",
    re.IGNORECASE,
)
# A comma that ends a clause; in "A, B और C गलत हैं" it divides a list.
_UNLISTED_COMMA = re.compile(r",(?!\s*[(\[]?(?:[A-E]|[क-ङ]|\d+)[)\]]?\s+(?:और|या|तथा|वा|च)\s)")
# "A is tempting, but", "A looks right, but"; "A लग सकता है".
_DOUBTED_AFTER = re.compile(
    rf"{CLOSED}(?:at first|tempting|लग(?:ता|ती)? (?:सकता )?|आकर्षक"
    r"|(?:is|are|was|looks?|looked|seems?|seemed|sounds?|(?:may|might) (?:look|seem)|could)\s+"
    r"(?:\w+ )?(?:tempting|plausible|attractive|close|likely|right|a distractor|good|possible|"
    r"correct)(?=[^.]*\b(?:but|however|yet|though)\b)"
    r"|would (?:be|have been) (?:the )?(?:correct|right|answer)(?: only)? if\b"
    rf"|(?:is|was) (?:what|the \w+)(?: that)? {_OTHERS.pattern})",
    re.IGNORECASE,
)
# What takes back the one thing that was said right before it: "C... no, that is resistance".
_TAKEN_BACK = re.compile(
    r"^[\s.…?!,।)\]\"'–-]*(?:(?:hmm+|well|oh|er)[,.…\s]+)*"
    rf"(?:no(?! doubt)|nope|नहीं(?= *[,।])){END}",
    re.IGNORECASE,
)
# "the one that is not a mammal is the penguin" denies nothing of the penguin.
_RELATIVE = re.compile(
    r"\b(?:that|which|who|what)\s+(?:\w+\s+){0,2}?(?:\w*n['’]t|not|cannot|never)\b[^,.;]*?\s(?:is|are|was|were)\b",
    re.IGNORECASE,
)
# "A, B and D are fruits, so these cannot be it".
_LISTED = re.compile(
    r"[\s(\[]*(?:[A-E][)\],\s]+(?:(?:and|or|और|तथा|वा|च)\s+)?)*[(\[]*", re.IGNORECASE
)
_ALL_DENIED = re.compile(
    r"(?:they|these|those|none of (?:them|these)|ये|वे|इनमें से कोई)\s[^,.।]{0,20}"
    r"(?:\bnot\b|n['’]t|cannot|\bout\b|wrong|नहीं)",
    re.IGNORECASE,
)
_CHOOSES = re.compile(
    rf"{START}(?:choose|pick|select|settle (?:on|for)|go(?:ing)? (?:with|for)|"
    r"lean(?:ing)? (?:to|towards?)|"
    r"prefer|opt for|stick(?:ing)? with|vote for|final (?:choice|answer|pick) is|my answer is)\s+"
    r"(?:the |option |choice |letter |विकल्प )*[(\[\"'“]*$",
    re.IGNORECASE,
)
_CONNECTED = re.compile(
    r"[\s)\].\"'”’]*(?:(?:है|हो|भी|होगा|अस्ति)\s+)*"
    r"(?:,|/|\||,?\s?or|as well as|and|and/or|या|वा|और|एवं|अथवा|तथा|व|च)"
    r"(?:\s+(?:maybe|perhaps|possibly|even|फिर|शायद|कदाचित्))?[\s(\[\"'“‘]*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Mention:
    """A place of a reply that names something, and how the words around it stand to it."""

    text: str  # the whole reply
    what: str
    start: int
    end: int

    @property
    def said(self) -> str:
        return self.text[self.start : self.end]

    @property
    def window(self) -> str:
        """The text before the mention, as far as it matters."""
        return self.text[max(0, self.start - FAR) : self.start]

    @cached_property
    def before(self) -> str:
        """The sentence up to the mention."""
        return _SENTENCE_END.split(self.window)[-1]

    @cached_property
    def after(self) -> str:
        """The sentence from the mention on."""
        return _SENTENCE_END.split(self.text[self.end : self.end + FAR], maxsplit=1)[0]

    @cached_property
    def _clause_after(self) -> str:
        return _BARRIER.split(self.after, maxsplit=1)[0]

    @cached_property
    def clause(self) -> str:
        """The clause of the mention with the word that begins it: "so", "इसलिए", "answer:"."""
        barriers = list(_BARRIER.finditer(self.before))
        if barriers and not barriers[-1].group().strip()[:1].isalpha():
            barriers.pop()  # a colon or a dash belongs to what it follows
        start = barriers[-1].start() if barriers else 0
        return self.before[start:] + self.said + self._clause_after

    @cached_property
    def standing(self) -> Standing:
        if self._is_denied():
            return "denied"
        ended = _SENTENCE_END.search(self.text, self.end)
        conceded = _CONCEDED.search(self.before) and "," in self.after
        if (
            (ended and ended.group() == "?")
            or _TAKEN_BACK.match(self.text[self.end : self.end + FAR])
            or conceded
            or _DOUBTED.search(turned := self._turned())
            or _OTHERS.search(turned)
            or _DOUBTED_AFTER.match(self.after)
        ):
            return "withdrawn"
        return "affirmed"

    @cached_property
    def is_chosen(self) -> bool:
        """Return True if the reply chooses what it mentions: "I'd go with C"."""
        return _CHOOSES.search(self.window) is not None

    @property
    def is_hedged(self) -> bool:
        """Return True if the clause between commas leaves it open, or goes on with "or"."""
        offset = self.clause.rfind(self.said)
        part = self.clause[:offset].rpartition(",")[2].lstrip()
        hedged = part + self.clause[offset:].partition(",")[0]
        return bool(_HEDGED.search(self.clause if _LIST.match(part) else hedged))

    def _is_denied(self) -> bool:
        """Return True if its clause denies it; from before a comma only in a list."""
        after = self._clause_after
        if _NOT_AT_END.search(_UNLISTED_COMMA.split(after)[0]) or _NOT_AFTER.match(after):
            return True
        before = _RELATIVE.sub("", self.before)
        if _LISTED.fullmatch(before) and _ALL_DENIED.search(self.after):
            return True
        *denied, between = _NOT.split(_BARRIER.split(before)[-1])
        return bool(denied) and ("," not in between or _LIST.search(between + after) is not None)

    def _turned(self) -> str:
        """The sentence before it, from the last word that turns against what came before."""
        before = _ASIDE.sub("", self.before)
        if _CONCESSION.match(before.lstrip()):
            before = before.partition(",")[2]  # the main clause begins behind the comma
        return _CONTRAST.split(before)[-1]


def withdraws(text: str) -> bool:
    """Return True if a text takes back what was said before it."""
    return _WITHDRAWAL.search(text) is not None


def read_strict(said: str, parse: Callable[[str], A | None]) -> A | None:
    """Return the first marked answer, or a later one if the words between take it back."""
    value, end, withdrawn = None, 0, True
    for match in STRICT.finditer(said):
        withdrawn = withdrawn or withdraws(said[end : match.start()])
        end = match.end()
        found = parse(match.group(1))
        if found is not None and withdrawn:
            value, withdrawn = found, False
    return value


def find_correction(said: str) -> str:
    """Return the words behind the correction of a marked answer; "" if it stands."""
    rest = said[max((match.end() for match in STRICT.finditer(said)), default=len(said)) :]
    rest = cut_follow_up(rest) or rest
    return take_last_version(rest) if withdraws(rest) else ""


def take_last_version(text: str) -> str:
    """Return the text behind the last correction; the whole text if there is none."""
    return _WITHDRAWAL.split(text)[-1]


def keep_decided(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions that the reply affirms, without those between which it does not decide."""
    mentions = mentions[-MOST_MENTIONS:]
    affirmed = _drop_withdrawn(text, [each for each in mentions if each.standing == "affirmed"])
    unchosen = [each for each in affirmed if not each.is_chosen]
    left_open = [each for group in _group_enumerations(text, unchosen) for each in group]
    hedged = [each for each in unchosen if each.is_hedged]
    if len({each.what for each in hedged}) > 1:
        left_open += hedged
    starts = {each.start for each in left_open}
    last = max((match.end() for match in UNDECIDED.finditer(text)), default=0)
    return [each for each in affirmed if each.start not in starts and each.start >= last]


def begins_enumeration(text: str, mentions: Sequence[Mention]) -> bool:
    """Return True if the first mention is one of several between which nothing decides."""
    affirmed = [each for each in mentions if each.standing == "affirmed"]
    groups = _group_enumerations(text, affirmed)
    begins = bool(affirmed) and len(text[: affirmed[0].start].split()) <= 1
    return begins and bool(groups) and groups[0][0] is affirmed[0]


def contradict(text: str, announced: Sequence[Mention]) -> bool:
    """Return True if the last announcement was made before in the same words, of something else.

    What turns against the earlier one, or concludes anew, stands between them.
    """
    last = announced[-1] if announced else None
    return last is not None and any(
        each.what != last.what
        and each.before.casefold().split() == last.before.casefold().split() != []
        and not any(
            sign.search(text, each.end, last.start) for sign in (_CONTRAST, _WITHDRAWAL, _RECHECKED)
        )
        for each in announced
    )


def _group_enumerations(text: str, mentions: Sequence[Mention]) -> list[list[Mention]]:
    """Mentions of different things with nothing but "or", "and" or a comma between them."""
    groups = [[each] for each in mentions[:1]]
    for first, second in pairwise(mentions):
        # "Between C and D, C": what is named again, after another, is no further item.
        again = any(each.what == second.what != first.what for each in groups[-1])
        if _CONNECTED.fullmatch(text[first.end : second.start]) and not again:
            groups[-1].append(second)
        else:
            groups.append([second])
    return [group for group in groups if len({each.what for each in group}) > 1]


def _drop_withdrawn(text: str, mentions: list[Mention]) -> list[Mention]:
    """Return the mentions after the last correction, if there are any."""
    for correction in reversed(list(_WITHDRAWAL.finditer(text))):
        if later := [each for each in mentions if each.start >= correction.end()]:
            return later
    return mentions
