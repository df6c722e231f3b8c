"""Pairs in context: a noun in two frames and two forms, each right in one frame and wrong in the
other in every reading it has."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from authoring.sanskrit.grammar.categories import VIRAMA, Case, Cell, Gender, Number, prose
from authoring.sanskrit.grammar.lexicon import Noun, adverbials, nouns, readings, written_for
from authoring.sanskrit.sets.crossing import (
    DANDA,
    Crossing,
    NewWordPairs,
    Sentence,
    numbered,
    sentence_with_gap,
)
from authoring.sanskrit.sets.frames import NOUN, Frame, frames, sentence_words, verbs_of
from authoring.sanskrit.sets.sampling import by_feature, spread
from kasauti.data.sanskrit.records import ContrastSet

_DIRECT = (Case.NOMINATIVE, Case.ACCUSATIVE, Case.VOCATIVE)
# Nobody calls a town or an art: there एव is enough to exclude a vocative.
_ADDRESSED = frozenset({"person", "deity", "oblation", "villain", "feared"})
# Crossings, of two pairs each.
_PER_STEM_CLASS = 30
_AS_WELL_MATCHED = 0.75
_ROOT_LETTERS = 3
_ORDER = {cell: index for index, cell in enumerate((*Case, *Number))}


@dataclass(frozen=True, slots=True)
class Seat:
    """A noun in a template of a frame, in the cell that is right there."""

    noun: Noun
    frame: Frame
    template: str
    right: Cell

    @property
    def form(self) -> str:
        return self.noun.form(self.right)

    def excludes(self, form: str) -> bool:
        """Return whether a form is wrong here whichever noun and cell it is taken for, and
        whichever form sandhi could have changed to it before the next word."""
        following = self.following
        words = {form} if following == DANDA else written_for(form, following)
        if words & adverbials():
            return False
        return all(self._excludes_cells(readings(word)) for word in words)

    def _excludes_cells(self, cells: frozenset[Cell]) -> bool:
        excluded = self.frame.excluded(self.template, self.right)
        if not self.noun.kinds & _ADDRESSED and f"{NOUN} एव" in self.template:
            excluded |= {Cell(Case.VOCATIVE, number) for number in Number}
        # A form that is a vocative only is wrong where something governs it, not by एव alone.
        if cells and all(cell.case is Case.VOCATIVE for cell in cells):
            return cells <= self.frame.ungoverned(self.template)
        return cells <= excluded

    @property
    def following(self) -> str:
        """The word after the noun; a danda at the end, before which a word stands in pausa."""
        tokens = self.template.split()
        after = tokens[tokens.index(NOUN) + 1 :]
        words = sentence_words(after[0], self.noun, self.form, self.right) if after else [DANDA]
        return words[0]

    def with_form(self, form: str) -> str:
        """The sentence with one form of the noun."""
        return prose(sentence_words(self.template, self.noun, form, self.right))


@dataclass(frozen=True, slots=True)
class _Candidate:
    first: Seat
    second: Seat

    @property
    def contrast(self) -> str:
        """The two cases or numbers that are contrasted, in the order of the grammarians."""
        return "/".join(sorted(self.values, key=lambda value: _ORDER[value]))

    @property
    def values(self) -> tuple[Case | Number, Case | Number]:
        one, other = self.first.right, self.second.right
        if self.first.frame.contrasts_number:
            return one.number, other.number
        return one.case, other.case


class _Choice:
    """Chooses crossings one contrast after the other, the scarcest first."""

    def __init__(self, attested: Collection[str], seed: int) -> None:
        self._attested = attested
        self._rng = random.Random(seed)
        self._new = NewWordPairs()
        self.chosen: list[_Candidate] = []

    def crossing(self, candidate: _Candidate) -> Crossing:
        return _crossing(candidate, self._attested)

    def add(self, candidates: Sequence[_Candidate], size: int) -> None:
        """Choose at most so many more, spread over classes, frames, numbers, nouns, templates."""
        self.chosen += spread(
            candidates,
            size,
            self._rng,
            (
                lambda one: one.first.noun.stem_class,
                lambda one: (one.first.frame.name, one.second.frame.name),
                lambda one: (one.first.right.number, one.second.right.number),
                lambda one: one.first.noun.stem,
                lambda one: (one.first.template, one.second.template),
            ),
            fits=lambda one: self._new.take(self.crossing(one)),
        )


def in_context_pairs(attested: Collection[str], per_contrast: int, seed: int) -> list[ContrastSet]:
    """The pairs of at most so many crossings for every two cases or numbers, and then of as many
    as each stem class needs.

    `attested` are the stems that occur in the corpus.
    """
    found = list(candidates())
    contrasts = by_feature(found, lambda one: one.contrast)
    choice = _Choice(attested, seed)
    for group in sorted(contrasts.values(), key=len):
        choice.add(group, per_contrast)
    for name, group in sorted(by_feature(found, lambda one: one.first.noun.stem_class).items()):
        have = sum(one.first.noun.stem_class == name for one in choice.chosen)
        choice.add(group, max(0, _PER_STEM_CLASS - have))
    chosen = sorted(choice.chosen, key=lambda one: (one.first.frame.contrasts_number, one.contrast))
    return numbered("context", map(choice.crossing, chosen))


def candidates() -> Iterator[_Candidate]:
    """Every crossing that the frames and the lexicon allow."""
    for noun in nouns():
        seats: dict[tuple[int, int, bool], list[Seat]] = defaultdict(list)
        for seat in _seats(noun):
            words = seat.template.split()
            shape = (len(words), words.index(NOUN), seat.frame.contrasts_number)
            seats[shape].append(seat)
        for group in seats.values():
            yield from _best_matched(group)


def _seats(noun: Noun) -> Iterator[Seat]:
    for frame in frames():
        if frame.admits(noun):
            for right in frame.right:
                if right.number in noun.numbers and not _first_read_as_locative(noun, right):
                    for template in frame.templates:
                        yield Seat(noun, frame, template, right)


def _first_read_as_locative(noun: Noun, cell: Cell) -> bool:
    """नगरे is two towns, but is first read as "in the town"."""
    return noun.gender is Gender.NEUTER and cell.number is Number.DUAL and cell.case in _DIRECT


def _best_matched(seats: list[Seat]) -> Iterator[_Candidate]:
    """The crossings whose templates have the most words in common, for each contrast and number."""
    best: dict[tuple[str, Number], float] = {}
    found: list[tuple[_Candidate, tuple[str, Number], float]] = []
    for first, second in combinations(seats, 2):
        # Most do not: asked here, before a function is called.
        (case, number), (other_case, other_number) = first.right, second.right
        if (case is other_case) is (number is other_number) or not _crosses(first, second):
            continue
        candidate = _Candidate(first, second)
        key = (candidate.contrast, first.right.number)
        likeness = template_likeness(first.template, second.template)
        best[key] = max(best.get(key, 0.0), likeness)
        found.append((candidate, key, likeness))
    for candidate, key, likeness in found:
        if likeness > best[key] - _AS_WELL_MATCHED:
            yield candidate


@cache
def template_likeness(first: str, second: str) -> float:
    """The number of words that two templates share; another form of a word counts one half."""
    words = zip(first.split(), second.split(), strict=True)
    return sum(_word_likeness(one, other) for one, other in words)


def _word_likeness(one: str, other: str) -> float:
    if one == other:
        return 1.0
    if one.startswith("{"):
        return 0.5 if verbs_of(one) and verbs_of(one) == verbs_of(other) else 0.0
    return 0.5 if one[:_ROOT_LETTERS] == other[:_ROOT_LETTERS] else 0.0


def _crosses(first: Seat, second: Seat) -> bool:
    """Return whether two seats that differ in case or number exclude each other's form."""
    by_number = first.right.case is second.right.case
    if by_number is not first.frame.contrasts_number or (
        by_number and first.template != second.template
    ):
        return False
    return (
        first.form != second.form
        and first.excludes(second.form)
        and second.excludes(first.form)
        and _written_alike(first, second)
    )


def _written_alike(first: Seat, second: Seat) -> bool:
    """Return whether both forms are written in the same way in both frames (वनं, वनम्)."""
    return all(
        prose([form, first.following]).split()[0] == prose([form, second.following]).split()[0]
        for form in (first.form, second.form)
        if form.endswith(VIRAMA)
    )


def _crossing(candidate: _Candidate, attested: Collection[str]) -> Crossing:
    first, second = candidate.first, candidate.second
    one, other = candidate.values
    return Crossing(
        phenomenon="number_in_context" if first.frame.contrasts_number else "case_in_context",
        stem=first.noun.stem,
        sentences=(
            _sentence(first, second, f"{one}>{other}"),
            _sentence(second, first, f"{other}>{one}"),
        ),
        metadata={
            "stem_class": first.noun.stem_class,
            "gender": str(first.noun.gender),
            "contrast": candidate.contrast,
            "attested_in_corpus": "yes" if first.noun.stem in attested else "no",
            "source": "frames.toml, lexicon.toml",
        },
    )


def _sentence(seat: Seat, other: Seat, swap: str) -> Sentence:
    what = "number" if seat.frame.contrasts_number else "case"
    right, wrong = swap.split(">")
    return sentence_with_gap(
        place=seat.template.split().index(NOUN),
        right=seat.with_form(seat.form),
        wrong=seat.with_form(other.form),
        metadata={
            "frame": seat.frame.name,
            "number": str(seat.right.number),
            "case": str(seat.right.case),
            f"correct_{what}": right,
            f"incorrect_{what}": wrong,
            "swap": swap,
            "form": seat.form,
            "wrong_form": other.form,
            "gloss": f"{seat.frame.gloss}; {other.form} is no such form.",
        },
    )
