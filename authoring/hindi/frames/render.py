"""From a frame's pieces and the words in its slots to both members of a pair, with their checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from authoring.hindi.frames.fillers import Filler, inflect_words
from authoring.hindi.frames.schema import (
    DIRECT,
    OTHER_NUMBER,
    Agreeing,
    ByNumber,
    Contrast,
    Nominal,
    Piece,
    Side,
    Stem,
    Verbal,
    Wording,
    is_slot,
    is_target,
)
from authoring.hindi.frames.verbs import PERFECTIVE, finite_form, stem_with
from authoring.hindi.grammar.checks import UNCONTROLLED
from authoring.hindi.grammar.phrases import Phrase
from kasauti.data.pairs import Check
from kasauti.data.treebank_pairs.inflection import (
    Agreement,
    Case,
    Gender,
    Number,
    Person,
    inflect_adjective,
)

_PLAIN_SUBJECT = {"लाना", "भूलना", "बोलना", "मिलना", "लगना"}
_LIGHT = {"जाना", "आना", "बैठना", "उठना", "पड़ना", "चुकना", "सकना", "पाना"}


@dataclass(frozen=True, slots=True)
class Change:
    """The features that the bad member's target shows instead of the right ones."""

    gender: Gender | None = None
    number: Number | None = None
    person: Person | None = None

    def of(self, agreement: Agreement) -> Agreement:
        """The features with what changes."""
        return Agreement(
            self.gender or agreement.gender,
            self.number or agreement.number,
            self.person or agreement.person,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """The pieces of a sentence, and what fills its slots."""

    pieces: Sequence[Piece]
    fillers: Mapping[str, Filler]
    phrases: Mapping[str, Phrase]
    change: Change
    rule: str
    head: str = ""  # the slot that marked words (~) of plain fillers agree with

    def markings(self, side: Side) -> dict[str, str]:
        """The marking of each noun phrase in a member, the first where it stands twice."""
        return {
            piece.slot: piece.wrong
            if piece.wrong not in ("", OTHER_NUMBER) and side == "bad"
            else piece.marking
            for piece in reversed(flat(self.pieces, side))
            if isinstance(piece, Nominal)
        }

    def text(self, piece: Piece, side: Side) -> str:
        """A piece as it is written in a member."""
        changed = side == "bad" and is_target(piece)
        match piece:
            case Wording(text=text):
                return text
            case Nominal(slot=slot, marking=marking, wrong=wrong):
                if changed and wrong == OTHER_NUMBER:
                    return self._in_other_number(slot, marking)
                return self._nominal(slot, wrong if changed else marking)
            case Verbal():
                agreement = self.controller(piece, "good")
                return self._verb(piece, self.change.of(agreement) if changed else agreement)
            case Agreeing():
                return self._agreeing(piece, changed)
            case ByNumber(noun=noun, singular=singular, plural=plural):
                return singular if self.phrases[noun].number == "sg" else plural
            case Stem(word=word, ending=ending):
                return stem_with(self._word(word), ending)
            case Contrast(good=good, bad=bad):
                return "".join(self.text(each, side) for each in (good if side == "good" else bad))

    def checks(self, side: Side) -> tuple[Check, ...]:
        """Each piece of a member: the form that grammar asks for beside the written one."""
        return tuple(
            check for piece in self.pieces if (check := self._check(piece, side)) is not None
        )

    def _check(self, piece: Piece, side: Side) -> Check | None:
        written = self.text(piece, side).strip(" ,")
        match piece:
            case Nominal(slot=slot) if slot in self.phrases:
                role, asked = self._asked_marking(piece, side)
                return Check(f"case of the {role}", self._nominal(slot, asked), written)
            case Verbal():
                asked = self._verb(piece, self.controller(piece, side))
                return Check("agreement of the verb", asked, written)
            case Agreeing(word=word):
                asked = self._agreeing(piece, changed=False)
                return Check(f"agreement of {self._word(word)}", asked, written)
            case Contrast():
                return Check(self.rule, self.text(piece, "good").strip(" ,"), written)
        return Check("wording", written, written) if written else None

    def controller(self, verb: Verbal, side: Side) -> Agreement:
        """A bare subject, else a bare object, else nothing."""
        slot = self.controlling_slot(verb, side)
        return self.phrases[slot].agreement if slot else UNCONTROLLED

    def controlling_slot(self, verb: Verbal, side: Side) -> str:
        """The slot that the verb agrees with in a member; "" if there is none."""
        markings = self.markings(side)
        for slot in (verb.subject, verb.object):
            if slot in self.phrases and markings.get(slot, DIRECT) == DIRECT:
                return slot
        return ""

    def _asked_marking(self, nominal: Nominal, side: Side) -> tuple[str, str]:
        """The role of a noun phrase, and the marking that its verb asks for."""
        for verb in self.pieces:
            if isinstance(verb, Verbal):
                if verb.subject == nominal.slot:
                    return "subject", subject_marking(verb, self._word(verb.word))
                if verb.object == nominal.slot:
                    return "object", self._object_marking(nominal, verb, side)
        return "noun", nominal.marking

    def _object_marking(self, nominal: Nominal, verb: Verbal, side: Side) -> str:
        """The marking in the good member; or को, where the verb's agreement alone excludes it."""
        agreements = [self._verb(verb, self.controller(verb, each)) for each in ("good", side)]
        freely = nominal.wrong == "को" and agreements[0] != agreements[1]
        return nominal.wrong if freely else nominal.marking

    def _nominal(self, slot: str, marking: str) -> str:
        phrase = self.phrases.get(slot)
        if phrase is None:
            return self._plain(self.fillers[slot].text)
        owned = marking.partition("@")[2]
        if owned:
            case: Case = (
                "direct" if self.markings("good").get(owned, DIRECT) == DIRECT else "oblique"
            )
            noun = self.phrases[owned]
            return inflect_adjective(phrase.genitive, noun.gender, noun.number, case)
        return marked_phrase(phrase, marking)

    def _in_other_number(self, slot: str, marking: str) -> str:
        number: Number = "pl" if self.phrases[slot].number == "sg" else "sg"
        phrase = replace(self.fillers[slot], number=number).phrase(number)
        return marked_phrase(phrase, marking)

    def _plain(self, text: str) -> str:
        """Words without forms of their own; those with a ~ agree with the head, as predicates."""
        head = self._head() if "~" in text else UNCONTROLLED
        return " ".join(
            inflect_words(word[:-1], head.gender, head.number, "direct")
            if word.endswith("~")
            else word
            for word in text.split()
        )

    def _head(self) -> Agreement:
        if self.head:
            return self.phrases[self.head].agreement
        verb = next(piece for piece in self.pieces if isinstance(piece, Verbal))
        return self.controller(verb, "good")

    def _agreeing(self, piece: Agreeing, changed: bool) -> str:
        direct = piece.predicate or self.markings("good").get(piece.noun, DIRECT) == DIRECT
        noun = self.phrases[piece.noun].agreement
        shown = self.change.of(noun) if changed else noun
        case: Case = "direct" if direct else "oblique"
        return inflect_words(self._word(piece.word), shown.gender, shown.number, case)

    def _verb(self, piece: Verbal, agreement: Agreement) -> str:
        return finite_form(self._word(piece.word), piece.tense, agreement)

    def _word(self, word: str) -> str:
        return self.fillers[word].text if is_slot(word) else word


def subject_marking(verb: Verbal, lemma: str) -> str:
    """The marking that a verb asks of its subject."""
    if "d" in verb.flags:
        return "को"
    transitive = bool(verb.object) or "t" in verb.flags
    if verb.tense in PERFECTIVE and transitive and not _never_ergative(lemma):
        return "ने"
    return DIRECT


def _never_ergative(lemma: str) -> bool:
    """Return whether a transitive verb never takes ने: लाना, भूलना, passives, खा जाना, पढ़ चुकना."""
    before, _, last = lemma.rpartition(" ")
    return last.endswith("+") or last in _PLAIN_SUBJECT or (before != "" and last in _LIGHT)


def marked_phrase(phrase: Phrase, marking: str) -> str:
    """The phrase before a postposition: लड़के ने, मुझे, मेरे साथ."""
    forms = {
        DIRECT: phrase.direct, "ने": phrase.ergative, "को": phrase.dative, "obl": phrase.oblique
    }  # fmt: skip
    if marking in forms:
        return forms[marking]
    if marking.startswith(f"{DIRECT} "):  # the wrong form before a postposition: लड़का ने
        return phrase.direct + marking.removeprefix(DIRECT)
    if marking.startswith("के"):
        genitive = inflect_adjective(phrase.genitive, "m", "pl", "direct")
        return genitive + marking.removeprefix("के")
    fused = " " not in phrase.ergative and marking == "से"  # a pronoun: उससे as उसने
    return f"{phrase.oblique}{'' if fused else ' '}{marking}"


def flat(pieces: Sequence[Piece], side: Side) -> list[Piece]:
    """The pieces of a member, those of the contrast among them."""
    return [
        each
        for piece in pieces
        for each in (
            flat(piece.good if side == "good" else piece.bad, side)
            if isinstance(piece, Contrast)
            else (piece,)
        )
    ]
