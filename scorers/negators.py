"""Where a sentence denies: the words that turn what stands near them into its contrary."""

from __future__ import annotations

from collections.abc import Sequence

_ALONE = """
not never no nor nobody none neither nothing without hardly scarcely barely rarely seldom instead
lack lacks lacking absence unlikely unable impossible deny denies denied myth false untrue wrong
wrongly mistaken mistake nowhere nonsense"""
ALONE = frozenset(_ALONE.split())
_PAIRS = """
rather than/far from/fail to/fails to/failed to/refuse to/refuses to/refused to/contrary to
little evidence/little reason/little sign/unlike the"""
PAIRS = frozenset(tuple(each.split()) for each in _PAIRS.replace("\n", "/").strip("/").split("/"))
_NOT_DENYING = """
not only/not just/not merely/not simply/not least/not alone/not so/no doubt/no wonder/no more
no less/no fewer/no later/no matter/nothing but"""
NOT_DENYING = frozenset(
    tuple(each.split()) for each in _NOT_DENYING.replace("\n", "/").strip("/").split("/")
)
# "X is a myth": words that deny what stands before them.
AFTERWARDS = frozenset({"myth", "false", "untrue", "nonsense"})
REACH_AFTERWARDS = 3
# A negation reaches so many words ahead, and not past these.
REACH = 4
_ENDS = ", but and while whereas because although though since so yet which who then"
CLAUSE_ENDS = frozenset(_ENDS.split())


def negators(words: Sequence[str]) -> frozenset[int]:
    """The places of the words that deny.

    >>> negators("it is not only late but no help".split())
    frozenset({6})
    """
    return frozenset(at for at in range(len(words)) if _denies(words, at))


def reached(words: Sequence[str], start: int, end: int) -> set[int]:
    """The places from which a negator denies words[start:end]."""
    first = start
    while first > 0 and start - first < REACH and words[first - 1] not in CLAUSE_ENDS:
        first -= 1
    behind = range(end, min(end + REACH_AFTERWARDS, len(words)))
    return {*range(first, end), *(at for at in behind if words[at] in AFTERWARDS)}


def _denies(words: Sequence[str], at: int) -> bool:
    pair = (words[at], words[at + 1] if at + 1 < len(words) else "")
    if pair in PAIRS:
        return True
    if pair[0] not in ALONE or pair in NOT_DENYING:
        return False
    return not (pair[0] == "not" and at > 0 and words[at - 1] in ("or", "if"))
