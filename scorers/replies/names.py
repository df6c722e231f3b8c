"""Names in a model's answer, read leniently and found again in the sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kasauti.scorers.replies.clauses import last_version
from kasauti.scorers.replies.cleaning import plain, without_thoughts
from kasauti.scorers.replies.name_types import Said, bare
from kasauti.scorers.replies.said_names import names_said

OUTSIDE = "O"


def read_names(
    answer: str, sentence: Sequence[str], types: Mapping[str, str]
) -> tuple[tuple[str, ...], int]:
    """The tags of the sentence's words, and how many names of the answer occur among them.

    `types` maps each word that an answer may use for a type to the type.
    """
    said = without_thoughts(answer)
    corrected = last_version(plain(said))
    names = names_said(corrected, sentence, types) if corrected != plain(said) else []
    names = names or names_said(said, sentence, types)
    stripped = [bare(word) for word in sentence]
    tags = [OUTSIDE] * len(sentence)
    matched = 0
    for name, kind in _longest_first(names):
        wanted = [part for part in map(bare, name.split()) if part]
        starts = list(_starts(wanted, stripped, tags))
        matched += bool(starts)
        for start in starts:
            tags[start : start + len(wanted)] = [f"B-{kind}"] + [f"I-{kind}"] * (len(wanted) - 1)
    return tuple(tags), matched


def _longest_first(names: Sequence[Said]) -> list[Said]:
    """A name that is part of another is looked for after it."""
    return sorted(dict.fromkeys(names), key=lambda each: -len(each[0].split()))


def _starts(wanted: Sequence[str], words: Sequence[str], tags: Sequence[str]) -> Iterator[int]:
    """The indices at which the name begins, among words that have no tag yet."""
    length, start = len(wanted), 0
    while length and start + length <= len(words):
        stop = start + length
        free = all(tag == OUTSIDE for tag in tags[start:stop])
        if free and list(words[start:stop]) == list(wanted):
            yield start
            start = stop
        else:
            start += 1
