"""The choice of drafts that a set can take and that keep it balanced."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from functools import cache

from authoring.hindi.balance.judges import Balance, Judge, prefers_shorter
from authoring.hindi.draft import Draft
from kasauti.data import PACKS
from kasauti.data.lint.edits import words_of
from kasauti.data.pairs.reading import read_pair_file

LEMMA_SHARE = 0.1
NASAL_SHARE = 0.099
MOST_SHARED = 0.8  # of the words of two good sentences
_WITHOUT_NASALS = str.maketrans(
    dict.fromkeys(("\N{DEVANAGARI SIGN ANUSVARA}", "\N{DEVANAGARI SIGN CANDRABINDU}"))
)

# Where those do not belong who herd, fish, sell in the street, or are old: an office, a class.
OFFICES = {"दफ़्तर", "कक्षा"}
NOT_IN_OFFICES = {
    "चरवाहा", "मछुआरा", "लकड़हारा", "दूधवाला", "सब्ज़ीवाला", "ग्वाला", "धोबी", "माली", "दर्ज़ी", "बढ़ई",
    "बुढ़िया", "मालिन", "धोबिन", "मछुआरिन", "पड़ोसी", "पड़ोसिन", "नौकरानी", "चायवाला", "नौकर",
}  # fmt: skip
CHILDREN = {"लड़का", "लड़की", "बच्चा", "बच्ची", "पोता", "पोती", "भतीजा", "भतीजी", "भांजा", "भांजी"}
# Words that do not make sense together, whatever the sentence.
ODD_TOGETHER = (
    ({"मछली", "बत्तख"}, {"पकड़ना", "पालना"}, {"आँगन", "मैदान", "बग़ीचा", "खेत", "घर"}),
    ({"अलमारी", "मेज़", "कुर्सी", "पलंग", "चारपाई", "झूला", "गाड़ी"}, {"बेचना", "बिकना"}, {"गली", "मेला"}),
    ({"कूदना"}, {"तालाब"}, {"बढ़ई", "दर्ज़ी"}),
    (OFFICES, NOT_IN_OFFICES),
    ({"दफ़्तर"}, CHILDREN),
    ({"फेंकना", "चखना", "परोसना", "छिपाना"}, {"भूलना", "निकलना", "जाना"}),
    ({"घोड़ा", "गाय", "भैंस", "बकरी"}, {"मछुआरा", "मछुआरिन", "दर्ज़ी", "बढ़ई", "छात्र", "छात्रा"}),
    ({"बेचना"}, {"दफ़्तर", "अस्पताल", "मंदिर"}),
    ({"चढ़ना", "उतरना"}, {"बुढ़िया"}),
    ({"लहँगा", "साड़ी", "दुपट्टा"}, {"चरवाहा", "मछुआरा", "लकड़हारा", "ग्वाला", "चायवाला", "सब्ज़ीवाला"}),
)


class Selection:
    """The drafts accepted so far for one phenomenon, and what they exclude."""

    def __init__(self, limit: int, judges: Sequence[Judge] = (prefers_shorter,)) -> None:
        self._lemma_limit = int(limit * LEMMA_SHARE)
        self._nasal_limit, self._nasal = int(limit * NASAL_SHARE), 0
        self._lemmas: Counter[str] = Counter()
        self._sentences: set[str] = set()
        self._words: Counter[frozenset[str]] = Counter()
        self._balance = Balance(judges)

    def admits(self, draft: Draft) -> bool:
        """True if the draft is sensible, repeats no sentence or word, and uses none too often."""
        good, bad = draft.sentences()
        if good == bad or {good, bad} & self._sentences:
            return False
        if frozenset((good, bad)) in _core_pairs():
            return False
        if len(draft.lemmas) != len(set(draft.lemmas)) or odd_together(draft.lemmas):
            return False
        if differs_in_nasalization_only(good, bad) and self._nasal >= self._nasal_limit:
            return False
        words = _words_of(good)
        if any(shared_words(words, other) > MOST_SHARED for other in self._words):
            return False
        return all(self._lemmas[lemma] < self._lemma_limit for lemma in set(draft.lemmas))

    def cost(self, draft: Draft) -> int:
        """The distance of the set from balance with the draft."""
        return self._balance.cost(*draft.sentences())

    def take(self, draft: Draft) -> None:
        """Count the draft as accepted."""
        self.count(draft)
        self._balance.take(*draft.sentences())

    def count(self, draft: Draft) -> None:
        """Count what the draft excludes, without its part in the balance."""
        self._nasal += differs_in_nasalization_only(*draft.sentences())
        self._lemmas.update(set(draft.lemmas))
        self._sentences.update(draft.sentences())
        self._words[_words_of(draft.sentences()[0])] += 1

    def uncount(self, draft: Draft) -> None:
        """Take back what the draft excludes."""
        self._nasal -= differs_in_nasalization_only(*draft.sentences())
        self._lemmas.subtract(set(draft.lemmas))
        self._sentences.difference_update(draft.sentences())
        words = _words_of(draft.sentences()[0])
        self._words[words] -= 1
        if not self._words[words]:
            del self._words[words]


def odd_together(lemmas: Collection[str]) -> bool:
    """Return whether some of the words make no sense beside one another."""
    words = set(lemmas)
    return any(all(words & group for group in groups) for groups in ODD_TOGETHER)


@cache
def _core_pairs() -> frozenset[frozenset[str]]:
    """Return the two sentences of each pair that was written by hand: none is generated again."""
    core = read_pair_file(PACKS / "hindi" / "pairs_core.jsonl").pairs
    return frozenset(frozenset((pair.good, pair.bad)) for pair in core)


def differs_in_nasalization_only(good: str, bad: str) -> bool:
    """Return whether a bindu or chandrabindu is all that tells two sentences apart: है and हैं."""
    return good.translate(_WITHOUT_NASALS) == bad.translate(_WITHOUT_NASALS)


def _words_of(sentence: str) -> frozenset[str]:
    return frozenset(words_of(sentence))


def shared_words(one: frozenset[str], other: frozenset[str]) -> float:
    """Share of the words of the longer sentence that are in the other one too."""
    return len(one & other) / max(len(one), len(other))
