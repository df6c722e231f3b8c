"""The templates of each phenomenon."""

from __future__ import annotations

from authoring.hindi.draft import Template
from authoring.hindi.frames import FOLDER, frame_templates
from authoring.hindi.templates.clause import binding, control

_FULL = FOLDER / "full"
PHENOMENA: dict[str, tuple[Template, ...]] = {
    "subject_verb_agreement_number": frame_templates(_FULL / "subject_verb_agreement_number.toml"),
    "subject_verb_agreement_person": frame_templates(_FULL / "subject_verb_agreement_person.toml"),
    "subject_verb_agreement_gender": frame_templates(_FULL / "subject_verb_agreement_gender.toml"),
    "case_marking_ergative": frame_templates(_FULL / "case_marking_ergative.toml"),
    "case_marking_accusative": frame_templates(_FULL / "case_marking_accusative.toml"),
    "case_marking_dative": frame_templates(_FULL / "case_marking_dative.toml"),
    "subject_case": frame_templates(_FULL / "subject_case.toml"),
    "word_order": frame_templates(_FULL / "word_order.toml"),
    "gender_agreement_adjective": frame_templates(_FULL / "gender_agreement_adjective.toml"),
    "gender_agreement_verb": frame_templates(_FULL / "gender_agreement_verb.toml"),
    "number_agreement": frame_templates(_FULL / "number_agreement.toml"),
    "honorific_agreement": frame_templates(_FULL / "honorific_agreement.toml"),
    "negation": frame_templates(_FULL / "negation.toml"),
    "binding": binding.TEMPLATES,
    "control": control.TEMPLATES,
    "infinitive_form": frame_templates(_FULL / "infinitive_form.toml"),
}
