"""Swaps in a parsed sentence that make it ungrammatical in every reading, or why there is none.

Each function looks at one kind of agreement and yields swaps and refusals. A swap changes one
inflected form, or puts or drops ने. What could be right after the swap is refused: another noun
that the form could agree with, a noun that may name a man or a woman, a form that is also an
adverb, a word that is not as our grammar inflects it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kasauti.data.treebank_pairs.inflection import (
    Case,
    Gender,
    genders_of,
    inflect_adjective,
    kinds_of,
    other_gender,
)
from kasauti.data.treebank_pairs.tree import (
    NOMINAL,
    WORDS,
    Tree,
    gender_of,
    has_fixed_gender,
    number_of,
    shows_plural,
)
from kasauti.inputs.conllu import Token


@dataclass(frozen=True, slots=True)
class Swap:
    """The characters [start, end) of the text are replaced; `gloss` says what is then wrong."""

    phenomenon: str
    start: int
    end: int
    bad: str
    direction: str  # from which value to which
    gloss: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """A place where a swap of the phenomenon was possible but would not be wrong for certain."""

    phenomenon: str
    reason: str


Found = Iterator[Swap | Refusal]
_OTHER: dict[Gender, Gender] = {"m": "f", "f": "m"}
_NAMES: dict[Gender, str] = {"m": "masculine", "f": "feminine"}


def swaps_of(tree: Tree) -> Found:
    for token in tree.tokens:
        if token.lemma == "का" and token.relation == "case":
            yield from _genitive(tree, token)
        elif token.upos == "ADJ" and token.relation == "amod":
            yield from _adjective(tree, token)
        elif token.lemma in ("वाला", "हुआ", "होना") and token.upos in ("ADP", "AUX", "ADJ"):
            yield from _participle(tree, token)
        elif token.upos == "VERB":
            yield from _verb(tree, token)


def _for_noun(tree: Tree, phenomenon: str, token: Token, noun: Token, lemma: str) -> Found:
    """Swap the gender of a word that agrees with the noun after it."""
    gender = gender_of(noun)
    case: Case = "oblique" if tree.is_marked(noun) else "direct"
    if gender is None or noun.upos != "NOUN":
        yield Refusal(phenomenon, "the gender of the noun is not known")
    elif noun.number < token.number or not _only_modifiers(tree, token, noun):
        yield Refusal(phenomenon, "other words stand between")
    elif tree.is_coordinated(noun) or not tree.ends_phrase(noun) or noun.relation == "compound":
        yield Refusal(phenomenon, "another noun may be meant")
    elif noun.lemma in WORDS["postpositional"] or noun.form in WORDS["postpositional"]:
        yield Refusal(phenomenon, "the noun makes a postposition")
    elif token.form != inflect_adjective(lemma, gender, number_of(noun), case):
        yield Refusal(phenomenon, "the form is not as our grammar inflects it")
    elif gender == "m" and not has_fixed_gender(noun):
        yield Refusal(phenomenon, "the noun may name a woman")
    else:
        bad = inflect_adjective(lemma, _OTHER[gender], number_of(noun), case)
        if bad in WORDS["adverbs"] or bad == token.form:
            yield Refusal(phenomenon, "the other form is also an adverb")
            return
        gloss = f"{_NAMES[_OTHER[gender]]} {bad} with the {_NAMES[gender]} noun {noun.form}"
        yield Swap(phenomenon, token.start, token.end, bad, _direction(gender), gloss)


def _direction(gender: Gender) -> str:
    return f"{_NAMES[gender]} > {_NAMES[_OTHER[gender]]}"


def _only_modifiers(tree: Tree, token: Token, noun: Token) -> bool:
    """Return whether only what modifies the noun stands between it and the word."""
    return all(
        each.head == noun.number and each.relation in ("amod", "det", "nummod")
        for each in tree.between(token, noun)
    )


def _genitive(tree: Tree, token: Token) -> Found:
    phenomenon = "genitive_agreement"
    owner = tree.head(token)
    noun = tree.head(owner) if owner else None
    if tree.children(token, "fixed") or owner is None or noun is None:
        yield Refusal(phenomenon, "का is part of a postposition")
    elif owner.relation != "nmod:poss":
        yield Refusal(phenomenon, "का does not belong to a noun after it")
    else:
        yield from _for_noun(tree, phenomenon, token, noun, "का")


def _adjective(tree: Tree, token: Token) -> Found:
    phenomenon = "adjective_agreement"
    noun = tree.head(token)
    if not token.lemma.endswith("ा") or noun is None:
        return  # it does not inflect
    if token.lemma not in WORDS["inflected"]:
        yield Refusal(phenomenon, "the adjective is not known to inflect")
    else:
        yield from _for_noun(tree, phenomenon, token, noun, token.lemma)


def _participle(tree: Tree, token: Token) -> Found:
    """वाला after an infinitive and हुआ after a participle, before the noun that they agree with."""
    phenomenon = "participle_agreement"
    verb = tree.head(token)
    noun = tree.head(verb) if verb else None
    if verb is None or noun is None or verb.relation != "acl" or verb.upos != "VERB":
        return
    lemma = "वाला" if token.lemma == "वाला" else "हुआ"
    if token.form not in ("वाला", "वाले", "वाली", "हुआ", "हुए", "हुई"):
        return
    yield from _for_noun(tree, phenomenon, token, noun, lemma)


def _verb(tree: Tree, verb: Token) -> Found:
    subjects = tree.children(verb, "nsubj", "nsubj:pass")
    if len(subjects) != 1 or subjects[0].number > verb.number:
        return
    subject = subjects[0]
    group = [verb, *tree.children(verb, "aux", "aux:pass")]
    if subject.upos in ("NOUN", "PROPN") and not tree.is_marked(subject):
        yield from _agreement(tree, subject, verb, group)
        yield from _ergative_put(tree, subject, verb, group)
    elif any(each.form == "ने" for each in tree.children(subject, "case")):
        yield from _ergative_dropped(tree, subject, verb, group)


def _agreement(tree: Tree, subject: Token, verb: Token, group: list[Token]) -> Found:
    phenomenon = "subject_verb_agreement"
    agreeing = [token for token in group if len(genders_of(token.form, token.lemma)) == 1]
    genders = {gender for token in agreeing for gender in genders_of(token.form, token.lemma)}
    gender = gender_of(subject)
    if shows_plural(subject) and group[-1].form == "हैं" and not _rivals(tree, verb, subject):
        last = group[-1]
        gloss = f"singular है with the plural {subject.form}"
        yield Swap(phenomenon, last.start, last.end, "है", "plural > singular", gloss)
        return
    if not agreeing or gender is None:
        yield Refusal(phenomenon, "no word of the verb shows gender")
    elif genders != {gender}:
        yield Refusal(phenomenon, "the verb does not agree with the subject")
    elif len(agreeing) == 1 and not has_fixed_gender(subject):
        yield Refusal(phenomenon, "the noun may name a woman")
    elif len(agreeing) == 1 and (_rivals(tree, verb, subject) or tree.is_coordinated(subject)):
        yield Refusal(phenomenon, "another noun may be meant")
    else:
        # Of several words of one verb group, one alone in another gender is wrong whoever it is.
        token = agreeing[-1]
        bad = other_gender(token.form, token.lemma, number_of(token))
        if bad is None:
            yield Refusal(phenomenon, "the form is not as our grammar inflects it")
            return
        gloss = f"{bad} with the {_NAMES[gender]} subject {subject.form}"
        yield Swap(phenomenon, token.start, token.end, bad, _direction(gender), gloss)


def _rivals(tree: Tree, verb: Token, subject: Token) -> list[Token]:
    """Other noun phrases of the clause in the direct case, with which a verb could agree."""
    return [
        token
        for token in tree.children(verb)
        if token != subject
        and token.upos in NOMINAL
        and not tree.is_marked(token)
        and not token.relation.startswith(("obl", "advmod", "vocative"))
    ]


def _ergative_put(tree: Tree, subject: Token, verb: Token, group: list[Token]) -> Found:
    phenomenon = "ergative"
    kinds = kinds_of(verb.form, verb.lemma)
    progressive = any(token.form in ("रहा", "रहे", "रही") for token in group[1:])
    if not (kinds and kinds <= {"imperfective", "future"}) and not progressive:
        return
    following = tree.next(subject)
    if number_of(subject) == "pl" or (subject.upos == "NOUN" and subject.form.endswith("ा")):
        yield Refusal(phenomenon, "the noun has another form before ने")
    elif tree.is_coordinated(subject) or tree.children(subject, "flat:name"):
        yield Refusal(phenomenon, "the subject is of several words")
    elif following is None or following.upos in ("ADP", "PUNCT", "PART", "NOUN", "PROPN"):
        yield Refusal(phenomenon, "what follows belongs to the subject")
    else:
        gloss = f"ने on {subject.form}, though the verb is not perfective"
        yield Swap(phenomenon, subject.end, subject.end, " ने", "bare > ने", gloss)


def _ergative_dropped(tree: Tree, subject: Token, verb: Token, group: list[Token]) -> Found:
    phenomenon = "ergative"
    marker = next(each for each in tree.children(subject, "case") if each.form == "ने")
    kinds = kinds_of(verb.form, verb.lemma)
    if "perfective" not in kinds and "perfective alone" not in kinds:
        yield Refusal(phenomenon, "the verb is not a perfective of our grammar")
    elif verb.lemma not in WORDS["ergative"] or len(group) > 2:
        yield Refusal(phenomenon, "the verb is not known to need ने")
    elif not _unchanged_before_postposition(subject):
        yield Refusal(phenomenon, "the noun has another form before ने")
    elif gender_of(subject) in {None, *genders_of(verb.form, verb.lemma)}:
        yield Refusal(phenomenon, "the verb could agree with the subject")
    else:
        gloss = f"no ने with the perfective {verb.form}"
        yield Swap(phenomenon, marker.start - 1, marker.end, "", "ने > bare", gloss)


def _unchanged_before_postposition(subject: Token) -> bool:
    """Return whether the noun without its ने is in the direct case as it stands."""
    if number_of(subject) == "pl" or subject.upos not in ("NOUN", "PROPN"):
        return False
    return subject.upos == "PROPN" or not subject.form.endswith(("े", "ों"))
