"""English text in clauses: what it claims, without what it only asks or reports."""

from __future__ import annotations

import re

_SENTENCE = re.compile(r"(?<=[.!?;:।॥؟])\s+|\s+[—–]\s+|\n+")
_JOINT = re.compile(
    r",\s+(?:and|but|so|while|whereas|because|yet|which|although)\s+"
    r"|\s+(?:but|while|whereas|because|although)\s+"
)
# "Some people claim that …", "In each boom somebody promises that …": said of others.
_REPORTED = re.compile(
    r"\b(?:some|many|most|people|others|critics|believers|bulls|bears|somebody|someone|they"
    r"|pundits|writers|headlines|brochures|salesmen|brokers|advisers|newsletters|gurus|friends"
    r"|the crowd)\b(?:\s+\w+){0,3}?\s+"
    r"(?:say|says|said|claim|claims|claimed|think|believe|promise|promises|promised|insist"
    r"|insists|argue|call|calls|tell|tells|told|speak|speaks|talk|talks|shout|shouts|repeat"
    r"|repeats|preach|pretend|swear|swears)\b(?!\s+nothing)",
    re.I,
)
_NEGATION = re.compile(
    r"\b(?:not|never|no|nor|nobody|none|neither|cannot|den(?:y|ies|ied)|without|fail(?:ed|s)?"
    r"|hardly)\b|n't",
    re.I,
)
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
FEWEST = 4  # words of a part of a sentence that is looked at on its own
_FUNCTION_WORDS = """
a an the of to in on at by for with from as and or but nor so yet if then than that this these those
it its is are was were be been being am do does did has have had having will would can could may
might must shall should not no never i you we they he she them him her us our your their my me who
whom whose which what when where why how there here all any some each every both few more most much
many less least very too also only just even still about over under into out up down off after
before while because since until unless though although between through during against own same such
other another one ones"""
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())
_ENDINGS = ("ings", "ing", "ies", "ied", "ed", "es", "s", "ly")


def claims(text: str) -> list[str]:
    """The sentences that claim something, and the parts of those that are joined."""
    found: list[str] = []
    for raw in _SENTENCE.split(text):
        sentence = raw.strip(" -•*\t")
        if not sentence or sentence.endswith("?") or _REPORTED.search(sentence):
            continue
        parts = [part.strip() for part in _JOINT.split(sentence)]
        found.append(sentence)
        if len(parts) > 1:
            found += [part for part in parts if len(part.split()) >= FEWEST]
    return list(dict.fromkeys(found))


def most_negations(text: str) -> int:
    """Return the number of negations in the sentence that has most of them.

    >>> most_negations("Nobody can deny that it was not so. It is.")
    3
    """
    return max((len(_NEGATION.findall(each)) for each in _SENTENCE.split(text)), default=0)


def words(text: str) -> list[str]:
    """The words in lower case.

    >>> words("It's a Bear market.")
    ["it's", 'a', 'bear', 'market']
    """
    return _WORD.findall(text.lower())


def content_stems(text: str) -> list[str]:
    """The words that carry meaning, without their endings.

    >>> content_stems("Prices were falling")
    ['pric', 'fall']
    """
    return [_stem(word) for word in words(text) if word.partition("'")[0] not in FUNCTION_WORDS]


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word
