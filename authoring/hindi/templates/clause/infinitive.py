"""infinitive_form: which infinitive a word takes.

Some main verbs take the direct infinitive in -ना (पढ़ना चाहना), others the oblique in -ने (पढ़ने
लगना, पढ़ने जाना, पढ़ने की कोशिश); ताकि takes a finite verb, के लिए an infinitive.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Draw
from authoring.hindi.grammar.checks import Clause, Paradigm, fixed, invariable
from authoring.hindi.grammar.conjugation import Tense, compound, copula, infinitive, verb_group
from authoring.hindi.grammar.lexicon import Verb
from authoring.hindi.grammar.phrases import TENSE_TAG, Phrase, TenseKey, spaced
from authoring.hindi.templates.clauses import action, both, clause, set_phrase
from kasauti.data.pairs import Check
from kasauti.data.treebank_pairs.inflection import Gender, perfective

DIRECTIONS = ("ना>ने", "ने>ना")


# सोना is a name too (सोना की तैयारी); what grows takes a season; one sews for a living; the others
# are no aims in themselves.
NO_ACTIVITY = ("सोना", "उगाना", "सिलना", "फेंकना", "चखना", "छिपाना", "परोसना", "काटना", "माँगना")


def draw_activity(draw: Draw) -> tuple[Verb, str, tuple[str, ...]] | None:
    """A verb, what stands before it, and the content words."""

    def fits(verb: Verb) -> bool:
        return verb.takes_names and verb.lemma not in NO_ACTIVITY

    if draw.chance(0.5):
        verb = draw.verb("transitive", "future", fits)
        # A masculine object: with a feminine one the infinitive itself may agree (रोटी बनानी).
        thing = draw.object(verb, lambda n: n.gender == "m")
        if thing is None or (verb.lemma == "देखना" and thing.animate):
            return None
        place = draw.place(verb)
        # एक where the form could be plural: with a plural the infinitive may be in -ने as well.
        one = "एक" if thing.count and not thing.marked else ""
        text = spaced(place.text, one, thing.lemma)
        return verb, text, (*place.lemmas, thing.lemma, verb.lemma)
    verb = draw.verb("intransitive", "future", lambda v: fits(v) and bool(v.places))
    place = draw.place(verb)
    return verb, place.text, (*place.lemmas, verb.lemma)


def _draft(
    before: str,
    activity: tuple[Verb, str, tuple[str, ...]],
    oblique: bool,
    after: str,
    *settled: Clause | Check,
    tense: str,
    lemmas: tuple[str, ...],
    governor: str,
) -> Draft:
    """Before, the infinitive in its two forms, after; `settled` is what both members share."""
    verb, text, inner = activity
    direct_form, oblique_form = infinitive(verb.lemma), infinitive(verb.lemma, ending="ने")
    good, bad = (oblique_form, direct_form) if oblique else (direct_form, oblique_form)
    return Draft(
        before=spaced(before, text),
        good=good,
        bad=bad,
        after=after,
        gloss=f"{governor} takes the {'oblique' if oblique else 'direct'} infinitive, not '{bad}'",
        tense=tense,
        lemmas=(*lemmas, *inner),
        between="",
        checks=both(
            *settled,
            good=[fixed("form of the infinitive", good, good)],
            bad=[fixed("form of the infinitive", good, bad)],
        ),
    )


@dataclass(frozen=True, slots=True)
class Governor:
    """A main verb with its subject, its lemma, tense tag and a time that fits."""

    clause: Clause
    lemma: str
    tense: str
    time: str


def wanting(draw: Draw, subject: Phrase, activity: str) -> Governor | None:
    """A main verb that takes -ना, if it goes with the activity."""
    lemma = draw.pick(("चाहना", "भूलना", "पसंद करना", "सीखना"))
    if lemma == "भूलना":
        if activity not in FORGETTABLE:
            return None
        forgot = clause(_past(compound(lemma, "जाना")), subject)
        return Governor(forgot, lemma, "past", draw.time("perfective"))
    past = draw.chance(0.4)
    tense: Tense = "past" if past else "present"
    if lemma == "सीखना":
        time = draw.time("progressive_past" if past else "progressive_present")
        learns = clause(lambda a: verb_group(lemma, "progressive", tense, a), subject)
        return Governor(learns, lemma, tense, time) if activity in TEACHABLE else None
    if lemma == "पसंद करना" and activity not in LEISURE:
        return None
    times = ("उन दिनों", "तब", "पहले") if past else ("आजकल", "अब", "इन दिनों")
    wants = clause(lambda a: verb_group(lemma, "habitual", tense, a), subject)
    return Governor(wants, lemma, tense, draw.pick(times))


def _past(lemma: str) -> Paradigm:
    return lambda agreement: perfective(lemma, agreement.gender, agreement.number, alone=True)


FORGETTABLE = (
    "खाना", "पीना", "पढ़ना", "लिखना", "धोना", "सुखाना", "ख़रीदना", "खोलना", "भेजना", "सींचना",
    "बनाना", "रखना", "बजाना", "नहाना",
)  # fmt: skip
TEACHABLE = ("तैरना", "नाचना", "चलाना", "पकाना", "बनाना", "काटना", "सजाना", "चढ़ना")
LEISURE = (
    "टहलना", "घूमना", "तैरना", "खेलना", "नाचना", "बैठना", "खाना", "पीना", "पढ़ना", "देखना", "बनाना",
    "पहनना",
)  # fmt: skip
# What lasts, and so is begun and stopped.
LASTING = (
    "खाना", "पीना", "पढ़ना", "लिखना", "धोना", "पकाना", "बनाना", "सींचना", "चलाना", "बेचना",
    "टहलना", "घूमना", "खेलना", "नाचना", "तैरना", "दौड़ना", "नहाना", "बैठना",
)  # fmt: skip
# What one hardly forgets, and does not set out for.
POSTURES = (
    "बैठना", "लेटना", "ठहरना", "रहना", "चढ़ना", "उतरना", "पहुँचना", "लौटना", "निकलना",
)  # fmt: skip
# What one sets out for.
ERRANDS = (
    "टहलना", "घूमना", "खेलना", "तैरना", "नहाना", "ख़रीदना", "बेचना", "देखना", "धोना", "पढ़ना", "सींचना",
    "खाना", "पीना",
)  # fmt: skip
# What is over at once.
MOMENTARY = (
    "पहुँचना", "लौटना", "निकलना", "आना", "जाना", "रखना", "खोलना", "फेंकना", "उठाना", "भेजना",
    "पकड़ना", "ठहरना",
)  # fmt: skip


def _beginning(draw: Draw, subject: Phrase, activity: str) -> Governor | None:
    """A main verb that takes -ने, if it goes with the activity."""
    lemma = draw.pick(("लगना", "आना", "जाना", "निकलना"))
    tense: TenseKey = draw.pick(("perfective", "perfect_past"))
    time = draw.time(tense)
    if activity in MOMENTARY or (lemma != "लगना" and activity not in ERRANDS):
        return None
    if lemma == "लगना":
        begins = clause(_past(lemma), subject)
    else:
        begins = action(draw.lexicon.verb(lemma), tense, subject)
    return Governor(begins, lemma, "past", time)


def draw_subject(draw: Draw) -> Phrase:
    if draw.chance(0.3):
        direct = draw.pick(("मैं", "हम", "वह", "तुम"))
        return draw.pronoun(direct, "m" if direct == "हम" else None)
    return draw.person()


def _complement(*, negated: bool) -> Callable[[Draw, str], Draft | None]:
    """चाहना takes -ना, लगना -ने; `negated` puts the negative between them."""

    def build(draw: Draw, direction: str) -> Draft | None:
        oblique = direction == "ने>ना"
        subject, activity = draw_subject(draw), draw_activity(draw)
        if activity is None:
            return None
        governor = (_beginning if oblique else wanting)(draw, subject, activity[0].lemma)
        if governor is None or (negated and governor.lemma in ("लगना", "भूलना", "सीखना")):
            return None
        main = governor.clause
        if negated:
            forms = main.verb
            main = clause(lambda a: _negate(forms(a)), subject)
        draft = _draft(
            spaced(subject.direct, governor.time),
            activity,
            oblique,
            main.written,
            main,
            tense=governor.tense,
            lemmas=(*subject.lemmas, governor.lemma),
            governor=governor.lemma,
        )
        return replace(draft, between="नहीं") if negated else draft

    return build


def _negate(group: str) -> str:
    """The negative before the verb: नहीं चाहता है, पसंद नहीं करता है."""
    noun = "पसंद "
    if group.startswith(noun):
        return f"{noun}नहीं {group.removeprefix(noun)}"
    return f"नहीं {group}"


def _noun_governor(draw: Draw, direction: str) -> Draft | None:
    """पढ़ने की कोशिश, but पढ़ना शुरू; the oblique comes from the postposition."""
    subject, activity = draw_subject(draw), draw_activity(draw)
    if activity is None or (direction == "ना>ने" and activity[0].lemma not in LASTING):
        return None
    if direction == "ने>ना":
        text, lemma, gender = draw.pick(OBLIQUE_NOUNS)
        if lemma == "तैयारी" and activity[0].lemma not in PREPARED:
            return None
        group = f"{text} {perfective('करना', gender, 'sg', alone=True)}"
    else:
        lemma = draw.pick(("शुरू", "बंद"))
        group = f"{lemma} कर दिया" if draw.chance(0.5) else f"{lemma} किया"
    return _draft(
        spaced(subject.ergative, draw.time("perfective")),
        activity,
        direction == "ने>ना",
        group,
        fixed("case of the subject", subject.ergative, subject.ergative),
        set_phrase(group),
        tense="past",
        lemmas=(*subject.lemmas, lemma),
        governor=group.rpartition(" ")[0],
    )


PREPARED = ("जाना", "लौटना", "निकलना", "नाचना", "बेचना", "पकाना", "बनाना", "सजाना", "चलाना", "भेजना")
OBLIQUE_NOUNS: tuple[tuple[str, str, Gender], ...] = (
    ("की कोशिश", "कोशिश", "f"),
    ("का फ़ैसला", "फ़ैसला", "m"),
    ("का वादा", "वादा", "m"),
    ("से इनकार", "इनकार", "m"),
    ("की तैयारी", "तैयारी", "f"),
)  # fmt: skip


def _permission(draw: Draw, direction: str) -> Draft | None:
    """देना (let) takes -ने, सिखाना (teach) takes -ना; the object controls the infinitive."""
    activity = draw_activity(draw)
    agent = draw.name()
    child = draw.person(other_than=agent.lemmas)
    if activity is None:
        return None
    oblique = direction == "ने>ना"
    lemma = draw.pick(("देना", "भेजना") if oblique else ("सिखाना",))
    if lemma == "भेजना" and activity[0].lemma in ("जाना", "आना", *POSTURES):
        return None
    if lemma == "सिखाना" and activity[0].lemma not in TEACHABLE:
        return None
    tense: TenseKey = draw.pick(("perfective", "perfect_past", "future"))
    # The child in को leaves nothing to agree with but a bare agent.
    main = action(_plain(lemma), tense, agent)
    subject_text = agent.direct if tense == "future" else agent.ergative
    return _draft(
        spaced(subject_text, draw.time(tense), child.dative),
        activity,
        oblique,
        main.written,
        main,
        fixed("case of the one who is let", child.dative, child.dative),
        tense=TENSE_TAG[tense],
        lemmas=(*agent.lemmas, *child.lemmas, lemma),
        governor=lemma,
    )


def _plain(lemma: str) -> Verb:
    """A verb by its lemma only, for the main verbs that are not in the lexicon."""
    return Verb(
        lemma=lemma,
        gloss="",
        ergative="always",
        subjects=(),
        takes_names=True,
        objects=(),
        places=(),
        aspects=(),
        vector="",
    )


def _quality(draw: Draw, direction: str) -> Draft | None:
    """मुश्किल, ज़रूरी and the like are said of a direct infinitive; के लिए तैयार takes an oblique one."""
    activity, subject = draw_activity(draw), draw.person()
    if activity is None:
        return None
    past = draw.chance(0.4)
    if direction == "ना>ने":
        word = draw.pick(("मुश्किल", "आसान"))
        if activity[0].lemma not in (*TEACHABLE, *HARD):
            return None
        before = f"{subject.oblique} के लिए"
        main = clause(invariable(f"{word} {'था' if past else 'है'}"))
    else:
        text, word = draw.pick(
            (("को तैयार", "तैयार"), ("के लिए बेचैन", "बेचैन"), ("को राज़ी", "राज़ी"), ("के लिए उत्सुक", "उत्सुक"))
        )
        before = subject.direct
        if activity[0].lemma in POSTURES:
            return None
        main = clause(lambda a: f"{text} {copula('past' if past else 'present', a)}", subject)
    return _draft(
        spaced(before, draw.pick(("तब", "उस समय") if past else ("अब", "आज", "इस समय"))),
        activity,
        direction == "ने>ना",
        main.written,
        main,
        tense="past" if past else "present",
        lemmas=(*subject.lemmas, word),
        governor=word,
    )


HARD = ("उठाना", "खोलना", "पढ़ना", "लिखना", "धोना", "पकड़ना", "पहुँचना", "उतरना", "दौड़ना", "बेचना")

TEMPLATES = (
    Template("complement", DIRECTIONS, _complement(negated=False)),
    Template("negated_complement", DIRECTIONS, _complement(negated=True)),
    Template("noun_governor", ("ने>ना", "ना>ने"), _noun_governor),
    Template("object_control", DIRECTIONS, _permission),
    Template("quality", DIRECTIONS, _quality),
)
