"""Our pairs of the phenomenon that a published case is about.

Ours are the shipped Hindi pairs and, in any language, those that a user wrote in our own format and
gives beside the published ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kasauti.data.pair_cases import PairCase, minimal_pair_cases
from kasauti.data.pairs import Pair

# What MultiBLiMP's phenomena are called among the shipped pairs, by language. SV is a subject with
# its verb, SP one with a participle, which in Hindi is part of the verb.
SAME: Mapping[str, Mapping[str, str]] = {
    "hi": {
        "SV-#": "subject_verb_agreement_number",
        "SP-#": "subject_verb_agreement_number",
        "SV-P": "subject_verb_agreement_person",
        "SP-P": "subject_verb_agreement_person",
        "SV-G": "subject_verb_agreement_gender",
        "SP-G": "subject_verb_agreement_gender",
    },
}
# A file that does not say its language is taken to be in that of ours where so many of its words
# are in them. Half of the words of Hindi sentences are, and a fortieth of those of Sanskrit ones.
SAME_LANGUAGE = 0.25


@dataclass(frozen=True, slots=True)
class Ours:
    """Our pairs of a phenomenon, and the language that both sets are in.

    by_words: whether the published file does not say its language, so that its words decided.
    """

    language: str
    phenomenon: str
    pairs: tuple[Pair, ...]
    by_words: bool


def published_and_own(files: Iterable[Path]) -> tuple[list[PairCase], list[PairCase]]:
    """The cases of what --pairs names: those that others published, and those in our own format."""
    given = [case for case in minimal_pair_cases(files) if case.id.pack]
    own = [case for case in given if not case.published]
    return [case for case in given if case.published], own


def ours_for(published: PairCase, own: Sequence[PairCase]) -> Ours | None:
    """Our pairs of the same phenomenon in the same language; None where there are none.

    A sentence that the published set has too is not ours.
    """
    theirs = {pair.good for pair in published.pairs}
    everything = [*own, *minimal_pair_cases(pairs_set="full")]
    for language in dict.fromkeys(case.language for case in everything if case.language):
        cases = [case for case in everything if case.language == language]
        if not _is_in(language, published, cases):
            continue
        name = published.id.phenomenon
        called = (name, SAME.get(language, {}).get(name, name))
        found = [case for case in cases if case.id.phenomenon in called]
        pairs = [pair for case in found for pair in case.gated.pairs if pair.good not in theirs]
        if pairs:
            by_words = published.language is None
            return Ours(language, found[0].id.phenomenon, tuple(pairs), by_words)
    return None


def _is_in(language: str, published: PairCase, cases: Sequence[PairCase]) -> bool:
    if published.language is not None:
        return published.language == language
    known = {word for case in cases for word in _words(case.good_sentences())}
    words = _words(published.good_sentences())
    return sum(word in known for word in words) >= SAME_LANGUAGE * len(words)


def _words(sentences: Iterable[str]) -> list[str]:
    return [word.strip("।॥.,;:!?\"'()") for sentence in sentences for word in sentence.split()]
