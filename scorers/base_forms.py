"""The base forms that an English word may be an inflection of."""

from __future__ import annotations

import re
from functools import cache

_IRREGULAR = """
rise rose risen/fall fell fallen/go went gone goes/come came/be is are was were been being am
have has had having/do does did done/buy bought/sell sold/lend lent/lose lost/lead led
grow grew grown/shrink shrank shrunk/sink sank sunk/drive drove driven/begin began begun
pay paid/say said/make made/take took taken/give gave given/get got gotten/keep kept/hold held
stand stood/become became/break broke broken/run ran/leave left/feel felt/mean meant/build built
spend spent/find found/think thought/bring brought/catch caught/forget forgot forgotten
choose chose chosen/write wrote written/swing swung/spring sprang sprung/wind wound/see saw seen
know knew known/show shown/draw drew drawn/throw threw thrown/blow blew blown/fly flew flown
freeze froze frozen/tell told/meet met/seek sought/teach taught/fight fought/bear bore borne
wear wore worn/tear tore torn/swell swollen/steal stole stolen/speak spoke spoken
wake woke woken/lie lay lain lying/die dying/arise arose arisen/slide slid/strike struck
stick stuck/hang hung/dig dug/win won/send sent/bend bent/burn burnt/learn learnt/deal dealt
sleep slept/sweep swept/weep wept/creep crept/leap leapt/bind bound/grind ground
ride rode ridden/hide hid hidden/eat ate eaten/forgive forgave/foresee foresaw foreseen
overshoot overshot/undershoot undershot/shoot shot/feed fed/bleed bled/breed bred/flee fled
melt molten/sow sown/fear fearing/overtake overtook overtaken/wring wrung
withdraw withdrew withdrawn/withhold withheld/undergo underwent undergone
outgrow outgrew outgrown/man men/woman women/crisis crises/thesis theses/basis bases/half halves
life lives/index indices indexes/leaf leaves/person people/child children/shelf shelves"""
_BASES: dict[str, frozenset[str]] = {}
for _row in _IRREGULAR.replace("\n", "/").strip("/").split("/"):
    _base, *_forms = _row.split()
    for _form in _forms:
        _BASES[_form] = _BASES.get(_form, frozenset()) | {_base}

_ENDINGS = (
    *(("ies", "y"), ("es", ""), ("s", ""), ("ied", "y")),
    *(("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e")),
)
_SHORTEST = 2  # what is left of a word without its ending
# "noting" comes from "note": from "not" it would be "notting".
_DOUBLES = re.compile("[^aeiou]*[aeiou][^aeiouwxy]")


@cache
def base_forms(word: str) -> frozenset[str]:
    """The word itself, and every base form that its ending allows.

    >>> sorted(base_forms("fell")), sorted(base_forms("cutting"))
    (['fall', 'fell'], ['cut', 'cutt', 'cutte', 'cutting'])
    >>> sorted(base_forms("noting"))
    ['note', 'noting']
    """
    found = {word} | _BASES.get(word, frozenset())
    if word.endswith("ss") or not word.isalpha():
        return frozenset(found)
    for ending, instead in _ENDINGS:
        root = word.removesuffix(ending)
        if root == word or len(root) < _SHORTEST:
            continue
        if instead or ending not in ("ed", "ing") or not _DOUBLES.fullmatch(root):
            found.add(root + instead)
        if ending in ("ed", "ing") and len(root) > _SHORTEST and root[-1] == root[-2]:
            found.add(root[:-1])
    return frozenset(found)
