"""Whether a sentence says what a pattern describes, or denies it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from kasauti.records.claims import (
    Choice,
    Form,
    Gap,
    Maybe,
    Node,
    Number,
    Pattern,
    Series,
    Stem,
    Word,
)
from kasauti.scorers.base_forms import base_forms
from kasauti.scorers.negators import negators, reached
from kasauti.scorers.plain_words import number_of

MOST_PLACES = 6  # where a part is looked for together with the others

Places = frozenset[int]
_NONE: Places = frozenset()
# Where a node can end, each with the negators that the pattern names itself.
Ends = dict[int, Places]


@dataclass(frozen=True)
class Sentence:
    """The plain words of a sentence, and where they stand."""

    words: tuple[str, ...]

    @cached_property
    def negators(self) -> Places:
        return negators(self.words)

    @cached_property
    def places(self) -> dict[str, int]:
        """By base form: the places where it stands, as the bits of a number."""
        found: dict[str, int] = {}
        for at, word in enumerate(self.words):
            for form in base_forms(word):
                found[form] = found.get(form, 0) | 1 << at
        return found

    def where(self, fits: Callable[[str], bool]) -> int:
        """The places of the words that fit, as bits."""
        return sum(1 << at for at, word in enumerate(self.words) if fits(word))


@dataclass(frozen=True, slots=True)
class _Span:
    start: int
    end: int
    named: Places

    @property
    def length(self) -> int:
        return self.end - self.start


def said(pattern: Pattern, sentence: Sentence) -> Iterator[bool]:
    """For each place where the pattern matches: whether it is affirmed there or denied."""
    everywhere = (1 << len(sentence.words)) - 1
    if any(bool(reach(p.node, sentence, everywhere)) == p.absent for p in pattern.parts):
        return
    spans = [_spans(part.node, sentence) for part in pattern.parts if not part.absent]
    wanted = [each[:MOST_PLACES] for each in spans]
    if len(wanted) == 1:
        for span in wanted[0]:
            yield _affirmed([span], sentence)
    else:
        yield _affirmed(min(itertools.product(*wanted), key=_breadth), sentence)


def _breadth(group: Sequence[_Span]) -> int:
    return max(span.end for span in group) - min(span.start for span in group)


def _affirmed(group: Sequence[_Span], sentence: Sentence) -> bool:
    """Whether the negators near the words cancel each other; those that are meant do not count."""
    near: set[int] = set()
    named: set[int] = set()
    for span in group:
        near |= reached(sentence.words, span.start, span.end)
        named |= span.named
    return len((near & sentence.negators) - named) % 2 == 0


def reach(node: Node, sentence: Sentence, starts: int) -> int:
    """Where the node can end that begins at any of these places: quick, and no match in most."""
    match node:
        case Word(text):
            return (sentence.places.get(text, 0) & starts) << 1
        case Form(text):
            return (sentence.where(lambda word: word == text) & starts) << 1
        case Stem(text):
            return (sentence.where(lambda word: word.startswith(text)) & starts) << 1
        case Number():
            return (sentence.where(lambda word: _counts(node, word)) & starts) << 1
        case Gap(most):
            within = (1 << len(sentence.words) + 1) - 1
            for _ in range(most):
                starts |= (starts << 1) & within
            return starts
        case Series(items):
            for item in items:
                starts = reach(item, sentence, starts) if starts else 0
            return starts
        case Choice(items):
            first = [node.by_word[form] for form in node.by_word.keys() & sentence.places.keys()]
            ends = 0
            for item in itertools.chain(node.others, *first):
                ends |= reach(item, sentence, starts)
            return ends
        case Maybe(item):
            return starts | reach(item, sentence, starts)


def _spans(node: Node, sentence: Sentence) -> list[_Span]:
    """The shortest match at each place."""
    found = []
    for start in range(len(sentence.words)):
        ends = [
            (end, named) for end, named in ends_at(node, sentence, start).items() if end > start
        ]
        if ends:
            end, named = min(ends)
            found.append(_Span(start, end, named))
    return found


def ends_at(node: Node, sentence: Sentence, at: int) -> Ends:
    match node:
        case Word(text):
            return _one(sentence, at, lambda word: text in base_forms(word))
        case Form(text):
            return _one(sentence, at, lambda word: word == text)
        case Stem(text):
            return _one(sentence, at, lambda word: word.startswith(text))
        case Number():
            return _one(sentence, at, lambda word: _counts(node, word))
        case Gap(most):
            last = min(at + most, len(sentence.words))
            return dict.fromkeys(range(at, last + 1), _NONE)
        case Series(items):
            return _series(items, sentence, at)
        case Choice():
            return _choice(node, sentence, at)
        case Maybe(item):
            return _joined([{at: _NONE}, ends_at(item, sentence, at)])


def _one(sentence: Sentence, at: int, fits: Callable[[str], bool]) -> Ends:
    if at < len(sentence.words) and fits(sentence.words[at]):
        return {at + 1: frozenset((at,)) & sentence.negators}
    return {}


def _counts(node: Number, word: str) -> bool:
    value = number_of(word)
    return value is not None and (node.low <= value <= node.high) != node.outside


def _series(items: Sequence[Node], sentence: Sentence, at: int) -> Ends:
    reached_so_far: Ends = {at: _NONE}
    for item in items:
        reached_so_far = _joined(
            {end: named | more for end, more in ends_at(item, sentence, start).items()}
            for start, named in reached_so_far.items()
        )
    return reached_so_far


def _choice(node: Choice, sentence: Sentence, at: int) -> Ends:
    items = list(node.others)
    if at < len(sentence.words):
        for form in base_forms(sentence.words[at]):
            items += node.by_word.get(form, ())
    return _joined(ends_at(item, sentence, at) for item in items)


def _joined(found: Iterator[Ends] | list[Ends]) -> Ends:
    """All ends; of two ways to the same end, the one that names more negators."""
    joined: Ends = {}
    for ends in found:
        for end, named in ends.items():
            if end not in joined or len(named) > len(joined[end]):
                joined[end] = named
    return joined
