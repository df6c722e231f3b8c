"""Generate a Hindi set: `python -m authoring.hindi.generate full`.

Which of the drafts are used was chosen with baselines that read other text (`balance`); the
numbers of those drafts are stored beside the set, so that the set can be made without that text.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from authoring.hindi.balance.judges import Judge, prefers_shorter
from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Draw
from authoring.hindi.grammar.lexicon import load_lexicon
from authoring.hindi.selection import Selection, differs_in_nasalization_only
from authoring.hindi.sets import SETS, GeneratedSet
from authoring.pair_files import write_pairs
from kasauti.data.lint.pairs import GENERATED, second_reading
from kasauti.data.pairs import Pair
from kasauti.inputs.errors import KasautiError
from kasauti.inputs.rows import json_content

_ATTEMPTS = 4000
# Out of so many drafts the one is taken that keeps the set most balanced.
_DRAFTS = 24

# By phenomenon, template and direction: the numbers of the drafts that are used.
Choices = Mapping[str, Sequence[int]]


@dataclass(slots=True)
class Slot:
    """One direction of a template: what it still has to give, and what it gave."""

    key: str
    template: Template
    direction: str
    quota: int
    draw: Draw
    drafts: list[Draft] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    passed_over: list[tuple[int, Draft]] = field(default_factory=list)
    drawn: int = 0
    refusal: str = ""

    def candidates(self, selection: Selection) -> Iterator[tuple[int, Draft]]:
        """Numbered drafts that the set can take; ends when the template is dry."""
        for _ in range(_ATTEMPTS):
            self.drawn += 1
            draft = self.template.build(self.draw, self.direction)
            if draft is None or not selection.admits(draft):
                continue
            # A draft with two errors is not used: other words give one with a single error.
            if refused := draft.why_refused() or self._second_reading(draft):
                self.refusal = f" Of the last draft, {' / '.join(draft.sentences())}, {refused}."
                continue
            yield self.drawn, draft

    def _second_reading(self, draft: Draft) -> str:
        good, bad = draft.sentences()
        phenomenon = self.key.partition("/")[0]
        return second_reading(
            Pair(id="", phenomenon=phenomenon, good=good, bad=bad, gloss="", source=GENERATED)
        )

    def dry(self) -> KasautiError:
        return KasautiError(
            f"template {self.template.name}, direction {self.direction}, gives "
            f"{len(self.drafts)} of {self.quota} pairs.{self.refusal} Add words to the lexicon, "
            "or correct the template."
        )


def quotas(total: int, parts: int) -> list[int]:
    """`total` divided as evenly as possible, the larger parts first."""
    whole, rest = divmod(total, parts)
    return [whole + (index < rest) for index in range(parts)]


def generate(generated: GeneratedSet, *, seed: int = 0) -> list[Pair]:
    """All pairs of a set, in a fixed order; the same seed gives the same pairs."""
    choices = stored_choices(generated) if seed == 0 else {}
    return [
        pair
        for phenomenon in generated.phenomena
        for pair in pairs_of(
            phenomenon, fill(generated, phenomenon, seed=seed, choices=choices), generated, seed
        )
    ]


def stored_choices(generated: GeneratedSet) -> Choices:
    """The stored numbers of the drafts of a set; none where it has no such file."""
    if not generated.choices_path.exists():
        return {}
    content = json_content(generated.choices_path)
    if not isinstance(content, dict):
        raise KasautiError(
            f"{generated.choices_path} is not a JSON object. Choose the drafts again: "
            "python -m authoring.hindi.balance choose."
        )
    return content


def fill(
    generated: GeneratedSet,
    phenomenon: str,
    *,
    seed: int = 0,
    judges: Sequence[Judge] = (prefers_shorter,),
    choices: Choices | None = None,
) -> list[Slot]:
    """The drafts of one phenomenon: each template, and each of its directions, equally often."""
    slots = _slots(generated, phenomenon, seed)
    selection = Selection(generated.pairs_per_phenomenon, judges)
    # In rounds, so that no template takes the words that the others need as well.
    for turn in range(max(slot.quota for slot in slots)):
        for slot in slots:
            if turn < slot.quota:
                stored = (choices or {}).get(slot.key)
                number, draft = _stored_draft(slot, stored) if stored else _best(slot, selection)
                slot.drafts.append(draft)
                slot.numbers.append(number)
                selection.take(draft)
    return slots


def pairs_of(
    phenomenon: str, slots: Sequence[Slot], generated: GeneratedSet, seed: int
) -> list[Pair]:
    """The pairs of a phenomenon from its drafts."""
    drafts = [(slot, draft) for slot in slots for draft in slot.drafts]
    prefix = f"hi-{generated.name}-{phenomenon}"
    return [
        _pair(f"{prefix}-{number:04d}", phenomenon, slot, draft, seed)
        for number, (slot, draft) in enumerate(drafts, start=1)
    ]


def _slots(generated: GeneratedSet, phenomenon: str, seed: int) -> list[Slot]:
    templates = generated.phenomena[phenomenon]
    shares = quotas(generated.pairs_per_phenomenon, len(templates))
    lexicon = load_lexicon()
    return [
        Slot(
            f"{phenomenon}/{template.name}/{direction}",
            template,
            direction,
            quota,
            Draw(random.Random(f"{seed} {phenomenon} {template.name} {direction}"), lexicon),
        )
        for template, share in zip(templates, shares, strict=True)
        for direction, quota in zip(
            template.directions, quotas(share, len(template.directions)), strict=True
        )
    ]


def _best(slot: Slot, selection: Selection) -> tuple[int, Draft]:
    """The draft, of the next few, that keeps the set most balanced."""
    found: list[tuple[int, Draft]] = []
    for numbered in slot.candidates(selection):
        found.append(numbered)
        if len(found) == _DRAFTS:
            break
    if not found:
        raise slot.dry()
    best = min(found, key=lambda numbered: selection.cost(numbered[1]))
    slot.passed_over += [numbered for numbered in found if numbered is not best]
    return best


def _stored_draft(slot: Slot, numbers: Sequence[int]) -> tuple[int, Draft]:
    """The draft with the next stored number."""
    wanted = numbers[len(slot.numbers)] if len(slot.numbers) < len(numbers) else 0
    draft = None
    while slot.drawn < wanted:
        slot.drawn += 1
        draft = slot.template.build(slot.draw, slot.direction)
    if draft is None or draft.why_refused():
        raise KasautiError(
            f"draft {wanted} of {slot.key} is not what it was. Choose the drafts again: "
            "python -m authoring.hindi.balance choose."
        )
    return wanted, draft


def _pair(identifier: str, phenomenon: str, slot: Slot, draft: Draft, seed: int) -> Pair:
    good, bad = draft.sentences()
    return Pair(
        id=identifier,
        phenomenon=phenomenon,
        good=good,
        bad=bad,
        gloss=draft.gloss,
        source=f"{GENERATED} seed {seed}",
        tags={
            "template": slot.template.name,
            "tense": draft.tense,
            "distance": draft.distance(),
            "attractor": draft.attractor,
            "attraction": draft.attraction(),
            "direction": slot.direction,
            "nasalization": "only" if differs_in_nasalization_only(good, bad) else "no",
        },
        lemmas=tuple(dict.fromkeys(draft.lemmas)),
        checks=tuple(zip(*draft.checks, strict=True)),
    )


def main() -> None:
    """Write a generated set."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("name", choices=list(SETS), help="the set")
    parser.add_argument("--seed", type=int, default=0, help="another seed draws other pairs")
    parser.add_argument("--output", type=Path, help="the file to write (default: the shipped one)")
    arguments = parser.parse_args()
    generated = SETS[arguments.name]
    output = arguments.output or generated.path
    pairs = generate(generated, seed=arguments.seed)
    write_pairs(output, pairs)
    print(f"{len(pairs)} pairs written to {output}")


if __name__ == "__main__":
    main()
