"""Verdicts of a judge: read from its replies, joined over repeats, counted.

A reply that cannot be read is `unread`, never wrong.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from kasauti.scorers.statistics.intervals import Share

Grade = Literal["right", "partly", "wrong"]
Outcome = Literal["right", "partly", "wrong", "unread", "undecided"]
GRADES: tuple[Grade, ...] = get_args(Grade)
# Above this share of unread and undecided answers, the others may be a selection.
MOST_OPEN = 0.10
LONGEST_REASON = 400
# A verdict stands at the end; what is before may be endless or nested without end.
LONGEST_REPLY, MOST_BRACES = 10_000, 100
# "right|partly|wrong" and "right or wrong" repeat the question.
GRADED = (
    r"[\s*_]*[:=][\s*_\"']*(right|partly|wrong)\b"
    r"(?!\s*(?:[|/?]|or\b|,\s*(?:right|partly|wrong)\s*(?:,|or\b)))"
)
LINE = re.compile(rf"[\s>*_#-]*VERDICT{GRADED}", re.I)
FACT_LINE = re.compile(rf"[\s>*_#-]*FACT\s*(\d{{1,3}}){GRADED}", re.I)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on one answer, its reason, and the grade of each fact where some are known.

    outcome: undecided where repeats disagree.
    read: the number of repeats that could be read.
    """

    outcome: Outcome
    reason: str = ""
    facts: tuple[Grade, ...] = ()
    read: int = 1
    repeats: int = 1

    @property
    def right(self) -> bool | None:
        """True or False where the verdict could be read and is one; else None."""
        return None if self.outcome in ("unread", "undecided") else self.outcome == "right"


@dataclass(frozen=True, slots=True)
class JudgedAnswers:
    """All verdicts of a case, counted."""

    counts: Mapping[Outcome, int]
    agreed: int = 0
    repeated: int = 0  # answers of which two repeats or more could be read

    @classmethod
    def of(cls, verdicts: Sequence[Verdict]) -> JudgedAnswers:
        found = [each.outcome for each in verdicts]
        repeated = [each for each in verdicts if each.read > 1]
        return cls(
            {name: found.count(name) for name in get_args(Outcome)},
            agreed=sum(each.outcome != "undecided" for each in repeated),
            repeated=len(repeated),
        )

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def share(self) -> Share | None:
        """Share of right answers among those with a verdict; None where none has one."""
        decided = sum(self.counts[grade] for grade in GRADES)
        return Share(self.counts["right"], decided) if decided else None

    @property
    def unread(self) -> Share | None:
        return Share(self.counts["unread"], self.total) if self.total else None

    @property
    def consistency(self) -> Share | None:
        """Share of repeated answers whose repeats agree; None without repeats."""
        return Share(self.agreed, self.repeated) if self.repeated else None

    @property
    def open(self) -> float:
        """Share of answers without a verdict: unread and undecided."""
        without = self.counts["unread"] + self.counts["undecided"]
        return without / self.total if self.total else 0.0


def read_verdict(reply: str, *, answer: str = "", prompt: str = "", facts: int = 0) -> Verdict:
    """Return the verdict of a reply: its last JSON object with one, else its last verdict line.

    What the reply repeats of the answer or of the prompt word by word is no verdict. A verdict on
    facts that were not asked for, or one that its own facts or a later line contradict, counts as
    unread.
    """
    reply = reply[-LONGEST_REPLY:]
    found, end = _from_json(reply, answer + prompt)
    after = _from_lines(reply[end:], answer)
    if found and after and found[0] != after[0]:
        return Verdict("unread", "The reply has two different verdicts.", read=0)
    if (found := found or after) is None:
        return Verdict("unread", "The reply has no verdict.", read=0)
    outcome, reason, graded = found
    if graded and sorted(graded) != list(range(1, facts + 1)):
        return Verdict("unread", "The reply judges other facts than it was asked for.", read=0)
    grades = tuple(graded[number] for number in sorted(graded))
    if grades and (
        (outcome == "right" and "wrong" in grades)
        or (outcome == "wrong" and set(grades) == {"right"})
    ):
        return Verdict("unread", "The reply contradicts itself on the facts.", read=0)
    return Verdict(outcome, reason[:LONGEST_REASON], grades)


def joined(verdicts: Sequence[Verdict]) -> Verdict:
    """Join the repeats of one answer; where those that could be read disagree, it is undecided."""
    read = [each for each in verdicts if each.outcome != "unread"]
    first = read[0] if read else verdicts[0]
    if len({each.outcome for each in read}) > 1:
        told = "; ".join(f"{each.outcome}: {each.reason}" for each in read)
        first = Verdict("undecided", told[:LONGEST_REASON])
    return replace(first, read=len(read), repeats=len(verdicts))


def in_order(verdict: Verdict, order: Sequence[int]) -> Verdict:
    """Put the grades of reordered facts back: fact `order[k]` was asked as the k-th."""
    if not verdict.facts:
        return verdict
    back = {fact: verdict.facts[place] for place, fact in enumerate(order)}
    return replace(verdict, facts=tuple(back[fact] for fact in sorted(back)))


_Found = tuple[Grade, str, dict[int, Grade]]


def _from_json(reply: str, told: str) -> tuple[_Found | None, int]:
    """Return the last object with a verdict that is not in what was told, and where it ends."""
    told = _squash(told)
    starts = [each.start() for each in re.finditer(r"\{", reply)]
    for start in reversed(starts[-MOST_BRACES:]):
        try:
            content, end = json.JSONDecoder().raw_decode(reply, start)
        except (ValueError, RecursionError):
            continue
        if not isinstance(content, dict) or _squash(reply[start:end]) in told:
            continue
        outcome = _grade(content.get("verdict"))
        if outcome is not None and "fact" not in content:
            reason = content.get("reason")
            graded = _graded(content.get("facts"))
            return (outcome, reason if isinstance(reason, str) else "", graded), end
    return None, 0


def _squash(text: str) -> str:
    """Return a text without spaces, in one case."""
    return "".join(text.split()).casefold()


def _graded(rows: object) -> dict[int, Grade]:
    """Return the grades of facts by number; one under -1 if an entry cannot be read."""
    graded: dict[int, Grade] = {}
    for row in rows if isinstance(rows, list) else ():
        number = row.get("fact") if isinstance(row, dict) else None
        grade = _grade(row.get("verdict")) if isinstance(row, dict) else None
        if type(number) is int and grade is not None and number not in graded:
            graded[number] = grade
        else:
            graded[-1] = "wrong"
    return graded


def _from_lines(reply: str, answer: str) -> _Found | None:
    own = list(_own_lines(reply, answer))
    matches = [found for found in map(LINE.match, own) if found]
    if not matches:
        return None
    graded: dict[int, Grade] = {}
    for found in filter(None, map(FACT_LINE.match, own)):
        graded[int(found[1])] = _grade(found[2]) or "wrong"
    outcome = _grade(matches[-1][1])
    reason = next((line for line in own if line and not LINE.match(line)), "")
    return None if outcome is None else (outcome, reason, graded)


def _own_lines(reply: str, answer: str) -> Iterator[str]:
    """Yield the lines of a reply that are not lines of the answer."""
    repeated = {_squash(line).strip(">*_#") for line in answer.splitlines()}
    for line in reply.splitlines():
        if _squash(line).strip(">*_#") not in repeated - {""}:
            yield line.strip()


def _grade(value: object) -> Grade | None:
    text = value.strip().casefold() if isinstance(value, str) else ""
    return next((grade for grade in GRADES if grade == text), None)
