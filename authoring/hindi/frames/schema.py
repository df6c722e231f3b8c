"""The notation of frames: a sentence with slots, read into pieces.

    {S}  {S.ने}  {S.के साथ}  {S.का@O}     a noun phrase, bare or before a postposition
    {*S.ने>direct}                        the target: marked so in the good, so in the bad member
    {*S.ने>#}                             the target: the bad member has the other number
    {V:hab S O}  {*उठना:perf.t S}          a verb in a tense, with its subject and object
    {बड़ा@S}  {*A@=S}                       a word that agrees with a noun; @= as its predicate
    {S?यह|ये}                             a word by the number of a noun
    {V-ने}                                a verb's stem with an ending; {V-ए}: its participle, किए
    [good|bad]                            the target: wordings of the good and the bad member

Slots are written in capitals; anything else in a verb's or an agreeing word's place is its lemma.
Flags of a verb: t (transitive without an object in a slot), d (को on its subject).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from kasauti.inputs.errors import KasautiError

_PART = re.compile(r"\{([^}]*)\}|\[([^\]]*)\]|([^{\[]+)")
_SLOT = re.compile(r"[A-Z]+[0-9]?")
DIRECT = "direct"
OTHER_NUMBER = "#"


@dataclass(frozen=True, slots=True)
class Wording:
    """Words that are the same in both members."""

    text: str


@dataclass(frozen=True, slots=True)
class Nominal:
    """A slot before a postposition or bare; `wrong` is the marking of the bad member."""

    slot: str
    marking: str
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class Verbal:
    """A finite verb with the slots of its subject and object ("" where there is none)."""

    word: str
    tense: str
    flags: str
    subject: str = ""
    object: str = ""
    target: bool = False


@dataclass(frozen=True, slots=True)
class Agreeing:
    """A word that agrees with a noun, as its attribute or as its predicate."""

    word: str
    noun: str
    predicate: bool
    target: bool = False


@dataclass(frozen=True, slots=True)
class ByNumber:
    """A word that has one form beside a singular and one beside a plural."""

    noun: str
    singular: str
    plural: str


@dataclass(frozen=True, slots=True)
class Stem:
    """The stem of a verb with an ending."""

    word: str
    ending: str


@dataclass(frozen=True, slots=True)
class Contrast:
    """The wordings of the two members in one place."""

    good: tuple[Piece, ...]
    bad: tuple[Piece, ...]


Piece = Wording | Nominal | Verbal | Agreeing | ByNumber | Stem | Contrast
Side = Literal["good", "bad"]


def is_slot(word: str) -> bool:
    """Return whether a word of the notation names a slot."""
    return _SLOT.fullmatch(word) is not None


def is_target(piece: Piece) -> bool:
    """Return whether the members differ in this piece."""
    match piece:
        case Nominal(wrong=wrong):
            return wrong != ""
        case Verbal(target=target) | Agreeing(target=target):
            return target
    return isinstance(piece, Contrast)


def read_pieces(schema: str) -> tuple[Piece, ...]:
    """The pieces of a schema; exactly one of them is the target."""
    pieces = _pieces(schema)
    if sum(map(is_target, pieces)) != 1:
        raise KasautiError(f"{schema!r} has not exactly one target. Mark one by * or [ | ].")
    return pieces


def _pieces(schema: str) -> tuple[Piece, ...]:
    found: list[Piece] = []
    for braced, bracketed, plain in _PART.findall(schema):
        if braced:
            found.append(_braced(braced))
        elif bracketed:
            good, bar, bad = _halves(bracketed)
            if not bar:
                raise KasautiError(f"[{bracketed}] has no bad member. Write [good|bad].")
            found.append(Contrast(_pieces(good), _pieces(bad)))
        else:
            found.append(Wording(plain))
    return tuple(found)


def _halves(text: str) -> tuple[str, str, str]:
    """Text before and after the first bar that is outside braces."""
    depth = 0
    for index, character in enumerate(text):
        depth += (character == "{") - (character == "}")
        if character == "|" and not depth:
            return text[:index], "|", text[index + 1 :]
    return text, "", ""


def _braced(body: str) -> Piece:
    target = body.startswith("*")
    body = body.removeprefix("*")
    word, colon, rest = body.partition(":")
    if colon:
        tense, *arguments = rest.split()
        tense, _, flags = tense.partition(".")
        subject, thing = (["" if name == "-" else name for name in arguments] + ["", ""])[:2]
        return Verbal(word, tense, flags, subject, thing, target)
    word, question, rest = body.partition("?")
    if question:
        singular, _, plural = rest.partition("|")
        return ByNumber(word, singular, plural)
    slot, dot, marking = body.partition(".")
    if is_slot(slot):
        right, _, wrong = (marking if dot else DIRECT).partition(">")
        return Nominal(slot, right, wrong)
    word, at, noun = body.partition("@")
    if at:
        return Agreeing(word, noun.removeprefix("="), noun.startswith("="), target)
    word, hyphen, ending = body.partition("-")
    if hyphen:
        return Stem(word, ending)
    raise KasautiError(f"{{{body}}} is not in the notation of frames. Correct it.")
