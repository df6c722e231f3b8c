"""The templates of the extended set: constructions beyond the fourteen documented phenomena."""

from __future__ import annotations

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Draw
from authoring.hindi.extended.agreement import (
    comparative,
    distributive,
    ditransitive,
    genitive,
    long_distance,
    modals,
    participles,
)
from authoring.hindi.extended.clause import (
    causative,
    light_verbs,
    phasal_verbs,
    polarity_scope,
    relative,
    split_ergativity,
    wh_clauses,
)

LONGEST = 20  # words


def _within_length(template: Template) -> Template:
    """The template without its sentences of more than `LONGEST` words."""

    def build(draw: Draw, direction: str) -> Draft | None:
        draft = template.build(draw, direction)
        if draft and any(len(sentence.split()) > LONGEST for sentence in draft.sentences()):
            return None
        return draft

    return Template(template.name, template.directions, build)


_TEMPLATES: dict[str, tuple[Template, ...]] = {
    "long_distance_agreement": long_distance.TEMPLATES,
    "relative_correlative": relative.TEMPLATES,
    "causative": causative.TEMPLATES,
    "polarity_scope": polarity_scope.TEMPLATES,
    "light_verbs": light_verbs.TEMPLATES + phasal_verbs.TEMPLATES,
    "modal_agreement": modals.TEMPLATES,
    "ditransitive_attraction": ditransitive.TEMPLATES,
    "participles": participles.TEMPLATES,
    "distributive": distributive.TEMPLATES,
    "split_ergativity": split_ergativity.TEMPLATES,
    "genitive_agreement": genitive.TEMPLATES,
    "wh_clauses": wh_clauses.TEMPLATES,
    "comparative": comparative.TEMPLATES,
}
EXTENDED_PHENOMENA = {
    phenomenon: tuple(map(_within_length, templates))
    for phenomenon, templates in _TEMPLATES.items()
}
