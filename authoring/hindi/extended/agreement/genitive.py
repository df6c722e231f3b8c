"""genitive_agreement: का, के, की agree with the head of the noun phrase, however far it is.

Between the genitive and its head stand invariable adjectives, numerals and adverbs, never a noun
that the wrong form could belong to (राम की मेज़ पर रखा खिलौना). के is a wrong member only where no
reading as possession with के (राम के दो बेटे हैं) or as a postposition is left.
"""

from __future__ import annotations

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Adjunct, Draw
from authoring.hindi.extended.clauses import report
from authoring.hindi.extended.features import GENDERS, WORD, attraction, gender_of, other
from authoring.hindi.extended.proof import Described, members
from authoring.hindi.grammar.checks import Clause, argument, concord, fixed
from authoring.hindi.grammar.lexicon import Noun
from authoring.hindi.grammar.phrases import Phrase, noun_phrase, possessed, spaced
from kasauti.data.treebank_pairs.inflection import (
    Case,
    Gender,
    Number,
    inflect_adjective,
    perfective,
)

THINGS = (
    "garment", "footwear", "belonging", "furniture", "vehicle", "vessel", "container", "jewel",
    "toy",
    "picture", "bedding",
)  # fmt: skip
DEGREES = ("बहुत", "बेहद", "काफ़ी", "सचमुच बहुत")
FATES = (
    ("कल", "खो जाना"), ("परसों", "गुम हो जाना"), ("पिछले हफ़्ते", "बिक जाना"), ("आज सुबह", "मिल जाना"),
    ("कल रात", "ख़राब हो जाना"), ("पिछले साल", "बिक जाना"),
)  # fmt: skip
SINCE = (
    ("आज", "खो जाना"),
    ("आज सुबह", "गुम हो जाना"),
    ("आज", "ख़राब हो जाना"),
    ("आज शाम", "मिल जाना"),
)
# Adverbs between the genitive and a participle.
EARLIER = ("कल", "परसों", "पिछले साल", "बहुत पहले", "पिछले हफ़्ते", "बड़े शौक़ से", "बहुत मुश्किल से")
DONE = ("ख़रीदना", "भेजना", "चुनना", "छिपाना", "ढूँढ़ना")
# Masculines that look the same in the oblique, and to which nobody simply goes (राम के घर).
PLACES = ("मकान", "खेत", "बाग़", "महल", "आँगन", "गोदाम", "आश्रम", "खलिहान")
INVARIABLE = ("सुंदर", "शानदार", "मशहूर", "ख़ाली", "विशाल", "शांत", "साफ़")


def ka(gender: Gender, number: Number = "sg", case: Case = "direct") -> str:
    return inflect_adjective("का", gender, number, case)


def _owner(draw: Draw, *, other_than: tuple[str, ...] = ()) -> Phrase:
    if draw.chance(0.5):
        return draw.name(other_than=other_than)
    return noun_phrase(draw.human(other_than=other_than), draw.number())


def _thing(draw: Draw, gender: Gender) -> Noun:
    return draw.pick([n for n in draw.lexicon.of_kind(*THINGS) if n.gender == gender and n.count])


def _sentence(
    draw: Draw,
    head: tuple[str, str],
    edit: tuple[str, str],
    noun: Noun,
    *,
    owners: tuple[str, ...],
    fates: tuple[tuple[str, str], ...] = FATES,
    attractor: str = "none",
    modifiers: str = "",
    more: tuple[str, ...] = (),
) -> Draft:
    """Something of somebody's was lost, sold or stolen; `head` is what stands before the edit."""
    front, before = head
    when, fate = draw.pick(fates)
    done = perfective(fate, noun.gender, "sg", alone=True)
    good, bad = edit
    thing = noun_phrase(noun)
    return Draft(
        before=spaced(front, before),
        good=good,
        bad=bad,
        after=spaced(modifiers, noun.lemma, when, done),
        gloss=f"the genitive must agree with '{noun.lemma}', which is {WORD[noun.gender]}",
        tense="past",
        lemmas=(*owners, *more, noun.lemma),
        between=modifiers,
        attractor=attractor,
        checks=members(
            lambda written: (
                concord("का", noun.gender, "sg", "direct", written),
                Clause(
                    verb=lambda a: perfective(fate, a.gender, "sg", alone=True),
                    written=done,
                    subject=argument(thing),
                ),
            ),
            good, bad, front, before,
        ),
    )  # fmt: skip


def _frame(draw: Draw, used: tuple[str, ...], share: float) -> Adjunct:
    return report(draw, used) if draw.chance(share) else Adjunct("")


def _modified(draw: Draw, direction: str) -> Draft | None:
    """राम की बहुत सुंदर लाल साड़ी."""
    gender = gender_of(direction)
    noun = _thing(draw, gender)
    first = draw.adjective(noun, marked=False)
    second = draw.adjective(noun, marked=False, other_than=(first.lemma, "बेकार") if first else ())
    if first is None or second is None or second.lemma not in ("लाल", "सफ़ेद", "मुलायम", "भारी"):
        return None
    if first.lemma in ("लाल", "सफ़ेद", "ख़ाली", "बेकार"):
        return None
    owner = _owner(draw, other_than=(noun.lemma,))
    frame = _frame(draw, (*owner.lemmas, noun.lemma), 0.4)
    modifiers = spaced(draw.pick(DEGREES), first.lemma, second.lemma)
    return _sentence(
        draw, (frame.text, owner.oblique), (ka(gender), ka(other(gender))), noun,
        owners=(*frame.lemmas, *owner.lemmas), attractor=attraction(owner.gender == gender),
        modifiers=modifiers, more=(first.lemma, second.lemma),
    )  # fmt: skip


def _participle(draw: Draw, direction: str) -> Draft | None:
    """राम की कल ख़रीदी हुई साड़ी: an adverb and a participle, which agrees rightly, come between."""
    gender = gender_of(direction)
    noun = draw.pick(
        [
            n
            for n in draw.lexicon.of_kind(
                "garment", "belonging", "jewel", "toy", "vehicle", "picture"
            )
            if n.gender == gender and n.count
        ]
    )
    owner = _owner(draw, other_than=(noun.lemma,))
    frame = _frame(draw, (*owner.lemmas, noun.lemma), 0.4)
    lemma = draw.pick(DONE)
    adjective = draw.adjective(noun, marked=False) if draw.chance(0.5) else None
    part = inflect_adjective(perfective(lemma, "m", "sg"), gender, "sg", "direct")
    modifiers = spaced(
        draw.pick(EARLIER), part, inflect_adjective("हुआ", gender, "sg", "direct"),
        adjective.lemma if adjective else "",
    )  # fmt: skip
    return _sentence(
        draw, (frame.text, owner.oblique), (ka(gender), ka(other(gender))), noun,
        owners=(*frame.lemmas, *owner.lemmas), attractor=attraction(owner.gender == gender),
        modifiers=modifiers, more=(lemma, *((adjective.lemma,) if adjective else ())),
        fates=SINCE,
    )  # fmt: skip


def _chain(draw: Draw, direction: str) -> Draft | None:
    """राम के भाई की साइकिल: the possessor beside the last genitive has the other gender."""
    gender = gender_of(direction)
    noun = _thing(draw, gender)
    relatives = [
        n
        for n in draw.lexicon.of_kind("kin")
        if n.gender == (other(gender) if draw.chance(0.7) else gender)
    ]
    if not relatives:  # each one is drawn by itself
        return None
    kin = draw.pick(relatives)
    owner = draw.name(other_than=(noun.lemma,))
    middle = possessed(owner, kin)
    friend = ""
    if draw.chance(0.5):
        second = draw.pick([n for n in draw.lexicon.of_kind("kin") if n.lemma != kin.lemma])
        middle = possessed(middle, second)
        friend = second.lemma
    frame = _frame(draw, (*owner.lemmas, noun.lemma), 0.35)
    adjective = draw.adjective(noun, marked=False)
    modifiers = spaced(draw.pick(("वही", "")), adjective.lemma if adjective else "")
    lemmas = (*frame.lemmas, *owner.lemmas, kin.lemma, *((friend,) if friend else ()))
    return _sentence(
        draw, (frame.text, middle.oblique), (ka(gender), ka(other(gender))), noun,
        owners=lemmas, attractor=attraction(middle.gender == gender), modifiers=modifiers,
        more=(adjective.lemma,) if adjective else (),
    )  # fmt: skip


def _inner(draw: Draw, direction: str) -> Draft | None:
    """राम की बहन के बेटे का घर: the first genitive agrees with the first head."""
    gender = gender_of(direction)
    relatives = [n for n in draw.lexicon.of_kind("kin") if n.lemma != "सहेली"]
    kin = draw.pick([n for n in relatives if n.gender == gender])
    # No noun after it is one that the wrong genitive could belong to.
    second = draw.pick([n for n in relatives if n.lemma != kin.lemma and n.gender == gender])
    noun = _thing(draw, gender)
    owner = draw.name(other_than=(noun.lemma,))
    frame = _frame(draw, (*owner.lemmas, noun.lemma), 0.35)
    quality = draw.pick(("समझदार", "होशियार", "मशहूर", "ख़ूबसूरत", "मेहनती", "शरारती"))
    modifier = draw.pick(("बहुत", "काफ़ी", "बेहद")) + " " + quality
    middle = possessed(noun_phrase(kin), second)
    rest = spaced(middle.oblique, ka(noun.gender))
    good, bad = ("की", "के") if gender == "f" else ("के", "की")
    when, fate = draw.pick(FATES)
    done = perfective(fate, noun.gender, "sg", alone=True)

    def describe(written: str) -> Described:
        yield concord("का", gender, "sg", "oblique", written)
        yield fixed("the other genitives", rest, rest)
        yield Clause(
            verb=lambda a: perfective(fate, a.gender, "sg", alone=True),
            written=done,
            subject=argument(noun_phrase(noun)),
        )

    return Draft(
        before=spaced(frame.text, owner.oblique),
        good=good,
        bad=bad,
        after=spaced(modifier, rest, noun.lemma, when, done),
        gloss=f"the first genitive must agree with '{kin.lemma}', which is {WORD[gender]}",
        tense="past",
        lemmas=(*frame.lemmas, *owner.lemmas, kin.lemma, second.lemma, noun.lemma),
        between=modifier,
        attractor=attraction(second.gender == gender),
        checks=members(describe, good, bad, frame.text),
    )


# Feminine, so that a wrong का cannot belong to them (शीला का … झगड़ा हुआ).
EVENTS = (
    ("बहुत भीड़", "होना"), ("एक चिड़िया", "आना"), ("एक बिल्ली", "आना"), ("बड़ी दावत", "होना"),
    ("एक लोमड़ी", "घुसना"), ("एक शादी", "होना"), ("एक बकरी", "घुसना"),
)  # fmt: skip
ENDS = (
    ("पिछले साल", "बिक जाना"), ("सबको", "पसंद आना"), ("मेहमानों को", "पसंद आना"), ("बच्चों को", "याद आना"),
    ("सबको", "याद आना"), ("कल", "ख़ाली हो जाना"),
)  # fmt: skip


def _oblique(draw: Draw, direction: str) -> Draft | None:
    """राम के सुंदर मकान में, राम का सुंदर मकान: the noun looks the same, the postposition decides."""
    lemma, postposition = draw.pick(PLACES), "में"
    owner = draw.name()
    if draw.chance(0.5):
        adults = [n for n in draw.lexicon.of_kind("adult", "worker") if n.group == "people"]
        owner = noun_phrase(draw.pick(adults), draw.number())
    frame = _frame(draw, (*owner.lemmas, lemma), 0.4)
    modifier = spaced(draw.pick(("बहुत", "बेहद", "काफ़ी", "")), draw.pick(INVARIABLE))
    oblique = direction == "oblique>direct"
    good, bad = ("के", "का") if oblique else ("का", "के")
    if oblique:
        event, verb = draw.pick(EVENTS)
        done = perfective(verb, "f", "sg", alone=True)
        after = spaced(modifier, lemma, postposition, draw.time("perfective"), event, done)
    else:
        when, verb = draw.pick(ENDS)
        done = perfective(verb, "m", "sg", alone=True)
        after = spaced(modifier, lemma, when, done)
        if when.endswith("को"):
            done = f"{when} {done}"
    case: Case = "oblique" if oblique else "direct"
    return Draft(
        before=spaced(frame.text, owner.oblique),
        good=good,
        bad=bad,
        after=after,
        gloss=f"'{lemma}' is {'oblique before में' if oblique else 'the direct subject'}, "
        "and the genitive with it",
        tense="past",
        lemmas=(*frame.lemmas, *owner.lemmas, lemma),
        between=modifier,
        checks=members(
            lambda written: (
                concord("का", "m", "sg", case, written),
                fixed("the verb", done, done),
            ),
            good, bad, frame.text,
        ),
    )  # fmt: skip


TEMPLATES = (
    Template("adjectives_between", GENDERS, _modified),
    Template("participle_between", GENDERS, _participle),
    Template("last_of_a_chain", GENDERS, _chain),
    Template("first_of_a_chain", GENDERS, _inner),
    Template("case_of_the_head", ("oblique>direct", "direct>oblique"), _oblique),
)
