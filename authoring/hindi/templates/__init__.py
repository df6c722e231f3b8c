"""The templates of each phenomenon."""

from __future__ import annotations

from authoring.hindi.draft import Template
from authoring.hindi.templates.agreement import (
    adjective,
    honorific,
    number,
    object_agreement,
    verb_gender,
    verb_number,
    verb_person,
)
from authoring.hindi.templates.case import accusative, dative, ergative, subject_case
from authoring.hindi.templates.clause import (
    binding,
    control,
    infinitive,
    infinitive_clauses,
    negation,
    polarity,
    word_order,
    word_order_phrases,
)

PHENOMENA: dict[str, tuple[Template, ...]] = {
    "subject_verb_agreement_number": verb_number.TEMPLATES,
    "subject_verb_agreement_person": verb_person.TEMPLATES,
    "subject_verb_agreement_gender": verb_gender.TEMPLATES,
    "case_marking_ergative": ergative.TEMPLATES,
    "case_marking_accusative": accusative.TEMPLATES,
    "case_marking_dative": dative.TEMPLATES,
    "subject_case": subject_case.TEMPLATES,
    "word_order": word_order.TEMPLATES + word_order_phrases.TEMPLATES,
    "gender_agreement_adjective": adjective.TEMPLATES,
    "gender_agreement_verb": object_agreement.TEMPLATES,
    "number_agreement": number.TEMPLATES,
    "honorific_agreement": honorific.TEMPLATES,
    "negation": negation.TEMPLATES + polarity.TEMPLATES,
    "binding": binding.TEMPLATES,
    "control": control.TEMPLATES,
    "infinitive_form": infinitive.TEMPLATES + infinitive_clauses.TEMPLATES,
}
