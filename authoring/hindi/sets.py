"""The generated sets: which phenomena each of them has, how many pairs of each, and its file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from authoring import DATA
from authoring.hindi.draft import Template
from authoring.hindi.extended import EXTENDED_PHENOMENA
from authoring.hindi.frames import FOLDER, frame_templates

FULL_PHENOMENA = (
    "subject_verb_agreement_number",
    "subject_verb_agreement_person",
    "subject_verb_agreement_gender",
    "case_marking_ergative",
    "case_marking_accusative",
    "case_marking_dative",
    "subject_case",
    "word_order",
    "gender_agreement_adjective",
    "gender_agreement_verb",
    "number_agreement",
    "honorific_agreement",
    "negation",
    "binding",
    "control",
    "infinitive_form",
)


@dataclass(frozen=True, slots=True)
class GeneratedSet:
    """A set of pairs that the grammar generates."""

    name: str
    phenomena: Mapping[str, tuple[Template, ...]]
    pairs_per_phenomenon: int

    @property
    def path(self) -> Path:
        return DATA / "hindi" / f"pairs_{self.name}.jsonl"

    @property
    def choices_path(self) -> Path:
        """The numbers of the drafts that the set is made of."""
        return Path(__file__).parent / f"choices_{self.name}.json"


FULL = GeneratedSet(
    "full",
    {name: frame_templates(FOLDER / "full" / f"{name}.toml") for name in FULL_PHENOMENA},
    288,
)
EXTENDED = GeneratedSet("extended", EXTENDED_PHENOMENA, 240)
SETS = {each.name: each for each in (FULL, EXTENDED)}
