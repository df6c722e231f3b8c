"""case_marking_dative: getting, giving and taking.

In the perfective the one who gets something (मिलना) is dative, the one who takes or asks for it
ergative; one gives to someone (को) and takes from someone (से).
"""

from __future__ import annotations

from kasauti.data.hindi.conjugation import perfective
from kasauti.data.hindi.draft import Draft, Template
from kasauti.data.hindi.draw import Draw
from kasauti.data.hindi.phrases import spaced
from kasauti.data.hindi.templates.dative import draw_experiencer

# What one gets, where, and what an agent does with it.
GAINS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "इनाम": (("स्कूल में", "मेला में", "गाँव में"), ("पाना",)),
    "तोहफ़ा": (("शादी में", "दफ़्तर में", "स्कूल में"), ("पाना",)),
    "मौक़ा": (("दफ़्तर में", "शहर में", "स्कूल में"), ("पाना", "माँगना")),
    "वेतन": (("दफ़्तर में", "स्कूल में", "अस्पताल में"), ("पाना", "माँगना")),
    "नौकरी": (("दफ़्तर में", "शहर में", "अस्पताल में"), ("पाना", "माँगना", "ढूँढ़ना")),
    "छुट्टी": (("दफ़्तर से", "स्कूल से", "अस्पताल से"), ("लेना", "माँगना")),
    "ख़बर": (("बाज़ार में", "दफ़्तर में", "गाँव में"), ("सुनना",)),
    "सलाह": (("गाँव में", "दफ़्तर में", "अस्पताल में"), ("लेना", "माँगना")),
    "मदद": (("गाँव में", "शहर में", "अस्पताल में"), ("लेना", "माँगना")),
}


def _gain(draw: Draw, direction: str) -> Draft | None:
    """मिलना takes a dative subject; पाना, लेना, माँगना in the perfective an ergative one."""
    noun = draw.noun(draw.pick(tuple(GAINS)))
    places, verbs = GAINS[noun.lemma]
    subject, place = draw_experiencer(draw), draw.located(draw.pick(places))
    if direction == "को>ने":
        good, bad, verb = subject.dative, subject.ergative, "मिलना"
        reason = "मिलना (to get) takes a dative subject, not an ergative one"
    else:
        good, bad, verb = subject.ergative, subject.dative, draw.pick(verbs)
        reason = f"{verb} in the perfective takes an ergative subject, not a dative one"
    return Draft(
        before=draw.time("perfective"),
        good=good,
        bad=bad,
        after=spaced(place.text, noun.lemma, perfective(verb, noun.gender, "sg", alone=True)),
        gloss=reason,
        tense="past",
        lemmas=(*subject.lemmas, *place.lemmas, noun.lemma, verb),
        between=spaced(place.text, noun.lemma),
    )


def _recipient(draw: Draw, direction: str) -> Draft | None:
    """देना, थमाना, सौंपना to someone (को); लेना, माँगना, छीनना from someone (से).

    Not लौटाना, दिखाना, भेजना: with से they could mean "through someone".
    """
    noun = draw.pick(draw.lexicon.of_kind("belonging", "toy", "garment", "text", "container"))
    if not noun.count or noun.lemma in UNHANDY:
        return None
    agent = draw.person()
    other = draw.person(other_than=agent.lemmas)
    to, source = other.dative, f"{other.oblique} से"
    if direction == "को>से":
        verb, forms = draw.pick(("देना", "थमाना", "सौंपना")), (to, source)
    else:
        verb, forms = draw.pick(("उधार लेना", "माँगना", "छीनना")), (source, to)
    return Draft(
        before=spaced(agent.ergative, draw.time("perfective")),
        good=forms[0],
        bad=forms[1],
        after=spaced(noun.lemma, perfective(verb, noun.gender, "sg", alone=True)),
        gloss=f"{verb} takes the other person in {direction[:2]}, not in {direction[3:]}",
        tense="past",
        lemmas=(*agent.lemmas, *other.lemmas, noun.lemma, verb),
        between=noun.lemma,
    )


UNHANDY = ("कहानी", "कविता", "लेख", "नाटक", "पिंजरा")

TEMPLATES = (
    Template("gain", ("को>ने", "ने>को"), _gain),
    Template("recipient", ("को>से", "से>को"), _recipient),
)
