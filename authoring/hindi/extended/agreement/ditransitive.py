"""ditransitive_attraction: the verb of giving agrees with what is given, whoever receives it.

The receiver (with को) stands between, before or after; nouns of time in the direct case come
between as well. A feminine plural that differs from its singular by a nasal alone (दी, दीं) is
confined to half of one template.
"""

from __future__ import annotations

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Adjunct, Draw
from authoring.hindi.extended.clauses import report, setting
from authoring.hindi.extended.features import (
    GENDERS,
    NUMBERS,
    WORD,
    another,
    attraction,
    gender_of,
    number_of,
    other,
)
from authoring.hindi.extended.proof import members
from authoring.hindi.grammar.checks import Argument, Clause, argument, fixed
from authoring.hindi.grammar.conjugation import compound, verb_group
from authoring.hindi.grammar.lexicon import Noun
from authoring.hindi.grammar.phrases import Phrase, TenseKey, noun_phrase, spaced
from kasauti.data.treebank_pairs.inflection import Agreement, Gender, Number, perfective

# Verbs with a receiver, and what is given.
GIVING = (
    ("देना", ("belonging", "toy", "fruit", "sweet", "garment", "vessel")),
    ("भेजना", ("text", "garment", "sweet", "picture", "तोहफ़ा", "संदेश")),
    ("दिखाना", ("picture", "jewel", "garment", "toy", "text")),
    ("लौटाना", ("belonging", "vessel", "tool", "text", "vehicle")),
    ("बेचना", ("furniture", "vehicle", "jewel", "garment", "toy")),
    ("सौंपना", ("चाबी", "घड़ी", "थैला", "चिट्ठी", "डिब्बा", "पेटी", "बक्सा", "संदूक़", "गाड़ी", "किताब")),
    ("खिलाना", ("fruit", "sweet", "snack")),
    ("सुनाना", ("कहानी", "कविता", "नाटक", "लेख", "ख़बर")),
    (
        "पकड़ाना",
        ("थैला", "डिब्बा", "टोकरी", "किताब", "गिलास", "थाली", "चाबी", "कटोरी", "लोटा", "पेंसिल"),
    ),
    ("पहुँचाना", ("text", "belonging", "garment")),
    ("परोसना", ("sweet", "snack", "dish")),
    ("दिलाना", ("garment", "toy", "footwear", "belonging", "sweet")),
    (
        "थमाना",
        ("थैला", "डिब्बा", "टोकरी", "किताब", "गिलास", "थाली", "प्याला", "अख़बार", "छाता", "बोतल"),
    ),
)
NOT_GIVEN = ("झूला", "चारपाई", "ठेला", "कपड़ा")
OFTEN = ("देना", "भेजना", "दिखाना", "खिलाना", "सुनाना", "परोसना")
# Nouns of time in the direct case, with their gender.
TIMES: tuple[tuple[str, Gender], ...] = (
    ("कई बार", "f"), ("दो बार", "f"), ("एक बार", "f"), ("उसी रात", "f"), ("उसी शाम", "f"),
    ("उसी दिन", "m"), ("उसी समय", "m"), ("एक दिन", "m"), ("उसी साल", "m"), ("दो दिन बाद", "m"),
)  # fmt: skip


def _given(draw: Draw, gender: Gender, *, shows_number: bool = False) -> tuple[str, Noun] | None:
    lemma, kinds = draw.pick(GIVING)
    nouns = [
        n
        for n in draw.lexicon.nouns.values()
        if (n.lemma in kinds or set(kinds) & set(n.kinds))
        and n.gender == gender
        and n.lemma not in NOT_GIVEN
        and (not shows_number or n.shows_number)
    ]
    return (lemma, draw.pick(nouns)) if nouns else None


def _receiver(draw: Draw, noun: Noun, used: tuple[str, ...]) -> Phrase:
    gender = draw.wearer(noun)
    if draw.chance(0.4):
        return draw.name(gender, other_than=used)
    human = draw.human(gender, other_than=used)
    return noun_phrase(human, "pl" if draw.chance(0.3) else "sg")


def _forms(lemma: str, style: str, agreement: Agreement) -> str:
    if style == "compound" and lemma != "देना":
        lemma = compound(lemma, "देना")
    if style == "perfect":
        return verb_group(lemma, "perfective", "present", agreement)
    if style == "past perfect":
        return verb_group(lemma, "perfective", "past", agreement)
    return perfective(lemma, agreement.gender, agreement.number, alone=True)


def _draft(
    lemma: str,
    style: str,
    agent: Argument,
    thing: Phrase,
    wrong: Agreement,
    *,
    order: tuple[str, ...],
    between: str,
    attractor: str,
    lemmas: tuple[str, ...],
    front: str = "",
    receiver: str = "",
    aside: str = "",
) -> Draft:
    good, bad = _forms(lemma, style, thing.agreement), _forms(lemma, style, wrong)
    clause = Clause(
        verb=lambda agreement: _forms(lemma, style, agreement),
        written=good,
        subject=agent,
        object=argument(thing),
    )
    return Draft(
        before=spaced(front, agent.text, *order),
        good=good,
        bad=bad,
        after="",
        gloss=f"the verb must agree with '{thing.direct}', which is {WORD[thing.gender]} "
        f"{WORD[thing.number]}, not with the receiver",
        tense="present" if style == "perfect" else "past",
        lemmas=lemmas,
        between=between,
        attractor=attractor,
        checks=members(
            lambda written: (
                Clause(verb=clause.verb, written=written, subject=agent, object=clause.object),
                fixed("case of the receiver", receiver, receiver),
            ),
            good, bad, front, aside,
        ),
    )  # fmt: skip


def _gender(draw: Draw, direction: str, *, late: bool) -> Draft | None:
    """राम ने सीता को केला दिया; `late` has the receiver after what is given."""
    gender = gender_of(direction)
    found = _given(draw, gender)
    if found is None:
        return None
    lemma, noun = found
    agent = draw.name()
    receiver = _receiver(draw, noun, agent.lemmas)
    if receiver.gender == gender and draw.chance(0.4):
        return None
    style = draw.pick(("plain", "compound", "perfect", "past perfect"))
    tense: TenseKey = "perfect_present" if style == "perfect" else "perfective"
    when = setting(draw, tense, used=(*agent.lemmas, *receiver.lemmas, noun.lemma))
    thing = noun_phrase(noun)
    order = (
        (when.time, thing.direct, receiver.dative)
        if late
        else (when.time, receiver.dative, thing.direct)
    )
    return _draft(
        lemma, style, argument(agent, "ने"), thing, Agreement(other(gender), "sg"),
        order=order,
        between=receiver.dative if late else "",
        attractor=attraction(receiver.gender == gender),
        lemmas=(*when.lemmas, *agent.lemmas, *receiver.lemmas, noun.lemma, lemma),
        front=when.front,
        receiver=receiver.dative,
    )  # fmt: skip


def _receiver_first(draw: Draw, direction: str) -> Draft | None:
    return _gender(draw, direction, late=False)


def _receiver_last(draw: Draw, direction: str) -> Draft | None:
    return _gender(draw, direction, late=True)


def _with_time(draw: Draw, direction: str) -> Draft | None:
    """A noun of time in the direct case stands between the thing and the verb."""
    gender = gender_of(direction)
    found = _given(draw, gender)
    if found is None:
        return None
    lemma, noun = found
    agent = draw.name()
    receiver = _receiver(draw, noun, agent.lemmas)
    time, time_gender = draw.pick(TIMES)
    if time_gender == gender and draw.chance(0.5):
        return None
    if ("कई" in time or "दो बार" in time) and lemma not in OFTEN:
        return None
    style = draw.pick(("plain", "past perfect"))
    frame = report(draw, (*agent.lemmas, *receiver.lemmas)) if draw.chance(0.4) else Adjunct("")
    return _draft(
        lemma, style, argument(agent, "ने"), noun_phrase(noun), Agreement(other(gender), "sg"),
        order=(receiver.dative, noun.lemma, time),
        between=time,
        attractor=attraction(time_gender == gender, bare=True),
        lemmas=(*frame.lemmas, *agent.lemmas, *receiver.lemmas, noun.lemma, lemma),
        front=frame.text,
        receiver=receiver.dative,
    )  # fmt: skip


def _number(draw: Draw, direction: str) -> Draft | None:
    """Masculine things, whose number shows: केला दिया, केले दिए."""
    number = number_of(direction)
    found = _given(draw, "m", shows_number=True)
    if found is None:
        return None
    lemma, noun = found
    agent = draw.name()
    receiver = noun_phrase(draw.human(other_than=agent.lemmas), draw.number())
    style = draw.pick(("plain", "compound", "perfect", "past perfect"))
    tense: TenseKey = "perfect_present" if style == "perfect" else "perfective"
    when = setting(draw, tense, used=(*agent.lemmas, noun.lemma))
    count = (
        draw.pick(("एक", "अपना", "यह")) if number == "sg" else draw.pick(("दो", "अपने", "ये", "तीन"))
    )
    thing = noun_phrase(noun, number, determiner=(count, count))
    late = draw.chance(0.5)
    order = (
        (when.time, thing.direct, receiver.dative)
        if late
        else (when.time, receiver.dative, thing.direct)
    )
    return _draft(
        lemma, style, argument(agent, "ने"), thing, Agreement("m", another(number)),
        order=order,
        between=receiver.dative if late else "",
        attractor=attraction(receiver.number == number),
        lemmas=(*when.lemmas, *agent.lemmas, *receiver.lemmas, noun.lemma, lemma),
        front=when.front,
        receiver=receiver.dative,
    )  # fmt: skip


def _feminine(draw: Draw, direction: str) -> Draft | None:
    """किताब दी / *दीं, *दिया; किताबें दीं / *दी, *दिए: the receiver has the other number or gender."""
    number = number_of(direction)
    found = _given(draw, "f", shows_number=True)
    if found is None:
        return None
    lemma, noun = found
    agent = draw.name()
    matching = draw.chance(0.3)
    receiver = noun_phrase(draw.human(), number if matching else another(number))
    when = setting(draw, "perfective", used=(*agent.lemmas, noun.lemma))
    count = "एक" if number == "sg" else draw.pick(("दो", "तीन", "कई"))
    thing = noun_phrase(noun, number, determiner=(count, count))
    wrong = Agreement("f", another(number)) if draw.chance(0.5) else Agreement("m", number)
    return _draft(
        lemma, draw.pick(("plain", "past perfect")), argument(agent, "ने"), thing, wrong,
        order=(when.time, receiver.dative, thing.direct),
        between="",
        attractor=attraction(matching),
        lemmas=(*when.lemmas, *agent.lemmas, *receiver.lemmas, noun.lemma, lemma),
        front=when.front,
        receiver=receiver.dative,
    )  # fmt: skip


def _aside(draw: Draw, direction: str) -> Draft | None:
    """The receiver has a relative clause with a verb of its own."""
    gender = gender_of(direction)
    found = _given(draw, gender)
    if found is None:
        return None
    lemma, noun = found
    agent = draw.name()
    number: Number = draw.number()
    human = draw.human(other_than=agent.lemmas)
    receiver = noun_phrase(
        human, number, determiner=("वह", "उस") if number == "sg" else ("वे", "उन")
    )
    if receiver.gender == gender and draw.chance(0.5):
        return None
    aside = spaced(
        "जो",
        draw.pick(("पड़ोस में", "सामने वाले घर में", "गाँव में", "शहर में")),
        verb_group("रहना", "habitual", draw.pick(("present", "past")), receiver.agreement),
    )
    style = draw.pick(("plain", "compound", "past perfect"))
    time = draw.time("perfective")
    thing = noun_phrase(noun)
    late = draw.chance(0.5)
    who = f"{receiver.dative}, {aside},"
    return _draft(
        lemma, style, argument(agent, "ने"), thing, Agreement(other(gender), "sg"),
        order=(time, thing.direct, who) if late else (time, who, thing.direct),
        between=who if late else "",
        attractor=attraction(receiver.gender == gender),
        lemmas=(*agent.lemmas, human.lemma, noun.lemma, lemma),
        receiver=receiver.dative,
        aside=aside,
    )  # fmt: skip


TEMPLATES = (
    Template("receiver_first", GENDERS, _receiver_first),
    Template("receiver_last", GENDERS, _receiver_last),
    Template("time_between", GENDERS, _with_time),
    Template("several_things", NUMBERS, _number),
    Template("feminine_things", NUMBERS, _feminine),
    Template("receiver_with_clause", GENDERS, _aside),
)
