"""Verb conjugation: person and number against the subject, tense against an adverb of time.

Subjects are personal pronouns, or nouns before एव (which cannot follow a
vocative). A pronoun that is also an accusative (आवाम्, युवाम्) and a noun stand
only before verbs that never have an accusative: "आवां पतिष्यथः" can be "you will
fall upon us". The third person pronoun is not used: "सः …मि" can mean "such as
I am, I …".
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from kasauti.data.sanskrit.grammar import Case, Cell, Number, prose
from kasauti.data.sanskrit.lexicon import Noun, Verb, nouns, readings, verbs
from kasauti.data.sanskrit.panini import conjugate
from kasauti.data.sanskrit.records import ContrastSet
from kasauti.data.sanskrit.sampling import spread

_PRONOUNS = {
    "अहम्": (1, Number.SINGULAR),
    "आवाम्": (1, Number.DUAL),
    "वयम्": (1, Number.PLURAL),
    "त्वम्": (2, Number.SINGULAR),
    "युवाम्": (2, Number.DUAL),
    "यूयम्": (2, Number.PLURAL),
}
_ALSO_ACCUSATIVE = ("आवाम्", "युवाम्")
_CORE = (Case.NOMINATIVE, Case.ACCUSATIVE, Case.VOCATIVE)
_TENSES = ("present", "imperfect", "future")
_ADVERBS = {"present": "अधुना", "imperfect": "ह्यः", "future": "श्वः"}


@dataclass(frozen=True, slots=True)
class _Form:
    tense: str
    person: int
    number: Number

    def __str__(self) -> str:
        return f"{self.tense} {self.person} {self.number}"


@dataclass(frozen=True, slots=True)
class _Candidate:
    frame: str
    words: tuple[str, ...]
    verb: Verb
    right: _Form
    wrong: _Form
    gloss: str


def verb_conjugation_pairs(size: int, seed: int) -> list[ContrastSet]:
    """So many pairs, spread over frames, forms, verbs and subjects."""
    candidates = [one for one in _all_candidates() if not _shared(one)]
    chosen = spread(
        candidates,
        size,
        random.Random(seed),
        (
            lambda one: one.frame,
            lambda one: (one.right, one.wrong),
            lambda one: one.verb.name,
            lambda one: one.words,
        ),
    )
    return [_record(index, candidate) for index, candidate in enumerate(chosen, start=1)]


def _all_candidates() -> Iterator[_Candidate]:
    for verb in verbs().values():
        yield from _with_pronoun(verb)
        yield from _with_honorific(verb)
        yield from _with_adverb(verb)
        if not verb.takes_accusative:
            for noun in nouns():
                if "person" in noun.kinds:
                    yield from _with_noun(verb, noun)
                    yield from _with_coordination(verb, noun)


def _with_pronoun(verb: Verb) -> Iterator[_Candidate]:
    for pronoun, (person, number) in _PRONOUNS.items():
        if verb.takes_accusative and pronoun in _ALSO_ACCUSATIVE:
            continue
        for tense in _TENSES:
            right = _Form(tense, person, number)
            others = [_Form(tense, other, number) for other in (1, 2, 3) if other != person]
            others += [_Form(tense, person, other) for other in Number if other != number]
            for wrong in others:
                frame = "person" if wrong.number == number else "number"
                gloss = f"the verb has the {frame} of its subject {pronoun}"
                yield _Candidate(frame, (pronoun, _ADVERBS[tense]), verb, right, wrong, gloss)


def _with_honorific(verb: Verb) -> Iterator[_Candidate]:
    right, wrong = (_Form("present", person, Number.SINGULAR) for person in (3, 2))
    for pronoun in ("भवान्", "भवती"):
        gloss = f"{pronoun} 'you, sir or madam' takes the third person"
        yield _Candidate("honorific", (pronoun, "अधुना"), verb, right, wrong, gloss)


def _with_adverb(verb: Verb) -> Iterator[_Candidate]:
    for pronoun, (person, number) in _PRONOUNS.items():
        if verb.takes_accusative and pronoun in _ALSO_ACCUSATIVE:
            continue
        for tense, other in (("imperfect", "future"), ("future", "imperfect")):
            adverb = _ADVERBS[tense]
            gloss = "ह्यः is 'yesterday', श्वः 'tomorrow'; the tense must fit"
            right, wrong = _Form(tense, person, number), _Form(other, person, number)
            yield _Candidate("tense", (pronoun, adverb), verb, right, wrong, gloss)


def _with_noun(verb: Verb, noun: Noun) -> Iterator[_Candidate]:
    for number in noun.numbers:
        subject = noun.form(Cell(Case.NOMINATIVE, number))
        if not _is_plainly_subject(subject, number):
            continue
        for tense in ("present", "imperfect"):
            for other in Number:
                if other is not number:
                    right, wrong = _Form(tense, 3, number), _Form(tense, 3, other)
                    gloss = f"the verb has the number of its subject {subject}"
                    yield _Candidate("noun", (subject, "एव"), verb, right, wrong, gloss)


def _is_plainly_subject(form: str, number: Number) -> bool:
    """Whether a form can be the subject of a verb in no other number, and nothing else.

    मन्त्रिणः is also "of the minister"; यती is two ascetics (यति), or one (यतिन्).
    """
    return all(
        cell.case in _CORE and (cell.case is not Case.NOMINATIVE or cell.number is number)
        for cell in readings(form)
    )


def _with_coordination(verb: Verb, noun: Noun) -> Iterator[_Candidate]:
    subject = noun.form(Cell(Case.NOMINATIVE, Number.SINGULAR))
    gloss = "of coordinated subjects the first person outranks the others, the second the third"
    for pronoun, person in (("अहम्", 1), ("त्वम्", 2)):
        for lower in range(person + 1, 4):
            right, wrong = (_Form("present", each, Number.DUAL) for each in (person, lower))
            yield _Candidate("coordination", (subject, pronoun, "च"), verb, right, wrong, gloss)


def _shared(candidate: _Candidate) -> bool:
    right, wrong = (
        conjugate(candidate.verb.root, form.tense, form.person, form.number)
        for form in (candidate.right, candidate.wrong)
    )
    return bool(set(right) & set(wrong))


def _record(index: int, candidate: _Candidate) -> ContrastSet:
    right, wrong = candidate.right, candidate.wrong
    good, bad = (
        candidate.verb.form(form.tense, form.person, form.number) for form in (right, wrong)
    )
    # The object comes before the adverb, or its म् would show how the verb begins.
    before = (candidate.words[0], *candidate.verb.words, *candidate.words[1:])
    return ContrastSet(
        id=f"verb_{index:04}",
        phenomenon="verb_conjugation",
        grammatical=prose([*before, good]),
        ungrammatical=prose([*before, bad]),
        stem=candidate.verb.name,
        context=prose([*before, "___"]),
        metadata={
            "frame": candidate.frame,
            "tense": right.tense,
            "person": str(right.person),
            "number": str(right.number),
            "incorrect_tense": wrong.tense,
            "incorrect_person": str(wrong.person),
            "incorrect_number": str(wrong.number),
            "swap": f"{right}>{wrong}",
            "form": good,
            "wrong_form": bad,
            "gloss": f"{candidate.gloss}.",
            "source": "verbs.toml, lexicon.toml",
        },
    )
