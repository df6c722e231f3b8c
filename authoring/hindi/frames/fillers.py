"""Words that fill the slots of frames, with their forms.

मेरा~ छोटा~ भाई m          a noun with words that agree with it (~), its gender
पिता जी! m pl              ! for a noun that is as it is written; its number
मैं f                      a pronoun and whom it stands for
सुबह छह बजे                words without forms
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from authoring.hindi.grammar.inflection import decline_noun
from authoring.hindi.grammar.lexicon import load_lexicon
from authoring.hindi.grammar.phrases import Phrase, from_forms, pronoun_phrase
from kasauti.data.treebank_pairs.inflection import Case, Gender, Number, inflect_adjective

_TITLES = {"जी", "साहब"}
_FEATURES = {"m", "f", "sg", "pl"}
# Of nominative plurals: लोग, लड़कियाँ, चीज़ें, कविताएँ, पैसे.
_OBLIQUE_PLURALS = {"लोग": "लोगों", "ियाँ": "ियों", "ें": "ों", "एँ": "ओं", "े": "ों"}


@dataclass(frozen=True, slots=True)
class Filler:
    """The content of a slot: a noun phrase where `gender` is given, else plain words."""

    text: str
    gender: Gender | None = None
    number: Number | None = None

    @property
    def lemma(self) -> str:
        """A verb as it is written (सूख जाना), else the last word before a title (पिता जी)."""
        if not self.gender:
            return self.text.rstrip("+")
        words = self.text.rstrip("!").split()
        return next((word for word in reversed(words) if word not in _TITLES), words[-1])

    def phrase(self, number: Number) -> Phrase:
        """The noun phrase; a number of its own is kept."""
        gender, number = self.gender or "m", self.number or number
        pronoun = load_lexicon().pronouns.get(self.text)
        if pronoun:
            return pronoun_phrase(pronoun, gender)
        *modifiers, head = self.text.split()

        def text(case: Case) -> str:
            words = [
                inflect_words(word[:-1], gender, number, case) if word.endswith("~") else word
                for word in modifiers
            ]
            noun = (
                _undeclined(head[:-1], case, number)
                if head.endswith("!")
                else _noun(head, gender, case, number)
            )
            return " ".join([*words, noun])

        return from_forms(text("direct"), text("oblique"), gender, number, (self.lemma,))


def _undeclined(noun: str, case: Case, number: Number) -> str:
    """The noun as it is written (पिता जी); a nominative plural has its oblique form."""
    if case == "oblique" and number == "pl":
        for ending, oblique in _OBLIQUE_PLURALS.items():
            if noun.endswith(ending):
                return noun.removesuffix(ending) + oblique
    return noun


def _noun(lemma: str, gender: Gender, case: Case, number: Number) -> str:
    known = load_lexicon().nouns.get(lemma)
    if known and known.gender == gender:
        return known.form(case, number)
    return decline_noun(lemma, gender).form(case, number)


def inflect_words(words: str, gender: Gender, number: Number, case: Case) -> str:
    """Every word that agrees: टूटा हुआ, टूटी हुई; यह, जो and their like have their own forms."""
    found = []
    for word in words.split():
        if word in _DEMONSTRATIVES:
            singular, plural = _DEMONSTRATIVES[word][case]
            found.append(singular if number == "sg" else plural)
        else:
            found.append(inflect_adjective(word, gender, number, case))
    return " ".join(found)


_DEMONSTRATIVES: dict[str, dict[Case, tuple[str, str]]] = {
    "यह": {"direct": ("यह", "ये"), "oblique": ("इस", "इन")},
    "वह": {"direct": ("वह", "वे"), "oblique": ("उस", "उन")},
    "जो": {"direct": ("जो", "जो"), "oblique": ("जिस", "जिन")},
    "कौन": {"direct": ("कौन", "कौन"), "oblique": ("किस", "किन")},
    "कोई": {"direct": ("कोई", "कोई"), "oblique": ("किसी", "किन्हीं")},
}


def read_filler(text: str) -> Filler:
    """A filler as it is written in a file of frames."""
    words = text.split()
    features = []
    while len(words) > 1 and words[-1] in _FEATURES:
        features.append(words.pop())
    gender = next((cast(Gender, each) for each in features if each in "mf"), None)
    number = next((cast(Number, each) for each in features if each in ("sg", "pl")), None)
    return Filler(" ".join(words), gender, number)
