"""distributive: अपना-अपना needs several owners in its own clause, and agrees with what is owned.

Its antecedent is the subject or the object with को; a possessor or somebody in another clause is
none. A plain अपना is right with one owner and with several and is no member of a pair: its length
would decide. हर लड़के ने अपनी-अपनी is right as well.
"""

from __future__ import annotations

from authoring.hindi.draft import Draft, Template
from authoring.hindi.draw import Draw
from authoring.hindi.extended.clauses import setting
from authoring.hindi.extended.features import GENDERS, NUMBERS, WORD, attraction, gender_of, other
from authoring.hindi.extended.proof import members
from authoring.hindi.grammar.checks import Clause, argument, fixed, in_tense
from authoring.hindi.grammar.inflection import decline_noun
from authoring.hindi.grammar.lexicon import Noun, Verb
from authoring.hindi.grammar.phrases import Phrase, noun_phrase, spaced
from kasauti.data.treebank_pairs.inflection import Case, Gender, inflect_adjective, perfective

# What everyone does with something of their own.
OWN = {
    "खोलना": ("किताब", "डिब्बा", "छाता", "बोतल", "दरवाज़ा", "खिड़की", "पेटी", "अलमारी", "संदूक़", "थैला"),
    "धोना": ("थाली", "गिलास", "चादर", "क़मीज़", "कुर्ता", "कटोरी", "प्याला", "कंबल", "कपड़ा"),
    "बेचना": ("गाड़ी", "साइकिल", "घड़ी", "खेत", "रिक्शा", "दुकान", "मेज़", "नाव"),
    "उठाना": ("थैला", "डिब्बा", "बाल्टी", "टोकरी", "कुर्सी", "बक्सा", "पेटी", "घड़ा"),
    "ढूँढ़ना": ("चाबी", "चश्मा", "टोपी", "छाता", "घड़ी", "चप्पल", "पेंसिल", "सीटी"),
    "सजाना": ("कमरा", "दुकान", "घर", "थाली", "गाड़ी", "मेज़", "झोंपड़ी"),
    "पीना": ("चाय", "दूध", "लस्सी", "शरबत", "कॉफ़ी", "छाछ"),
    "खाना": ("मिठाई", "समोसा", "रोटी", "पराठा", "सेब", "केला", "नाशपाती"),
    "सुनाना": ("कहानी", "कविता", "लेख", "नाटक"),
    "लिखना": ("चिट्ठी", "कहानी", "लेख", "नाटक", "कविता"),
    "रखना": ("किताब", "थैला", "टोकरी", "चश्मा", "घड़ी", "गिलास"),
    "सुखाना": ("क़मीज़", "कुर्ता", "चादर", "कंबल", "रज़ाई"),
}
EVERYONE = (("सब", "सब"), ("दोनों", "दोनों"), ("सभी", "सभी"), ("तीनों", "तीनों"))
# Where people are taken.
GOALS = (
    ("घर", ("भेजना", "पहुँचाना")), ("गाँव", ("भेजना", "पहुँचाना")), ("दफ़्तर", ("भेजना", "पहुँचाना")),
    ("कमरे में", ("भेजना", "बिठाना", "सुलाना")), ("बिस्तर पर", ("सुलाना", "लिटाना")),
    ("कमरे से", ("बुलाना", "निकालना")), ("घर से", ("बुलाना", "निकालना")), ("गाँव से", ("बुलाना",)),
)  # fmt: skip


def _own(draw: Draw, gender: Gender | None = None) -> tuple[Verb, Noun]:
    pairs = [
        (verb, lemma)
        for verb, lemmas in OWN.items()
        for lemma in lemmas
        if gender in (None, draw.noun(lemma).gender)
    ]
    verb, lemma = draw.pick(pairs)
    return draw.lexicon.verb(verb), draw.noun(lemma)


def reflexive(noun: Noun, case: Case = "direct", *, twice: bool) -> str:
    """अपना or अपना-अपना as it agrees with the noun."""
    form = inflect_adjective("अपना", noun.gender, "sg", case)
    return f"{form}-{form}" if twice else form


def _done(verb: Verb, noun: Noun) -> str:
    return perfective(verb.lemma, noun.gender, "sg")


def _clause(verb: Verb, noun: Noun, people: Phrase) -> Clause:
    return Clause(
        verb=in_tense(verb, "perfective"),
        written=_done(verb, noun),
        subject=argument(people, "ने"),
        object=argument(noun_phrase(noun)),
    )


def _concord(draw: Draw, direction: str) -> Draft | None:
    """सब लड़कों ने अपनी-अपनी किताब खोली."""
    gender = gender_of(direction)
    verb, noun = _own(draw, gender)
    people = noun_phrase(draw.human(), "pl", determiner=draw.pick(EVERYONE))
    adjective = draw.adjective(noun, marked=False) if draw.chance(0.7) else None
    when = setting(draw, "perfective", used=(*people.lemmas, noun.lemma), clauses=0.35)
    good = reflexive(noun, twice=True)
    wrong = inflect_adjective("अपना", other(gender), "sg", "direct")
    bad = f"{wrong}-{wrong}"
    quality = adjective.lemma if adjective else ""
    return Draft(
        before=spaced(when.front, people.ergative, when.time),
        good=good,
        bad=bad,
        after=spaced(quality, noun.lemma, _done(verb, noun)),
        gloss=f"अपना-अपना must agree with '{noun.lemma}', which is {WORD[gender]}",
        tense="past",
        lemmas=(*when.lemmas, *people.lemmas, *quality.split(), noun.lemma, verb.lemma),
        between=quality,
        checks=members(
            lambda written: (
                fixed("agreement of अपना-अपना", reflexive(noun, twice=True), written),
                _clause(verb, noun, people),
            ),
            good, bad, when.front,
        ),
    )  # fmt: skip


def _moved(
    texts: tuple[str, str, str, str],
    *,
    rule: str,
    gloss: str,
    lemmas: tuple[str, ...],
    around: tuple[str, ...],
) -> Draft:
    """A draft from what stands before, the right and the wrong owners, and what stands after."""
    before, good, bad, after = texts
    return Draft(
        before=before,
        good=good,
        bad=bad,
        after=after,
        gloss=gloss,
        tense="past",
        lemmas=lemmas,
        between=None,
        attractor=attraction(False),
        checks=members(lambda written: (fixed(rule, good, written),), good, bad, *around),
    )


def _owners(draw: Draw, human: Noun, direction: str) -> tuple[str, str]:
    """Several people and one; or every one, and the plural, which हर excludes."""
    one, several = human.form("oblique", "sg"), human.form("oblique", "pl")
    trait = draw.pick(TRAITS)
    if direction == "sg>pl":
        return spaced("हर", trait, one), spaced("हर", trait, several)
    first, second = draw.pick((("", ""), ("उन", "उस"), ("इन", "इस")))
    if first:  # a quality between them would make two edits of one
        return spaced(first, several), spaced(second, one)
    return spaced(trait, several), spaced(trait, one)


TRAITS = ("", "होशियार", "मेहनती", "समझदार", "ग़रीब", "चालाक", "नाराज़", "उदास")
NUMBER = {
    "pl>sg": "अपना-अपना needs several owners, but there is one",
    "sg>pl": "हर takes the singular, which अपना-अपना allows",
}


def _subject(draw: Draw, direction: str) -> Draft | None:
    """लड़कों ने अपनी-अपनी किताब खोली / *लड़के ने; हर लड़के ने / *हर लड़कों ने."""
    verb, noun = _own(draw)
    human, place = draw.human(), draw.place(verb)
    when = setting(draw, "perfective", used=(human.lemma, noun.lemma), clauses=0.35)
    rest = spaced(noun.lemma, _done(verb, noun))
    good, bad = _owners(draw, human, direction)
    after = spaced("ने", when.time, place.text, reflexive(noun, twice=True), rest)
    return _moved(
        (when.front, good, bad, after),
        rule="number of the owners",
        gloss=NUMBER[direction],
        lemmas=(*when.lemmas, human.lemma, noun.lemma, verb.lemma, *place.lemmas),
        around=(when.front, "ने", rest),
    )


def _object(draw: Draw, direction: str) -> Draft | None:
    """गुरुजी ने छात्रों को अपने-अपने घर भेजा / *छात्र को; हर छात्र को / *हर छात्रों को."""
    agent, human = draw.name(), draw.human()
    goal, verbs = draw.pick(GOALS)
    verb = draw.pick(verbs)
    when = setting(draw, "perfective", used=(*agent.lemmas, human.lemma), clauses=0.35)
    done = perfective(verb, "m", "sg")
    good, bad = _owners(draw, human, direction)
    return _moved(
        (
            spaced(when.front, agent.ergative, when.time), good, bad,
            spaced("को अपने-अपने", goal, done),
        ),
        rule="number of the owners",
        gloss=NUMBER[direction],
        lemmas=(*when.lemmas, *agent.lemmas, human.lemma, verb),
        around=(when.front, agent.ergative, "को अपने-अपने", done),
    )  # fmt: skip


def _clauses(draw: Draw, direction: str) -> Draft | None:
    """राम ने देखा कि लड़कों ने …; लड़कों ने राम के आने के बाद …: the two change places."""
    verb, noun = _own(draw)
    name, human = draw.name(), draw.human()
    several = human.form("oblique", "pl")
    rest = spaced(reflexive(noun, twice=True), noun.lemma, _done(verb, noun))
    if direction == "second>first":
        link = f"ने {draw.pick(('देखा', 'बताया', 'सुना', 'कहा', 'लिखा'))} कि"
        owners, after = (name.oblique, several), spaced("ने", draw.time("perfective"), rest)
    else:
        link, leaving = f"ने {draw.time('perfective')}", draw.pick(LEAVING)
        owners, after = (several, name.oblique), spaced("के", leaving, rest)
    good, bad = (f"{first} {link} {second}" for first, second in (owners, owners[::-1]))
    return _moved(
        ("", good, bad, after),
        rule="owners in the clause",
        gloss="अपना-अपना needs several owners in its own clause",
        lemmas=(*name.lemmas, human.lemma, noun.lemma, verb.lemma),
        around=(after,),
    )


LEAVING = ("आने के बाद", "जाने के बाद", "लौटने के बाद", "कहने के बाद", "सोने के बाद")
# Somebody and those who are theirs; the other way round makes sense as well.
MUTUAL = (
    ("दर्ज़ी", "ग्राहक"), ("धोबी", "ग्राहक"), ("बढ़ई", "ग्राहक"), ("माली", "पड़ोसी"), ("मालिक", "नौकर"),
    ("आदमी", "पड़ोसी"), ("शिक्षक", "छात्र"), ("नौकर", "दोस्त"), ("छात्र", "दोस्त"), ("आदमी", "दोस्त"),
    ("मालकिन", "नौकरानी"), ("औरत", "सहेली"), ("महिला", "पड़ोसिन"), ("शिक्षिका", "छात्रा"),
    ("धोबिन", "पड़ोसिन"), ("मालिन", "सहेली"), ("नौकरानी", "सहेली"),
)  # fmt: skip
SCENES = ("सामने", "कहने पर", "आने पर", "जाने पर", "समझाने पर")


def _possessor(draw: Draw, direction: str) -> Draft | None:
    """दर्ज़ी के ग्राहकों ने / *ग्राहकों के दर्ज़ी ने; ग्राहकों ने दर्ज़ी के सामने / *दर्ज़ी ने ग्राहकों के."""
    verb, noun = _own(draw)
    first, second = draw.pick(MUTUAL)
    gender: Gender = "f" if second in FEMININE else "m"
    several = decline_noun(second, gender).oblique_plural
    rest = spaced(reflexive(noun, twice=True), noun.lemma, _done(verb, noun))
    when = setting(draw, "perfective", used=(noun.lemma,), clauses=0.35)
    if direction == "possessor":
        genitive = inflect_adjective("का", gender, "pl", "oblique")
        good, bad = f"{first} {genitive} {several}", f"{several} {genitive} {first}"
        after = spaced("ने", when.time, rest)
        gloss = "अपना-अपना needs several owners; the possessor of the subject is none"
    else:
        good, bad = f"{several} ने {first}", f"{first} ने {several}"
        after = spaced("के", draw.pick(SCENES), rest)
        gloss = "अपना-अपना needs several owners; a possessor in an adverbial is none"
    return _moved(
        (when.front, good, bad, after),
        rule="owners in the clause",
        gloss=gloss,
        lemmas=(*when.lemmas, first, second, noun.lemma, verb.lemma),
        around=(when.front, after),
    )


FEMININE = ("पड़ोसिन", "नौकरानी", "सहेली", "छात्रा")
PLACES = ("घर", "खेत", "मकान", "बाग़", "आँगन")


def _case(draw: Draw, direction: str) -> Draft | None:
    """अपना-अपना घर सजाया / *अपने-अपने; अपने-अपने घर में बैठे / *अपना-अपना: the noun looks the same."""
    adults = [n for n in draw.lexicon.of_kind("adult", "worker") if n.human and n.gender == "m"]
    human, place = draw.pick(adults), draw.pick(PLACES)
    people = noun_phrase(human, "pl", determiner=draw.pick(EVERYONE))
    when = setting(draw, "perfective", used=(human.lemma, place), clauses=0.35)
    quality = draw.pick(("", "शांत", "सुंदर", "ख़ाली", "साफ़"))
    direct = direction == "direct>oblique"
    forms = ("अपना-अपना", "अपने-अपने")
    good, bad = forms if direct else (forms[1], forms[0])
    if direct:
        verb = draw.pick(("सजाना", "बेचना", "देखना", "छोड़ देना", "ख़रीद लेना"))
        done, subject = perfective(verb, "m", "sg"), people.ergative
        after = spaced(quality, place, done)
    else:
        verb = draw.pick(("बैठना", "रुकना", "लेटना", "टहलना", "लौटना", "निकलना"))
        done, subject = perfective(verb, "m", "pl"), people.direct
        after = spaced(quality, place, "से" if verb in ("लौटना", "निकलना") else "में", done)
    return Draft(
        before=spaced(when.front, subject, when.time),
        good=good,
        bad=bad,
        after=after,
        gloss=f"'{place}' is {'direct' if direct else 'oblique'}, and अपना-अपना with it",
        tense="past",
        lemmas=(*when.lemmas, human.lemma, place, verb),
        between=quality,
        checks=members(
            lambda written: (fixed("case of अपना-अपना", good, written),),
            good, bad, when.front, subject, after,
        ),
    )  # fmt: skip


CLAUSES = ("second>first", "first>second")
TEMPLATES = (
    Template("agreement", GENDERS, _concord),
    Template("case", ("direct>oblique", "oblique>direct"), _case),
    Template("number_of_subject", NUMBERS, _subject),
    Template("number_of_object", NUMBERS, _object),
    Template("other_clause", CLAUSES, _clauses),
)
