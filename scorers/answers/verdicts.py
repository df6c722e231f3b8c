"""Choices or topics that a reply takes one by one: with a verdict on each, or with a score."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from kasauti.scorers.answers.cleaning import END
from kasauti.scorers.answers.negation import Mention
from kasauti.scorers.answers.written_numbers import read_number

_YES = (
    r"(?:that|this|it|which) (?:works|fits|is it|is the one)|yes|yep|yeah|correct|right|true"
    r"|हाँ|हां|सही|आम्|सत्यम्"
)
_NO = r"no|nope|wrong|incorrect|false|नहीं|न|ना|गलत|ग़लत|नैव"
# A verdict stands by itself: "37 has no divisors, yes" says yes.
_VERDICT = re.compile(
    rf"(?:^|[?.,;:!।…–—|(-])\s*(?:(?:so|then|thus|hence)\s+)?"
    rf"(?:(?P<yes>{_YES})|(?P<no>{_NO}){END})(?=\s*(?:$|[.,;:!।…–—|)\n-]))"
    r"|(?P<tick>[✓✔✅☑])|(?P<cross>[✗✘❌✖])",
    re.IGNORECASE,
)
_MARK_BEFORE = re.compile(r"^[ \t\-*•]*(?:([✓✔✅☑])|[✗✘❌✖])[ \t(\[]*\Z", re.MULTILINE)
_ASKED_OR_MARKED = re.compile(
    r"[\s)\].\"'”’*]*\?"
    r"|[\s)\].:\"'”’*–-]*[✓✔✅☑✗✘❌✖]"
    rf"|[ \t]*[:|–—-][ \t]*(?:{_YES}|{_NO})(?=[ \t]*(?:$|[.,;|\n]))",
    re.IGNORECASE | re.MULTILINE,
)
_TICKED = re.compile(r"[ \t)\].:\"'”’*–-]{0,4}[✓✔✅☑]")
# "travel: 91 %", "sports 8/10", "| health | 85 |", "politics (80%)"
_SCORE = re.compile(
    r"[ \t]+(?P<share>0?[.]\d+|1[.]0+)(?=\s*(?:$|[,;\n]))"
    r"|[ \t*)\]\"'”’]*(?P<sign>[:=|(\[–—-])?[ \t*]*(?P<number>\d+(?:[.,]\d+)?)"
    rf"(?:[ \t]*(?P<unit>%|/[ \t]*\d+|percent{END}|प्रतिशत{END})|(?![.]?\d){END})"
)
_SCORE_BEFORE = re.compile(r"(\d+(?:[.,]\d+)?)\s*%\s*(?:of\s+)?\Z")
_GRADE = re.compile(
    rf"\s*[:|–-]\s*(?P<grade>high|medium|low|likely|possible|unlikely|उच्च|मध्यम|कम|निम्न){END}",
    re.IGNORECASE,
)
_GRADES = {
    **dict.fromkeys(("high", "likely", "उच्च"), 3),
    **dict.fromkeys(("medium", "possible", "मध्यम"), 2),
    **dict.fromkeys(("low", "unlikely", "कम", "निम्न"), 1),
}
UNDECIDED = ""


def weigh(
    text: str, named: Sequence[Mention], *, scores: bool = True, bare: bool = False
) -> str | None:
    """The only one that is called right, else the one with the highest score.

    "" where several are right or best, None where a reply neither judges nor scores each.
    scores: whether numbers are scores; bare: also without a unit.
    """
    right = _pick_only_right(text, named)
    return _pick_best_scored(text, named, bare=bare) if right is None and scores else right


def _pick_only_right(text: str, named: Sequence[Mention]) -> str | None:
    ticked = {each.what for each in named if _TICKED.match(text, each.end)}
    if len(ticked) == 1:
        return ticked.pop()
    verdicts = _find_verdicts_before(text, named) or _find_verdicts_after(text, named)
    right = [what for what, verdict in verdicts.items() if verdict]
    # All denied is a decision too: against each of them.
    if len(verdicts) < 2 or not (right or all(each is False for each in verdicts.values())):
        return None
    return right[0] if len(right) == 1 else UNDECIDED


def _find_verdicts_before(text: str, named: Sequence[Mention]) -> dict[str, bool | None]:
    """Verdicts that stand before what they judge: `❌ A. Mars`."""
    marks = {each.what: _MARK_BEFORE.search(text, 0, each.start) for each in reversed(named)}
    found = {what: bool(mark.group(1)) for what, mark in marks.items() if mark}
    return dict(found) if len(found) > 1 else {}


def _find_verdicts_after(text: str, named: Sequence[Mention]) -> dict[str, bool | None]:
    """Verdicts on what is asked about or marked: `A? No.`, `B ✓`, `politics: yes`."""
    asked = [each for each in named if _ASKED_OR_MARKED.match(text, each.end)]
    ends = [*(each.start for each in asked[1:]), len(text)]
    return {
        each.what: _read_verdict(text[each.end : end])
        for each, end in zip(asked, ends, strict=False)
    }


def _read_verdict(segment: str) -> bool | None:
    """The last verdict before the next choice is asked about."""
    found = list(_VERDICT.finditer(segment))
    return bool(found[-1].group("yes") or found[-1].group("tick")) if found else None


def _pick_best_scored(text: str, named: Sequence[Mention], *, bare: bool) -> str | None:
    scores: dict[str, Decimal] = {}
    for each in named:
        score = _read_score(text, each.end, bare=bare)
        if score is None and (before := _SCORE_BEFORE.search(text, 0, each.start)):
            score = read_number(before.group(1))
        if score is not None:
            scores.setdefault(each.what, score)
    if len(scores) < 2:
        return None
    best = [what for what, score in scores.items() if score == max(scores.values())]
    return best[0] if len(best) == 1 else UNDECIDED


def _read_score(text: str, end: int, *, bare: bool) -> Decimal | None:
    if grade := _GRADE.match(text, end):
        return Decimal(_GRADES[grade.group("grade").lower()])
    match = _SCORE.match(text, end)
    if match is None:
        return None
    if share := match.group("share"):
        return Decimal(share)
    said = match.group("unit") or (bare and match.group("sign"))
    return read_number(match.group("number")) if said else None
