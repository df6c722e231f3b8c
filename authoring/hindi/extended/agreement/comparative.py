"""comparative: the standard has से and the oblique; the quality agrees with the subject.

सबसे takes a group with में; one with से is said as well and is no wrong member. Things and
animals are compared where the
agreement is tested, so that nobody can be addressed (सीता, राम से लंबा है).
"""

from __future__ import annotations

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Adjunct, Draw
from authoring.hindi.extended.clauses import report
from authoring.hindi.extended.features import GENDERS, WORD, attraction, gender_of, other
from authoring.hindi.extended.proof import case_of, members
from authoring.hindi.grammar.checks import Clause, argument, concord, fixed, noun_form
from authoring.hindi.grammar.conjugation import copula
from authoring.hindi.grammar.lexicon import Adjective, Noun
from authoring.hindi.grammar.phrases import noun_phrase, spaced
from kasauti.data.treebank_pairs.inflection import Gender, inflect_adjective, perfective

MARKED = (
    "महँगा", "सस्ता", "पुराना", "नया", "छोटा", "बड़ा", "लंबा", "चौड़ा", "ऊँचा", "मोटा", "पतला", "गंदा",
    "मीठा",
    "खट्टा", "चमकीला", "दुबला", "कड़वा",
)  # fmt: skip
UNMARKED = ("भारी", "मज़बूत", "सुंदर", "क़ीमती", "मुलायम", "साफ़")
TASTES = ("मीठा", "खट्टा", "कड़वा", "महँगा", "सस्ता")
DEGREES = ("", "", "ज़्यादा", "कहीं ज़्यादा", "थोड़ा ज़्यादा", "बहुत ज़्यादा")
# Between the standard and the degree, so that the two are not side by side.
INDEED = {
    "present": ("सचमुच", "वाक़ई", "आज भी", "अब भी"),
    "past": ("सचमुच", "वाक़ई", "उस समय भी", "पहले भी"),
    "felt": ("सचमुच", "वाक़ई"),
}
TRAITS = (
    "होशियार", "चालाक", "मेहनती", "समझदार", "अमीर", "ईमानदार", "मशहूर", "ताक़तवर", "शरारती", "बहादुर",
    "सुस्त", "दयालु",
)  # fmt: skip
GROUPS = (
    "पूरे गाँव", "पूरे शहर", "हमारे परिवार", "अपने दोस्तों", "पूरे मोहल्ले", "सारे पड़ोसियों", "अपने साथियों",
    "सारे रिश्तेदारों", "पूरे इलाक़े",
)  # fmt: skip
KINDS = (
    "garment", "footwear", "bedding", "vessel", "container", "furniture", "vehicle", "opening",
    "fruit",
    "jewel", "toy", "belonging", "grazer", "text", "drink", "tool",
)  # fmt: skip
# What one feels, without a से of its own (राम से डर लगा).
FELT = (
    ("भूख", "लगना"),
    ("प्यास", "लगना"),
    ("ठंड", "लगना"),
    ("गर्मी", "लगना"),
    ("नींद", "आना"),
    ("पसीना", "आना"),
)


def _two_things(
    draw: Draw, gender: Gender, standard: Gender, qualities: tuple[str, ...]
) -> tuple[Noun, Noun, Adjective] | None:
    """Two things of one kind, and a quality that both may have."""
    kind = draw.pick(KINDS)
    if kind in ("fruit", "drink"):
        qualities = TASTES
    firsts = [n for n in draw.lexicon.of_kind(kind) if n.gender == gender]
    seconds = [n for n in draw.lexicon.of_kind(kind) if n.gender == standard]
    if not firsts or not seconds:
        return None
    first, second = draw.pick(firsts), draw.pick(seconds)
    adjectives = [
        a
        for a in draw.lexicon.adjectives
        if a.lemma in qualities and {first.lemma, second.lemma} <= a.modifies
    ]
    if first.lemma == second.lemma or not adjectives:
        return None
    return first, second, draw.pick(adjectives)


def _frame(draw: Draw, used: tuple[str, ...], share: float = 0.4) -> Adjunct:
    return report(draw, used) if draw.chance(share) else Adjunct("")


def _compared(draw: Draw, direction: str, *, owned: bool) -> Draft | None:
    """यह खिड़की उस दरवाज़े से चौड़ी है; with owners, राम की खिड़की मोहन के दरवाज़े से."""
    gender = gender_of(direction)
    standard = other(gender) if draw.chance(0.7) else gender
    found = _two_things(draw, gender, standard, MARKED)
    if found is None:
        return None
    noun, second, adjective = found
    lemmas: tuple[str, ...] = (noun.lemma, second.lemma, adjective.lemma)
    if owned:
        one = draw.name()
        two = draw.name(other_than=one.lemmas)
        head = spaced(one.possessive(noun, "sg", "direct"), noun.lemma)
        rest = spaced(two.possessive(second, "sg", "oblique"), second.form("oblique", "sg"), "से")
        lemmas = (*lemmas, *one.lemmas, *two.lemmas)
    else:
        head, rest = f"यह {noun.lemma}", f"उस {second.form('oblique', 'sg')} से"
    frame = _frame(draw, lemmas)
    degree = draw.pick(DEGREES)
    good, bad = (
        inflect_adjective(adjective.lemma, g, "sg", "direct") for g in (gender, other(gender))
    )
    end = copula("present", noun_phrase(noun).agreement)
    return Draft(
        before=spaced(frame.text, head, rest, degree),
        good=good,
        bad=bad,
        after=end,
        gloss=f"{adjective.lemma} must agree with '{noun.lemma}', which is {WORD[gender]}",
        tense="present",
        lemmas=(*frame.lemmas, *lemmas),
        between=spaced(rest, degree),
        attractor=attraction(standard == gender),
        checks=members(
            lambda written: (
                concord(adjective.lemma, gender, "sg", "direct", written),
                fixed("the two things", f"{head} {rest}", f"{head} {rest}"),
                Clause(
                    verb=lambda a: copula("present", a),
                    written=end,
                    subject=argument(noun_phrase(noun)),
                ),
            ),
            good, bad, frame.text,
        ),
    )  # fmt: skip


def _things(draw: Draw, direction: str) -> Draft | None:
    return _compared(draw, direction, owned=False)


def _owned_things(draw: Draw, direction: str) -> Draft | None:
    return _compared(draw, direction, owned=True)


def _group(draw: Draw, direction: str) -> Draft | None:
    """राम मोहन से होशियार है / *में; राम अपनी कक्षा में सबसे होशियार है / *से."""
    person = draw.person()
    trait, comparative = draw.pick(TRAITS), direction == "se>men"
    past = draw.chance(0.4)
    end = copula("past" if past else "present", person.agreement)
    if comparative:
        than = draw.kin() if draw.chance(0.5) else draw.person(other_than=person.lemmas)
        standard, more = than.oblique, than.lemmas
        degree = draw.pick(("ज़्यादा", "कहीं ज़्यादा", "बहुत ज़्यादा", "कम"))
    else:
        standard, more, degree = draw.pick(GROUPS), (), draw.pick(("सबसे", "सबसे ज़्यादा", "सबसे कम"))
    degree = spaced(draw.pick(INDEED["past" if past else "present"]), degree)
    if set(more) & set(person.lemmas):
        return None
    frame = _frame(draw, (*person.lemmas, *more), 0.45)
    good, bad = ("से", "में") if comparative else ("में", "को")
    clause = Clause(
        verb=lambda a: copula("past" if past else "present", a),
        written=end,
        subject=argument(person),
    )
    return Draft(
        before=spaced(frame.text, person.direct, standard),
        good=good,
        bad=bad,
        after=spaced(degree, trait, end),
        gloss="a comparative takes से" if comparative else "सबसे takes a group with में",
        tense="past" if past else "present",
        lemmas=(*frame.lemmas, *person.lemmas, *more, trait),
        between=degree,
        checks=members(
            lambda written: (
                case_of("standard", standard, good, written),
                clause,
            ),
            good, bad, frame.text,
        ),
    )  # fmt: skip


def _experience(draw: Draw, direction: str) -> Draft | None:
    """राम मोहन से ज़्यादा होशियार है / *को; मोहन को राम से ज़्यादा भूख लगी / *से."""
    person = draw.person()
    than = draw.kin() if draw.chance(0.5) else draw.person(other_than=person.lemmas)
    if set(than.lemmas) & set(person.lemmas):
        return None
    frame = _frame(draw, (*person.lemmas, *than.lemmas), 0.45)
    standard, past = direction == "se>ko", draw.chance(0.4)
    indeed = draw.pick(INDEED[("past" if past else "present") if standard else "felt"])
    if standard:
        trait = draw.pick(TRAITS)
        end = copula("past" if past else "present", person.agreement)
        good, bad, lead = "से", "को", person.direct
        after = spaced(indeed, draw.pick(("ज़्यादा", "कहीं ज़्यादा", "कम")), trait, end)
        rest = (fixed("the subject and its verb", end, end),)
    else:
        feeling, verb = draw.pick(FELT)
        trait, past, noun = feeling, True, draw.noun(feeling)
        end = perfective(verb, noun.gender, "sg", alone=True)
        good, bad, lead = "को", "से", draw.time("perfective")
        other_one = f"{person.oblique} से {draw.pick(('ज़्यादा', 'कहीं ज़्यादा', 'कम'))}"
        after = spaced(indeed, other_one, feeling, end)
        rest = (fixed("the feeling and its verb", f"{feeling} {end}", f"{feeling} {end}"),)
    return Draft(
        before=spaced(frame.text, lead, than.oblique),
        good=good,
        bad=bad,
        after=after,
        gloss="the standard of a comparative takes से" if standard else "the one who feels takes को",
        tense="past" if past else "present",
        lemmas=(*frame.lemmas, *person.lemmas, *than.lemmas, trait),
        between=indeed,
        checks=members(
            lambda written: (
                case_of("person", than.oblique, good, written),
                *rest,
            ),
            good, bad, frame.text,
        ),
    )  # fmt: skip


def _form(draw: Draw, direction: str) -> Draft | None:
    """यह बक्सा उस डिब्बे से भारी है / *उस डिब्बा से; उस पेटी से यह डिब्बा भारी है / *यह डिब्बे."""
    oblique = direction == "oblique>direct"
    genders: tuple[Gender, Gender] = (draw.gender(), "m") if oblique else ("m", draw.gender())
    found = _two_things(draw, *genders, UNMARKED + MARKED)
    if found is None:
        return None
    noun, second, adjective = found
    target = second if oblique else noun
    # A singular quality excludes the plural, which looks like the oblique.
    if not target.marked or not (oblique or adjective.marked):
        return None
    quality = inflect_adjective(adjective.lemma, noun.gender, "sg", "direct")
    degree = draw.pick(DEGREES)
    frame = _frame(draw, (noun.lemma, second.lemma), 0.45)
    end = copula("present", noun_phrase(noun).agreement)
    direct, standard = target.form("direct", "sg"), target.form("oblique", "sg")
    if oblique:
        before, good, bad = f"यह {noun.lemma} उस", standard, direct
        after = spaced("से", degree, quality, end)
    else:
        before, good, bad = f"उस {second.form('oblique', 'sg')} से यह", direct, standard
        after = spaced(degree, quality, end)
    return Draft(
        before=spaced(frame.text, before),
        good=good,
        bad=bad,
        after=after,
        gloss=f"'{target.lemma}' is {'oblique before से' if oblique else 'the direct subject'}",
        tense="present",
        lemmas=(*frame.lemmas, noun.lemma, second.lemma, adjective.lemma),
        between="",
        checks=members(
            lambda written: (
                noun_form(target, "oblique" if oblique else "direct", "sg", written),
                fixed("the copula", end, end),
            ),
            good, bad, frame.text,
        ),
    )  # fmt: skip


TEMPLATES = (
    Template("things_compared", GENDERS, _things),
    Template("owned_things_compared", GENDERS, _owned_things),
    Template("standard_or_group", ("se>men", "men>ko"), _group),
    Template("standard_or_experiencer", ("se>ko", "ko>se"), _experience),
    Template("form_of_the_noun", ("oblique>direct", "direct>oblique"), _form),
)
