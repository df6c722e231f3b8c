"""A parsed Hindi sentence: what depends on what, and whose gender a noun cannot change."""

from __future__ import annotations

import json
from pathlib import Path

from kasauti.data.treebank_pairs.inflection import Gender, Number
from kasauti.inputs.conllu import Sentence, Token

# Written by `python -m authoring.hindi.treebank_words`.
_FILE = Path(__file__).with_name("words.json")
WORDS: dict[str, frozenset[str]] = {
    key: frozenset(words) for key, words in json.loads(_FILE.read_text(encoding="utf-8")).items()
}
_GENDERS: dict[str, Gender] = {"Masc": "m", "Fem": "f"}
NOMINAL = ("NOUN", "PROPN", "PRON", "NUM")
# Abstract nouns, which are never people: महत्व, बचपन, समाजवाद, वैश्वीकरण, चुनाव.
_ABSTRACT = ("त्व", "पन", "वाद", "करण", "ाव")


class Tree:
    """A sentence with its dependencies."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        self.tokens = sentence.tokens
        self._by_number = {token.number: token for token in sentence.tokens}
        self._index = {token.number: index for index, token in enumerate(sentence.tokens)}

    def head(self, token: Token) -> Token | None:
        return self._by_number.get(token.head)

    def children(self, token: Token, *relations: str) -> list[Token]:
        """The dependents of the token, by these relations where some are given."""
        return [
            each
            for each in self.tokens
            if each.head == token.number and (not relations or each.relation in relations)
        ]

    def next(self, token: Token) -> Token | None:
        index = self._index[token.number] + 1
        return self.tokens[index] if index < len(self.tokens) else None

    def between(self, first: Token, last: Token) -> tuple[Token, ...]:
        return self.tokens[self._index[first.number] + 1 : self._index[last.number]]

    def is_marked(self, token: Token) -> bool:
        """Return whether a postposition follows the noun phrase."""
        return bool(self.children(token, "case"))

    def is_coordinated(self, token: Token) -> bool:
        return token.relation == "conj" or bool(self.children(token, "conj", "appos", "flat"))

    def ends_phrase(self, token: Token) -> bool:
        """Return whether no further noun follows to which what stands before could belong."""
        following = self.next(token)
        return following is None or following.upos not in ("NOUN", "PROPN", "ADJ", "NUM", "CCONJ")


def gender_of(token: Token) -> Gender | None:
    """The annotated gender, unless our words contradict it."""
    gender = _GENDERS.get(token.features.get("Gender", ""))
    other = WORDS["masculine"] if gender == "f" else WORDS["feminine"]
    return None if token.lemma in other else gender


def number_of(token: Token) -> Number:
    return "pl" if token.features.get("Number") == "Plur" else "sg"


def has_fixed_gender(token: Token) -> bool:
    """Return whether the noun's gender is that of the word, not of whom it names.

    Feminines are; of masculines only those that are known or shaped as things: अध्यक्ष may be a
    woman.
    """
    if token.upos != "NOUN":
        return False
    if gender_of(token) == "f":
        return True
    return token.lemma in WORDS["things"] or token.lemma.endswith(_ABSTRACT)


def shows_plural(token: Token) -> bool:
    """Return whether the form is a direct plural and nothing else: किताबें, नदियाँ."""
    plural = token.form.endswith(("ें", "एँ", "एं", "ियाँ", "ियां"))
    return gender_of(token) == "f" and number_of(token) == "pl" and plural
