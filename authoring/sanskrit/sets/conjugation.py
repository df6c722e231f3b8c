"""Verb conjugation: person and number against the subject, tense against an adverb of time.

Two subjects (or two adverbs) are crossed with the two forms of a verb that they call for. Subjects
are personal pronouns, भवान्, or nouns before एव (which cannot follow a vocative). A pronoun that
is also an accusative (आवाम्, युवाम्) and a noun stand only before verbs that never have an
accusative: "आवां पतिष्यथः" can be "you will fall upon us". The third person pronoun is not used:
"सः …मि" can mean "such as I am, I …".
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import combinations

from authoring.sanskrit.grammar.categories import Case, Cell, Number, prose
from authoring.sanskrit.grammar.lexicon import (
    Noun,
    Verb,
    conjugated_verbs,
    nouns,
    readings,
    written_for,
)
from authoring.sanskrit.grammar.panini import conjugate, participle_forms
from authoring.sanskrit.sets.crossing import (
    Crossing,
    NewWordPairs,
    Sentence,
    numbered,
    sentence_with_gap,
)
from authoring.sanskrit.sets.sampling import spread
from kasauti.data.sanskrit.records import ContrastSet

_PRONOUNS = {
    "अहम्": (1, Number.SINGULAR),
    "आवाम्": (1, Number.DUAL),
    "वयम्": (1, Number.PLURAL),
    "त्वम्": (2, Number.SINGULAR),
    "युवाम्": (2, Number.DUAL),
    "यूयम्": (2, Number.PLURAL),
}
# Not in the dual or plural, which can be a vocative, and in the masculine the participle of भू:
# "being so, (we) sleep now".
_HONORIFICS = ("भवान्", "भवती")
# भवान् is "births", too.
_ALSO_ACCUSATIVE = ("आवाम्", "युवाम्", "भवान्")
_MY = "मम"
_CORE = (Case.NOMINATIVE, Case.ACCUSATIVE, Case.VOCATIVE)
_ADVERBS = {"present": "अधुना", "imperfect": "ह्यः", "future": "अद्यप्रभृति"}


@dataclass(frozen=True, slots=True)
class _Form:
    tense: str
    person: int
    number: Number

    def __str__(self) -> str:
        return f"{self.tense} {self.person} {self.number}"

    def of(self, verb: Verb) -> str:
        return verb.form(self.tense, self.person, self.number)


@dataclass(frozen=True, slots=True)
class _Subject:
    """The words before the verb (its object comes after `first`), and the form they call for."""

    first: tuple[str, ...]
    last: tuple[str, ...]
    form: _Form
    gloss: str


@dataclass(frozen=True, slots=True)
class _Candidate:
    frame: str
    verb: Verb
    one: _Subject
    other: _Subject

    @property
    def contrast(self) -> str:
        return "/".join(sorted(map(str, (self.one.form, self.other.form))))


def verb_conjugation_pairs(attested: Collection[str], size: int, seed: int) -> list[ContrastSet]:
    """The pairs of so many crossings, spread over frames, forms, verbs and subjects.

    `attested` are the names of the verbs that occur in the corpus.
    """
    new = NewWordPairs()
    chosen = spread(
        [one for one in _candidates() if _apart(one)],
        size,
        random.Random(seed),
        (
            lambda one: one.frame,
            lambda one: one.contrast,
            lambda one: one.verb.name,
            lambda one: (one.one.first, one.other.first),
        ),
        fits=lambda one: new.take(_crossing(one, attested)),
    )
    return numbered("verb", (_crossing(one, attested) for one in chosen))


def _candidates() -> Iterator[_Candidate]:
    for verb in conjugated_verbs().values():
        for frame, subjects in _groups(verb):
            for one, other in combinations(subjects, 2):
                if one.form != other.form and not (
                    _could_be_subject(one, other) or _could_be_subject(other, one)
                ):
                    yield _Candidate(frame, verb, one, other)


def _groups(verb: Verb) -> Iterator[tuple[str, list[_Subject]]]:
    """Subjects that can be crossed with each other: they differ in one respect."""
    pronouns = {
        pronoun: form
        for pronoun, form in _PRONOUNS.items()
        if not (verb.takes_accusative and pronoun in _ALSO_ACCUSATIVE)
    }
    for tense in _ADVERBS:
        subjects = {pronoun: _with_pronoun(pronoun, tense) for pronoun in pronouns}
        for number in Number:
            alike = [p for p in pronouns if pronouns[p][1] is number]
            yield "person", [subjects[pronoun] for pronoun in alike]
        for honorific in _HONORIFICS:
            if not (verb.takes_accusative and honorific in _ALSO_ACCUSATIVE):
                for pronoun in ("अहम्", "त्वम्"):
                    yield "honorific", [subjects[pronoun], _with_honorific(honorific, tense)]
        for person in (1, 2):
            yield "number", [subjects[p] for p in pronouns if pronouns[p][0] == person]
    for pronoun in pronouns:
        yield "tense", [_at_a_time(pronoun, tense) for tense in ("imperfect", "future")]
    if not verb.takes_accusative:
        for noun in nouns():
            if "person" in noun.kinds:
                for tense in ("present", "imperfect"):
                    yield "noun", list(_with_noun(noun, tense))
            if "kin" in noun.kinds and "one" not in noun.kinds:
                yield "coordination", list(_with_coordination(noun))


def _with_pronoun(pronoun: str, tense: str) -> _Subject:
    form = _Form(tense, *_PRONOUNS[pronoun])
    gloss = f"the verb has the person and number of its subject {pronoun}"
    return _Subject((pronoun,), (_ADVERBS[tense],), form, gloss)


def _with_honorific(pronoun: str, tense: str) -> _Subject:
    form = _Form(tense, 3, Number.SINGULAR)
    gloss = f"{pronoun} 'you, sir or madam' takes the third person"
    return _Subject((pronoun,), (_ADVERBS[tense],), form, gloss)


def _at_a_time(pronoun: str, tense: str) -> _Subject:
    gloss = "ह्यः is 'yesterday', अद्यप्रभृति 'from today on'; the tense must fit"
    return _Subject((_ADVERBS[tense], pronoun), ("एव",), _Form(tense, *_PRONOUNS[pronoun]), gloss)


def _with_noun(noun: Noun, tense: str) -> Iterator[_Subject]:
    for number in noun.numbers:
        subject = noun.form(Cell(Case.NOMINATIVE, number))
        if _is_plainly_subject(subject, number):
            gloss = f"the verb has the number of its subject {subject}"
            yield _Subject((subject,), ("एव",), _Form(tense, 3, number), gloss)


def _is_plainly_subject(form: str, number: Number) -> bool:
    """Return whether a form can be the subject of a verb in no other number, and nothing else.

    मन्त्रिणः is also "of the minister"; यती is two ascetics (यति), or one (यतिन्).
    """
    return all(
        cell.case in _CORE and (cell.case is not Case.NOMINATIVE or cell.number is number)
        for cell in readings(form)
    )


def _with_coordination(noun: Noun) -> Iterator[_Subject]:
    """A noun with अहम् or त्वम्. Without मम it could be in apposition to a first person left out:
    "(I) the pupil and you"."""
    subject = noun.form(Cell(Case.NOMINATIVE, Number.SINGULAR))
    gloss = "of coordinated subjects the first person outranks the others, the second the third"
    for pronoun, person in (("अहम्", 1), ("त्वम्", 2)):
        form = _Form("present", person, Number.DUAL)
        yield _Subject((_MY, subject, pronoun), ("च",), form, gloss)


def _could_be_subject(one: _Subject, other: _Subject) -> bool:
    """True if a subject, read with sandhi, fits the other form: प्रजा एव is प्रजाः एव too."""
    return other.form.person == 3 and any(
        cell == Cell(Case.NOMINATIVE, other.form.number)
        for word in written_for(one.first[-1], one.last[0])
        for cell in readings(word)
    )


def _apart(candidate: _Candidate) -> bool:
    """Return whether the two forms have no variant in common, and none of them is a participle too.

    "जामाता एव जीवतः" can be "just the son-in-law of one who lives".
    """
    one, other = (
        conjugate(candidate.verb.root, form.tense, form.person, form.number)
        for form in (candidate.one.form, candidate.other.form)
    )
    if participle_forms(candidate.verb.root) & {*one, *other}:
        return False
    return not set(one) & set(other)


def _crossing(candidate: _Candidate, attested: Collection[str]) -> Crossing:
    verb, one, other = candidate.verb, candidate.one, candidate.other
    return Crossing(
        phenomenon="verb_conjugation",
        stem=verb.name,
        sentences=(_sentence(verb, one, other), _sentence(verb, other, one)),
        metadata={
            "frame": candidate.frame,
            "contrast": candidate.contrast,
            "attested_in_corpus": "yes" if verb.name in attested else "no",
            "source": "verbs.toml, lexicon.toml",
        },
    )


def _sentence(verb: Verb, subject: _Subject, other: _Subject) -> Sentence:
    # No object stands next to the verb, or its म् would show how the verb begins.
    before = (*subject.first, *verb.words, *subject.last)
    right, wrong = subject.form, other.form
    return sentence_with_gap(
        place=len(before),
        right=prose([*before, right.of(verb)]),
        wrong=prose([*before, wrong.of(verb)]),
        metadata={
            "tense": right.tense,
            "person": str(right.person),
            "number": str(right.number),
            "incorrect_tense": wrong.tense,
            "incorrect_person": str(wrong.person),
            "incorrect_number": str(wrong.number),
            "swap": f"{right}>{wrong}",
            "form": right.of(verb),
            "wrong_form": wrong.of(verb),
            "gloss": f"{subject.gloss}.",
        },
    )
