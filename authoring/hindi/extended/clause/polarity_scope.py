"""polarity_scope: a polarity item needs a negative in its own clause.

Both members have the item and the negative; only the clause of the negative differs. Places that
license an item by themselves are kept out: conditions, relative clauses that hold for whoever
(जिसने एक भी रोटी खाई, वह …), questions, clauses with से पहले, verbs of thinking whose negative
reaches down (नहीं लगता कि कोई भी …), and habits and futures, where कोई भी is a free choice.
"""

from __future__ import annotations

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Draw
from authoring.hindi.extended.proof import members
from authoring.hindi.grammar.checks import Clause, argument, fixed, in_tense
from authoring.hindi.grammar.lexicon import Noun, Verb
from authoring.hindi.grammar.phrases import Phrase, finite, noun_phrase, spaced

DIRECTIONS = ("second>first", "first>second")
# What one does with several things on one occasion, and pairs of deeds that go together.
REPEATED = (
    "ख़रीदना", "बेचना", "खाना", "पढ़ना", "लिखना", "बनाना", "धोना", "काटना", "सिलना", "उठाना", "भेजना",
    "छिपाना", "माँगना", "चखना", "खोलना", "फेंकना",
)  # fmt: skip
PAIRED = (
    ("पीना", "खाना"),
    ("पढ़ना", "लिखना"),
    ("धोना", "सुखाना"),
    ("ख़रीदना", "बेचना"),
    ("सिलना", "बेचना"),
)
# Somebody is so because somebody else did not do one single thing.
MOODS = ("उदास", "नाराज़", "परेशान", "निराश", "दुखी")
AWAITED = (
    "लिखना", "भेजना", "ख़रीदना", "पढ़ना", "सिलना", "खाना", "बनाना", "सुनाना", "पकाना", "परोसना", "बेचना",
)  # fmt: skip


class Deed:
    """A deed: the thing, with or without एक भी, and the verb that agrees with it."""

    def __init__(self, verb: Verb, thing: Noun, agent: Phrase | None, item: str = "") -> None:
        self.verb, self.thing, self.agent, self.item = verb, noun_phrase(thing), agent, item

    def text(self, *, negated: bool) -> str:
        done = finite(self.verb, "perfective", self.thing.agreement)
        subject = self.agent.ergative if self.agent else ""
        return spaced(subject, self.item, self.thing.direct, "नहीं" if negated else "", done)

    def clause(self) -> Clause:
        return Clause(
            verb=in_tense(self.verb, "perfective"),
            written=finite(self.verb, "perfective", self.thing.agreement),
            subject=argument(self.agent, "ने") if self.agent else None,
            object=argument(self.thing),
        )


def _deed(draw: Draw, lemma: str, agent: Phrase | None, item: str = "") -> Deed | None:
    verb = draw.lexicon.verb(lemma)
    thing = draw.object(verb, lambda n: not n.animate and (not item or n.count))
    return Deed(verb, thing, agent, item) if thing else None


def _moved(
    parts: tuple[str, str, str, str],
    *,
    gloss: str,
    lemmas: tuple[str, ...],
    clauses: tuple[Clause, ...] = (),
    around: tuple[str, ...] = (),
) -> Draft:
    """A draft from what stands before, the right text, the wrong text, and what stands after."""
    before, good, bad, after = parts
    return Draft(
        before=before,
        good=good,
        bad=bad,
        after=after,
        gloss=gloss,
        tense="past",
        lemmas=lemmas,
        between=None,
        checks=members(
            lambda written: (*clauses, fixed("clause of the negative", good, written)),
            good, bad, *around,
        ),
    )  # fmt: skip


GLOSS = "एक भी needs a negative in its own clause; here the negative is in the other one"


def _two_deeds(draw: Draw, items: tuple[str, str]) -> tuple[Deed, Deed] | None:
    """Two deeds of one occasion, with these polarity items."""
    if draw.chance(0.7):
        one = two = draw.pick(REPEATED)
    else:
        one, two = draw.pick(PAIRED)
        if draw.chance(0.5):
            one, two = two, one
    first, second = _deed(draw, one, None, items[0]), _deed(draw, two, None, items[1])
    return (first, second) if first and second else None


def _lemmas(*deeds: Deed) -> tuple[str, ...]:
    things = tuple(lemma for deed in deeds for lemma in deed.thing.lemmas)
    return (*things, *dict.fromkeys(deed.verb.lemma for deed in deeds))


def _joined(draw: Draw, direction: str) -> Draft | None:
    """सीता ने साड़ी ख़रीदी, लेकिन एक भी चूड़ी नहीं ख़रीदी."""
    late = direction == "second>first"
    deeds = _two_deeds(draw, ("", "एक भी") if late else ("एक भी", ""))
    if deeds is None:
        return None
    agent, (first, second) = draw.person(), deeds
    link = draw.pick((", लेकिन", ", मगर", ", पर"))
    good, bad = (
        f"{first.text(negated=negated)}{link} {second.text(negated=not negated)}"
        for negated in (not late, late)
    )
    return _moved(
        (spaced(agent.ergative, draw.time("perfective")), good, bad, ""),
        gloss=GLOSS,
        lemmas=(*agent.lemmas, *_lemmas(first, second)),
        clauses=(first.clause(), second.clause()),
        around=(agent.ergative,),
    )


def _because(draw: Draw, direction: str, *, deed_first: bool) -> Draft | None:
    """A mood and what it comes from: the item is in the clause of the deed, or in the other."""
    agent = draw.name()
    who, mood = draw.name(other_than=agent.lemmas), draw.pick(MOODS)
    in_deed = direction == ("first>second" if deed_first else "second>first")
    deed = _deed(draw, draw.pick(AWAITED), agent, "एक भी" if in_deed else "")
    if deed is None:
        return None
    item = "" if in_deed else "ज़रा भी"

    def text(*, deed_negated: bool) -> str:
        state = spaced(who.direct, item, mood, "" if deed_negated else "नहीं", "है")
        done = deed.text(negated=deed_negated)
        return f"{done}, इसलिए {state}" if deed_first else f"{state} क्योंकि {done}"

    front = draw.pick(("", "", "मुझे लगता है कि", "सब जानते हैं कि", "हमें मालूम है कि", "मैंने सुना है कि"))
    return _moved(
        (front, text(deed_negated=in_deed), text(deed_negated=not in_deed), ""),
        gloss=GLOSS if in_deed else GLOSS.replace("एक भी", item),
        lemmas=(*who.lemmas, *agent.lemmas, *_lemmas(deed)),
        clauses=(deed.clause(),),
        around=(front,),
    )


def _reason(draw: Draw, direction: str) -> Draft | None:
    """सीता उदास है क्योंकि राम ने एक भी चिट्ठी नहीं लिखी."""
    return _because(draw, direction, deed_first=False)


def _consequence(draw: Draw, direction: str) -> Draft | None:
    """राम ने एक भी चिट्ठी नहीं लिखी, इसलिए सीता उदास है."""
    return _because(draw, direction, deed_first=True)


def _told(draw: Draw, direction: str) -> Draft | None:
    """… ने बताया कि … ने एक भी … नहीं …; … ने किसी को भी नहीं बताया कि …."""
    speaker = draw.name()
    agent = draw.name(other_than=speaker.lemmas)
    late = direction == "second>first"
    deed = _deed(draw, draw.pick(AWAITED), agent, "एक भी" if late else "")
    if deed is None:
        return None
    said = draw.pick(("बताया", "लिखा"))
    hearer = draw.pick(("मुझे", "हमें", "माँ को", "सबको")) if late else "किसी को भी"
    good, bad = (
        f"{spaced('यह', 'नहीं' if first else '', said)} कि {deed.text(negated=not first)}"
        for first in (not late, late)
    )
    return _moved(
        (spaced(speaker.ergative, draw.time("perfective"), hearer), good, bad, ""),
        gloss=GLOSS if late else GLOSS.replace("एक भी", "किसी को भी"),
        lemmas=(*speaker.lemmas, *agent.lemmas, *_lemmas(deed)),
        clauses=(deed.clause(),),
        around=(speaker.ergative, hearer),
    )


def _aside(draw: Draw, direction: str) -> Draft | None:
    """राम ने, जिसने कल साड़ी ख़रीदी थी, आज एक भी चूड़ी नहीं ख़रीदी; a name, so nobody else is meant."""
    inside = direction == "first>second"
    deeds = _two_deeds(draw, ("एक भी", "") if inside else ("", "एक भी"))
    if deeds is None:
        return None
    (inner, outer), who = deeds, draw.name()
    was = "थी" if inner.thing.gender == "f" else "था"
    good, bad = (
        f"{inner.text(negated=negated)} {was}, आज {outer.text(negated=not negated)}"
        for negated in (inside, not inside)
    )
    return _moved(
        (f"{who.ergative}, जिसने {draw.pick(('कल', 'परसों', 'पिछले हफ़्ते'))}", good, bad, ""),
        gloss=GLOSS,
        lemmas=(*who.lemmas, *_lemmas(inner, outer)),
        clauses=(outer.clause(), inner.clause()),
        around=(who.ergative,),
    )


TEMPLATES = (
    Template("joined_clauses", DIRECTIONS, _joined),
    Template("reason", DIRECTIONS, _reason),
    Template("consequence", DIRECTIONS, _consequence),
    Template("relative_aside", DIRECTIONS, _aside),
)
