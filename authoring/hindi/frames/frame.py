"""A frame: one sentence with slots, and the drafts that it gives."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import cast

from authoring.hindi.draft import Draft
from authoring.hindi.draw import Draw
from authoring.hindi.frames.fillers import Filler, read_filler
from authoring.hindi.frames.render import Change, Scene
from authoring.hindi.frames.schema import (
    DIRECT,
    OTHER_NUMBER,
    Agreeing,
    Contrast,
    Nominal,
    Piece,
    Verbal,
    is_slot,
    is_target,
    read_pieces,
)
from authoring.hindi.frames.verbs import TENSE_TAGS
from authoring.hindi.grammar.lexicon import load_lexicon
from authoring.hindi.grammar.phrases import Phrase
from kasauti.data.treebank_pairs.inflection import Agreement, Gender, Number, Person

Row = Mapping[str, str]
_FEATURES = re.compile(r"([123])?(sg|pl)?([mf])?")
_END = "।"
_LIGHT_VERBS = ("होना", "करना")  # of complex predicates, whose content is the noun


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The schema of each direction, rows of words for the slots, and what the error is."""

    name: str
    schemas: Mapping[str, str]
    rows: Mapping[str, Sequence[Row]]
    rule: str
    why: str

    def build(self, draw: Draw, direction: str) -> Draft | None:
        """A draft with words of the frame's rows; None where they do not have the features."""
        schema = self.schemas[direction]
        end = schema[-1] if schema[-1] in "?!" else _END
        pieces = _read(schema.rstrip("?!"))
        right, wrong = (_change(part) for part in _parts(direction))
        fillers = self._fill(draw, pieces)
        target = next(piece for piece in pieces if is_target(piece))
        controller = _controller(target, pieces, fillers)
        phrases = {
            slot: filler.phrase((right.number if slot == controller else None) or "sg")
            for slot, filler in fillers.items()
            if filler.gender
        }
        if controller and not _has(phrases[controller], right):
            return None
        scene = Scene(
            pieces=pieces,
            fillers=fillers,
            phrases=phrases,
            change=wrong,
            rule=self.rule,
            head=controller,
        )
        return _draft(scene, target, controller, end, self.why)

    def _fill(self, draw: Draw, pieces: Sequence[Piece]) -> dict[str, Filler]:
        """A filler for every slot of the pieces, those of one row together."""
        wanted = _slots(pieces)
        found: dict[str, Filler] = {}
        for key, rows in self.rows.items():
            if wanted & set(key.split()):
                found |= {slot: read_filler(text) for slot, text in draw.pick(rows).items()}
        return {slot: filler for slot, filler in found.items() if slot in wanted}


@cache
def _read(schema: str) -> tuple[Piece, ...]:
    return read_pieces(schema)


def _parts(direction: str) -> tuple[str, str]:
    right, _, wrong = direction.partition(">")
    return right, wrong


def _change(features: str) -> Change:
    """Features written as 1sg, pl or f; none where the direction names something else."""
    match = _FEATURES.fullmatch(features)
    if not match:
        return Change()
    person, number, gender = match.groups()
    return Change(
        gender=cast(Gender | None, gender),
        number=cast(Number | None, number),
        person=cast(Person, int(person)) if person else None,
    )


def _has(phrase: Phrase, features: Change) -> bool:
    return features.of(phrase.agreement) == phrase.agreement


def _slots(pieces: Sequence[Piece]) -> set[str]:
    """The slots that pieces name."""
    names: set[str] = set()
    for piece in pieces:
        if isinstance(piece, Contrast):
            names |= _slots(piece.good) | _slots(piece.bad)
            continue
        for attribute in ("slot", "word", "noun", "subject", "object"):
            name = getattr(piece, attribute, "")
            if is_slot(name):
                names.add(name)
        if isinstance(piece, Nominal) and "@" in piece.marking:
            names.add(piece.marking.partition("@")[2])
    return names


def _controller(target: Piece, pieces: Sequence[Piece], fillers: Mapping[str, Filler]) -> str:
    """The slot whose features the target shows; "" if it shows none."""
    if isinstance(target, Agreeing):
        return target.noun
    if isinstance(target, Nominal):
        return target.slot if target.wrong == OTHER_NUMBER else ""
    if isinstance(target, Verbal):
        markings = {each.slot: each.marking for each in pieces if isinstance(each, Nominal)}
        for slot in (target.subject, target.object):
            if slot and fillers[slot].gender and markings.get(slot, DIRECT) == DIRECT:
                return slot
    return ""


def _draft(scene: Scene, target: Piece, controller: str, end: str, why: str) -> Draft:
    texts = [(piece, scene.text(piece, "good")) for piece in scene.pieces]
    place = next(index for index, piece in enumerate(scene.pieces) if piece is target)
    good, bad = texts[place][1], scene.text(target, "bad")
    between = _between(texts, place, _partner(scene, target, controller))
    lemmas = _lemmas(scene)
    return Draft(
        before=_tidy(text for _, text in texts[:place]),
        good=_tidy([good]),
        bad=_tidy([bad]),
        after=_tidy(text for _, text in texts[place + 1 :]),
        gloss=_gloss(scene, target, controller, why),
        tense=_tense(scene.pieces, target),
        lemmas=lemmas,
        between=None if between is None else _tidy(text for _, text in between),
        attractor=_attractor(scene, between or (), controller),
        checks=(scene.checks("good"), scene.checks("bad")),
        end=end,
    )


def _lemmas(scene: Scene) -> tuple[str, ...]:
    """The content words: nouns and verbs in slots, and the verbs of the schema itself."""
    pronouns = load_lexicon().pronouns
    fillers = [scene.fillers[slot] for slot in sorted(_slots(scene.pieces))]
    found = [
        each.lemma
        for each in fillers
        if each.text not in pronouns and (each.gender or each.text.endswith(("ना", "ना+")))
    ]
    found += [
        piece.word
        for piece in scene.pieces
        if isinstance(piece, Verbal) and not is_slot(piece.word)
    ]
    content = [lemma for lemma in found if lemma not in _LIGHT_VERBS]
    return tuple(dict.fromkeys(content or found or [each.text.split()[-1] for each in fillers]))


def _tidy(texts: Iterable[str]) -> str:
    return " ".join("".join(texts).split()).replace(" ,", ",")


def _partner(scene: Scene, target: Piece, controller: str) -> int | None:
    """The piece that the target goes with: its controller, or the verb of a marked phrase."""
    for index, piece in enumerate(scene.pieces):
        if controller and isinstance(piece, Nominal) and piece.slot == controller:
            return index
        match target, piece:
            case Nominal(slot=slot), Verbal(subject=subject, object=thing) if slot in (
                subject,
                thing,
            ):
                return index
    return None


def _between(
    texts: Sequence[tuple[Piece, str]], place: int, partner: int | None
) -> Sequence[tuple[Piece, str]] | None:
    if partner is None or partner == place:
        return None
    first, last = sorted((place, partner))
    return texts[first + 1 : last]


def _attractor(scene: Scene, between: Sequence[tuple[Piece, str]], controller: str) -> str:
    """The noun phrase between controller and target: bare and like it or not, or oblique."""
    found = "none"
    for piece, _ in between:
        if not isinstance(piece, Nominal) or piece.slot not in scene.phrases:
            continue
        if piece.marking != DIRECT:
            found = "oblique" if found == "none" else found
            continue
        own = scene.phrases[controller].agreement if controller else None
        other = scene.phrases[piece.slot].agreement
        if own:
            return "matching" if _alike(scene.change, own, other) else "mismatching"
    return found


def _alike(change: Change, one: Agreement, other: Agreement) -> bool:
    """Return whether two phrases have the same value of what changes."""
    return all(
        getattr(one, name) == getattr(other, name)
        for name in ("gender", "number", "person")
        if getattr(change, name)
    )


def _tense(pieces: Sequence[Piece], target: Piece) -> str:
    verbs = [piece for piece in pieces if isinstance(piece, Verbal)]
    verb = target if isinstance(target, Verbal) else verbs[-1] if verbs else None
    return TENSE_TAGS.get(verb.tense, "none") if verb else "none"


_WORDS = {
    "m": "masculine", "f": "feminine", "sg": "singular", "pl": "plural", 1: "first person",
    2: "second person", 3: "third person",
}  # fmt: skip


def _gloss(scene: Scene, target: Piece, controller: str, why: str) -> str:
    good, bad = scene.text(target, "good").strip(), scene.text(target, "bad").strip()
    if controller:
        phrase = scene.phrases[controller]
        names = [
            _WORDS[getattr(phrase, name)]
            for name in ("person", "number", "gender")
            if getattr(scene.change, name)
        ]
        return f"'{bad}' does not agree with '{phrase.direct}' ({', '.join(names)})"
    if good and bad:
        return f"'{bad}' instead of '{good}': {why}"
    return f"'{good}' is missing: {why}" if good else f"'{bad}' is too much: {why}"
