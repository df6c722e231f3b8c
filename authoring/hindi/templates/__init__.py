"""The templates of each phenomenon."""

from __future__ import annotations

from authoring.hindi.draft import Template
from authoring.hindi.frames import FOLDER, frame_templates
from authoring.hindi.templates.case import accusative
from authoring.hindi.templates.clause import (
    negation,
    polarity,
    word_order,
    word_order_phrases,
)

_FULL = FOLDER / "full"
PHENOMENA: dict[str, tuple[Template, ...]] = {
    "subject_verb_agreement_number": frame_templates(_FULL / "subject_verb_agreement_number.toml"),
    "subject_verb_agreement_person": frame_templates(_FULL / "subject_verb_agreement_person.toml"),
    "subject_verb_agreement_gender": frame_templates(_FULL / "subject_verb_agreement_gender.toml"),
    "case_marking_ergative": frame_templates(_FULL / "case_marking_ergative.toml"),
    "case_marking_accusative": accusative.TEMPLATES,
    "case_marking_dative": frame_templates(_FULL / "case_marking_dative.toml"),
    "subject_case": frame_templates(_FULL / "subject_case.toml"),
    "word_order": word_order.TEMPLATES + word_order_phrases.TEMPLATES,
    "gender_agreement_adjective": frame_templates(_FULL / "gender_agreement_adjective.toml"),
    "gender_agreement_verb": frame_templates(_FULL / "gender_agreement_verb.toml"),
    "number_agreement": frame_templates(_FULL / "number_agreement.toml"),
    "honorific_agreement": frame_templates(_FULL / "honorific_agreement.toml"),
    "negation": negation.TEMPLATES + polarity.TEMPLATES,
    "binding": frame_templates(_FULL / "binding.toml"),
    "control": frame_templates(_FULL / "control.toml"),
    "infinitive_form": frame_templates(_FULL / "infinitive_form.toml"),
}
