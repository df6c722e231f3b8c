"""Words of the lexicon in the corpus, alone or joined to the next word by sandhi."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from authoring.sanskrit.grammar.lexicon import Noun, Verb, nouns, verbs
from authoring.sanskrit.grammar.panini import finite_forms, forms, to_devanagari, to_slp1
from authoring.sanskrit.grammar.sandhi import join

# How a final sound can look before the next word, and what it is in pausa (SLP1).
_FINALS = {
    "r": ("H",),
    "S": ("H",),
    "s": ("H",),
    "m": ("m",),
    "d": ("t",),
    "n": ("t", "n"),
    "j": ("t",),
    "l": ("t",),
    "c": ("t",),
    "Y": ("n",),
    "y": ("i", "I"),
    "v": ("u", "U"),
}


def attested_nouns(words: Collection[str]) -> frozenset[str]:
    """The stems of the lexicon of which some form stands in the corpus."""
    known = frozenset(words) | frozenset(_first_words(words))
    return frozenset(noun.stem for noun in nouns() if _stands(noun, known))


def attested_verbs(words: Collection[str]) -> frozenset[str]:
    """The names of the verbs of which some finite form stands in the corpus."""
    known = frozenset(words) | frozenset(_first_words(words))
    return frozenset(verb.name for verb in verbs().values() if not known.isdisjoint(_finite(verb)))


def _stands(noun: Noun, known: frozenset[str]) -> bool:
    return any(form in known for form, _ in forms(noun.stem, noun.gender))


def _finite(verb: Verb) -> frozenset[str]:
    return finite_forms(verb.root)


def _first_words(words: Collection[str]) -> Iterator[str]:
    """The pausal forms of words that sandhi has joined to another word of the corpus.

    अग्निर्ज्योतिः has अग्निः, if ज्योतिः stands elsewhere; the join is made again to be sure.
    """
    written = {to_slp1(word) for word in words}
    for word in written:
        for place in range(3, len(word) - 1):
            second = word[place:]
            if second not in written:
                continue
            for final in _FINALS.get(word[place - 1], ()):
                first = word[: place - 1] + final
                joined = join(first, second)
                if joined is not None and joined.right == word:
                    yield to_devanagari(first)
