"""Which way a clause points: up or down, early or late, easy or tight, and so on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

# Each axis has two ends; the words of one contradict those of the other.
_AXES: Mapping[str, tuple[str, str]] = {
    "amount": (
        """rise rises rose rising risen up upward upwards higher high highest more most increase
        increases increased increasing grow grows grew growing growth expand expands expansion climb
        climbs climbed climbing gain gains gained above over larger large largest bigger big biggest
        huge double doubles doubled widen widens wide wider jump jumps surge surges lift lifts raise
        raises raised boom upswing bull peak peaks top tops many add adds strong stronger deep
        deeper severe worse""",
        """fall falls fell falling fallen down downward downwards lower low lowest less least fewer
        decrease decreases decreased decreasing shrink shrinks shrank shrinking contract contracts
        contraction drop drops dropped dropping loss losses lose loses lost below under smaller
        small smallest tiny halve halves halved narrow narrows narrower sink sinks cut cuts reduce
        reduces slump downswing bear trough troughs bottom bottoms few weak weaker shallow shallower
        mild milder""",
    ),
    "time": (
        """early earlier earliest before first ahead lead leads leading precede precedes beforehand
        advance start starts begin begins beginning soon sooner immediately""",
        """late later latest after last afterwards behind lag lags lagging follow follows following
        end ends ending delayed eventually""",
    ),
    "speed": (
        """fast faster fastest quick quickly quicker rapid rapidly sudden suddenly brief briefly
        short shorter shortest weeks days immediate""",
        """slow slower slowest slowly gradual gradually long longer longest years decades drawn
        lasting""",
    ),
    "credit": (
        """easy easier easing loose looser loosen loosens lax relaxed generous freely cheap
        plentiful""",
        """tight tighter tighten tightens tightening strict stricter stingy refuse refuses refused
        scarce dear expensive harder""",
    ),
    "mood": (
        "optimism optimistic greed greedy euphoria bullish confident confidence hope cheerful",
        """pessimism pessimistic fear fearful afraid panic bearish gloom gloomy despair caution
        cautious""",
    ),
    "trade": (
        "buy buys bought buying buyer buyers accumulate",
        "sell sells sold selling seller sellers unload dump",
    ),
    "certainty": (
        """always every everyone all certain certainty proves proof proven reliable reliably exact
        exactly precise sure must""",
        """never rarely seldom none nobody uncertain unreliable odds probability likely roughly
        approximate""",
    ),
    "safety": (
        "safe safer safest calm stable stability robust protect protects protection",
        "danger dangerous risk risky riskier fragile unstable crash crashes collapse ruin",
    ),
    "worth": (
        "good better best well useful succeed succeeds success healthy sound",
        "bad worst badly useless fail fails failed failure poor poorer",
    ),
    "likeness": (
        "same alike together both equal identical",
        "different differ differs opposite separately apart",
    ),
    "place": ("inside internal within itself", "outside external foreign"),
    "debt": (
        "borrow borrows borrowed borrowing debt leverage leveraged loan loans",
        "repay repays repaid repayment savings save saves cash",
    ),
    "cause": (
        "cause causes caused drive drives driven driver because",
        "coincide coincides coincidence coincidental chance luck",
    ),
}
_ENDS = {
    word: (axis, sign)
    for axis, ends in _AXES.items()
    for sign, words in zip((1, -1), ends, strict=True)
    for word in words.split()
}
_WORD = re.compile(r"[a-z']+")
_NEGATIONS = {"not", "never", "no", "cannot", "without", "hardly", "nor", "neither"}
REACH = 3  # words that a negation may stand before what it turns round

Directions = Mapping[str, int]  # by axis: 1 or -1


def directions(text: str) -> Directions:
    """Which end of each axis most of the words point to; a negation turns the next words round.

    >>> directions("Prices rise quickly.") == {"amount": 1, "speed": 1}
    True
    >>> directions("Prices do not rise.")
    {'amount': -1}
    """
    words = _WORD.findall(text.lower())
    sums: Counter[str] = Counter()
    for index, word in enumerate(words):
        if word in _ENDS:
            axis, sign = _ENDS[word]
            before = words[max(0, index - REACH) : index]
            turned = any(each in _NEGATIONS or each.endswith("n't") for each in before)
            sums[axis] += -sign if turned else sign
    return {axis: 1 if total > 0 else -1 for axis, total in sums.items() if total}


def agreement(one: Directions, other: Directions) -> float | None:
    """From -1, where all common axes disagree, to 1; None without a common axis."""
    common = one.keys() & other.keys()
    if not common:
        return None
    return sum(one[axis] * other[axis] for axis in common) / len(common)
