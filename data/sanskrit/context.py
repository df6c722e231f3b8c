"""Pairs in context: a frame licenses one form of a noun; the other is wrong in every reading."""

from __future__ import annotations

import random
from collections.abc import Collection, Hashable, Iterator
from dataclasses import dataclass

from kasauti.data.sanskrit.frames import Frame, frames, sentence_words
from kasauti.data.sanskrit.grammar import Case, Cell, Gender, Number, prose
from kasauti.data.sanskrit.lexicon import Noun, nouns, readings
from kasauti.data.sanskrit.panini import decline, forms
from kasauti.data.sanskrit.records import ContrastSet
from kasauti.data.sanskrit.sampling import spread

GAP = "___"
_DIRECT = (Case.NOMINATIVE, Case.ACCUSATIVE, Case.VOCATIVE)


@dataclass(frozen=True, slots=True)
class _Candidate:
    frame: Frame
    template: str
    noun: Noun
    right: Cell
    wrong: Cell


def in_context_pairs(words: Collection[str], per_frame: int, seed: int) -> list[ContrastSet]:
    """At most `per_frame` pairs of every frame, spread over its cells, nouns and templates.

    `words` are those of the corpus; a record says whether its noun occurs there.
    """
    rng = random.Random(seed)
    chosen = [
        candidate
        for frame in frames()
        for candidate in spread(
            list(_candidates(frame)), per_frame, rng, (_cells, _noun, _template)
        )
    ]
    attested = {
        noun.stem
        for noun in nouns()
        if any(form in words for form, _ in forms(noun.stem, noun.gender))
    }
    return [
        _record(index, candidate, candidate.noun.stem in attested)
        for index, candidate in enumerate(chosen, start=1)
    ]


def is_wrong_in_every_reading(frame: Frame, right: Cell, form: str) -> bool:
    """Whether the frame excludes a form whichever noun and cell it is taken for."""
    return readings(form) <= frame.excluded(right)


def _cells(candidate: _Candidate) -> Hashable:
    return candidate.right, candidate.wrong


def _noun(candidate: _Candidate) -> Hashable:
    return candidate.noun.stem


def _template(candidate: _Candidate) -> Hashable:
    return candidate.template


def _candidates(frame: Frame) -> Iterator[_Candidate]:
    for noun in nouns():
        if not frame.admits(noun):
            continue
        for right, wrong in frame.swaps:
            if {right.number, wrong.number} <= set(noun.numbers) and _sound(
                frame, noun, right, wrong
            ):
                for template in frame.templates:
                    yield _Candidate(frame, template, noun, right, wrong)


def _sound(frame: Frame, noun: Noun, right: Cell, wrong: Cell) -> bool:
    # नगरे is two towns, but is first read as "in the town".
    if noun.gender is Gender.NEUTER and right.number is Number.DUAL and right.case in _DIRECT:
        return False
    licensed = decline(noun.stem, noun.gender, right)
    return noun.form(wrong) not in licensed and is_wrong_in_every_reading(
        frame, right, noun.form(wrong)
    )


def _record(index: int, candidate: _Candidate, attested: bool) -> ContrastSet:
    frame, noun, right, wrong = (
        candidate.frame,
        candidate.noun,
        candidate.right,
        candidate.wrong,
    )
    good, bad = (
        prose(sentence_words(candidate.template, noun, noun.form(cell), right))
        for cell in (right, wrong)
    )
    metadata = {
        "frame": frame.name,
        "stem_class": noun.stem_class,
        "gender": str(noun.gender),
        "number": str(right.number),
        "case": str(right.case),
    }
    if frame.contrasts_number:
        metadata |= {"correct_number": right.number, "incorrect_number": wrong.number}
        swap = f"{right.number}>{wrong.number}"
    else:
        metadata |= {"correct_case": right.case, "incorrect_case": wrong.case}
        swap = f"{right.case}>{wrong.case}"
    metadata |= {
        "swap": swap,
        "form": noun.form(right),
        "wrong_form": noun.form(wrong),
        "attested_in_corpus": "yes" if attested else "no",
        "gloss": f"{frame.gloss}; {noun.form(wrong)} is no such form.",
        "source": "frames.toml, lexicon.toml",
    }
    return ContrastSet(
        id=f"context_{index:04}",
        phenomenon="number_in_context" if frame.contrasts_number else "case_in_context",
        grammatical=good,
        ungrammatical=bad,
        stem=noun.stem,
        context=_gapped(good, candidate.template),
        metadata=metadata,
    )


def _gapped(sentence: str, template: str) -> str:
    words = sentence.split(" ")
    index = template.split().index("{noun}")
    end = sentence[-1] if index == len(words) - 1 else ""
    words[index] = GAP + end
    return " ".join(words)
