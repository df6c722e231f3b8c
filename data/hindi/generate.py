"""Generate the full Hindi set: `python -m kasauti.data.hindi.generate --seed 0`."""

from __future__ import annotations

import argparse
import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from kasauti.data.errors import DataError
from kasauti.data.hindi.balance import WordPairBalance
from kasauti.data.hindi.draft import Draft, Template
from kasauti.data.hindi.draw import Draw
from kasauti.data.hindi.lexicon import load_lexicon
from kasauti.data.hindi.templates import PHENOMENA
from kasauti.data.pairs import Pair, write_pairs

PAIRS_PER_PHENOMENON = 336
LEMMA_SHARE = 0.1
OUTPUT = Path(__file__).parent / "pairs_full.jsonl"
_WORD_PAIR_SLACK = 0.0
_ATTEMPTS = 4000
# So many drafts that tip the balance of word pairs are passed over before one is taken.
_PATIENCE = 500


class Selection:
    """The drafts accepted so far for one phenomenon, and what they exclude."""

    def __init__(self, limit: int) -> None:
        self._lemma_limit = int(limit * LEMMA_SHARE)
        self._lemmas: Counter[str] = Counter()
        self._sentences: set[str] = set()
        self._balance = WordPairBalance(int(limit * _WORD_PAIR_SLACK))

    def admits(self, draft: Draft) -> bool:
        """Whether the draft repeats no sentence, nor a word in itself, and uses none too often."""
        good, bad = draft.sentences()
        if good == bad or {good, bad} & self._sentences:
            return False
        if len(draft.lemmas) != len(set(draft.lemmas)):
            return False
        return all(self._lemmas[lemma] < self._lemma_limit for lemma in set(draft.lemmas))

    def keeps_balance(self, draft: Draft) -> bool:
        """Whether word pairs would not tell the good sentences from the bad ones."""
        return self._balance.allows(*draft.sentences())

    def take(self, draft: Draft) -> None:
        """Count the draft as accepted."""
        self._lemmas.update(set(draft.lemmas))
        self._sentences.update(draft.sentences())
        self._balance.take(*draft.sentences())


@dataclass(slots=True)
class Slot:
    """One direction of a template: what it still has to give, and what it gave."""

    template: Template
    direction: str
    quota: int
    draw: Draw
    drafts: list[Draft] = field(default_factory=list)


def quotas(total: int, parts: int) -> list[int]:
    """`total` divided as evenly as possible, the larger parts first."""
    whole, rest = divmod(total, parts)
    return [whole + (index < rest) for index in range(parts)]


def generate(*, seed: int = 0, per_phenomenon: int = PAIRS_PER_PHENOMENON) -> list[Pair]:
    """All pairs of the full set, in a fixed order; the same seed gives the same pairs."""
    return [
        pair
        for phenomenon in PHENOMENA
        for pair in generate_phenomenon(phenomenon, seed=seed, total=per_phenomenon)
    ]


def generate_phenomenon(
    phenomenon: str, *, seed: int = 0, total: int = PAIRS_PER_PHENOMENON
) -> list[Pair]:
    """The pairs of one phenomenon: each template, and each of its directions, equally often."""
    slots = _slots(phenomenon, seed, total)
    selection = Selection(total)
    # In rounds, so that no template takes the words that the others need as well.
    for turn in range(max(slot.quota for slot in slots)):
        for slot in slots:
            if turn < slot.quota:
                slot.drafts.append(_next_draft(slot, selection))
    drafts = [(slot, draft) for slot in slots for draft in slot.drafts]
    return [
        _pair(phenomenon, number, slot, draft, seed)
        for number, (slot, draft) in enumerate(drafts, start=1)
    ]


def _slots(phenomenon: str, seed: int, total: int) -> list[Slot]:
    templates = PHENOMENA[phenomenon]
    lexicon = load_lexicon()
    return [
        Slot(
            template,
            direction,
            quota,
            Draw(random.Random(f"{seed} {phenomenon} {template.name} {direction}"), lexicon),
        )
        for template, share in zip(templates, quotas(total, len(templates)), strict=True)
        for direction, quota in zip(
            template.directions, quotas(share, len(template.directions)), strict=True
        )
    ]


def _next_draft(slot: Slot, selection: Selection) -> Draft:
    passed_over: list[Draft] = []
    for _ in range(_ATTEMPTS):
        draft = slot.template.build(slot.draw, slot.direction)
        if draft is None or not selection.admits(draft):
            continue
        if not selection.keeps_balance(draft):
            passed_over.append(draft)
            if len(passed_over) < _PATIENCE:
                continue
        selection.take(draft)
        return draft
    if not passed_over:
        raise DataError(
            f"template {slot.template.name}, direction {slot.direction}, gives "
            f"{len(slot.drafts)} of {slot.quota} pairs. Add words to the lexicon."
        )
    selection.take(passed_over[0])
    return passed_over[0]


def _pair(phenomenon: str, number: int, slot: Slot, draft: Draft, seed: int) -> Pair:
    good, bad = draft.sentences()
    return Pair(
        id=f"hi-full-{phenomenon}-{number:04d}",
        phenomenon=phenomenon,
        good=good,
        bad=bad,
        gloss=draft.gloss,
        source=f"grammar seed {seed}",
        tags={
            "template": slot.template.name,
            "tense": draft.tense,
            "distance": draft.distance(),
            "attractor": draft.attractor,
            "direction": slot.direction,
        },
        lemmas=tuple(dict.fromkeys(draft.lemmas)),
    )


def main() -> None:
    """Write the full set."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--seed", type=int, default=0, help="another seed draws other pairs")
    parser.add_argument("--output", type=Path, default=OUTPUT, help="the file to write")
    arguments = parser.parse_args()
    pairs = generate(seed=arguments.seed)
    write_pairs(arguments.output, pairs)
    print(f"{len(pairs)} pairs written to {arguments.output}")


if __name__ == "__main__":
    main()
